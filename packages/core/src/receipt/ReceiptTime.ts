/**
 * The instants that carriers give to what they report. Their clocks are off, and some name no seconds.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Instant from "../value/Instant.ts"

/**
 * Returns the instant as far as it can be believed: one that is a little before the attempt or a little in the future
 * counts as its beginning or as now, and one that is further off as none.
 */
export const believed = (
  at: Instant.Instant | null,
  startedAt: Instant.Instant,
  now: Instant.Instant
): Instant.Instant | null => {
  if (at === null || at < startedAt - Limit.carrierClock || at > now + Limit.carrierClock) return null
  return Instant.latest(startedAt, at > now ? now : at)
}
