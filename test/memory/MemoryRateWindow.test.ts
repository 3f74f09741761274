/**
 * Rate windows in memory: a pool is forgotten when it is idle, at the latest when as many requests have come as there are
 * pools, and not before.
 */
import { plus } from "@signalbox/core/Instant"
import type { Taken } from "@signalbox/core/RateWindow"
import * as MemoryRateWindow from "@signalbox/memory/MemoryRateWindow"
import * as Effect from "effect/Effect"
import { expect, it, vi } from "vitest"
import * as Given from "../core/Given.ts"

type Shape = "sliding" | "fixed"

/** Returns a window whose requests say which pools they have kept, in turn, or what became of them. */
const make = () => {
  const window = MemoryRateWindow.make()
  const take = (pool: string, after: number, shape: Shape, millis = 1000, limit = 9): Taken =>
    Effect.runSync(window.take({ pool, limit, millis, shape, now: plus(Given.now, after) }))
  const kept = (...asked: Parameters<typeof take>): ReadonlyArray<string> => {
    const set = vi.spyOn(Map.prototype, "set")
    try {
      take(...asked)
      return set.mock.calls.flatMap(([key]) => typeof key === "string" && key.startsWith("pool ") ? [key] : [])
    } finally {
      set.mockRestore()
    }
  }
  return { take, kept }
}

it.each([["sliding"], ["fixed"]] as const)(
  "each request looks at one pool, and drops it when it is idle (%s)",
  (shape) => {
    const { kept } = make()
    expect(kept("pool a", 0, shape)).toEqual(["pool a"])
    expect(kept("pool b", 999, shape)).toEqual(["pool a", "pool b"])
    expect(kept("pool b", 1000, shape)).toEqual(["pool b"])
    // It looks at the pools in turn, whoever asks.
    expect(kept("pool c", 1000, shape)).toEqual(["pool b", "pool c"])
    expect(kept("pool d", 1000, shape)).toEqual(["pool b", "pool d"])
    expect(kept("pool d", 1001, shape)).toEqual(["pool c", "pool d"])
    // Of the two requests of this pool one began its fixed window, and the later one keeps its sliding one.
    expect(kept("pool d", 1999, shape)).toEqual(shape === "sliding" ? ["pool b", "pool d"] : ["pool d"])
  }
)

it("a pool is idle by the window that was asked for last", () => {
  const { kept, take } = make()
  take("pool a", 0, "sliding", 1000)
  take("pool a", 0, "sliding", 60_000)
  expect(kept("pool b", 5000, "sliding")).toEqual(["pool a", "pool b"])
  expect(take("pool a", 5001, "sliding", 60_000, 2)).toStrictEqual({
    _tag: "Exhausted",
    until: plus(Given.now, 60_000)
  })
})

it("a pool whose requests have another shape from now on begins anew", () => {
  const { take } = make()
  const admitted = { _tag: "Admitted" }
  for (const [shape, other] of [["sliding", "fixed"], ["fixed", "sliding"]] as const) {
    expect(take(`pool ${shape}`, 0, shape, 1000, 1)).toStrictEqual(admitted)
    expect(take(`pool ${shape}`, 1, shape, 1000, 1)).toStrictEqual({ _tag: "Exhausted", until: plus(Given.now, 1000) })
    expect(take(`pool ${shape}`, 2, other, 1000, 1)).toStrictEqual(admitted)
    expect(take(`pool ${shape}`, 3, other, 1000, 1)).toStrictEqual({ _tag: "Exhausted", until: plus(Given.now, 1002) })
  }
})
