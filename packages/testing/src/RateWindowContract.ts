/**
 * The contract of `RateWindow`, on one node: windows are exact, and `until` is the first instant that admits one more.
 */
import type { Taken } from "@signalbox/core/RateWindow"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import type { Given } from "./internal/given.ts"
import { cases, run } from "./internal/given.ts"
import { after } from "./internal/samples.ts"
import { propWith } from "./Prop.ts"
import type { Harness } from "./StoreHarness.ts"

const minute = 60_000

type Shape = "sliding" | "fixed"

const take = ({ rateWindow }: Given, at: number, limit: number, shape: Shape = "sliding", pool = "ip:192.0.2.1") =>
  rateWindow.take({ pool, limit, millis: minute, shape, now: after(at) })

const admitted: Taken = { _tag: "Admitted" }
const exhausted = (until: number): Taken => ({ _tag: "Exhausted", until: after(until) })

/** Returns what the pool says now, by the times at which it admitted something. */
const expected: Record<Shape, (admissions: ReadonlyArray<number>, now: number, limit: number) => Taken> = {
  sliding: (admissions, now, limit) => {
    const inside = admissions.filter((at) => at > now - minute).toSorted((a, b) => a - b)
    return inside.length < limit ? admitted : exhausted(inside[inside.length - limit]! + minute)
  },
  fixed: (admissions, now, limit) => {
    // The first of a window is the first that comes after the end of the window before.
    let start = -Infinity
    let count = 0
    for (const at of admissions) {
      if (at >= start + minute) [start, count] = [at, 0]
      count++
    }
    return now >= start + minute || count < limit ? admitted : exhausted(start + minute)
  }
}

const requests = (shape: Shape) =>
  fc.array(
    fc.record({
      pool: fc.constantFrom("account:a", "account:b", "ip:c"),
      wait: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(0, 0, 1, minute - 1, minute, minute + 1) },
        { weight: 6, arbitrary: fc.nat({ max: minute / 3 }) },
        // Clocks are set back now and then, and those of several nodes differ. A fixed window that was forgotten by then
        // begins anew.
        { weight: shape === "sliding" ? 3 : 0, arbitrary: fc.integer({ min: -minute / 3, max: -1 }) }
      ),
      limit: fc.constantFrom(3, 3, 3, 1, 5)
    }),
    { maxLength: 40 }
  )

const common = (harness: Harness, shape: Shape): void => {
  const it = cases(harness)

  propWith({ runs: 150 })(
    `say what a log of all admissions says`,
    requests(shape),
    (sequence) =>
      run(harness, function*(given) {
        const pools = new Map<string, Array<number>>()
        let now = 0
        let latest = 0
        for (const { limit, pool, wait } of sequence) {
          now += wait
          latest = Math.max(now, latest)
          const admissions = pools.get(pool) ?? []
          pools.set(pool, admissions)
          const taken = yield* take(given, now, limit, shape, pool)
          // A request that has left the window by the latest instant may be forgotten, so another may be admitted after
          // the clock was set back.
          const said = [now, latest].map((at) => expected[shape](admissions, at, limit))
          if (now === latest) expect(taken, `${pool} at ${now}`).toEqual(said[0])
          else expect(said.map(({ _tag }) => _tag), `${pool} at ${now}`).toContain(taken._tag)
          // A request that comes with a clock that was set back counts as the one that came last.
          if (taken._tag === "Admitted") admissions.push(Math.max(now, admissions.at(-1) ?? -Infinity))
        }
      })
  )

  it("admit as many as the limit, and name the instant of the next", function*(given) {
    for (const at of [0, 10, 20]) expect(yield* take(given, at, 3, shape)).toEqual(admitted)
    for (const at of [30, minute - 1]) expect(yield* take(given, at, 3, shape)).toEqual(exhausted(minute))
    expect(yield* take(given, minute, 3, shape)).toEqual(admitted)
  })

  it("do not count what they refuse", function*(given) {
    expect(yield* take(given, 0, 1, shape)).toEqual(admitted)
    for (let at = 1; at < 100; at++) expect(yield* take(given, at, 1, shape)).toEqual(exhausted(minute))
    expect(yield* take(given, minute, 1, shape)).toEqual(admitted)
    expect(yield* take(given, minute, 1, shape)).toEqual(exhausted(2 * minute))
  })

  it("of one pool know nothing of another", function*(given) {
    expect(yield* take(given, 0, 1, shape, "a")).toEqual(admitted)
    expect(yield* take(given, 0, 1, shape, "b")).toEqual(admitted)
    expect(yield* take(given, 5, 1, shape, "a")).toEqual(exhausted(minute))
  })

  it("admit exactly the limit of what comes at the same time", function*(given) {
    const taken = yield* Effect.forEach(
      Array.from({ length: 100 }),
      () => take(given, 0, 10, shape),
      { concurrency: "unbounded" }
    )
    expect(taken.filter(({ _tag }) => _tag === "Admitted")).toHaveLength(10)
  })

  it("remember a pool while many others come and go", function*(given) {
    expect(yield* take(given, 0, 1, shape)).toEqual(admitted)
    for (let number = 1; number <= 500; number++) yield* take(given, number * 100, 1, shape, `pool-${number}`)
    expect(yield* take(given, 50_001, 1, shape)).toEqual(exhausted(minute))
    expect(yield* take(given, minute, 1, shape)).toEqual(admitted)
  })
}

const sliding = (harness: Harness): void => {
  const it = cases(harness)

  it("never admit more than the limit in any window [RTL-002]", function*(given) {
    const admissions: Array<number> = []
    for (let at = 0; at < 4 * minute; at += 377) {
      if ((yield* take(given, at, 50))._tag === "Admitted") admissions.push(at)
    }
    for (const start of admissions) {
      expect(admissions.filter((at) => at >= start && at < start + minute).length).toBeLessThanOrEqual(50)
    }
    expect(admissions.length).toBeGreaterThan(150)
  })

  it("free what was taken, when it is a minute old, and no more", function*(given) {
    for (const at of [0, 1000, 1000, 2000]) expect(yield* take(given, at, 4)).toEqual(admitted)
    expect(yield* take(given, minute, 4)).toEqual(admitted)
    expect(yield* take(given, minute, 4)).toEqual(exhausted(minute + 1000))
    expect(yield* take(given, minute + 1000, 4)).toEqual(admitted)
    expect(yield* take(given, minute + 1000, 4)).toEqual(admitted)
    expect(yield* take(given, minute + 1000, 4)).toEqual(exhausted(minute + 2000))
  })

  it("count what comes while the clock is set back with what came last before", function*(given) {
    expect(yield* take(given, 5000, 3)).toEqual(admitted)
    for (const at of [0, 4999]) expect(yield* take(given, at, 3)).toEqual(admitted)
    expect(yield* take(given, 0, 3)).toEqual(exhausted(minute + 5000))
    expect(yield* take(given, minute + 4999, 3)).toEqual(exhausted(minute + 5000))
    expect(yield* take(given, minute + 4999, 2)).toEqual(exhausted(minute + 5000))
    for (const _ of [1, 2, 3]) expect(yield* take(given, minute + 5000, 3)).toEqual(admitted)
  })

  it("are remembered while the clock is set back, however many others come and go", function*(given) {
    expect(yield* take(given, 5000, 2)).toEqual(admitted)
    expect(yield* take(given, 0, 2)).toEqual(admitted)
    for (let number = 0; number < 200; number++) {
      yield* take(given, minute + 4000, 1, "sliding", `pool-${number}`)
    }
    expect(yield* take(given, minute + 4999, 2)).toEqual(exhausted(minute + 5000))
  })

  it("hold back until a lowered limit is kept", function*(given) {
    for (const at of [0, 1, 2, 3, 4]) expect(yield* take(given, at, 5)).toEqual(admitted)
    expect(yield* take(given, 10, 2)).toEqual(exhausted(minute + 3))
    expect(yield* take(given, 10, 6)).toEqual(admitted)
  })
}

const fixed = (harness: Harness): void => {
  const it = cases(harness)

  it("start with their first request, not with the clock's minute [RTL-007]", function*(given) {
    expect(yield* take(given, 40_000, 2, "fixed")).toEqual(admitted)
    expect(yield* take(given, 99_999, 2, "fixed")).toEqual(admitted)
    expect(yield* take(given, 99_999, 2, "fixed")).toEqual(exhausted(100_000))
    for (const _ of [1, 2]) expect(yield* take(given, 250_000, 2, "fixed")).toEqual(admitted)
    expect(yield* take(given, 309_999, 2, "fixed")).toEqual(exhausted(310_000))
  })
}

export const suite = (name: string, harness: Harness): void => {
  describe(`RateWindow (${name})`, () => {
    describe("sliding windows", () => {
      common(harness, "sliding")
      sliding(harness)
    })
    describe("fixed windows", () => {
      common(harness, "fixed")
      fixed(harness)
    })
  })
}
