/**
 * What is told to the operator, and only to the operator, of a request that could not be served.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/** Of which request: both stand on every line that is logged about it. */
export interface Subject {
  readonly requestId: string
  /** Null where no operation has been found for it yet. */
  readonly operation: string | null
}

/** Puts the request's id and its operation on every line that is logged meanwhile. */
export const about = ({ operation, requestId }: Subject) =>
  Effect.annotateLogs({ request_id: requestId, ...(operation === null ? {} : { operation }) })

/**
 * What a message may quote of a request: secrets, API keys (UUIDs of version 4, which rows' ids are not), phone
 * numbers, and quoted texts that are no names.
 */
const private_ = [
  /whsec_[A-Za-z0-9+/=]+/g,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\+?\d{7,}/g,
  /"(?![\w.$:/-]*")(?:[^"\\\n]|\\.)*"/g
]

/** The cause in full, without what it may quote of a request. */
export const render = (cause: Cause.Cause<unknown>): string =>
  private_.reduce((text, pattern) => text.replace(pattern, "***"), Cause.pretty(cause))

export const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.logError("request failed", render(cause))
