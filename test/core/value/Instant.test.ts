/**
 * Instants and how they are written (decisions part 1), with JavaScript's own Date as oracle.
 */
import * as Instant from "@signalbox/core/Instant"
import { prop } from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** Every millisecond of the years that four digits can name. */
const millis = fc.integer({ min: Date.UTC(0, 0) - 1_900 * 366 * Instant.day, max: Date.UTC(9999, 11, 31) })
  .filter((at) => at >= Date.parse("0000-01-01T00:00:00Z"))

describe("Instant", () => {
  it("is written as decisions part 1 show it", () => {
    const at = Instant.make(Date.UTC(2026, 10, 5, 7, 8, 9, 45))
    expect(Instant.toMillis(at)).toBe("2026-11-05T07:08:09.045Z")
    expect(Instant.toSeconds(at)).toBe("2026-11-05T07:08:09Z")
  })

  prop("is written in UTC with milliseconds in answers", millis, (at) => {
    const text = Instant.toMillis(Instant.make(at))
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(text).toBe(new Date(at).toISOString())
  })

  prop("is written in whole seconds, cut off, in webhook bodies", millis, (at) => {
    const text = Instant.toSeconds(Instant.make(at))
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(Date.parse(text)).toBe(Math.floor(at / 1000) * 1000)
  })

  prop("is a whole number that a date can hold", fc.oneof(fc.double(), fc.integer()), (value) => {
    const holds = Number.isInteger(value) && Math.abs(value) <= 8_640_000_000_000_000
    expect(Schema.is(Instant.Instant)(value)).toBe(holds)
  })

  it("of now comes from the Clock", async () => {
    const clock: Clock.Clock = {
      currentTimeMillisUnsafe: () => 12_345.9,
      currentTimeMillis: Effect.succeed(12_345.9),
      currentTimeNanosUnsafe: () => 0n,
      currentTimeNanos: Effect.succeed(0n),
      monotonicTimeNanosUnsafe: () => 0n,
      monotonicTimeNanos: Effect.succeed(0n),
      sleep: () => Effect.void
    }
    expect(await Effect.runPromise(Effect.provideService(Instant.now, Clock.Clock, clock))).toBe(12_345)
  })

  prop("has a later one, and one that is so much later", millis, millis, (one, other) => {
    const [a, b] = [Instant.make(one), Instant.make(other)]
    expect(Instant.latest(a, b)).toBe(Math.max(one, other))
    expect(Instant.plus(a, other)).toBe(one + other)
  })

  it("is no other number to the compiler, and none that a date cannot hold", () => {
    const end = 8_640_000_000_000_000
    expect([-end - 1, -end, end, end + 1].map(Schema.is(Instant.Instant))).toEqual([false, true, true, false])
    expect(Instant.Instant.identifier).toBe("Instant")
  })

  it("knows its units", () => {
    expect([Instant.second, Instant.minute, Instant.hour, Instant.day]).toEqual([1000, 60_000, 3_600_000, 86_400_000])
  })
})
