/**
 * Hands a batch to a carrier. Every submission gets an outcome, whatever the carrier does: when it stays silent,
 * throws, or answers fewer submissions than it was given, the outcome is Unanswered, since the carrier may have sent
 * the message all the same.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Accident from "../engine/Accident.ts"
import type { Carrier, Submission, SubmissionOutcome } from "../port/Carrier.ts"
import * as Instant from "../value/Instant.ts"
import * as CarrierAnswer from "./CarrierAnswer.ts"

/** How long the service waits for a carrier's answer, in milliseconds of elapsed time. */
export const patience = Instant.minute

export const unanswered: SubmissionOutcome = { _tag: "Unanswered" }

/** Reads the carrier's answer for one submission, and logs what is wrong with it. */
const counted = Effect.fnUntraced(function*(carrier: Carrier, { attempt }: Submission, said: SubmissionOutcome) {
  const { flaw, outcome } = CarrierAnswer.read(said)
  if (flaw !== null) {
    yield* Effect.logWarning("a carrier's answer is not as it should be", { carrier: carrier.id, attempt, flaw })
  }
  return outcome
})

/** Returns one outcome for each submission, in their order. */
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
