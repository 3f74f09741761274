/**
 * Hands messages over one by one, and knows for a while what it has handed over: a message that comes again is not sent
 * again by this process.
 */
import type { Carrier, Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"
import * as Outcome from "./Outcome.ts"

/** The most attempts that are known of those that have an outcome. */
const mostKnown = 10_000

export interface HandOverOptions {
  readonly carrier: string
  /**
   * Hands one message over. Whatever it fails with is Unanswered from the moment in which `written` was called, and before
   * that nothing was sent.
   */
  readonly submit: (submission: Submission, written: () => void) => Effect.Effect<SubmissionOutcome>
  /**
   * Whether the provider knows an attempt again and sends it once. Then one of which nothing is known is handed over again
   * when it comes again. False unless given.
   */
  readonly isIdempotent?: boolean
}

interface Entry {
  readonly outcome: Deferred.Deferred<SubmissionOutcome>
  waiters: number
  isWritten: boolean
  fiber: Fiber.Fiber<void> | null
}

const interrupted = Outcome.unanswered("INTERRUPTED", "nobody waited for the answer")

/** Makes the `submit` of a carrier. What is under way ends with the scope. */
export const make = Effect.fnUntraced(function*(
  { carrier, isIdempotent = false, submit }: HandOverOptions
): Effect.fn.Return<Carrier["submit"], never, Scope.Scope> {
  const deciding = yield* FiberSet.make<void>()
  const open = new Map<AttemptId, Entry>()
  const known = new Map<AttemptId, SubmissionOutcome>()

  const isKept = ({ _tag }: SubmissionOutcome): boolean =>
    _tag === "Accepted" || (_tag === "Unanswered" && !isIdempotent)

  const end = (attempt: AttemptId, entry: Entry, outcome: SubmissionOutcome): void => {
    if (open.get(attempt) === entry) open.delete(attempt)
    if (isKept(outcome)) known.set(attempt, outcome)
    const [oldest] = known.size > mostKnown ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    Deferred.doneUnsafe(entry.outcome, Effect.succeed(outcome))
  }

  const decide = (submission: Submission, entry: Entry): Effect.Effect<SubmissionOutcome> => {
    const written = () => void (entry.isWritten = true)
    return Effect.catchCause(Effect.suspend(() => submit(submission, written)), (cause) => {
      const outcome = entry.isWritten
        ? Effect.succeed(Outcome.unanswered("DEFECT", "the carrier failed"))
        : Effect.map(Instant.now, (now) => Outcome.unreachable(now))
      return Effect.andThen(
        Effect.logError("a carrier has a defect in a hand-over", { carrier, cause: RequestLog.origin(cause) }),
        outcome
      )
    })
  }

  const start = Effect.fnUntraced(function*(submission: Submission, entry: Entry) {
    entry.fiber = yield* FiberSet.run(
      deciding,
      Effect.map(decide(submission, entry), (outcome) => end(submission.attempt, entry, outcome))
    )
  })

  /** Ends a hand-over for which nobody waits any more. What was written may have been sent. */
  const forsake = (attempt: AttemptId, entry: Entry): Effect.Effect<void> =>
    Effect.suspend(() => {
      entry.waiters -= 1
      if (entry.waiters > 0 || open.get(attempt) !== entry || entry.fiber === null) return Effect.void
      const gone = Effect.map(Instant.now, (now) =>
        end(attempt, entry, entry.isWritten ? interrupted : Outcome.unreachable(now)))
      return Effect.andThen(Fiber.interrupt(entry.fiber), gone)
    })

  const one = (submission: Submission): Effect.Effect<SubmissionOutcome> =>
    Effect.suspend(() => {
      const { attempt } = submission
      const before = known.get(attempt)
      if (before !== undefined) return Effect.succeed(before)
      const joined = open.get(attempt)
      const entry = joined ??
        { outcome: Deferred.makeUnsafe<SubmissionOutcome>(), waiters: 0, isWritten: false, fiber: null }
      entry.waiters += 1
      const waiting = Effect.onInterrupt(Deferred.await(entry.outcome), () => forsake(attempt, entry))
      if (joined !== undefined) return waiting
      open.set(attempt, entry)
      return Effect.uninterruptibleMask((restore) => Effect.andThen(start(submission, entry), restore(waiting)))
    })

  return (batch, tell) =>
    Effect.forEach(
      batch,
      (submission) => Effect.flatMap(one(submission), (outcome) => tell(submission.attempt, outcome)),
      { concurrency: "unbounded", discard: true }
    )
})
