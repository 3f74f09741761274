/**
 * Hands messages over part by part, and knows for a while what it has handed over: a message that comes again is not sent
 * again.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { Settings } from "../Options.ts"
import type { Part } from "../Outgoing.ts"
import * as Outgoing from "../Outgoing.ts"
import type { Fate, Job, Outbox } from "./Outbox.ts"
import * as PartReferences from "./PartReferences.ts"
import * as Verdict from "./Verdict.ts"

export interface HandOvers {
  readonly submit: (submission: Submission) => Effect.Effect<SubmissionOutcome>
  /** Whether messages wait for answers, one of which may be the name that a receipt has. */
  readonly isWaiting: () => boolean
}

interface Entry {
  readonly outcome: Deferred.Deferred<SubmissionOutcome>
  readonly jobs: Array<Job>
  /** The fates of parts that are known so far, those of earlier rounds among them. */
  readonly fates: Array<Fate>
  waiters: number
  fiber: Fiber.Fiber<void> | null
}

/** How many messages are known of those that have an outcome. */
const mostKnown = 10_000

/** A message that takes all the time it has is told about a little earlier. */
const margin = 250

const isSent = ({ _tag }: SubmissionOutcome): boolean => _tag === "Accepted" || _tag === "Unanswered"

export const make = Effect.fnUntraced(function*(
  settings: Settings,
  outbox: Outbox,
  nextSession: (now: Instant.Instant) => number
): Effect.fn.Return<HandOvers, never, Scope.Scope> {
  let isClosed = false
  yield* Effect.addFinalizer(() =>
    Effect.map(Instant.now, (now) => {
      isClosed = true
      for (const [attempt, entry] of open) end(attempt, entry, unfinished(entry, now))
    })
  )
  // Sessions that are opened later end before these do, and so their last answers still count.
  const deciding = yield* FiberSet.make<void>()
  const open = new Map<AttemptId, Entry>()
  const known = new Map<AttemptId, SubmissionOutcome>()
  const references = PartReferences.make(yield* Random.nextIntBetween(0, 0xffff))

  /** The operator closes the line for all nodes. Where only we have no session with room, others may. */
  const busy = (now: Instant.Instant, millis: number, holds: "lane" | "node"): SubmissionOutcome => ({
    _tag: "Busy",
    until: Instant.plus(now, Math.max(millis, 1)),
    holds
  })

  const down = (now: Instant.Instant): SubmissionOutcome => busy(now, nextSession(now), "node")

  /** Says what is known of a message that has no more time. */
  const unfinished = ({ fates, jobs }: Entry, now: Instant.Instant): SubmissionOutcome =>
    jobs.some(({ isWritten }) => isWritten)
      ? { _tag: "Unanswered", ...Verdict.partly(fates, settings) }
      : busy(now, settings.pauses.throttled, "node")

  /** Hands parts to the sessions, and waits for the fate of each. What nobody waits for any more is not written. */
  const handOver = (parts: ReadonlyArray<Part>, entry: Entry): Effect.Effect<ReadonlyArray<Fate>> =>
    Effect.callback((resume) => {
      const fates: Array<Fate> = []
      let left = parts.length
      const jobs = parts.map((part, index): Job => ({
        part,
        isWithdrawn: false,
        isWritten: false,
        settle: (fate) => {
          fates[index] = fate
          entry.fates.push(fate)
          left -= 1
          if (left === 0) resume(Effect.succeed(fates))
        }
      }))
      entry.jobs.push(...jobs)
      outbox.add(jobs)
      return Effect.sync(() => {
        for (const job of jobs) job.isWithdrawn = true
      })
    })

  /** Hands the parts over until each has been taken or refused, or none can be taken. */
  const rounds = Effect.fnUntraced(function*(parts: ReadonlyArray<Part>, entry: Entry) {
    const fates: Array<Fate> = []
    for (let round = 1;; round++) {
      const left = parts.flatMap((_, index) => Verdict.isOver(fates[index]) ? [] : [index])
      const told = yield* handOver(left.map((index) => parts[index]!), entry)
      for (const [place, index] of left.entries()) fates[index] = told[place]!
      const verdict = Verdict.of(fates, round, settings)
      switch (verdict._tag) {
        case "Outcome":
          return verdict.outcome
        case "Busy":
          return busy(yield* Instant.now, verdict.millis, "lane")
        case "Down":
          return down(yield* Instant.now)
        case "Again":
          yield* Effect.sleep(verdict.millis)
      }
    }
  })

  const decide = Effect.fnUntraced(function*(submission: Submission, entry: Entry) {
    const now = yield* Instant.now
    const parts = Outgoing.of(submission, settings, () => references.next(submission.to), now)
    if (Result.isFailure(parts)) {
      const { failure, words } = parts.failure
      return { _tag: "Refused", failure, detail: { code: "SMPP", text: words } } satisfies SubmissionOutcome
    }
    if (!outbox.isUp()) return down(now)
    return yield* Effect.timeoutOrElse(rounds(parts.success, entry), {
      duration: Math.max(settings.answersWithin - margin, settings.answersWithin / 2),
      orElse: () => Effect.map(Instant.now, (now) => unfinished(entry, now))
    })
  })

  const begin = (submission: Submission): Entry => {
    const { attempt } = submission
    const entry: Entry = { outcome: Deferred.makeUnsafe(), jobs: [], fates: [], waiters: 0, fiber: null }
    open.set(attempt, entry)
    return entry
  }

  const end = (attempt: AttemptId, entry: Entry, outcome: SubmissionOutcome): void => {
    if (open.get(attempt) === entry) open.delete(attempt)
    if (isSent(outcome)) known.set(attempt, outcome)
    const [oldest] = known.size > mostKnown ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    Deferred.doneUnsafe(entry.outcome, Effect.succeed(outcome))
  }

  const start = Effect.fnUntraced(function*(submission: Submission, entry: Entry) {
    entry.fiber = yield* FiberSet.run(
      deciding,
      decide(submission, entry).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Effect.andThen(
              Effect.logError("SMPP has a defect in a hand-over", {
                carrier: settings.id,
                cause: RequestLog.origin(cause)
              }),
              Effect.map(Instant.now, (now) => unfinished(entry, now))
            )
        ),
        Effect.map((outcome) => end(submission.attempt, entry, outcome))
      )
    )
  })

  /** A part that nobody waits for any more, and of which nothing was written, is not sent. */
  const forsake = (attempt: AttemptId, entry: Entry): Effect.Effect<void> =>
    Effect.suspend(() => {
      entry.waiters -= 1
      const isNeeded = entry.waiters > 0 || entry.jobs.some(({ isWritten }) => isWritten)
      if (isNeeded || entry.fiber === null || open.get(attempt) !== entry) return Effect.void
      open.delete(attempt)
      return Fiber.interrupt(entry.fiber)
    })

  return {
    submit: (submission) =>
      Effect.suspend(() => {
        const { attempt } = submission
        const before = known.get(attempt)
        if (before !== undefined) return Effect.succeed(before)
        if (isClosed) return Effect.map(Instant.now, (now) => busy(now, settings.pauses.throttled, "node"))
        const joined = open.get(attempt)
        const entry = joined ?? begin(submission)
        entry.waiters += 1
        const waiting = Effect.onInterrupt(Deferred.await(entry.outcome), () => forsake(attempt, entry))
        return joined === undefined
          ? Effect.uninterruptibleMask((restore) => Effect.andThen(start(submission, entry), restore(waiting)))
          : waiting
      }),
    isWaiting: () => open.size > 0
  }
})
