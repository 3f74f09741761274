/**
 * Asks a carrier about a batch. Every submission gets an outcome exactly once, whatever the carrier does: what it has
 * not told when it ends, throws, or has used up its time, is Unanswered, since it may have sent the message all the
 * same.
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as ErrorSummary from "../engine/ErrorSummary.ts"
import type { Carrier, Submission, SubmissionOutcome } from "../port/Carrier.ts"
import type { AttemptId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as CarrierAnswer from "./CarrierAnswer.ts"
import * as Telemetry from "./Telemetry.ts"

/** Receives the outcomes. All of its effects return immediately. */
export interface Listener {
  /** The carrier has been asked. */
  readonly asked: Effect.Effect<void>
  readonly outcome: (attempt: AttemptId, outcome: SubmissionOutcome) => Effect.Effect<void>
  /** The carrier tells of an attempt that has counted as Unanswered already. */
  readonly late: (attempt: AttemptId, outcome: SubmissionOutcome) => Effect.Effect<void>
}

type SubmissionState = "open" | "told" | "unanswered" | "late"

/** Passes on what counts of the carrier's answer for one submission, and logs what is wrong with it. */
const passOn = (
  carrier: Carrier,
  attempt: AttemptId,
  said: SubmissionOutcome,
  now: Instant.Instant,
  to: Listener["outcome"]
): Effect.Effect<void> => {
  const { flaw, outcome } = CarrierAnswer.read(said, now)
  const passed = to(attempt, outcome)
  return flaw === null ? passed : Effect.andThen(
    Effect.logWarning("a carrier's answer is not as it should be", { carrier: carrier.id, attempt, flaw }),
    passed
  )
}

const asking = Effect.fnUntraced(function*(
  carrier: Carrier,
  batch: ReadonlyArray<Submission>,
  millis: number,
  { asked, late, outcome }: Listener
) {
  const states = new Map<AttemptId, SubmissionState>(batch.map(({ attempt }) => [attempt, "open"]))

  const tell = (attempt: AttemptId, said: SubmissionOutcome): Effect.Effect<void> =>
    Effect.flatMap(Instant.now, (now) => {
      const before = states.get(attempt)
      if (before === "open") {
        states.set(attempt, "told")
        return passOn(carrier, attempt, said, now, outcome)
      }
      if (before === "unanswered") {
        states.set(attempt, "late")
        return passOn(carrier, attempt, said, now, late)
      }
      return Effect.logWarning("a carrier tells more than it was asked", {
        carrier: carrier.id,
        attempt: String(attempt)
      })
    })

  // A carrier that cannot be interrupted must not hold up its lane, so nobody waits for its end.
  const over: { exit: Exit.Exit<void, unknown> | null } = { exit: null }
  const submission = Effect.onExit(Effect.suspend(() => carrier.submit(batch, tell)), (exit) =>
    Effect.sync(() => {
      over.exit = exit
    }))
  const submitting = yield* Effect.forkDetach(submission, { startImmediately: true })
  yield* asked
  const ended = (exit: Exit.Exit<void, unknown>): Effect.Effect<void> =>
    exit._tag === "Success" ? Effect.void : Effect.andThen(
      Effect.logError("a carrier failed", { carrier: carrier.id, cause: ErrorSummary.origin(exit.cause) }),
      ErrorSummary.inFull(exit.cause)
    )
  /** Whatever it tells of these from now on is late. */
  const giveUp = (): ReadonlyArray<AttemptId> => {
    const silent = batch.flatMap(({ attempt }) => states.get(attempt) === "open" ? [attempt] : [])
    for (const attempt of silent) states.set(attempt, "unanswered")
    return silent
  }
  if (over.exit !== null) yield* ended(over.exit)
  else {
    yield* Effect.flatMap(Fiber.await(submitting), ended).pipe(
      Effect.timeoutOption(millis),
      Effect.onInterrupt(() => Effect.sync(giveUp)),
      Effect.ensuring(Effect.forkDetach(Fiber.interrupt(submitting)))
    )
  }
  const silent = giveUp()
  if (silent.length > 0) {
    yield* Effect.logWarning("a carrier does not answer", { carrier: carrier.id, attempts: silent })
  }
  for (const attempt of silent) yield* outcome(attempt, { _tag: "Unanswered" })
})

/** @param millis how long the carrier may take, in elapsed time */
export const ask = (carrier: Carrier, batch: ReadonlyArray<Submission>, millis: number, listener: Listener) =>
  Telemetry.submission(carrier.id, batch.length, (count) =>
    asking(carrier, batch, millis, {
      ...listener,
      outcome: (attempt, outcome) => Effect.andThen(count(outcome), listener.outcome(attempt, outcome))
    }))
