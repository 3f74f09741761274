/**
 * When somebody outside is asked again who has not decided yet. Whoever decides is written by others, and must not be
 * asked all the time.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Instant from "../value/Instant.ts"

const isInstant = Schema.is(Instant.Instant)

/** Returns the instant that was named, or the next one at which it may be asked, when that is later or none was named. */
export const askedAgain = (at: Instant.Instant, now: Instant.Instant): Instant.Instant => {
  const soonest = Instant.plus(now, Limit.reviewPause)
  return isInstant(at) ? Instant.latest(at, soonest) : soonest
}
