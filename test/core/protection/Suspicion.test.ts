/**
 * The bounds of a suspicion: how much is enough, which minutes count, and how long a pause lasts (decisions 17.3).
 */
import * as Instant from "@signalbox/core/Instant"
import * as Suspicion from "@signalbox/core/internal/protection/Suspicion"
import type { PausedPrefix } from "@signalbox/core/PausedPrefix"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import * as Prefixes from "./Prefixes.ts"

const paused = (until: Instant.Instant | null, times: number): PausedPrefix => ({
  account: Prefixes.account,
  prefix: Prefixes.prefix,
  reason: "unchecked",
  evidence: null,
  since: Given.now,
  until,
  times
})

const after = (minutes: number): Instant.Instant => Instant.plus(Prefixes.at, minutes * Instant.minute)

describe("a suspicion", () => {
  it("needs as many as were said, and the share of them, whatever small share that is", () => {
    const of = (share: number, started: number, checked: number, delivered = 0, undelivered = 0) =>
      Suspicion.of(
        { minimum: 5, unchecked: share, undelivered: share, windowMinutes: 30, pauseMinutes: 60 },
        { started, checked, delivered, undelivered }
      )
    const unchecked = (counted: number, failed: number) => ({ reason: "unchecked", counted, failed })
    const undelivered = (counted: number, failed: number) => ({ reason: "undelivered", counted, failed })
    expect(of(0.2, 5, 4)).toEqual(unchecked(5, 1))
    expect(of(0.2, 5, 5)).toBeNull()
    // More are checked than were started: the window began between the two.
    expect(of(0.01, 5, 6)).toBeNull()
    expect(of(0.2, 4, 0)).toBeNull()
    expect(of(0.2, 6, 5)).toBeNull()
    expect(of(0.2, 0, 0, 4, 1)).toEqual(undelivered(5, 1))
    expect(of(0.2, 0, 0, 3, 1)).toBeNull()
    expect(of(0.2, 0, 0, 5, 1)).toBeNull()
    expect(of(0.2, 5, 4, 4, 1)).toEqual(unchecked(5, 1))
  })

  it("looks at the whole minutes of its window, none of which a pause has answered", () => {
    const window = (until: Instant.Instant | null | undefined, minutes = 10) =>
      Suspicion.windowOf(
        { windowMinutes: minutes },
        until === undefined ? null : paused(until, 1),
        Instant.plus(Prefixes.at, 59_999)
      )
    const { minute } = Prefixes
    const whole = { first: minute - 10, last: minute - 1 }
    expect([window(undefined), window(null), window(after(-11))]).toEqual([whole, whole, whole])
    expect(window(after(-10))).toEqual({ ...whole, first: minute - 9 })
    expect(window(after(-2))).toEqual({ ...whole, first: minute - 1 })
    expect(Suspicion.lastChecked(whole)).toBe(minute - 4)
  })

  it("pauses twice as long as before, a day at most, and begins anew when a day was calm", () => {
    const next = (before: PausedPrefix | null, pauseMinutes = 60) => {
      const { millis, times } = Suspicion.next({ pauseMinutes }, before, Prefixes.at)
      return [times, millis / Instant.minute]
    }
    const ended = (ago: number, times: number) => paused(Instant.plus(Prefixes.at, -ago), times)
    expect(next(null)).toEqual([1, 60])
    expect(next(paused(null, 3))).toEqual([1, 60])
    expect(next(ended(Instant.day - 1, 1))).toEqual([2, 120])
    expect(next(ended(Instant.day, 1))).toEqual([1, 60])
    expect(next(ended(0, 4))).toEqual([5, 960])
    expect(next(ended(0, 5))).toEqual([6, 1440])
    expect(next(ended(0, 1000), 1)).toEqual([1001, 1440])
  })
})
