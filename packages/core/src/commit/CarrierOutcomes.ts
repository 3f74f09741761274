/**
 * Tells from the changes of messages how their carriers have fared (decisions 18.3): which were asked and failed, which
 * took a message, and whose receipts came in time.
 */
import type { FailureClass } from "../catalogue/FailureClass.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Counts } from "../row/CarrierCounts.ts"
import type { Message } from "../row/Message.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import { regionOf } from "../value/PhoneNumber.ts"
import type { Change } from "./Tallied.ts"

/** One of the counts of a carrier, of one message. */
export interface CarrierOutcome {
  readonly carrier: CarrierId
  readonly country: string
  /** The minute in which it counts, since the beginning of time. */
  readonly minute: number
  readonly counts: keyof Counts
  /** Whether a receipt has told it. */
  readonly isHeard: boolean
}

/** The failures that a better carrier would not have had. Others are those of the recipient, the sender or the text. */
export const troubles: ReadonlySet<FailureClass> = new Set<FailureClass>([
  "undeliverable_by_route",
  "no_route_to_network",
  "provider_unavailable",
  "provider_timeout",
  "transport_error",
  "temporary_carrier_error",
  "rate_limited",
  "unknown"
])

const isTrouble = ({ failure }: Attempt): boolean => failure !== null && troubles.has(failure)

/** Returns when the carrier took the message: at the first line that says so since the attempt began. */
const takenAt = ({ history }: Message, { startedAt }: Attempt): Instant.Instant | null =>
  history.find(({ at, reached, status }) => status === "SENT" && reached && at >= startedAt)?.at ?? null

/** An attempt before and after one change. */
interface Step {
  readonly message: Message
  readonly before: Attempt | undefined
  readonly after: Attempt
  readonly now: Instant.Instant
  readonly slow: number
}

type Tally = readonly [counts: keyof Counts, at: Instant.Instant, isHeard: boolean]

/** A final receipt: whether it came in time, and whether it says that the carrier is in trouble. */
const heard = ({ after, now, slow }: Step, taken: Instant.Instant | null): ReadonlyArray<Tally> => [
  ...(after.report === "FAILED" && isTrouble(after) ? [["failed", now, true] as const] : []),
  // What a message has gone on from was slow, whenever it came after all.
  ...(taken !== null && now - taken < slow && after.overdue !== true ? [["timely", taken, true] as const] : [])
]

const ofAttempt = (step: Step): ReadonlyArray<Tally> => {
  const { after, before, message, now } = step
  const was = before?.report ?? null
  if (after.report === was || after.report === null) return []
  if (was === null) {
    if (after.charge === "taken") {
      const taken: ReadonlyArray<Tally> = [["asked", now, false], ["taken", now, false]]
      return after.report === "SENT" ? taken : [...taken, ...heard(step, now)]
    }
    // Without a failure the carrier was not asked; it was, and took nothing for too long, where its line was left.
    if (after.leftLine === true) return [["asked", now, false], ["failed", now, false]]
    if (after.failure === null) return []
    return isTrouble(after) ? [["asked", now, false], ["failed", now, false]] : [["asked", now, false]]
  }
  return was === "SENT" ? heard(step, takenAt(message, after)) : []
}

/**
 * @param slow after how many milliseconds a receipt comes late
 * @param now the instant of the change
 */
export const ofChange = (
  [before, after]: Change,
  slow: number,
  now: Instant.Instant
): ReadonlyArray<CarrierOutcome> => {
  if (before?.attempts === after.attempts) return []
  // Attempts keep their places: a new one stands behind the others.
  const told = after.attempts.flatMap((attempt, place) =>
    ofAttempt({
      message: after,
      before: before?.attempts[place],
      after: attempt,
      now,
      slow
    }).map(([counts, at, isHeard]) => ({ carrier: attempt.carrier, counts, at, isHeard }))
  )
  if (told.length === 0) return []
  const country = regionOf(after.phone)
  return told.map(({ at, carrier, counts, isHeard }) => ({
    carrier,
    country,
    minute: Math.floor(at / Instant.minute),
    counts,
    isHeard
  }))
}
