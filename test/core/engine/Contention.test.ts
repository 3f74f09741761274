/**
 * Many decisions that want one row at the same time: each gets it, in its turn, and at a price that grows with their
 * number and not with its square.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import type { ExecutionError } from "@signalbox/core/Executor"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import { make as instant } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Contention from "@signalbox/core/internal/engine/Contention"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import * as Needs from "@signalbox/core/Needs"
import { stale } from "@signalbox/core/Outcome"
import { StoreError } from "@signalbox/core/Store"
import { prop } from "@signalbox/testing/Prop"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const { id: key } = Given.contact()

/** Counts up in a field of a row. */
const CountUp: Decision<void, number> = {
  name: "count_up",
  needs: () => Needs.row(Contacts, key),
  decide: (_, { facts }) => {
    const known = Facts.get(facts, Contacts, key) ?? Given.contact({ createdAt: instant(0) })
    const next = { ...known, createdAt: instant(known.createdAt + 1) }
    return Result.succeed({
      answer: next.createdAt,
      commit: Commits.make({ expects: [Facts.expected(facts, Contacts, key)], puts: [Commits.put(Contacts, next)] })
    })
  }
}

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

/** Returns what so many concurrent runs have come to. */
const together = (tap: Tap, count: number) =>
  Bench.run(
    Bench.layer({ tap }),
    Effect.flatMap(Executor, (executor) =>
      Effect.forEach(numbers(count), () =>
        Effect.result(executor.run(CountUp, undefined)), {
        concurrency: "unbounded"
      }))
  )

const failureOf = (result: Result.Result<unknown, ExecutionError>): string | null =>
  Result.isFailure(result) ? result.failure._tag : null

describe("decisions that want one row at the same time", () => {
  it("all get it, each of them by few tries", async () => {
    let commits = 0
    const ends = await together((store) => ({
      ...store,
      commit: (batch) => {
        commits += batch.length
        return store.commit(batch)
      }
    }), 200)
    expect(ends.map(failureOf)).toEqual(numbers(200).map(() => null))
    const answers = ends.flatMap((end) => Result.isSuccess(end) ? [end.success.answer] : [])
    expect(answers.toSorted((a, b) => a - b)).toEqual(numbers(200).map((number) => number + 1))
    // One volley, of which one wins, and then one commit for each of the others.
    expect(commits).toBeLessThan(2 * 200 + 10)
  })

  it("all learn immediately that the store is away, and not one after the other", async () => {
    let calls = 0
    const ends = await together((store) => ({
      ...store,
      commit: (batch) =>
        Effect.suspend(() => {
          calls++
          if (calls === 1) return Effect.succeed(batch.map(() => stale("row")))
          return Effect.andThen(
            Effect.yieldNow,
            Effect.fail(new StoreError({ reason: "unavailable", message: "away", cause: null }))
          )
        })
    }), 100)
    expect(ends.map(failureOf)).toEqual(numbers(100).map(() => "StoreError"))
    expect(calls).toBeLessThan(10)
  })

  it("wait a moment of chance when another process is faster, which the ids' source decides", async () => {
    const seen: Array<number> = []
    for (const seed of [1, 1, 2]) {
      const ids = Given.ids(seed)
      seen.push(Contention.pause(1, ids) + 1000 * Contention.pause(1, ids) + 1e6 * Contention.pause(1, ids))
    }
    expect(seen[0]).toBe(seen[1])
    expect(seen[2]).not.toBe(seen[0])
  })

  prop("wait the shorter, the more often they have lost", fc.integer({ min: 1, max: 64 }), fc.nat(), (losses, seed) => {
    const millis = Contention.pause(losses, Given.ids(seed))
    expect(millis).toBeGreaterThanOrEqual(0)
    expect(millis).toBeLessThanOrEqual(16 / losses)
  })

  it.each([["00000000", 0, 0, 0], ["80000000", 8, 4, 2], ["ffffffff", 15, 7, 5], ["12345678", 1, 0, 0]] as const)(
    "wait the part of 16 milliseconds that an id beginning with %s says, a half and a third of it",
    (begins, ...millis) => {
      const ids = { ...Given.ids(), uuid: () => `${begins}-ffff-4fff-bfff-ffffffffffff` }
      expect([1, 2, 3].map((losses) => Contention.pause(losses, ids))).toEqual(millis)
    }
  )
})

describe("the rows of a commit that others may be at", () => {
  it("are those that it both expects and writes", () => {
    const expected = (key: string) => ({ ref: { kind: Contacts.name, key }, version: 1 })
    const commit = Commits.make({
      expects: [expected("only expected"), expected("deleted"), expected(key), { free: { index: "own_number", key } }],
      puts: [Commits.put(Contacts, Given.contact()), Commits.put(Accounts, Given.account())],
      deletes: [{ kind: Contacts.name, key: "deleted" }, { kind: Contacts.name, key: "not expected" }]
    })
    expect(Contention.rows(commit)).toEqual(["contact/deleted", `contact/${key}`])
  })
})

describe("Contention", () => {
  const playing = <A, E>(play: (contention: Contention.Contention) => Effect.Effect<A, E>) =>
    Effect.suspend(() => play(Contention.make())).pipe(
      Effect.provide(TestClock.layer()),
      Effect.runPromise
    )

  /** A turn that lasts until it is told to end, and notes when it begins. */
  const turn = Effect.fnUntraced(function*(
    contention: Contention.Contention,
    rows: ReadonlyArray<string>,
    name: string,
    begun: Array<string>,
    isAway = false
  ) {
    const end = yield* Deferred.make<void>()
    const note = Effect.sync(() => void begun.push(name))
    const fiber = yield* Effect.forkChild(
      contention.inTurn(rows, Effect.andThen(note, Deferred.await(end)), () => isAway),
      { startImmediately: true }
    )
    return {
      interrupt: Fiber.interrupt(fiber),
      end: Effect.andThen(Deferred.succeed(end, undefined), Fiber.await(fiber))
    }
  })

  const settle = Effect.repeat(Effect.yieldNow, { times: 20 })

  it("is at a commit of which a row has a turn, whatever else it writes", () =>
    playing(Effect.fnUntraced(function*(contention) {
      const row = (key: string) => ({ kind: Contacts.name, key })
      const commit = (...keys: ReadonlyArray<string>) =>
        Commits.make({
          expects: keys.map((key) => ({ ref: row(key), version: 1 })),
          deletes: keys.map(row)
        })
      expect(contention.isAt(commit("a"))).toBe(false)
      const one = yield* turn(contention, ["contact/a"], "one", [])
      yield* settle
      expect(["a", "b"].map((key) => contention.isAt(commit(key)))).toEqual([true, false])
      expect([contention.isAt(commit("b", "a")), contention.isAt(commit("b", "c"))]).toEqual([true, false])
      yield* one.end
      expect(contention.isAt(commit("b", "a"))).toBe(false)
    })))

  it("gives turns in the order in which they were asked for, at all rows of each", () =>
    playing(Effect.fnUntraced(function*(contention) {
      const begun: Array<string> = []
      const one = yield* turn(contention, ["a"], "one", begun)
      const two = yield* turn(contention, ["b", "a"], "two", begun)
      yield* turn(contention, ["b"], "three", begun)
      yield* turn(contention, ["c"], "other", begun)
      yield* settle
      expect(begun).toEqual(["one", "other"])
      yield* one.end
      yield* settle
      expect(begun).toEqual(["one", "other", "two"])
      yield* two.end
      yield* settle
      expect(begun).toEqual(["one", "other", "two", "three"])
    })))

  it("passes over who has gone", () =>
    playing(Effect.fnUntraced(function*(contention) {
      const begun: Array<string> = []
      const one = yield* turn(contention, ["a"], "one", begun)
      const two = yield* turn(contention, ["a"], "two", begun)
      const three = yield* turn(contention, ["a"], "three", begun)
      yield* settle
      yield* two.interrupt
      yield* one.interrupt
      yield* settle
      expect(begun).toEqual(["one", "three"])
      yield* three.end
    })))

  it("lets nobody wait behind a line that does not move, and everybody behind one that does", () =>
    playing(Effect.fnUntraced(function*(contention) {
      const begun: Array<string> = []
      const one = yield* turn(contention, ["a"], "one", begun)
      yield* turn(contention, ["a"], "two", begun)
      yield* turn(contention, ["a"], "three", begun)
      yield* settle
      yield* TestClock.adjust(1500)
      yield* one.end
      yield* TestClock.adjust(1500)
      yield* settle
      expect(begun).toEqual(["one", "two"])
      yield* TestClock.adjust(2500)
      yield* settle
      expect(begun).toEqual(["one", "two", "three"])
    })))

  it("lets somebody go on without a turn after two seconds in which nobody has left", () =>
    playing(Effect.fnUntraced(function*(contention) {
      const begun: Array<string> = []
      yield* turn(contention, ["a"], "one", begun)
      yield* turn(contention, ["a"], "two", begun)
      yield* TestClock.adjust(1999)
      expect(begun).toEqual(["one"])
      yield* TestClock.adjust(1)
      yield* settle
      expect(begun).toEqual(["one", "two"])
    })))
})
