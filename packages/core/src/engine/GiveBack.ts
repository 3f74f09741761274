/**
 * Gives back the items that a handler has not done: what was let go is free again at its place in line, what failed
 * falls due again after a while, and what has failed too often ends as a dead letter.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Schedule from "effect/Schedule"
import * as Commit from "../commit/Commit.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import type { StoreError } from "../port/Store.ts"
import type { DeadLetter } from "../row/DeadLetter.ts"
import { DeadLetters } from "../row/DeadLetter.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { afterFailure, refText } from "../work/Work.ts"
import type { Committer } from "./Committer.ts"
import * as ErrorSummary from "./ErrorSummary.ts"
import type { Failed, Undone } from "./Handler.ts"
import * as Handler from "./Handler.ts"

/** After so many failures in a row work ends as a dead letter. */
const mostFailures = 12

/** The wait after this failure in a row, counted from 1: 5 s, doubling, at most one hour. */
const delay = (failure: number): number => Math.min(Instant.hour, 5 * Instant.second * 2 ** (failure - 1))

const deadLetter = ({ cause, lease: { failures, lane, work } }: Failed, at: Instant.Instant): DeadLetter => ({
  ...work,
  lane,
  failures: failures + 1,
  cause: ErrorSummary.text(cause),
  at
})

const isSpent = ({ lease }: Failed): boolean => lease.failures + 1 >= mostFailures

/** Returns what becomes of an item that has failed once more. */
const failed = (item: Failed, clock: Instant.Instant): Commit.Commit => {
  const { lease } = item
  const now = Instant.latest(clock, lease.at)
  return Commit.make({
    completes: [LeasedDecision.fence(lease)],
    ...(isSpent(item)
      ? { puts: [Commit.put(DeadLetters, deadLetter(item, now))] }
      : { due: [afterFailure(lease, Instant.plus(now, delay(lease.failures + 1)))] })
  })
}

/** Says what failed, each cause once. */
const logged = (items: ReadonlyArray<Failed>) => {
  const byCause = new Map<string, Array<Failed>>()
  for (const item of items) {
    const cause = ErrorSummary.origin(item.cause)
    byCause.set(cause, [...byCause.get(cause) ?? [], item])
  }
  const names = (some: ReadonlyArray<Failed>) => ({
    lane: some[0]!.lease.lane,
    work: some.map(({ lease }) => refText(lease.work))
  })
  return Effect.forEach(byCause, ([cause, some]) => {
    const spent = some.filter(isSpent)
    return Effect.andThen(
      Effect.andThen(Effect.logError("work failed", { ...names(some), cause }), ErrorSummary.inFull(some[0]!.cause)),
      spent.length === 0
        ? Effect.void
        : Effect.logError("work is not tried again until an operator says so", { ...names(spent), cause })
    )
  }, { discard: true })
}

/** @param pollMillis how soon the store is asked again while it is away */
export const make = Effect.fnUntraced(function*(committer: Committer["Service"], pollMillis: number) {
  const background = yield* FiberSet.make<void>()

  const patiently = <A>(commit: Effect.Effect<A, StoreError>) =>
    Effect.retry(commit, {
      schedule: Schedule.spaced(pollMillis),
      while: ({ reason }) => reason === "unavailable"
    })

  /**
   * While the store is away, the lane waits. When the store refuses what is given back, the lane goes on, and the items
   * are given back in the background.
   */
  const given = (leases: ReadonlyArray<Lease>, commit: Effect.Effect<unknown, StoreError>): Effect.Effect<void> =>
    patiently(commit).pipe(
      Effect.asVoid,
      Effect.catch((error) =>
        Effect.andThen(
          Effect.logError("work cannot be given back", {
            lane: leases[0]!.lane,
            work: leases.map(({ work }) => refText(work)),
            cause: ErrorSummary.origin(Cause.fail(error))
          }),
          FiberSet.run(background, Effect.ignore(Effect.retry(commit, Schedule.spaced(delay(1)))))
        )
      ),
      Effect.asVoid
    )

  const released = (leases: ReadonlyArray<Lease>) =>
    committer.commit(Commit.make({ releases: leases.map(LeasedDecision.fence) }))

  /**
   * All items in one commit, so that no claim sees a later one free before an earlier one. When another node has taken
   * one over, the others are freed by themselves.
   */
  const release = (leases: ReadonlyArray<Lease>) =>
    Effect.flatMap(released(leases), (outcome) =>
      outcome._tag === "Done" || leases.length === 1
        ? Effect.void
        : Effect.forEach(leases, (lease) => released([lease]), { discard: true }))

  return Effect.fnUntraced(function*(undone: ReadonlyArray<Undone>) {
    const free = undone.filter(Handler.keepsPlace)
    const items = undone.filter((each) => !Handler.keepsPlace(each)).filter((each) => each._tag === "Failed")
    yield* logged(items)
    // A store that is away for one question might answer the next one, and so on for ever.
    if (free.some(({ _tag }) => _tag === "Failed")) yield* Effect.sleep(pollMillis)
    yield* Effect.forEach(
      items,
      (item) => given([item.lease], Effect.flatMap(Instant.now, (now) => committer.commit(failed(item, now)))),
      { discard: true, concurrency: "unbounded" }
    )
    const leases = free.map(({ lease }) => lease)
    if (leases.length > 0) yield* given(leases, release(leases))
  })
})
