/**
 * The limits of codes: for each number, address and country, in an hour and in a day (decisions 16.5).
 */
import * as Commit from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import * as SendLimits from "@signalbox/core/internal/verification/SendLimits"
import * as Limit from "@signalbox/core/Limit"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const asker = (parts: Partial<SendLimits.Asker> = {}): SendLimits.Asker => ({
  account: Given.accountId(1),
  phone: Given.phone(1),
  address: "203.0.113.7",
  ...parts
})

let message = 0

/** Sends as often as it may, up to so many times, and says how often that was. */
const sent = (
  store: FactStore,
  of: (index: number) => SendLimits.Asker,
  now: Instant.Instant,
  most: number
): number => {
  for (let count = 0; count < most; count++) {
    const facts = store.load(SendLimits.needs(of(count), now))
    if (SendLimits.exhausted(of(count), facts, now) !== null) return count
    const counts = SendLimits.count(of(count), Given.messageId(++message), now)
    expect(store.commit(Commit.make({ counts }))._tag).toBe("Done")
  }
  return most
}

const midnight = Instant.make(Date.UTC(2030, 0, 15))

describe("the limits of codes", () => {
  it("hold for one number in an hour and in a day [XVF-008]", () => {
    const store = new FactStore([])
    const hours = [0, 1, 2, 23, 24].map((hour) =>
      sent(store, () => asker(), Instant.plus(midnight, hour * Instant.hour), 50)
    )
    expect(hours).toEqual([5, 5, 0, 0, 5])
  })

  it("hold for one address, of IPv6 for its first 64 bits, and only where one is told [XVF-008]", () => {
    const numbers = (address: string | null) => (index: number) => asker({ phone: Given.phone(index), address })
    const store = new FactStore([])
    expect(sent(store, numbers("2001:db8::1"), midnight, 50)).toBe(20)
    expect(sent(store, numbers("2001:db8:0:0:ffff::"), midnight, 50)).toBe(0)
    expect(sent(store, (index) => asker({ phone: Given.phone(100 + index), address: "2001:db8:0:1::1" }), midnight, 50))
      .toBe(20)
    expect(sent(store, (index) => asker({ phone: Given.phone(200 + index), address: null }), midnight, 50)).toBe(50)
  })

  it("know an IPv4 address however it is written [XVF-008]", () => {
    const store = new FactStore([])
    const at = (address: string, from: number) => (index: number) =>
      asker({ phone: Given.phone(from + index), address })
    expect(sent(store, at("198.51.100.9", 0), midnight, 50)).toBe(20)
    expect(sent(store, at("::ffff:198.51.100.9", 100), midnight, 50)).toBe(0)
  })

  it("hold for one country [XVF-008]", () => {
    const facts = (count: number) => {
      const store = new FactStore([])
      const [country] = SendLimits.count(asker(), Given.messageId(1), midnight).filter(({ counter }) =>
        counter.includes("/country/")
      )
      store.commit(Commit.make({ counts: [{ ...country!, by: count }] }))
      return store.load(SendLimits.needs(asker(), midnight))
    }
    const { hour } = Limit.verificationSends.country
    expect(SendLimits.exhausted(asker(), facts(hour - 1), midnight)).toBeNull()
    expect(SendLimits.exhausted(asker(), facts(hour), midnight)).toMatchObject({
      subject: "country",
      until: midnight + Instant.hour
    })
  })

  it("are told by the counter of each window, with the one that refuses for longest", () => {
    const now = Instant.plus(midnight, 90 * Instant.minute)
    const [hour, day] = [now - 30 * Instant.minute, midnight].map(Number)
    const windows = (what: string, most: { readonly hour: number; readonly day: number }) =>
      ([["hour", hour! / Instant.hour], ["day", day! / Instant.day]] as const).map(([window, number]) => {
        const counter = `verification/${Given.accountId(1)}/${what}/${window}/${number}`
        return { counter, by: 1, ceiling: most[window], once: `${counter}/${Given.messageId(9)}` }
      })
    const counts = SendLimits.count(asker(), Given.messageId(9), now)
    expect(counts).toStrictEqual([
      ...windows(`number/${Given.phone(1)}`, { hour: 5, day: 10 }),
      ...windows("address/4:cb007107", { hour: 20, day: 100 }),
      ...windows("country/US", { hour: 5000, day: 50_000 })
    ])
    expect(counts[0]!.counter.startsWith(SendLimits.countersOf(Given.accountId(1), Given.phone(1)))).toBe(true)
    expect(SendLimits.needs(asker(), now).counters).toEqual(counts.map(({ counter }) => counter))
    const exhausted = (...used: ReadonlyArray<number>) => {
      const store = new FactStore([])
      for (const place of used) {
        const { ceiling, ...count } = counts[place]!
        store.commit(Commit.make({ counts: [{ ...count, by: ceiling!, ceiling: null }] }))
      }
      return SendLimits.exhausted(asker(), store.load(SendLimits.needs(asker(), now)), now)
    }
    const [inHour, inDay] = [Instant.plus(midnight, 2 * Instant.hour), Instant.plus(midnight, Instant.day)]
    expect(exhausted()).toBeNull()
    expect(exhausted(0)).toMatchObject({ subject: "number", until: inHour })
    expect(exhausted(0, 1)).toMatchObject({ subject: "number", until: inDay })
    expect(exhausted(2, 4)).toMatchObject({ subject: "address", until: inHour })
    expect(exhausted(0, 5)).toMatchObject({ subject: "country", until: inDay })
    expect(exhausted(3, 5)).toMatchObject({ subject: "address", until: inDay })
  })

  it("are each account's own", () => {
    const store = new FactStore([])
    expect(sent(store, () => asker(), midnight, 50)).toBe(5)
    expect(sent(store, () => asker({ account: Given.accountId(2) }), midnight, 50)).toBe(5)
  })

  prop(
    "are over at the end of their window, and never refuse without saying until when [XVF-008]",
    fc.nat({ max: 3 * Instant.day }),
    (after) => {
      const now = Instant.plus(midnight, after)
      const store = new FactStore([])
      expect(sent(store, () => asker(), now, 50)).toBe(5)
      const found = SendLimits.exhausted(asker(), store.load(SendLimits.needs(asker(), now)), now)!
      expect(found.until).toBeGreaterThan(now)
      expect(found.until - now).toBeLessThanOrEqual(Instant.hour)
      expect(sent(store, () => asker(), found.until, 1)).toBe(1)
    }
  )
})
