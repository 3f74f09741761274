/**
 * Group commit: many callers, one call of the store, and each gets its own answer.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import { Events } from "@signalbox/core/Delivery"
import type { EventId } from "@signalbox/core/Id"
import { make } from "@signalbox/core/Instant"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import * as Priority from "@signalbox/core/internal/engine/Priority"
import { make as money } from "@signalbox/core/Money"
import type { Outcome } from "@signalbox/core/Outcome"
import { done, insufficient, stale } from "@signalbox/core/Outcome"
import { Store, StoreError } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import type { LeaseToken } from "@signalbox/core/Work"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { slowStore } from "./SlowStore.ts"

const commit = (number: number): Commit =>
  Commits.make({
    debits: [{ account: Given.accountId(1), amount: money(number), floor: money(0), once: String(number) }]
  })
const numberOf = ({ debits }: Commit): number => debits[0]!.amount

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const committing = <A>(
  body: (
    context: ReturnType<typeof slowStore<ReadonlyArray<Commit>, ReadonlyArray<Outcome>>> & {
      readonly commit: (number: number) => Effect.Effect<Fiber.Fiber<Outcome, StoreError>>
      readonly begun: (commit: Commit) => Effect.Effect<Fiber.Fiber<Outcome, StoreError>>
      readonly heard: Effect.Effect<void>
    }
  ) => Effect.Effect<A, StoreError, Committers.Committer>
): Promise<A> => {
  const slow = slowStore<ReadonlyArray<Commit>, ReadonlyArray<Outcome>>("commit")
  return Effect.gen(function*() {
    const committer = yield* Committers.Committer
    const { heard } = yield* WorkSignal.WorkSignal
    // Forked so that the callers have queued, in order, when this returns.
    const begun = (commit: Commit) => Effect.forkChild(committer.commit(commit), { startImmediately: true })
    return yield* body({ ...slow, heard, begun, commit: (number) => begun(commit(number)) })
  }).pipe(
    Effect.provide(
      Committers.layer.pipe(
        Layer.provide(LocalLeases.layer),
        Layer.provideMerge(WorkSignal.layer),
        Layer.provide(Layer.succeed(Store, slow.store))
      )
    ),
    Effect.scoped,
    Effect.runPromise
  )
}

describe("Committer", () => {
  it("makes the next batch of what comes while the store is at work, in the order of the callers", () =>
    committing(Effect.fnUntraced(function*({ calls, commit, until }) {
      const first = yield* commit(0)
      yield* until(1)
      const others = yield* Effect.forEach(numbers(1, 10), commit)
      expect(calls.map(({ input }) => input.map(numberOf))).toEqual([[0]])
      calls[0]!.answer(Exit.succeed([done]))
      expect(yield* Fiber.join(first)).toEqual(done)
      yield* until(2)
      expect(calls[1]!.input.map(numberOf)).toEqual(numbers(1, 10))
      calls[1]!.answer(Exit.succeed(numbers(1, 10).map(() => done)))
      yield* Effect.forEach(others, Fiber.join)
      expect(calls).toHaveLength(2)
    })))

  it("has two batches under way when enough commits wait, and gathers the third meanwhile", () =>
    committing(Effect.fnUntraced(function*({ calls, commit, until }) {
      const fibers = [yield* commit(0)]
      yield* until(1)
      const second = numbers(1, 64)
      fibers.push(...yield* Effect.forEach(second, commit))
      // That many wait for nothing, where fewer would for some milliseconds.
      for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
      expect(calls).toHaveLength(2)
      fibers.push(...yield* Effect.forEach(numbers(65, 67), commit))
      for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
      expect(calls.map(({ input }) => input.map(numberOf))).toEqual([[0], second])
      // The later one may end first. What waits is no reason then for another one beside the first.
      calls[1]!.answer(Exit.succeed(second.map(() => stale("row"))))
      expect(yield* Fiber.join(fibers[1]!)).toEqual(stale("row"))
      calls[0]!.answer(Exit.succeed([done]))
      yield* until(3)
      expect(calls[2]!.input.map(numberOf)).toEqual([65, 66, 67])
      calls[2]!.answer(Exit.succeed([done, done, done]))
      yield* Effect.forEach(fibers, Fiber.join)
    })))

  it("keeps a few commits back for as long as a batch usually takes, and no longer", () =>
    committing(Effect.fnUntraced(function*({ calls, commit, until }) {
      const first = yield* commit(0)
      yield* until(1)
      const second = yield* commit(1)
      for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
      expect(calls).toHaveLength(1)
      // The first one is held up, and nobody waits for its end.
      yield* until(2)
      const third = yield* commit(2)
      calls[1]!.answer(Exit.succeed([done]))
      expect(yield* Fiber.join(second)).toEqual(done)
      yield* until(3)
      calls[2]!.answer(Exit.succeed([done]))
      expect(yield* Fiber.join(third)).toEqual(done)
      calls[0]!.answer(Exit.succeed([done]))
      yield* Fiber.join(first)
    })))

  it("answers each caller with the verdict on its own commit", () =>
    committing(Effect.fnUntraced(function*({ calls, commit, until }) {
      const first = yield* commit(0)
      yield* until(1)
      const others = yield* Effect.forEach(numbers(1, 4), commit)
      calls[0]!.answer(Exit.succeed([stale("lease")]))
      yield* until(2)
      const verdicts = [done, stale("row"), insufficient("account"), done]
      calls[1]!.answer(Exit.succeed(verdicts))
      expect(yield* Fiber.join(first)).toEqual(stale("lease"))
      expect(yield* Effect.forEach(others, Fiber.join)).toEqual(verdicts)
    })))

  it("commits what requests wait for before what work waits for", () =>
    committing(Effect.fnUntraced(function*({ calls, commit, until }) {
      const fibers = [yield* commit(0)]
      yield* until(1)
      fibers.push(yield* commit(1))
      yield* until(2)
      fibers.push(...yield* Priority.work(Effect.forEach(numbers(1000, 1799), commit)))
      fibers.push(...yield* Effect.forEach(numbers(2, 3), commit))
      calls[0]!.answer(Exit.succeed([done]))
      yield* until(3)
      // The requests, and a quarter of a batch of work behind them.
      expect(calls[2]!.input.map(numberOf)).toEqual([2, 3, ...numbers(1000, 1127)])
      calls[2]!.answer(Exit.succeed(calls[2]!.input.map(() => done)))
      yield* until(4)
      expect(calls[3]!.input.map(numberOf)).toEqual(numbers(1128, 1639))
      calls[3]!.answer(Exit.succeed(calls[3]!.input.map(() => done)))
      calls[1]!.answer(Exit.succeed([done]))
      yield* until(5)
      calls[4]!.answer(Exit.succeed(calls[4]!.input.map(() => done)))
      yield* Effect.forEach(fibers, Fiber.join)
    })))

  it("puts no more than about 3 MiB into one batch, whatever is large in it", () =>
    committing(Effect.fnUntraced(function*({ calls, until }) {
      const committer = yield* Committers.Committer
      const text = "x".repeat(1_050_000)
      const event = {
        id: "event" as EventId,
        account: Given.accountId(1),
        name: "message.sent",
        at: Given.now
      } as const
      const large = [
        Commits.make({ events: [{ ...event, body: text }] }),
        Commits.make({ puts: [Commits.put(Events, { ...event, body: text })] }),
        Commits.make({ puts: [Commits.put(Webhooks, Given.webhook({ eventFilters: { message: [text] } }))] })
      ]
      const fibers = []
      for (const each of [Commits.empty, Commits.empty, ...large, ...large]) {
        fibers.push(yield* Effect.forkChild(committer.commit(each), { startImmediately: true }))
        if (calls.length < 2) yield* until(fibers.length)
      }
      for (let index = 0; index < 5; index++) {
        yield* until(index + 1)
        calls[index]!.answer(Exit.succeed(calls[index]!.input.map(() => done)))
      }
      yield* Effect.forEach(fibers, Fiber.join)
      expect(calls.map(({ input }) => input.length)).toEqual([1, 1, 2, 2, 2])
    })))

  it("puts at most 512 commits into one batch, and leaves none behind", () =>
    committing(Effect.fnUntraced(function*({ calls, commit, until }) {
      const fibers = [yield* commit(0)]
      yield* until(1)
      fibers.push(...yield* Effect.forEach(numbers(1, 1200), commit))
      for (let index = 0, kept = 0; kept < 1201; kept += calls[index - 1]!.input.length) {
        yield* until(index + 1)
        calls[index]!.answer(Exit.succeed(calls[index]!.input.map(() => done)))
        index++
      }
      yield* Effect.forEach(fibers, Fiber.join)
      expect(calls.map(({ input }) => input.length)).toEqual([1, 512, 512, 176])
      expect(calls.flatMap(({ input }) => input.map(numberOf))).toEqual(numbers(0, 1200))
    })))

  it.each([
    ["fails", Exit.fail(new StoreError({ reason: "unavailable", cause: "gone" }))],
    ["dies", Exit.die("a bug of the adapter")]
  ])(
    "tells every caller of a batch when the store %s, and goes on with the next",
    (_, broken) =>
      committing(Effect.fnUntraced(function*({ calls, commit, until }) {
        const first = yield* commit(0)
        yield* until(1)
        const second = yield* commit(1)
        calls[0]!.answer(broken)
        const exit = yield* Fiber.await(first)
        expect(exit).toEqual(broken)
        yield* until(2)
        calls[1]!.answer(Exit.succeed([done]))
        expect(yield* Fiber.join(second)).toEqual(done)
      }))
  )

  it("goes on after a store that throws before it has begun", () =>
    committing(Effect.fnUntraced(function*({ calls, commit, store, until }) {
      const { commit: calling } = store
      Object.assign(store, {
        commit: () => {
          Object.assign(store, { commit: calling })
          throw new Error("a bug of the adapter")
        }
      })
      expect(Exit.hasDies(yield* Fiber.await(yield* commit(0)))).toBe(true)
      // As many as there are fibers, so that each of them shows that it lives.
      const fibers = yield* Effect.forEach(numbers(1, 2), commit)
      yield* until(1)
      for (const call of calls) call.answer(Exit.succeed(call.input.map(() => done)))
      expect(yield* Effect.forEach(fibers, Fiber.join)).toEqual([done, done])
    })))

  const failed = Exit.fail(new StoreError({ reason: "failed", cause: "cannot hold it" }))

  /** Answers all calls as a store that cannot hold these numbers would, until so many callers have their verdicts. */
  const refusing = (
    { calls, until }: Pick<
      ReturnType<typeof slowStore<ReadonlyArray<Commit>, ReadonlyArray<Outcome>>>,
      "calls" | "until"
    >,
    bad: ReadonlyArray<number>,
    from: number
  ) =>
    Effect.gen(function*() {
      for (let index = from;; index++) {
        yield* until(index + 1)
        const { answer, input } = calls[index]!
        answer(
          input.some((each) => bad.includes(numberOf(each)))
            ? failed
            : Exit.succeed(input.map((each) => numberOf(each) % 2 === 0 ? done : stale("row")))
        )
      }
    })

  it.each([
    { count: 1, bad: [1], most: 1 },
    { count: 10, bad: [3], most: 9 },
    { count: 256, bad: [200], most: 17 },
    { count: 5, bad: [1, 2, 3, 4, 5], most: 9 },
    { count: 7, bad: [1, 7], most: 13 }
  ])(
    "fails $bad of $count alone when the store refuses what they hold",
    ({ bad, count, most }) =>
      committing(Effect.fnUntraced(function*({ calls, commit, until }) {
        const first = yield* commit(0)
        yield* until(1)
        const others = yield* Effect.forEach(numbers(1, count), commit)
        // The second fiber has the whole batch; the first one's call is still under way.
        yield* until(2)
        const answering = yield* Effect.forkChild(refusing({ calls, until }, bad, 1))
        const exits = yield* Effect.forEach(others, Fiber.await)
        expect(exits).toEqual(
          numbers(1, count).map((number) =>
            bad.includes(number) ? failed : Exit.succeed(number % 2 === 0 ? done : stale("row"))
          )
        )
        yield* Fiber.interrupt(answering)
        expect(calls.length - 1).toBeLessThanOrEqual(most)
        // In their order, and no commit again that was answered.
        const answered = calls.slice(1).filter(({ input }) => !input.some((each) => bad.includes(numberOf(each))))
        expect(answered.flatMap(({ input }) => input.map(numberOf))).toEqual(
          numbers(1, count).filter((number) => !bad.includes(number))
        )
        calls[0]!.answer(Exit.succeed([done]))
        yield* Fiber.join(first)
      }))
  )

  it("asks for nothing again whose answer was lost: it may have been kept", () =>
    committing(Effect.fnUntraced(function*({ calls, commit, until }) {
      const first = yield* commit(0)
      yield* until(1)
      const others = yield* Effect.forEach(numbers(1, 4), commit)
      yield* until(2)
      const lost = Exit.fail(new StoreError({ reason: "unavailable", cause: "gone" }))
      calls[1]!.answer(lost)
      expect(yield* Effect.forEach(others, Fiber.await)).toEqual(numbers(1, 4).map(() => lost))
      calls[0]!.answer(Exit.succeed([done]))
      yield* Fiber.join(first)
      expect(calls).toHaveLength(2)
    })))

  it("raises the signal after a batch that may have freed work, also after one whose answer was lost", () =>
    committing(Effect.fnUntraced(function*({ begun, calls, heard, until }) {
      const fence = { work: { kind: "dispatch", key: "a" }, token: 1 as LeaseToken }
      const parts: ReadonlyArray<Partial<Commit>> = [
        { due: [{ work: fence.work, lane: "dispatch:a", at: make(0) }] },
        { completes: [fence] },
        { releases: [fence] },
        { cancels: [fence.work] },
        { pauses: [{ lane: "dispatch:a", until: null }] }
      ]
      for (const [index, part] of parts.entries()) {
        const exit = index % 2 === 0 ? Exit.succeed([done]) : Exit.die("lost")
        const fiber = yield* begun({ ...commit(index), ...part })
        yield* until(index + 1)
        calls[index]!.answer(exit)
        expect(yield* Fiber.await(fiber)).toEqual(Exit.map(exit, ([outcome]) => outcome))
        yield* heard
      }
      const listening = yield* Effect.forkChild(heard, { startImmediately: true })
      const quiet = yield* begun({ ...commit(5), holds: [fence] })
      yield* until(6)
      calls[5]!.answer(Exit.succeed([done]))
      yield* Fiber.join(quiet)
      const last = yield* begun(commit(6))
      yield* until(7)
      // The signal would have been heard by then.
      for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
      expect(listening.pollUnsafe()).toBe(undefined)
      calls[6]!.answer(Exit.succeed([done]))
      yield* Fiber.join(last)
    })))

  it("keeps the commit of a caller that went away", () =>
    committing(Effect.fnUntraced(function*({ calls, commit, until }) {
      yield* commit(0)
      yield* until(1)
      const gone = yield* commit(1)
      yield* Fiber.interrupt(gone)
      const last = yield* commit(2)
      calls[0]!.answer(Exit.succeed([done]))
      yield* until(2)
      expect(calls[1]!.input.map(numberOf)).toEqual([1, 2])
      calls[1]!.answer(Exit.succeed([done, stale("row")]))
      expect(yield* Fiber.join(last)).toEqual(stale("row"))
    })))
})
