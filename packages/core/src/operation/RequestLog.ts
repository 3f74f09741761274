/**
 * What is told to the operator, and only to the operator, of a request that could not be served.
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Accident from "../engine/Accident.ts"

/** Of which request: both stand on every line that is logged about it. */
export interface Subject {
  readonly requestId: string
  /** Null where no operation has been found for it yet. */
  readonly operation: string | null
}

/** Puts the request's id and its operation on every line that is logged meanwhile. */
export const about = ({ operation, requestId }: Subject) =>
  Effect.annotateLogs({ request_id: requestId, ...(operation === null ? {} : { operation }) })

export const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.logError("request failed", Accident.fullText(cause))
