/**
 * Nodes add what they have counted of carriers, and the operator sets weights (decisions 18.3).
 */
import * as Instant from "@signalbox/core/Instant"
import type { Counted } from "@signalbox/core/internal/engine/CarrierTally"
import { Tally } from "@signalbox/core/internal/engine/CarrierTally"
import { LiftRestriction, Restrict } from "@signalbox/core/internal/engine/Restrict"
import { PinCarrier, ReleaseCarrier } from "@signalbox/core/internal/health/PinCarrier"
import { ReviewCarriers } from "@signalbox/core/internal/health/ReviewCarriers"
import { CarrierCountsRows } from "@signalbox/core/internal/row/CarrierCounts"
import { RestrictionRows, restrictionsKey } from "@signalbox/core/internal/row/Restrictions"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Judging from "./Judging.ts"

const { after, none, start, terms } = Judging
const [a, b] = [Given.carrierId("a"), Given.carrierId("b")]
const carriers = [a, b].map((id) => ({ id, channels: ["sms" as const] }))

const minuteOf = (at: Instant.Instant): number => Math.floor(at / Instant.minute)

const failures = (now: Instant.Instant, count: number, parts: Partial<Counted> = {}): Counted => ({
  carrier: a,
  country: "GB",
  minute: minuteOf(now),
  counts: { ...none, asked: count, failed: count },
  isHeard: false,
  ...parts
})

const review = (store: FactStore, counted: ReadonlyArray<Counted>, now = start, meanwhile = () => {}): void => {
  Result.getOrThrow(store.run(ReviewCarriers, { carriers, counted, terms }, now, Given.ids(1), meanwhile))
}

const row = (store: FactStore) => store.get(RestrictionRows, restrictionsKey)

const weights = (store: FactStore) =>
  (row(store)?.marks ?? []).map(({ carrier, weight }) => [carrier as string, weight])

describe("what nodes have counted", () => {
  it("is added up, and no two of them let a weight fall for the same reason [XRT-058, XRT-063]", () => {
    const store = new FactStore([])
    review(store, [failures(start, 12)])
    expect(weights(store)).toEqual([])
    // Both nodes find enough, and the second finds that the first was there before.
    review(store, [failures(start, 12)], start, () => review(store, [failures(start, 12)]))
    expect(weights(store)).toEqual([["a", 90]])
    expect(store.get(CarrierCountsRows, a)?.minutes).toEqual([
      { minute: minuteOf(start), countries: { GB: { ...none, asked: 36, failed: 36 } } }
    ])
    review(store, [failures(after(1), 1)], after(1))
    expect(weights(store)).toEqual([["a", 80]])
  })

  it("is forgotten when it is older than the window, and knows when a receipt was heard last [XRT-063]", () => {
    const store = new FactStore([])
    review(store, [failures(start, 5), failures(after(-20), 5), failures(after(9), 5)])
    review(store, [failures(after(10), 1, { isHeard: true })], after(10))
    review(store, [failures(after(20), 1)], after(20))
    const { heardAt, minutes } = store.get(CarrierCountsRows, a)!
    expect([heardAt, minutes.map(({ minute }) => minute - minuteOf(start))]).toEqual([after(10), [10, 20]])
    // A node may add what it has counted later than another one.
    review(store, [failures(after(12), 1, { isHeard: true }), failures(after(11), 1)], after(21))
    const later = store.get(CarrierCountsRows, a)!
    expect([later.heardAt, later.minutes.map(({ minute }) => minute - minuteOf(start))])
      .toEqual([after(21), [10, 11, 12, 20]])
  })

  it("writes nothing of carriers that are well but their counts", () => {
    const store = new FactStore([])
    review(store, [failures(start, 3)])
    expect([row(store), store.get(CarrierCountsRows, b)]).toEqual([null, null])
  })

  it("takes a carrier that is drained for none that could do better [XRT-052]", () => {
    const store = new FactStore([])
    const drained = { subject: { _tag: "Carrier", group: "submission:b" }, mode: "drained" } as const
    store.run(Restrict, drained, start, Given.ids(1))
    review(store, [failures(start, 30)])
    expect(weights(store)).toEqual([])
    store.run(LiftRestriction, drained, start, Given.ids(1))
    review(store, [failures(start, 1)])
    expect(weights(store)).toEqual([["a", 90]])
    // Restrictions come and go beside the marks.
    store.run(Restrict, drained, start, Given.ids(1))
    expect([row(store)?.all.length, weights(store)]).toEqual([1, [["a", 90]]])
  })

  it("waits in its node while the store is away, and no more than so much of it [XRT-063]", () => {
    const tally = new Tally()
    const outcome = { carrier: a, country: "GB", minute: 1, counts: "asked", isHeard: false } as const
    tally.count([outcome, { ...outcome, counts: "failed" }, { ...outcome, country: "CH", isHeard: true }])
    const taken = tally.take()
    expect(taken).toEqual([
      { carrier: a, country: "GB", minute: 1, counts: { ...none, asked: 1, failed: 1 }, isHeard: false },
      { carrier: a, country: "CH", minute: 1, counts: { ...none, asked: 1 }, isHeard: true }
    ])
    expect(tally.take()).toEqual([])
    tally.count([outcome])
    tally.giveBack(taken)
    expect(tally.take().map(({ counts: { asked } }) => asked)).toEqual([2, 1])
    tally.count(Array.from({ length: 10_001 }, (_, minute) => ({ ...outcome, minute })))
    expect(tally.take().length).toBe(10_000)
  })
})

describe("a weight that falls", () => {
  it("leaves the pin that the operator sets at the same moment", () => {
    const store = new FactStore([])
    const pin = { carrier: b, country: null, until: after(60), weight: 7 }
    review(store, [failures(start, 30)], start, () => void store.run(PinCarrier, pin, start, Given.ids(5)))
    expect([row(store)?.pins, weights(store)]).toEqual([[{ ...pin, since: start }], [["a", 90]]])
  })
})

describe("the operator's weight of a carrier", () => {
  const place = { carrier: a, country: null }
  const pin = (store: FactStore, weight: number, until: Instant.Instant, now = start, country: string | null = null) =>
    Result.getOrThrow(store.run(PinCarrier, { carrier: a, country, until, weight }, now, Given.ids(1)))
  const release = (store: FactStore, country: string | null = null) =>
    Result.getOrThrow(store.run(ReleaseCarrier, { carrier: a, country }, start, Given.ids(1)))

  it("is kept until its end, beside what is counted [XRT-060]", () => {
    const store = new FactStore([])
    expect([pin(store, 0, after(60)), pin(store, 0, after(60)), pin(store, 7, after(60))])
      .toEqual(["Changed", "Unchanged", "Changed"])
    expect(pin(store, 50, after(5), start, "CH")).toBe("Changed")
    review(store, [failures(start, 30)])
    expect(row(store)?.pins).toEqual([
      { ...place, weight: 7, since: start, until: after(60) },
      { ...place, country: "CH", weight: 50, since: start, until: after(5) }
    ])
    expect(weights(store)).toEqual([["a", 90]])
    // One that is over goes with the next change.
    expect(pin(store, 8, after(70), after(6))).toBe("Changed")
    expect(row(store)?.pins).toEqual([{ ...place, weight: 8, since: after(6), until: after(70) }])
  })

  it("ends ahead, by 30 days at most [XRT-060]", () => {
    const store = new FactStore([])
    const last = Instant.plus(start, 30 * Instant.day)
    expect([start, Instant.plus(last, 1), last].map((until) => pin(store, 0, until)))
      .toEqual(["BadEnd", "BadEnd", "Changed"])
  })

  it("is one of a thousand at most", () => {
    const store = new FactStore([])
    for (let index = 0; index < 1000; index++) pin(store, 1, after(1), start, String(index))
    expect([pin(store, 1, after(1)), pin(store, 2, after(1), start, "7")]).toEqual(["TooMany", "Changed"])
  })

  it("ends with its release, and so does the mark of that place [XRT-060]", () => {
    const store = new FactStore([])
    review(store, [failures(start, 30)])
    pin(store, 7, after(60), start, "GB")
    expect([release(store), release(store, "GB"), release(store, "GB")]).toEqual([false, true, false])
    expect(row(store)).toEqual({ all: [], pins: [], marks: [] })
  })
})
