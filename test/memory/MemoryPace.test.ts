/**
 * The pace in memory, by its numbers: what is admitted, and after how long it is worth asking again.
 */
import type { Pace, Paced } from "@signalbox/core/Pace"
import * as MemoryPace from "@signalbox/memory/MemoryPace"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it, vi } from "vitest"

interface World extends Pick<Pace["Service"], "begin" | "done"> {
  readonly take: (perSecond: number, inFlight: number, ...parts: ReadonlyArray<number>) => Effect.Effect<Paced, unknown>
}

const run = (use: (world: World) => Effect.Effect<void, unknown>): Promise<void> => {
  const { begin, done, take } = MemoryPace.make()
  return Effect.runPromise(Effect.provide(
    use({ begin, done, take: (perSecond, inFlight, ...parts) => take({ pool: "p", perSecond, inFlight, parts }) }),
    TestClock.layer()
  ))
}

describe("the pace of a carrier", () => {
  it("is waited for until as much of the last second is over as is needed", () =>
    run(({ begin, take }) =>
      Effect.gen(function*() {
        expect(yield* take(3, 9, 1)).toEqual({ admitted: 1, again: 0 })
        yield* begin("p", 1)
        yield* TestClock.adjust(10)
        expect(yield* take(3, 9, 1)).toEqual({ admitted: 1, again: 0 })
        yield* begin("p", 1)
        yield* TestClock.adjust(10)
        const waits = []
        for (const parts of [1, 2, 3, 4]) waits.push((yield* take(2, 9, parts)).again)
        // More than a second takes wants the whole second for itself.
        expect(waits).toEqual([980, 990, 990, 990])
        yield* TestClock.adjust(979)
        expect(yield* take(2, 9, 1)).toEqual({ admitted: 0, again: 1 })
        yield* TestClock.adjust(1)
        expect(yield* take(2, 9, 1, 1)).toEqual({ admitted: 1, again: 10 })
      })
    ))

  it("is asked for a little later where something has to begin or to be done before", () =>
    run(({ begin, done, take }) =>
      Effect.gen(function*() {
        expect(yield* take(2, 2, 2)).toEqual({ admitted: 1, again: 0 })
        // What has not begun leaves nobody's second.
        expect(yield* take(2, 9, 1)).toEqual({ admitted: 0, again: 100 })
        yield* begin("p", 2)
        // The second has room, and nothing more may be under way.
        expect(yield* take(40, 2, 1)).toEqual({ admitted: 0, again: 100 })
        // Who has begun has room again a second later, whatever else is said to begin.
        yield* begin("p", 9)
        yield* begin("q", 1)
        yield* TestClock.adjust(999)
        expect(yield* take(2, 9, 1)).toEqual({ admitted: 0, again: 1 })
        yield* TestClock.adjust(1)
        expect(yield* take(2, 1, 1)).toEqual({ admitted: 0, again: 100 })
        yield* done("q", 1)
        yield* done("p", 9)
        expect(yield* take(2, 1, 1, 1)).toEqual({ admitted: 1, again: 100 })
      })
    ))

  it("gives no more room back than was taken", () => {
    const { done, take } = MemoryPace.make()
    const asked = (pool: string, ...parts: ReadonlyArray<number>) => take({ pool, perSecond: 9, inFlight: 2, parts })
    return Effect.runPromise(Effect.gen(function*() {
      yield* asked("p", 1)
      // Of two pools it is the other one that is looked at next, whether it is needed still.
      yield* asked("q", 1)
      yield* asked("q", 1)
      yield* done("p", 9)
      expect((yield* asked("p", 1, 1, 1)).admitted).toBe(2)
    }))
  })

  it("forgets a pool when nothing of it is recent, to begin or under way, and looks at one with each request", () => {
    const { begin, done, take } = MemoryPace.make()
    const asked = (pool: string, ...parts: ReadonlyArray<number>) => take({ pool, perSecond: 9, inFlight: 9, parts })
    /** Returns which pools a request keeps, in turn. */
    const kept = Effect.fnUntraced(function*(pool: string, ...parts: ReadonlyArray<number>) {
      const set = vi.spyOn(Map.prototype, "set")
      const names = () =>
        set.mock.calls.flatMap(([key]) => typeof key === "string" && key.startsWith("pool ") ? [key] : [])
      return yield* Effect.ensuring(Effect.map(asked(pool, ...parts), names), Effect.sync(() => set.mockRestore()))
    })
    return Effect.runPromise(Effect.provide(
      Effect.gen(function*() {
        yield* asked("pool a", 1)
        yield* done("pool a", 1)
        // It has not begun.
        yield* TestClock.adjust(5000)
        expect(yield* kept("pool b")).toEqual(["pool a", "pool b"])
        expect(yield* kept("pool a")).toEqual(["pool a", "pool a"])
        yield* begin("pool a", 1)
        yield* TestClock.adjust(999)
        expect(yield* kept("pool b")).toEqual(["pool b"])
        expect(yield* kept("pool b")).toEqual(["pool a", "pool b"])
        yield* TestClock.adjust(1)
        expect(yield* kept("pool b", 2)).toEqual(["pool b"])
        expect(yield* kept("pool b")).toEqual(["pool b"])
        yield* begin("pool b", 2)
        yield* TestClock.adjust(1000)
        // It is under way still.
        expect(yield* kept("pool c")).toEqual(["pool b", "pool c"])
        yield* done("pool b", 1)
        expect(yield* kept("pool c")).toEqual(["pool b", "pool c"])
        yield* done("pool b", 1)
        expect(yield* kept("pool d")).toEqual(["pool d"])
        expect(yield* kept("pool d")).toEqual(["pool d"])
      }),
      TestClock.layer()
    ))
  })
})
