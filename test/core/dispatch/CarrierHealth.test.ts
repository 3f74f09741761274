/**
 * The order of candidates by the weights of their carriers (decisions 18.3).
 */
import type { Channel } from "@signalbox/core/Channel"
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as CarrierHealth from "@signalbox/core/internal/dispatch/CarrierHealth"
import * as Rendezvous from "@signalbox/core/internal/dispatch/Rendezvous"
import type { CarrierMark, CarrierPin } from "@signalbox/core/internal/row/CarrierMark"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

interface Candidate {
  readonly channel: Channel
  readonly carrier: CarrierId
  readonly fallback: boolean
}

const names = ["a", "b", "c", "d"].map(Given.carrierId)
const [a, b] = names as [CarrierId, CarrierId]

const candidates: fc.Arbitrary<ReadonlyArray<Candidate>> = fc.uniqueArray(
  fc.record({
    channel: fc.constantFrom<Channel>("sms", "whatsapp"),
    carrier: fc.constantFrom(...names),
    fallback: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean())
  }),
  { maxLength: 8, selector: ({ carrier, channel }) => `${channel}/${carrier}` }
)

const weights = fc.tuple(...names.map(() => fc.constantFrom(0, 5, 10, 50, 95, 100)))
  .map((each) => new Map(names.map((name, index) => [name, each[index]!])))

const healthOf = (weight: ReadonlyMap<CarrierId, number>, message: number): CarrierHealth.Health => ({
  message: Given.messageId(message),
  weight: (carrier) => weight.get(carrier)!
})

const plain = ({ carrier, channel, fallback }: Candidate): Candidate => ({ carrier, channel, fallback })

const sms = (carrier: CarrierId, fallback = true): Candidate => ({ channel: "sms", carrier, fallback })

describe("the order of candidates", () => {
  prop(
    "has all of them, the channels in their places, and the well ones of each in theirs [XRT-050, XRT-051]",
    candidates,
    weights,
    fc.nat(1000),
    (given, weight, message) => {
      const found = CarrierHealth.ordered(given, healthOf(weight, message))
      expect(found.map(({ channel }) => channel)).toEqual(given.map(({ channel }) => channel))
      for (const channel of ["sms", "whatsapp"] as const) {
        const before = given.filter((each) => each.channel === channel)
        const after = found.filter((each) => each.channel === channel)
        expect(new Set(after.map(({ carrier }) => carrier))).toEqual(new Set(before.map(({ carrier }) => carrier)))
        for (const isMoved of [true, false]) {
          const kept = after.filter(({ moved }) => (moved !== undefined) === isMoved).map(({ carrier }) => carrier)
          expect(kept).toEqual(before.map(({ carrier }) => carrier).filter((carrier) => kept.includes(carrier)))
        }
        // The best one of those that could change places keeps its own.
        if (before.every(({ fallback }) => fallback) && before.length > 0) {
          const best = Math.max(...before.map(({ carrier }) => weight.get(carrier)!))
          for (const { carrier, moved } of after) {
            if (weight.get(carrier) === best) expect(moved).toBeUndefined()
          }
        }
      }
    }
  )

  prop(
    "is what the rules say where all are equally unwell [XRT-052]",
    candidates,
    fc.constantFrom(0, 5, 50, 100),
    fc.nat(1000),
    (given, weight, message) => {
      const all = new Map(names.map((name) => [name, weight]))
      expect(CarrierHealth.ordered(given, healthOf(all, message))).toEqual(given)
    }
  )

  prop(
    "is the same for a message whenever and wherever it is asked for [XRT-053]",
    candidates,
    weights,
    fc.nat(1000),
    (given, weight, message) => {
      const once = CarrierHealth.ordered(given, healthOf(weight, message))
      expect(CarrierHealth.ordered(given, healthOf(new Map(weight), message))).toEqual(once)
    }
  )

  prop(
    "lets nothing pass a candidate that no other may follow [XRT-051]",
    candidates,
    weights,
    fc.nat(1000),
    (given, weight, message) => {
      const found = CarrierHealth.ordered(given, healthOf(weight, message)).map(plain)
      for (const [index, candidate] of given.entries()) {
        if (candidate.fallback) continue
        expect(found[index]).toEqual(candidate)
        const before = (all: ReadonlyArray<Candidate>) =>
          new Set(all.slice(0, index).map(({ carrier, channel }) => `${channel}/${carrier}`))
        expect(before(found)).toEqual(before(given))
      }
    }
  )

  it("is drawn for a message and a carrier as it always was", () => {
    const weight = new Map([[a, 30], [b, 60]])
    for (let message = 0; message < 50; message++) {
      const isMoved = Rendezvous.uniform(`health\n${Given.messageId(message)}\n${a}`) >= 0.5
      expect(CarrierHealth.ordered([sms(a), sms(b)], healthOf(weight, message))).toStrictEqual(
        isMoved ? [sms(b), { ...sms(a), moved: "carrier_unwell" }] : [sms(a), sms(b)]
      )
    }
  })

  it("leaves an unwell carrier a share of messages that is its weight [XRT-053]", () => {
    const messages = 4000
    for (const [own, other] of [[5, 100], [30, 100], [10, 50]] as const) {
      const weight = new Map([[a, own], [b, other]])
      const kept = Array.from(
        { length: messages },
        (_, message) => CarrierHealth.ordered([sms(a), sms(b)], healthOf(weight, message))[0]!.carrier
      ).filter((first) => first === a).length
      const share = own / other
      // Four standard deviations of a binomial share.
      expect(Math.abs(kept / messages - share)).toBeLessThan(4 * Math.sqrt(share * (1 - share) / messages))
    }
  })
})

const mark = (parts: Partial<CarrierMark> = {}): CarrierMark => ({
  carrier: a,
  country: null,
  weight: 40,
  since: Given.now,
  step: 10,
  restMinutes: 60,
  trouble: "slow",
  counted: 20,
  troubled: 20,
  ...parts
})

const pin = (parts: Partial<CarrierPin> = {}): CarrierPin => ({
  carrier: a,
  country: null,
  weight: 0,
  since: Given.now,
  until: Instant.plus(Given.now, Instant.hour),
  ...parts
})

describe("the weight of a carrier", () => {
  prop(
    "rises by a step in each time of peace, until it is whole [XRT-055]",
    fc.integer({ min: 0, max: 100 }),
    fc.nat(3 * 24 * 60),
    (weight, minutes) => {
      const at = (millis: number) => CarrierHealth.weightOf(mark({ weight }), Instant.plus(Given.now, millis))
      const now = at(minutes * Instant.minute)
      expect(now).toBe(Math.min(100, weight + 10 * Math.floor(minutes / 60)))
      expect(at(minutes * Instant.minute + 60 * Instant.minute) - now).toBe(Math.min(10, 100 - now))
      // A clock that is behind takes nothing away.
      expect(at(-Instant.minute)).toBe(weight)
    }
  )

  const to = (
    known: CarrierHealth.Known,
    country = "GB",
    later = 0
  ): number | undefined =>
    CarrierHealth.of(known, { country, message: Given.messageId(1) }, Instant.plus(Given.now, later))?.weight(a)

  it("is that of the country where there is one, or else that of all others [XRT-054]", () => {
    const marks = [mark({ weight: 40 }), mark({ weight: 90, country: "CH" }), mark({ carrier: b, weight: 7 })]
    expect(to({ marks })).toBe(40)
    expect(to({ marks }, "CH")).toBe(90)
    expect(to({ marks: [mark({ country: "CH" })] })).toBe(100)
    // When it has risen in a country, that of all others counts there.
    expect(to({ marks }, "CH", Instant.hour)).toBe(50)
  })

  it("is nothing that anybody asks for when all are well [XRT-055, XRT-061]", () => {
    expect(to({})).toBeUndefined()
    expect(to({ marks: [mark()] }, "GB", 6 * Instant.hour)).toBeUndefined()
  })

  it("is what the operator says until the end of that [XRT-060]", () => {
    const known = { marks: [mark({ weight: 40 })], pins: [pin({ weight: 100 }), pin({ country: "CH", weight: 3 })] }
    expect([to(known), to(known, "CH")]).toEqual([100, 3])
    expect([to({ pins: [pin({ weight: 7 })] }), to({ pins: [pin()] }, "GB", Instant.hour)]).toEqual([7, undefined])
    expect(to(known, "CH", Instant.hour)).toBe(50)
  })
})
