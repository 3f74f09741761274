/** A carrier's behaviour chooses submissions, and says how long a busy one asks for patience. */
import * as Instant from "@signalbox/core/Instant"
import * as Call from "@signalbox/emulator/control/Call"
import * as Behaviour from "@signalbox/emulator/network/Behaviour"
import * as Play from "@signalbox/emulator/network/Play"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import { attemptId, submission } from "./Submissions.ts"

const decode = Call.decode(Behaviour.Change)
const change = (written: unknown) => Behaviour.changes(Result.getOrThrow(decode(written)), Given.now)

const throwing = (share: number, seed: number): Behaviour.Behaviour => ({
  ...Behaviour.byDefault,
  mode: "throw",
  share,
  seed
})

/** The numbers of the chosen ones of so many attempts. */
const chosen = (behaviour: Behaviour.Behaviour, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => index)
    .filter((number) => Behaviour.modeFor(behaviour, attemptId(number)) !== "normal")

const seeds = fc.integer()

describe("the chosen submissions", () => {
  prop("are a share of all, whatever the seed", seeds, fc.double({ min: 0, max: 1, noNaN: true }), (seed, share) => {
    const count = 2000
    // Five standard deviations of a fair lot.
    const most = 5 * Math.sqrt(count * share * (1 - share)) + 1
    expect(Math.abs(chosen(throwing(share, seed), count).length - count * share)).toBeLessThan(most)
  })

  prop("are nobody for a share of 0, and everybody for 1", seeds, (seed) => {
    expect(chosen(throwing(0, seed), 100)).toEqual([])
    expect(chosen(throwing(1, seed), 100)).toHaveLength(100)
  })

  prop("are the same with the same seed, and others with another one", seeds, seeds, (one, two) => {
    fc.pre(one !== two && (one | 0) !== (two | 0))
    expect(chosen(throwing(0.5, one), 200)).toEqual(chosen({ ...throwing(0.5, one), mode: "hang" }, 200))
    expect(chosen(throwing(0.5, one), 200)).not.toEqual(chosen(throwing(0.5, two), 200))
  })

  prop("stay chosen when the share grows", seeds, fc.nat({ max: 9 }), (seed, tenths) => {
    const more = new Set(chosen(throwing((tenths + 1) / 10, seed), 100))
    expect(chosen(throwing(tenths / 10, seed), 100).filter((number) => !more.has(number))).toEqual([])
  })

  it("are nobody in normal mode", () => {
    expect(chosen({ ...throwing(1, 0), mode: "normal" }, 10)).toEqual([])
  })
})

describe("a busy carrier", () => {
  const until = (busyFor: number) =>
    Behaviour.busyUntil({ ...Behaviour.byDefault, modeSince: Given.now }, Instant.plus(Given.now, busyFor)) -
    Given.now - busyFor

  it("asks for a second at first, for more and more, and for a minute at last", () => {
    expect([0, 500, 1000, 2000, 30_000, 60_000, Instant.day].map(until)).toEqual([
      1000,
      1000,
      1000,
      2000,
      30_000,
      60_000,
      60_000
    ])
  })
})

describe("what a busy carrier holds", () => {
  const outcomes = (share: number) => {
    const behaviour: Behaviour.Behaviour = { ...Behaviour.byDefault, mode: "busy", modeSince: Given.now, share }
    const batch = Array.from({ length: 30 }, (_, number) => submission(number))
    const situation = { ...Play.plain(Given.now), behaviour, carrier: Given.carrierId("sms-a"), batch }
    return Play.batch({ ...situation, known: new Map(), scripts: new Map() }).outcomes
  }
  const until = Instant.plus(Given.now, 1000)

  it("is the line when it is busy for all, and else each recipient", () => {
    expect(new Set(outcomes(1).map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set([JSON.stringify({ _tag: "Busy", until, holds: "lane" })])
    )
    const some = outcomes(0.5).filter(({ _tag }) => _tag === "Busy")
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(30)
    expect(some).toEqual(some.map(() => ({ _tag: "Busy", until, holds: "recipient" })))
  })
})

describe("a change", () => {
  it("leaves alone what it does not name", () => {
    expect(change({})).toEqual({})
    expect(change({ delay_ms: 5, share: 0.5 })).toEqual({ delayMillis: 5, share: 0.5 })
    expect(change({ per_second: null, pace: null })).toEqual({ perSecond: null, pace: null })
    expect(change({ mode: "busy" })).toEqual({ mode: "busy", modeSince: Given.now })
  })
})
