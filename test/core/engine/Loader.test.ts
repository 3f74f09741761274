/**
 * Group load: many callers, one call of the store, and each gets its own answer.
 */
import { Accounts } from "@signalbox/core/Account"
import type { Facts } from "@signalbox/core/Facts"
import { empty } from "@signalbox/core/Facts"
import * as Loaders from "@signalbox/core/internal/engine/Loader"
import { refText } from "@signalbox/core/Kind"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { fromEntries } from "@signalbox/core/RefMap"
import { Store, StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { slowStore } from "./SlowStore.ts"

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe("Loader", () => {
  const loading = <A>(
    body: (
      context: ReturnType<typeof slowStore<Needs.Needs, Facts>> & {
        readonly load: (needs: Needs.Needs) => Effect.Effect<Fiber.Fiber<Facts, StoreError>>
      }
    ) => Effect.Effect<A, StoreError>
  ): Promise<A> => {
    const slow = slowStore<Needs.Needs, Facts>("load")
    return Effect.gen(function*() {
      const loader = yield* Loaders.Loader
      return yield* body({
        ...slow,
        load: (needs) => Effect.forkChild(loader.load({ needs, known: empty }), { startImmediately: true })
      })
    }).pipe(
      Effect.provide(Loaders.layer.pipe(Layer.provide(Layer.succeed(Store, slow.store)))),
      Effect.scoped,
      Effect.runPromise
    )
  }

  const account = (number: number) => Needs.row(Accounts, Given.accountId(number))
  const refs = (facts: Facts) => facts.rows.refs().map(refText).toSorted()
  const key = (number: number) => `account/${Given.accountId(number)}`

  /** Facts as a store would find them: every row that is asked for is absent. */
  const absent = (needs: Needs.Needs): Facts => ({
    ...empty,
    rows: fromEntries(needs.rows.map((ref) => [ref, { version: 0, row: null }])),
    balances: new Map(needs.balances.map((of) => [of, money(5)]))
  })

  it("asks once for what several need, each row once, and tells each all of it", () =>
    loading(Effect.fnUntraced(function*({ calls, load, until }) {
      const one = yield* load(account(7))
      const two = yield* load(Needs.all(account(7), account(8), Needs.balance(Given.accountId(8))))
      yield* until(1)
      expect(calls[0]!.input.rows.map(({ key }) => key)).toEqual([Given.accountId(7), Given.accountId(8)])
      expect(calls[0]!.input.balances).toEqual([Given.accountId(8)])
      calls[0]!.answer(Exit.succeed(absent(calls[0]!.input)))
      const first = yield* Fiber.join(one)
      expect([refs(first), first.balances.size]).toEqual([[key(7), key(8)], 1])
      const second = yield* Fiber.join(two)
      expect(refs(second)).toEqual([key(7), key(8)])
      expect([...second.balances]).toEqual([[Given.accountId(8), 5]])
      expect(calls).toHaveLength(1)
    })))

  it("has some questions under way, and gathers the next one meanwhile", () =>
    loading(Effect.fnUntraced(function*({ calls, load, until }) {
      const fibers = [yield* load(account(0))]
      yield* until(1)
      // Until one more is not asked any more while nothing is answered.
      for (let asked = 1; calls.length === asked; asked++) {
        fibers.push(yield* load(account(asked)))
        for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
      }
      const busy = calls.length
      fibers.push(yield* load(account(100)))
      calls[0]!.answer(Exit.succeed(absent(calls[0]!.input)))
      yield* until(busy + 1)
      expect(calls[busy]!.input.rows.map(({ key }) => key)).toEqual([Given.accountId(busy), Given.accountId(100)])
      for (const call of calls.slice(1)) call.answer(Exit.succeed(absent(call.input)))
      const found = yield* Effect.forEach(fibers, Fiber.join)
      expect(found.map(refs)).toEqual([
        ...numbers(0, busy - 1).map((number) => [key(number)]),
        ...[busy, 100].map(() => [busy, 100].map(key))
      ])
    })))

  it("fails a question alone that the store cannot answer, and answers those who shared it", () =>
    loading(Effect.fnUntraced(function*({ calls, load, until }) {
      const failed = Exit.fail(new StoreError({ reason: "failed", cause: "cannot ask for it" }))
      const busy = yield* Effect.forEach(
        [100, 101],
        (number) => Effect.tap(load(account(number)), () => until(number - 99))
      )
      const fibers = yield* Effect.forEach(numbers(1, 5), (number) => load(account(number)))
      calls[0]!.answer(Exit.succeed(absent(calls[0]!.input)))
      yield* Effect.forkChild(Effect.gen(function*() {
        for (let index = 2;; index++) {
          yield* until(index + 1)
          const { answer, input } = calls[index]!
          const isBad = input.rows.some(({ key }) => key === Given.accountId(2))
          answer(isBad ? failed : Exit.succeed(absent(input)))
        }
      }))
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      expect(exits[1]).toEqual(failed)
      const found = exits.map((exit) => Exit.isSuccess(exit) ? refs(exit.value) : [])
      for (const number of [1, 3, 4, 5]) expect(found[number - 1]).toContain(key(number))
      expect(found.flat()).not.toContain(key(2))
      expect(calls.length).toBeLessThanOrEqual(2 + 9)
      calls[1]!.answer(Exit.succeed(absent(calls[1]!.input)))
      yield* Effect.forEach(busy, Fiber.join)
    })))

  it("asks nothing again while the store is away", () =>
    loading(Effect.fnUntraced(function*({ calls, load, until }) {
      const away = Exit.fail(new StoreError({ reason: "unavailable", cause: "gone" }))
      const fibers = yield* Effect.forEach(numbers(1, 3), (number) => load(account(number)))
      yield* until(1)
      for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
      const asked = calls.length
      for (const { answer } of calls) answer(away)
      expect(yield* Effect.forEach(fibers, Fiber.await)).toEqual(fibers.map(() => away))
      expect(calls).toHaveLength(asked)
    })))

  it("tells everybody who shared a question that failed, and goes on", () =>
    loading(Effect.fnUntraced(function*({ calls, load, until }) {
      const broken = Exit.fail(new StoreError({ reason: "failed", cause: "gone" }))
      const first = yield* load(account(1))
      yield* until(1)
      calls[0]!.answer(broken)
      expect(yield* Fiber.await(first)).toEqual(broken)
      const second = yield* load(account(2))
      yield* until(2)
      calls[1]!.answer(Exit.succeed(absent(calls[1]!.input)))
      expect(refs(yield* Fiber.join(second))).toEqual([key(2)])
    })))

  it("asks two questions at the same time, each for 128 decisions at most", () =>
    loading(Effect.fnUntraced(function*({ calls, load, until }) {
      const fibers = []
      for (const number of [0, 1, 2]) {
        fibers.push(yield* load(account(number)))
        for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
      }
      expect(calls).toHaveLength(2)
      for (const number of numbers(3, 130)) fibers.push(yield* load(account(number)))
      calls[0]!.answer(Exit.succeed(absent(calls[0]!.input)))
      yield* until(3)
      calls[1]!.answer(Exit.succeed(absent(calls[1]!.input)))
      yield* until(4)
      expect(calls.map(({ input }) => input.rows.length)).toEqual([1, 1, 128, 1])
      for (const { answer, input } of calls.slice(2)) answer(Exit.succeed(absent(input)))
      yield* Effect.forEach(fibers, Fiber.join)
    })))

  it("takes 250 rows for so many that others have their turn", () => {
    expect([0, 249, 250, 251].map(Loaders.isLarge)).toEqual([false, false, true, true])
  })

  it.each([[48, true], [49, false]] as const)(
    "asks for 2048 things together at most: 500 of each sort, and %d rows more",
    (more, isTogether) =>
      loading(Effect.fnUntraced(function*({ calls, load, until }) {
        const busy = yield* Effect.forEach(
          [5000, 5001],
          (number) => Effect.tap(load(account(number)), () => until(number - 4999))
        )
        const some = numbers(1, 500)
        const all: Needs.Needs = {
          ...Needs.all(...some.map(account)),
          uniques: some.map((number) => ({ index: "own_number", key: String(number) })),
          balances: some.map(Given.accountId),
          counters: some.map(String)
        }
        const fibers = [yield* load(all), yield* load(Needs.all(...numbers(1001, 1000 + more).map(account)))]
        for (let index = 0; index < (isTogether ? 3 : 4); index++) {
          yield* until(index + 1)
          calls[index]!.answer(Exit.succeed(absent(calls[index]!.input)))
        }
        yield* Effect.forEach([...busy, ...fibers], Fiber.join)
        const asked = calls.slice(2).map(({ input: { balances, counters, rows, uniques } }) => [
          rows.length,
          uniques.length,
          balances.length,
          counters.length
        ])
        expect(asked).toEqual(isTogether ? [[500 + more, 500, 500, 500]] : [[500, 500, 500, 500], [more, 0, 0, 0]])
      }))
  )
})
