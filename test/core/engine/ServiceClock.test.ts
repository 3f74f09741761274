/**
 * The service's clock: it follows the store's as far as that can be measured, and does not go back for it.
 */
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as Instant from "@signalbox/core/Instant"
import * as ClockSkew from "@signalbox/core/internal/engine/ClockSkew"
import * as ServiceClocks from "@signalbox/core/internal/engine/ServiceClock"
import { ServiceClock } from "@signalbox/core/internal/engine/ServiceClock"
import * as Readiness from "@signalbox/core/Readiness"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { prop } from "@signalbox/testing/Prop"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

/** A machine, and a store that has the right time. */
const world = () => {
  const state = { right: 1_000_000, ahead: 0, stands: false, declared: 0 }
  const machine: Clock.Clock = {
    currentTimeMillisUnsafe: () => state.right + state.ahead,
    currentTimeMillis: Effect.sync(() => state.right + state.ahead),
    currentTimeNanosUnsafe: () => BigInt(state.right + state.ahead) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(state.right + state.ahead) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(state.right) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(state.right) * 1_000_000n),
    sleep: () => Effect.void
  }
  const clock = new ServiceClock(machine, () => state.stands, () => state.declared)
  return {
    state,
    now: () => clock.currentTimeMillisUnsafe(),
    nanos: () => clock.currentTimeNanosUnsafe(),
    /** @param error by how much the measurement is wrong, at most as much as it says itself */
    measure: (uncertain: number, error: number = 0) => clock.follow({ off: state.ahead + error, uncertain })
  }
}

const step = fc.record({
  /** So much time passes, in which the machine's clock goes that much too fast or too slow. */
  passes: fc.integer({ min: 0, max: 20_000 }),
  drifts: fc.integer({ min: -400, max: 400 }),
  uncertain: fc.integer({ min: 1, max: 500 }),
  error: fc.double({ min: -1, max: 1, noNaN: true })
})

describe("the service's clock", () => {
  it("shows what a clock shows that stands still on purpose, and never less than before", () => {
    const { measure, now, state } = world()
    state.ahead = -40
    measure(1)
    const shown = now()
    expect(shown).toBe(state.right)
    state.stands = true
    expect(now()).toBe(shown)
    state.right += 60
    expect(now()).toBe(state.right - 40)
    state.stands = false
    expect(now()).toBe(state.right)
  })

  it("does not go back in nanoseconds either, which no measurement of less than two seconds changes", () => {
    const { measure, nanos, now, state } = world()
    measure(1)
    state.ahead = 1500
    const shown = nanos()
    measure(1)
    expect(nanos()).toBe(shown)
    expect(BigInt(now()) * 1_000_000n).toBe(shown)
    state.right += 2000
    expect(nanos()).toBe(BigInt(state.right) * 1_000_000n)
  })

  prop(
    "is right, as far as it can be measured, and never goes back",
    fc.integer({ min: -1e8, max: 1e8 }),
    fc.array(step, { minLength: 1, maxLength: 30 }),
    (ahead, steps) => {
      const { measure, now, state } = world()
      state.ahead = ahead
      measure(1)
      let shown = now()
      for (const { drifts, error, passes, uncertain } of steps) {
        state.right += passes
        state.ahead += Math.max(drifts, -passes)
        expect(now()).toBeGreaterThanOrEqual(shown)
        shown = now()
        measure(uncertain, Math.trunc(error * uncertain))
        expect(now()).toBeGreaterThanOrEqual(shown)
        shown = now()
        // What it was ahead before it was measured it stands still for.
        expect(state.right - now()).toBeLessThanOrEqual(2 * uncertain + 1)
        expect(now() - state.right).toBeLessThanOrEqual(Math.max(2 * uncertain + 1, 400 + 2 * 500 + 1))
      }
    }
  )

  prop(
    "is the machine's while that may be right",
    fc.integer({ min: 1, max: 5000 }),
    fc.integer({ min: -5000, max: 5000 }),
    (uncertain, off) => {
      const { measure, now, state } = world()
      state.ahead = off
      measure(uncertain)
      expect(now()).toBe(Math.abs(off) <= uncertain ? state.right + off : state.right)
      // Nothing of a correction is left when the machine is set right, however wrong the measurement is.
      state.ahead = -300_000
      measure(1)
      state.ahead = 0
      measure(uncertain, uncertain)
      state.right += 20_000
      expect(now()).toBe(state.right)
    }
  )

  it("stands still for what it was ahead, up to what is tolerated, and never follows what somebody has set", () => {
    const { measure, nanos, now, state } = world()
    measure(1)
    const began = now()
    state.ahead = ClockSkew.tolerated
    expect(now()).toBe(began + ClockSkew.tolerated)
    measure(1)
    expect(now()).toBe(began + ClockSkew.tolerated)
    state.right += ClockSkew.tolerated + 7
    expect(now()).toBe(state.right)
    for (const ahead of [300_000, -300_000]) {
      state.ahead = ahead
      state.right += 10
      expect(now()).toBe(state.right)
      expect(nanos()).toBe(BigInt(state.right) * 1_000_000n)
      measure(1)
      expect(now()).toBe(state.right)
    }
  })

  it("goes on purpose wherever it is said to", () => {
    const { measure, now, state } = world()
    measure(1)
    state.declared = 3_600_000
    state.ahead = 3_600_000
    expect(now()).toBe(state.right + 3_600_000)
  })

  it("is the machine's until it is measured, and then right immediately, however far that is back", () => {
    const { measure, now, state } = world()
    state.ahead = 1500
    expect(now()).toBe(state.right + 1500)
    measure(1)
    expect(now()).toBe(state.right)
  })
})

describe("a node that begins", () => {
  /** Returns the times at which its store is asked what time it is, in so many milliseconds, and when the node has begun. */
  const beginning = (answer: Effect.Effect<Instant.Instant>, millis: number) =>
    Effect.gen(function*() {
      const asked: Array<number> = []
      const now = Effect.andThen(Effect.map(Instant.now, (at) => void asked.push(at)), answer)
      const store = Layer.succeed(Store, { now } as unknown as Store["Service"])
      const build = Layer.build(ServiceClocks.layer.pipe(Layer.provide(store)))
      const begun = yield* Effect.forkChild(Effect.andThen(build, Instant.now), { startImmediately: true })
      yield* TestClock.adjust(millis)
      return { asked, begun: begun.pollUnsafe() === undefined ? null : yield* Fiber.join(begun) }
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

  it("waits two seconds for the time of its store, and no longer", async () => {
    expect(await beginning(Effect.never, 1999)).toEqual({ asked: [0], begun: null })
    expect(await beginning(Effect.never, 2000)).toEqual({ asked: [0], begun: 2000 })
  })

  it("looks each second whether it is time to measure again, which it is after ten", async () => {
    expect(await beginning(Instant.now, 20_000)).toEqual({ asked: [0, 10_000, 20_000], begun: 0 })
    expect(await beginning(Effect.die("no clock"), 3000)).toEqual({ asked: [0, 1000, 2000, 3000], begun: 0 })
  })
})

describe("a node without work", () => {
  it("has the store's time as soon as it runs, and is not ready while its machine's is wrong", async () => {
    let ahead = 300_000
    const wrong = Layer.effect(
      Store,
      Effect.map(Store, (store) => ({ ...store, now: Effect.map(store.now, (now) => Instant.plus(now, -ahead)) }))
    ).pipe(Layer.provide(MemoryStore.layerStore))
    await Effect.gen(function*() {
      const { unready } = yield* Readiness.Readiness
      expect(Date.now() - (yield* Instant.now)).toBeGreaterThan(200_000)
      expect(yield* unready(null)).toEqual([{ part: "clock", why: "is off by more than two seconds" }])
      ahead = 0
      while ((yield* unready(null)).length > 0) yield* Effect.sleep(50)
      expect(Date.now() - (yield* Instant.now)).toBeLessThan(100_000)
    }).pipe(
      Effect.provide(
        Readiness.layer.pipe(
          Layer.provideMerge(Service.engineLayer),
          Layer.provide(wrong),
          Layer.provide(FixedSecrets.layer),
          Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
        )
      ),
      Effect.provide(Logger.layer([])),
      Effect.scoped,
      Effect.runPromise
    )
  })
})
