/**
 * The emulator's clock: an offset to the real time that only grows, and standing still.
 */
import { ClockOffset, ClockOffsetNow, ClockStands } from "@signalbox/core/ClockOffset"
import * as Instant from "@signalbox/core/Instant"
import { layer, provide, TravelClock } from "@signalbox/emulator/clock/TravelClock"
import * as Prop from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { StillClock } from "../core/Bench.ts"

const live = Effect.runSync(Clock.Clock)

const make = (at = 1_800_000_000_000) => {
  const real = new StillClock(live)
  real.set(Instant.make(at))
  return { real, clock: new TravelClock(real), at }
}

describe("TravelClock", () => {
  it("begins as the real time", () => {
    const { at, clock, real } = make()
    expect([clock.currentTimeMillisUnsafe(), clock.offset]).toEqual([at, 0])
    real.set(Instant.make(at + 5))
    expect(clock.currentTimeMillisUnsafe()).toBe(at + 5)
    expect(clock.currentTimeNanosUnsafe()).toBe(BigInt(at + 5) * 1_000_000n)
  })

  it("stands still until it runs on, and shows the same in every way", async () => {
    const { at, clock, real } = make()
    clock.stand(Instant.make(at + 100))
    real.set(Instant.make(at + 40))
    expect(clock.offset).toBe(60)
    expect(await Effect.runPromise(clock.currentTimeMillis)).toBe(at + 100)
    expect(await Effect.runPromise(clock.currentTimeNanos)).toBe(BigInt(at + 100) * 1_000_000n)
    clock.run()
    real.set(Instant.make(at + 41))
    expect(clock.currentTimeMillisUnsafe()).toBe(at + 101)
  })

  it("goes back only when it is reset", () => {
    const { at, clock } = make()
    clock.stand(Instant.make(at + 1000))
    clock.run(5000)
    expect(clock.currentTimeMillisUnsafe()).toBe(at + 5000)
    clock.reset()
    expect([clock.currentTimeMillisUnsafe(), clock.offset]).toEqual([at, 0])
    clock.stand(Instant.make(at + 1000))
    clock.reset()
    expect([clock.currentTimeMillisUnsafe(), clock.offset, clock.stands]).toEqual([at, 0, false])
  })

  it("leaves elapsed time as it is", async () => {
    const { at, clock } = make()
    clock.stand(Instant.make(at + 1e9))
    const began = clock.monotonicTimeNanosUnsafe()
    // Elapsed time is what is tested, and nothing else makes it pass.
    await Effect.runPromise(clock.sleep(Duration.millis(20)))
    expect(Number(clock.monotonicTimeNanosUnsafe() - began)).toBeGreaterThan(15e6)
    expect(Number(clock.monotonicTimeNanosUnsafe() - began)).toBeLessThan(60e9)
  })

  const Step = fc.oneof(
    fc.record({ do: fc.constant("stand" as const), by: fc.nat(10_000) }),
    fc.record({ do: fc.constant("run" as const), by: fc.nat(10_000) }),
    fc.record({ do: fc.constant("wait" as const), by: fc.nat(10_000) })
  )

  Prop.prop("never goes back, and never loses what it was ahead", fc.array(Step), (steps) => {
    const { at, clock, real } = make()
    let [shown, passed, ahead] = [at, at, 0]
    for (const step of steps) {
      if (step.do === "stand") clock.stand(Instant.make(clock.currentTimeMillisUnsafe() + step.by))
      else if (step.do === "run") {
        clock.run(step.by)
        expect(clock.offset).toBeGreaterThanOrEqual(ahead)
        ahead = clock.offset
      } else real.set(Instant.make(passed += step.by))
      const now = clock.currentTimeMillisUnsafe()
      expect(now).toBeGreaterThanOrEqual(shown)
      shown = now
    }
  })

  it("declares how far it is ahead, and while it stands how far the store's clock is behind besides", async () => {
    const { at, clock, real } = make()
    const declared = Effect.gen(function*() {
      const now = yield* ClockOffsetNow
      return [yield* yield* ClockOffset, now?.(), (yield* ClockStands)(), yield* Clock.currentTimeMillis]
    })
    const seen = () => Effect.runPromise(provide(clock)(declared))
    expect(await seen()).toEqual([0, 0, false, at])
    clock.stand(Instant.make(at + 100), 7)
    expect(await seen()).toEqual([107, 107, true, at + 100])
    // What was said of the store's clock holds until it is said again.
    clock.stand(Instant.make(at + 200))
    expect(await seen()).toEqual([207, 207, true, at + 200])
    real.set(Instant.make(at + 50))
    expect(await seen()).toEqual([157, 157, true, at + 200])
    clock.run()
    expect(await Effect.runPromise(Effect.provide(declared, layer(clock)))).toEqual([150, 150, false, at + 200])
    expect([clock.whenAhead(5), clock.offset]).toEqual([at + 55, 150])
    // One that runs already is left alone.
    clock.run(1000)
    expect(clock.offset).toBe(150)
  })
})
