/**
 * Asks again where the provider knows a hand-over again, and so sends it once.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The pauses before each further request, in milliseconds. */
const pauses: ReadonlyArray<number> = [250, 1000, 4000]

/** How long a carrier may take that says nothing else, in milliseconds. */
const usualAnswersWithin = 30_000

const isOpen = (outcome: SubmissionOutcome): boolean => outcome._tag === "Unanswered" && outcome.repeat !== "never"

/**
 * Hands over until there is an answer, a few times at most, within half of the time that the carrier may take: the last
 * request needs time for its answer, too. A provider that is busy later on may have taken what was not answered before.
 */
export const whileUnanswered = (
  handOver: Effect.Effect<SubmissionOutcome>,
  answersWithin: number = usualAnswersWithin
): Effect.Effect<SubmissionOutcome> => {
  const again = (
    before: SubmissionOutcome,
    [pause, ...rest]: ReadonlyArray<number>,
    budget: number
  ): Effect.Effect<SubmissionOutcome> => {
    if (!isOpen(before) || pause === undefined || budget <= pause) return Effect.succeed(before)
    return Effect.flatMap(Effect.timed(Effect.delay(handOver, pause)), ([spent, outcome]) =>
      outcome._tag === "Busy"
        ? again(before, rest, budget - Duration.toMillis(spent))
        : again(outcome, rest, budget - Duration.toMillis(spent)))
  }
  return Effect.flatMap(
    Effect.timed(handOver),
    ([spent, outcome]) => again(outcome, pauses, answersWithin / 2 - Duration.toMillis(spent))
  )
}
