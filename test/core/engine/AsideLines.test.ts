/**
 * The lines themselves: to which of them an item comes that concerns several accounts, what is asked together, and for how long
 * (`Aside.test.ts` has commits that wait in them).
 */
import * as Aside from "@signalbox/core/internal/engine/Aside"
import type { Aside as Lines, Pending } from "@signalbox/core/internal/engine/Batch"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"

type Names = ReadonlyArray<string>

const error = (reason: StoreError["reason"], isBlocked: boolean) => new StoreError({ reason, cause: null, isBlocked })

interface World {
  readonly aside: Lines<Names, string>
  /** The names that others hold, and those that are refused for good. */
  readonly held: Set<string>
  readonly refused: Set<string>
  /** The answers that were given, and what was asked, since they were read last. */
  readonly answered: () => ReadonlyArray<string>
  readonly asked: () => ReadonlyArray<string>
  readonly pending: (...names: Names) => Pending<Names, string>
}

/** So many turns that whoever serves a line has come to its end, where nobody waits for time to pass. */
const settled = Effect.gen(function*() {
  for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
})

const run = (concurrency: number, use: (world: World) => Effect.Effect<void>): Promise<void> =>
  Effect.gen(function*() {
    const [held, refused] = [new Set<string>(), new Set<string>()]
    const [answered, asked]: [Array<string>, Array<string>] = [[], []]
    const ask = Effect.fnUntraced(function*(batch: ReadonlyArray<Names>, patience: number) {
      asked.push(`${batch.map((names) => names.join("+")).join(" ")} in ${patience}`)
      if (batch.flat().some((name) => refused.has(name))) return yield* Effect.fail(error("failed", false))
      if (!batch.flat().some((name) => held.has(name))) return batch.map((names) => names.join("+"))
      yield* Effect.sleep(patience)
      return yield* Effect.fail(error("unavailable", true))
    })
    const names = (all: Names) => all.filter((name) => name.length === 1)
    yield* use({
      aside: yield* Aside.make<Names, string>({ ask, concurrency, items: 10, size: 10, names }),
      held,
      refused,
      answered: () => answered.splice(0),
      asked: () => asked.splice(0),
      pending: (...all) => ({
        item: all,
        size: 1,
        since: 0n,
        answered: (exit) => answered.push(`${Exit.isSuccess(exit) ? "" : "not "}${all.join("+")}`)
      })
    })
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

it("an item comes to the first line of those that it concerns, and the others stay lines of their own", () =>
  run(2, ({ answered, aside, held, pending }) =>
    Effect.gen(function*() {
      for (const name of ["a", "b"]) held.add(name)
      yield* aside.take([pending("a"), pending("b"), pending("c")])
      yield* TestClock.adjust(100)
      expect(answered()).toEqual(["c"])
      // Whatever else an item concerns, it waits with what is blocked, and other items do not.
      const free = pending("d")
      expect(yield* aside.sift([pending("e", "a"), free])).toEqual([free])
      yield* aside.take([pending("a", "b")])
      expect(yield* aside.sift([pending("b", "f")])).toEqual([])
      held.delete("b")
      yield* TestClock.adjust(3000)
      expect(answered()).toEqual(["b", "b+f"])
      held.delete("a")
      yield* TestClock.adjust(3000)
      expect(answered()).toEqual(["a", "e+a", "a+b"])
    })))

it("a line that was never blocked is over with its last item, and lets go of all its names", () =>
  run(2, ({ answered, aside, held, pending }) =>
    Effect.gen(function*() {
      const batch = [pending("a")]
      expect(yield* aside.sift(batch)).toBe(batch)
      yield* aside.take([pending("a", "b")])
      yield* settled
      expect(answered()).toEqual(["a+b"])
      held.add("a")
      yield* aside.take([pending("a"), pending("b")])
      yield* settled
      expect(answered()).toEqual(["b"])
    })))

it("what a line asks for is halved until the item that is refused is alone, and nobody waits for blocked lines", () =>
  run(1, ({ answered, aside, asked, held, pending, refused }) =>
    Effect.gen(function*() {
      held.add("h")
      yield* aside.take([pending("h")])
      yield* TestClock.adjust(100)
      expect(asked()).toEqual(["h in 50", "h in 2000"])
      refused.add("two")
      yield* aside.take([pending("a", "one"), pending("a", "two"), pending("a", "three")])
      yield* settled
      expect(answered()).toEqual(["a+one", "not a+two", "a+three"])
      expect(asked()).toEqual([
        "a+one a+two a+three in 50",
        "a+one a+two in 50",
        "a+one in 50",
        "a+two a+three in 50",
        "a+two in 50",
        "a+three in 50"
      ])
      // It is one line that is blocked still.
      yield* TestClock.adjust(2000)
      expect(asked()).toEqual(["h in 2000"])
    })))

it("what has waited for eight seconds is answered once, and not asked for again", () =>
  run(1, ({ answered, aside, asked, held, pending }) =>
    Effect.gen(function*() {
      held.add("a")
      yield* aside.take([pending("a")])
      yield* TestClock.adjust(8049)
      expect(answered()).toEqual([])
      yield* TestClock.adjust(1)
      expect([answered(), asked()]).toEqual([["not a"], ["a in 50", ...Array.from({ length: 4 }, () => "a in 2000")]])
      held.delete("a")
      yield* TestClock.adjust(5000)
      expect([answered(), asked()]).toEqual([[], []])
    })))
