/**
 * Which line an item comes to that concerns several accounts, where some of them have lines already (`Aside.test.ts` has what
 * waits in a line).
 */
import * as Aside from "@signalbox/core/internal/engine/Aside"
import type { Pending } from "@signalbox/core/internal/engine/Batch"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"

const blocked = new StoreError({ reason: "unavailable", cause: "a lock", isBlocked: true })

it("an item comes to the first line of those that it concerns, and the others stay lines of their own", () => {
  const held = new Set<string>()
  const answered: Array<string> = []
  const pending = (...names: ReadonlyArray<string>): Pending<ReadonlyArray<string>, string> => ({
    item: names,
    size: 1,
    since: 0n,
    answered: () => answered.push(names.join("+"))
  })
  const ask = Effect.fnUntraced(function*(batch: ReadonlyArray<ReadonlyArray<string>>, patience: number) {
    if (!batch.flat().some((name) => held.has(name))) return batch.map((names) => names.join("+"))
    yield* Effect.sleep(patience)
    return yield* Effect.fail(blocked)
  })
  return Effect.gen(function*() {
    const aside = yield* Aside.make<ReadonlyArray<string>, string>({
      ask,
      concurrency: 2,
      items: 10,
      size: 10,
      names: (names) => names
    })
    for (const name of ["a", "b"]) held.add(name)
    yield* aside.take([pending("a"), pending("b"), pending("c")])
    yield* TestClock.adjust(100)
    expect(answered).toEqual(["c"])
    // Whatever else an item concerns, it waits with what is blocked, and other items do not.
    const free = pending("d")
    expect(yield* aside.sift([pending("e", "a"), free])).toEqual([free])
    yield* aside.take([pending("a", "b")])
    expect(yield* aside.sift([pending("b", "f")])).toEqual([])
    held.delete("b")
    yield* TestClock.adjust(3000)
    expect(answered).toEqual(["c", "b", "b+f"])
    held.delete("a")
    yield* TestClock.adjust(3000)
    expect(answered).toEqual(["c", "b", "b+f", "a", "e+a", "a+b"])
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)
})
