/**
 * Asking a carrier to take a batch over. Whatever the carrier does, each submission gets an outcome: silence, an
 * exception and an answer that is too short are Unanswered, since the carrier may have sent all the same.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Accident from "../engine/Accident.ts"
import type { Carrier, Submission, SubmissionOutcome } from "../port/Carrier.ts"
import * as Instant from "../value/Instant.ts"
import * as CarrierAnswer from "./CarrierAnswer.ts"

/** How long a carrier may take to answer, in elapsed time, before the batch is let go. */
export const patience = Instant.minute

export const unanswered: SubmissionOutcome = { _tag: "Unanswered" }

/** What counts of the answer for one submission; what it said instead is told in the log. */
const counted = Effect.fnUntraced(function*(carrier: Carrier, { attempt }: Submission, said: SubmissionOutcome) {
  const { flaw, outcome } = CarrierAnswer.read(said)
  if (flaw !== null) {
    yield* Effect.logWarning("a carrier's answer is not as it should be", { carrier: carrier.id, attempt, flaw })
  }
  return outcome
})

/** One outcome for each submission, in their order. */
export const ask = Effect.fnUntraced(function*(carrier: Carrier, batch: ReadonlyArray<Submission>) {
  if (batch.length === 0) return []
  const attempts = (from: number) => batch.slice(from).map(({ attempt }) => attempt)
  const answered = yield* Effect.suspend(() => carrier.submit(batch)).pipe(
    Effect.timeoutOption(patience),
    Effect.map(Option.getOrElse((): ReadonlyArray<SubmissionOutcome> => [])),
    Effect.catchCause((cause) =>
      Effect.as(
        Effect.logError("a carrier failed", {
          carrier: carrier.id,
          attempts: attempts(0),
          cause: Accident.text(cause)
        }),
        null
      )
    )
  )
  const outcomes = answered ?? []
  if (answered !== null && outcomes.length < batch.length) {
    yield* Effect.logWarning("a carrier does not answer", {
      carrier: carrier.id,
      attempts: attempts(outcomes.length)
    })
  }
  if (outcomes.length > batch.length) {
    yield* Effect.logWarning("a carrier answers more than it was asked", {
      carrier: carrier.id,
      attempts: attempts(0),
      answers: outcomes.length
    })
  }
  return yield* Effect.forEach(
    batch,
    (submission, index) =>
      index < outcomes.length ? counted(carrier, submission, outcomes[index]!) : Effect.succeed(unanswered)
  )
})
