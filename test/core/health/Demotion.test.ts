/**
 * When the weights of carriers fall (decisions 18.3).
 */
import type { CarrierId } from "@signalbox/core/Id"
import type * as Instant from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import { weightOf } from "@signalbox/core/internal/dispatch/CarrierHealth"
import * as Demotion from "@signalbox/core/internal/health/Demotion"
import type { CarrierMark } from "@signalbox/core/internal/row/CarrierMark"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import * as Judging from "./Judging.ts"

const { after, start, terms } = Judging
const [a, b, c] = ["a", "b", "c"].map(Given.carrierId) as [CarrierId, CarrierId, CarrierId]

type Entries = ReadonlyArray<Judging.Entry>

const dead: Entries = [{ ago: 0, asked: 30, failed: 30 }]
const silent: Entries = [{ ago: 7, asked: 30, taken: 30, timely: 20 }]
const well: Entries = [{ ago: 7, asked: 30, taken: 30, timely: 29 }]
const idle: Entries = []

/** Looks at carriers `a`, `b` and so on of which this was counted. */
const look = (
  each: ReadonlyArray<Entries>,
  marks: ReadonlyArray<CarrierMark> = [],
  now: Instant.Instant = start
): ReadonlyArray<CarrierMark> =>
  Demotion.after(marks, each.map((entries, index) => Judging.carrier([a, b, c][index]!, entries, now)), terms, now)

const mark = { carrier: a, country: "GB", weight: 90, since: start, step: 10, restMinutes: 60 }

const brief = (marks: ReadonlyArray<CarrierMark>) =>
  marks.map(({ carrier, country, trouble, weight }) => [carrier, country, weight, trouble])

describe("a look at carriers", () => {
  it("lets the weight of one fall that fails, or whose receipts are late or missing [XRT-056]", () => {
    expect(look([dead, well])).toEqual([
      { ...mark, trouble: "failing", counted: 30, troubled: 30 }
    ])
    expect(look([silent, idle])).toEqual([
      { ...mark, trouble: "slow", counted: 30, troubled: 10 }
    ])
  })

  it("needs a share and enough messages, within the window [XRT-056]", () => {
    const at = (asked: number, failed: number, ago = 0) => brief(look([[{ ago, asked, failed }], idle])).length
    expect([at(20, 3), at(20, 2), at(19, 19), at(20, 3, 15), at(20, 3, 16)]).toEqual([1, 0, 0, 1, 0])
    const late = (taken: number, timely: number, ago = 6) => brief(look([[{ ago, taken, timely }], idle])).length
    // Messages of the last five minutes still have the time for their receipts.
    expect([late(20, 17), late(20, 18), late(19, 0), late(20, 0, 5), late(20, 0, 15), late(20, 0, 16)])
      .toEqual([1, 0, 0, 0, 1, 0])
    // What has no answer yet is enough by itself, also where little was asked.
    expect(brief(look([[{ ago: 6, taken: 20, timely: 17 }], idle]))).toEqual([[a, "GB", 90, "slow"]])
  })

  it("needs fewer messages of one that gets fewer, but five, and three of them in trouble [XRT-056]", () => {
    const marked = (weight: number, asked: number, failed: number): boolean => {
      const before = { ...mark, weight, trouble: "failing" as const, counted: 30, troubled: 30 }
      return look([[{ ago: 0, asked, failed }], idle], [before], after(2))[0]!.weight < weight
    }
    expect([marked(50, 10, 3), marked(50, 9, 3), marked(10, 5, 3), marked(10, 4, 4), marked(10, 5, 2)])
      .toEqual([true, false, true, false, false])
    // Those of another carrier change nothing.
    const other = { ...mark, carrier: b, weight: 50, trouble: "failing" as const, counted: 30, troubled: 30 }
    expect(look([[{ ago: 0, asked: 10, failed: 10 }], idle], [other], after(2))).toEqual([other])
  })

  it("does not judge one by receipts that never brings any [XRT-057]", () => {
    const mute = (heardAt: Instant.Instant | null) =>
      Demotion.after(
        [],
        [Judging.carrier(a, silent, start, { heardAt }), Judging.carrier(b, well, start)],
        terms,
        start
      ).length
    const day = 24 * 3_600_000
    expect([mute(null), mute(plus(start, -day)), mute(plus(start, 1 - day))]).toEqual([0, 0, 1])
  })

  it("looks at no share that is null [XRT-056]", () => {
    const by = (parts: Partial<typeof terms>) =>
      Demotion.after(
        [],
        [Judging.carrier(a, [...dead, ...silent], start), Judging.carrier(b, well, start)],
        { ...terms, ...parts },
        start
      ).map(({ trouble }) => trouble)
    expect([by({ failedShare: null }), by({ slowShare: null }), by({ failedShare: null, slowShare: null })])
      .toEqual([["slow"], ["failing"], []])
  })

  it("does nothing when all suffer, or there is no other on its channels [XRT-052]", () => {
    expect(look([dead, silent])).toEqual([])
    expect(look([dead])).toEqual([])
    expect(brief(look([dead, silent, idle]))).toEqual([[a, "GB", 90, "failing"], [b, "GB", 90, "slow"]])
    const others = [Judging.carrier(a, dead, start), { ...Judging.carrier(b, well, start), channels: ["rcs" as const] }]
    expect(Demotion.after([], others, terms, start)).toEqual([])
  })

  it("takes one for no better that fails elsewhere, where too little goes to the country", () => {
    const elsewhere: Entries = ["CH", "AT"].map((country) => ({ ago: 1, country, asked: 12, failed: 12 }))
    expect(brief(look([dead, elsewhere]))).toEqual([[b, null, 90, "failing"]])
    // Of the country itself more is known than of all others.
    expect(brief(look([dead, [...elsewhere, ...well.map((each) => ({ ...each, asked: 30 }))]])))
      .toEqual([[a, "GB", 90, "failing"], [b, null, 90, "failing"]])
  })

  it("judges a country by itself where enough goes there, and all others together [XRT-054]", () => {
    const entries: Entries = [
      { ago: 3, country: "GB", asked: 40, failed: 40 },
      { ago: 2, country: "CH", asked: 12, failed: 1 },
      { ago: 1, country: "AT", asked: 12, failed: 1 }
    ]
    expect(brief(look([entries, idle]))).toEqual([[a, "GB", 90, "failing"]])
    const thin: Entries = entries.map((each) => each.country === "GB" ? each : { ...each, failed: 12 })
    expect(brief(look([thin, idle]))).toEqual([[a, null, 90, "failing"], [a, "GB", 90, "failing"]])
    // A country whose weight has fallen counts by itself, however little goes there now.
    const [gb] = look([entries, idle])
    const later = after(20)
    expect(brief(look([[{ ago: 0, country: "GB", asked: 17, failed: 17 }, ...thin.slice(2)], idle], [gb!], later)))
      .toEqual([[a, "GB", 90, "failing"]])
    // A country falls though another one has just fallen.
    const both: Entries = [...entries, { ago: 0, country: "CH", asked: 30, failed: 30 }]
    expect(brief(look([both, idle], [gb!]))).toEqual([[a, "GB", 90, "failing"], [a, "CH", 90, "failing"]])
  })

  it("falls sooner for failures than for slowness, and not below the share of probes [XRT-058, XRT-059]", () => {
    const weightsOver = (entries: Entries, minutes: number) => {
      let marks: ReadonlyArray<CarrierMark> = []
      return Array.from({ length: minutes }, (_, minute) => {
        marks = look([entries, well], marks, after(minute))
        return marks[0]?.weight ?? 100
      })
    }
    expect(weightsOver(dead, 12)).toEqual([90, 80, 70, 60, 50, 40, 30, 20, 10, 5, 5, 5])
    expect(weightsOver(silent, 22)).toEqual([...Array(10).fill(90), ...Array(10).fill(80), 70, 70])
    // One that has fallen further, while a node had other terms, does not rise by failing.
    const low = { ...mark, weight: 3, trouble: "failing" as const, counted: 30, troubled: 30 }
    expect(brief(look([dead, well], [low], after(2)))).toEqual([[a, "GB", 3, "failing"]])
  })

  it("forgets a carrier that has been well for long enough [XRT-055]", () => {
    const marks = look([dead, well])
    expect(brief(look([well, well], marks, after(59)))).toEqual([[a, "GB", 90, "failing"]])
    expect(look([well, well], marks, after(60))).toEqual([])
  })
})

const fate = fc.constantFrom(dead, silent, well, idle)
const day = fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 90 }), fates: fc.tuple(fate, fate, fate) }), {
  minLength: 1,
  maxLength: 60
})

describe("any day of carriers", () => {
  prop(
    "has a step in each time at most, never lets all fall, and leaves each its probes [XRT-052, XRT-058, XRT-059]",
    day,
    (looks) => {
      let [marks, now]: [ReadonlyArray<CarrierMark>, Instant.Instant] = [[], start]
      const replay: Array<ReadonlyArray<CarrierMark>> = []
      for (const { fates, minutes } of looks) {
        now = plus(now, minutes * 60_000)
        const next = look(fates, marks, now)
        expect(look(fates, marks, now)).toEqual(next)
        const fallen = next.filter((mark) => !marks.includes(mark))
        expect(new Set(fallen.map(({ carrier }) => carrier)).size).toBeLessThan(3)
        for (const mark of fallen) {
          const before = marks.find(({ carrier, country }) => carrier === mark.carrier && country === mark.country)
          const was = before === undefined ? 100 : weightOf(before, now)
          expect(mark.weight).toBeGreaterThanOrEqual(Math.min(was, 5))
          expect(was - mark.weight).toBeLessThanOrEqual(10)
          if (before !== undefined) {
            const least = mark.trouble === "failing" ? 1 : 10
            expect(mark.since - before.since).toBeGreaterThanOrEqual(least * 60_000)
          }
        }
        replay.push(next)
        marks = next
      }
      // Whatever it was, after ten hours of peace all are well again.
      expect(look([idle, idle, idle], marks, plus(now, 10 * 3_600_000))).toEqual([])
    }
  )
})
