/** The operator sets the weight of a carrier, and ends that: each answer, and the whole row (decisions 18.3). */
import { put } from "@signalbox/core/Commit"
import { day, plus } from "@signalbox/core/Instant"
import { PinCarrier, ReleaseCarrier } from "@signalbox/core/internal/health/PinCarrier"
import type { CarrierPin } from "@signalbox/core/internal/row/CarrierMark"
import { RestrictionRows, restrictionsKey } from "@signalbox/core/internal/row/Restrictions"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const carrier = Given.carrierId("one")
const at = plus(Given.now, 1000)
const until = plus(at, day)

const pinOf = (parts: Partial<CarrierPin> = {}): CarrierPin => ({
  carrier,
  country: "US",
  weight: 20,
  since: Given.now,
  until,
  ...parts
})

const mark = (country: string | null, of = carrier) => ({
  carrier: of,
  country,
  weight: 50,
  since: Given.now,
  step: 50,
  restMinutes: 10,
  trouble: "failing" as const,
  counted: 10,
  troubled: 9
})

const restriction = { on: "submission:two", mode: "drained", since: Given.now } as const

const storeOf = (pins: ReadonlyArray<CarrierPin>, marks: ReadonlyArray<ReturnType<typeof mark>> = []) =>
  new FactStore([put(RestrictionRows, { all: [restriction], pins, marks })])

const kept = (store: FactStore) => store.get(RestrictionRows, restrictionsKey)

const pinned = (store: FactStore, parts: Partial<CarrierPin> = {}, meanwhile = () => {}) => {
  const { since: _, ...command } = pinOf(parts)
  return Result.getOrThrow(store.run(PinCarrier, command, at, Given.ids(), meanwhile))
}

describe("a pin", () => {
  it("is kept beside the others, and in the place of the one that was there", () => {
    const [elsewhere, other, over] = [
      pinOf({ country: null }),
      pinOf({ carrier: Given.carrierId("two") }),
      pinOf({ country: "DE", until: at })
    ]
    const store = storeOf([elsewhere, other, pinOf(), over], [mark("US")])
    expect(pinned(store, { weight: 30 })).toBe("Changed")
    expect(kept(store)).toEqual({
      all: [restriction],
      marks: [mark("US")],
      pins: [elsewhere, other, pinOf({ weight: 30, since: at })]
    })
  })

  it("that is there already changes nothing, and another end changes it", () => {
    const store = storeOf([pinOf()])
    expect([pinned(store), kept(store)?.pins]).toEqual(["Unchanged", [pinOf()]])
    expect(pinned(store, { until: plus(until, 1) })).toBe("Changed")
    expect(kept(store)?.pins).toEqual([pinOf({ since: at, until: plus(until, 1) })])
  })

  it("ends after now, within thirty days", () => {
    const end = plus(at, 30 * day)
    const answers = [at, plus(at, 1), end, plus(end, 1)].map((until) => pinned(storeOf([]), { until }))
    expect(answers).toEqual(["BadEnd", "Changed", "Changed", "BadEnd"])
  })

  it("is one of a thousand at most, of which one that is over is none", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => pinOf({ country: `${index}` }))
    expect(pinned(storeOf(many(999)))).toBe("Changed")
    expect(pinned(storeOf(many(1000)))).toBe("TooMany")
    expect(pinned(storeOf(many(1000)), { country: "7", weight: 1 })).toBe("Changed")
    expect(pinned(storeOf([...many(999), pinOf({ country: "DE", until: at })]))).toBe("Changed")
  })
})

describe("a release", () => {
  const released = (store: FactStore, country: string | null = "US", meanwhile = () => {}) =>
    Result.getOrThrow(store.run(ReleaseCarrier, { carrier, country }, at, Given.ids(), meanwhile))

  it("leaves what is set at the same time, as a pin does", () => {
    const store = storeOf([pinOf()])
    const [one, two] = [pinOf({ country: "DE", since: at }), pinOf({ country: "CH", since: at })]
    expect(pinned(store, one, () => pinned(store, two))).toBe("Changed")
    expect(kept(store)?.pins).toEqual([pinOf(), two, one])
    expect(released(store, "US", () => released(store, "DE"))).toBe(true)
    expect(kept(store)?.pins).toEqual([two])
  })

  it("ends the pin and forgets the mark of its place, and leaves the others", () => {
    const [elsewhere, two] = [pinOf({ country: null }), Given.carrierId("two")]
    const store = storeOf([elsewhere, pinOf()], [mark("US"), mark(null), mark("US", two)])
    expect(released(store)).toBe(true)
    expect(kept(store)).toEqual({ all: [restriction], pins: [elsewhere], marks: [mark(null), mark("US", two)] })
  })

  it("is one also where there is only a pin or only a mark, and none where there is neither", () => {
    expect(released(storeOf([pinOf()]))).toBe(true)
    expect(released(storeOf([], [mark("US")]))).toBe(true)
    const store = storeOf([pinOf({ country: null })], [mark("DE")])
    expect([released(store), kept(store)?.pins]).toEqual([false, [pinOf({ country: null })]])
    expect(released(new FactStore([]))).toBe(false)
  })
})
