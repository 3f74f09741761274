/**
 * No more is spent in a day and a month than the account and its organization may spend, also when two messages are
 * taken up at the same time, and the warning comes once (decisions 17.2).
 */
import type { Account } from "@signalbox/core/Account"
import type { Event } from "@signalbox/core/Delivery"
import * as Facts from "@signalbox/core/Facts"
import type { Instant } from "@signalbox/core/Instant"
import { make, plus } from "@signalbox/core/Instant"
import * as SpendCap from "@signalbox/core/internal/dispatch/SpendCap"
import { make as money } from "@signalbox/core/Money"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { HistoryService } from "../history/Subject.ts"
import type { World } from "../history/World.ts"
import { plain } from "../history/World.ts"

const day = 24 * 3_600_000
const price = 89
const { asked: [message] } = plain({})

const carriers = [{ id: "one", channels: ["sms"] }, { id: "two", channels: ["sms"] }] as const

const service = (most: number, parts: Partial<World> = {}, count = 2): HistoryService =>
  new HistoryService({
    ...plain({ carriers, spendCap: { of: "own", period: "day", region: null, most } }),
    asked: [message, ...Array.from({ length: count - 1 }, () => message)],
    ...parts
  })

const statuses = ({ messages }: HistoryService) => messages.map((each) => [each.message.status, each.message.code])

const [routed, blocked] = [["ROUTED", null], ["BLOCKED", "SIGNALBOX_001"]] as const

const payloads = (events: ReadonlyArray<Event>) =>
  events.filter(({ name }) => name === "account.spend_warning")
    .map(({ body }) => (JSON.parse(body) as { readonly payload: Readonly<Record<string, unknown>> }).payload)

const warnings = (made: HistoryService) => payloads(made.store.events)

const own = `spend/${Given.accountId(1)}/all/day/2030-01-15`

describe("a spend cap", () => {
  it("stops the message that would pass it, whose activity tells which, and none of the next day [XPR-020, XPR-027]", () => {
    const made = service(2 * price - 1)
    for (const each of made.messages) each.dispatch()
    expect(statuses(made)).toEqual([routed, blocked])
    expect(made.messages[1]!.message.history.at(-1)!.description).toBe(
      "A spend cap of the account is reached: 0.0177 a day"
    )
    made.now = plus(made.now, day)
    expect(made.messages[1]!.resend()).toBe(null)
    made.messages[1]!.dispatch()
    expect(statuses(made)).toEqual([routed, routed])
  })

  it("lets as much be spent as it says, to the ten-thousandth [XPR-020]", () => {
    const made = service(2 * price)
    for (const each of made.messages) each.dispatch()
    expect(statuses(made)).toEqual([routed, routed])
    expect(made.store.counts.get(own)).toBe(2 * price)
  })

  it("of a month holds for the next day, and not for the next month [XPR-020]", () => {
    const made = service(0, { spendCap: { of: "own", period: "month", region: null, most: price } })
    const [one, other] = made.messages
    one!.dispatch()
    made.now = plus(made.now, day)
    other!.dispatch()
    expect(statuses(made)).toEqual([routed, blocked])
    made.now = make(Date.UTC(2030, 1, 1))
    expect(other!.resend()).toBe(null)
    other!.dispatch()
    expect(statuses(made)).toEqual([routed, routed])
  })

  it("lets one of two pass that are taken up at the same time [XPR-021]", () => {
    const made = service(price)
    const [one, other] = made.messages
    made.meanwhile = () => void other!.dispatch()
    one!.dispatch()
    expect(statuses(made)).toEqual([blocked, routed])
    expect(made.store.counts.get(own)).toBe(price)
  })

  it("has room again for what a refused attempt returns, and for the route that follows [XPR-022]", () => {
    const made = service(price)
    const [one, other] = made.messages
    one!.dispatch()
    one!.handOver(0)
    // The next route takes the place of the one before, although there is no room for both.
    one!.end(0, { _tag: "Refused", failure: "provider_unavailable", detail: null })
    expect(one!.message.attempts.map(({ charge }) => charge)).toEqual(["returned", "reserved"])
    expect(made.store.counts.get(own)).toBe(price)
    other!.dispatch()
    expect(statuses(made)).toEqual([routed, blocked])
    one!.handOver(1)
    one!.end(1, { _tag: "Refused", failure: "invalid_number", detail: null })
    expect(made.store.counts.get(own)).toBe(0)
    expect(other!.resend()).toBe(null)
    other!.dispatch()
    expect(statuses(made)).toEqual([["FAILED", "DELIVERY_005"], routed])
  })

  it("counts a further route on the day of the route that it follows [XPR-022]", () => {
    const made = service(price, {}, 1)
    const midnight = make(Date.UTC(2030, 0, 16))
    made.now = plus(midnight, -1)
    made.messages[0]!.dispatch()
    made.messages[0]!.handOver(0)
    made.now = plus(midnight, 1)
    made.messages[0]!.end(0, { _tag: "Refused", failure: "provider_unavailable", detail: null })
    expect([...made.store.counts].filter(([counter]) => !counter.includes("warned"))).toEqual([[own, price]])
  })

  it("leaves a message FAILED for which there is no room on another route, as without money [XPR-022]", () => {
    const made = service(2 * price - 1, {}, 1)
    const [one] = made.messages
    one!.dispatch()
    one!.handOver(0)
    one!.end(0, { _tag: "Accepted", references: [] })
    one!.report(0, false, "FAILED", "no_route_to_network")
    one!.dispatch()
    // The carrier took it, so its price stays.
    expect([statuses(made), made.store.counts.get(own)]).toEqual([[["FAILED", "DELIVERY_009"]], price])
  })

  it("of an organization holds for all its profiles together, besides their own [XPR-023]", () => {
    const made = service(0, {
      billing: "profile",
      spendCap: { of: "organization", period: "day", region: null, most: price }
    })
    for (const each of made.messages) each.dispatch()
    expect(statuses(made)).toEqual([routed, blocked])
    expect(made.messages[1]!.message.history.at(-1)!.description).toContain("0.0089 a day of the organization")
    expect(warnings(made)).toMatchObject([{ account_id: Given.accountId(2) }])
  })

  it("that is taken away and given again counts on from what is returned meanwhile [XPR-022]", () => {
    const made = service(price)
    const [one, other] = made.messages
    one!.dispatch()
    made.change({ spend: {} })
    other!.dispatch()
    for (const each of made.messages) {
      each.handOver(0)
      each.end(0, { _tag: "Refused", failure: "invalid_number", detail: null })
    }
    // Only the first one was counted, so only that one is taken out.
    expect(made.store.counts.get(own)).toBe(0)
  })

  it("is not counted for whoever has none, and nothing is kept of it [XPR-025]", () => {
    const made = service(0, { spendCap: null })
    for (const each of made.messages) each.dispatch()
    expect(made.store.counts.size).toBe(0)
    expect(made.messages[0]!.message.attempts[0]).not.toHaveProperty("spendCounters")
  })
})

describe("the warning of a spend cap", () => {
  it("comes when four fifths are spent, once in a period, however often that much is spent [XPR-024]", () => {
    const made = service(5 * price, {}, 5)
    const told = made.messages.map((each) => {
      each.dispatch()
      return warnings(made).length
    })
    expect(told).toEqual([0, 0, 0, 1, 1])
    const [, , , , last] = made.messages
    for (const index of [0, 1]) {
      last!.handOver(index)
      last!.end(index, { _tag: "Refused", failure: "invalid_number", detail: null })
    }
    expect(last!.resend()).toBe(null)
    last!.dispatch()
    expect(warnings(made)).toEqual([{
      account_id: Given.accountId(1),
      region: null,
      period: "day",
      starts_on: "2030-01-15",
      cap: 0.0445,
      spent: 0.0356,
      updated_at: "2030-01-15T12:34:56.789Z"
    }])
  })

  it("comes once from two messages that are taken up at the same time [XPR-024]", () => {
    // Neither of them alone comes up to four fifths, and both together do.
    const made = service(2 * price + 10)
    const [one, other] = made.messages
    made.meanwhile = () => void other!.dispatch()
    one!.dispatch()
    expect([statuses(made), warnings(made).length]).toEqual([[routed, routed], 1])
    // Each of the last two does by itself.
    const larger = service(6 * price, {}, 6)
    for (const each of larger.messages.slice(0, 4)) each.dispatch()
    larger.meanwhile = () => void larger.messages[5]!.dispatch()
    larger.messages[4]!.dispatch()
    expect([new Set(larger.messages.map((each) => each.message.status)), warnings(larger).length]).toEqual([
      new Set(["ROUTED"]),
      1
    ])
  })

  it("comes again for a cap of another amount, and in the next period [XPR-024]", () => {
    const made = service(price, {}, 3)
    made.messages[0]!.dispatch()
    made.change({ spend: { day: money(2 * price) } })
    made.messages[1]!.dispatch()
    made.now = plus(made.now, day)
    made.change({ spend: { day: money(price) } })
    made.messages[2]!.dispatch()
    expect(warnings(made).map(({ cap, starts_on: start }) => [cap, start])).toEqual([
      [0.0089, "2030-01-15"],
      [0.0178, "2030-01-15"],
      [0.0089, "2030-01-16"]
    ])
  })
})

type Caps = NonNullable<Account["spend"]>

const amount = fc.nat({ max: 300 }).map(money)
const cap = fc.record({ day: amount, month: amount }, { requiredKeys: [] })
const caps: fc.Arbitrary<Caps> = fc.record({
  day: amount,
  month: amount,
  regions: fc.record({ US: cap, BS: cap, CH: cap }, { requiredKeys: [] })
}, { requiredKeys: [] })

const numbers: Readonly<Record<string, PhoneNumber>> = {
  US: Given.phone(123),
  BS: "+12423570123" as PhoneNumber,
  CH: "+41446681800" as PhoneNumber
}
const at: Instant = Given.now

/** Spends under the caps of these accounts, in facts of its own, and returns whether the price went through. */
const spending = (accounts: ReadonlyArray<Pick<Account, "id" | "spend">>) => {
  let facts = Facts.empty
  return (to: string, cost: number): boolean => {
    const all = SpendCap.caps(accounts, numbers[to]!, at)
    const needed = SpendCap.needs(all).counters.filter((counter) => !facts.counters.has(counter))
    facts = Facts.merge(facts, { ...Facts.empty, counters: new Map(needed.map((counter) => [counter, 0])) })
    if (SpendCap.passed(all, money(cost), accounts, facts).length > 0) return false
    const { counts } = SpendCap.reserve(all, money(cost), { facts, now: at, ids: Given.ids() })
    for (const { by, ceiling, counter } of counts) {
      // What it counts it may count.
      expect(Facts.counter(facts, counter) + by).toBeLessThanOrEqual(ceiling ?? Infinity)
    }
    facts = Facts.after(facts, { debits: [], counts })
    return true
  }
}

describe("spend caps", () => {
  it("are counted up to one below where the warning is due, and from there on up to themselves", () => {
    const profile = { id: Given.accountId(1), spend: { regions: { US: { day: money(11) }, CH: { day: money(1) } } } }
    const organization = { id: Given.accountId(2), spend: { month: money(20) } }
    const accounts = [profile, organization]
    const all = SpendCap.caps(accounts, numbers["US"]!, at)
    const [day, month] = [
      `spend/${profile.id}/US/day/2030-01-15`,
      `spend/${organization.id}/all/month/2030-01-01`
    ]
    const [ofDay, ofMonth] = [`${day}/warned/11`, `${month}/warned/20`]
    expect(SpendCap.needs(all).counters).toStrictEqual([day, ofDay, month, ofMonth])
    const reserved = (spent: number, price: number, warned = 0) => {
      const counters = new Map([[day, spent], [ofDay, warned], [month, spent], [ofMonth, 0]])
      const facts = { ...Facts.empty, counters }
      const { counters: counted, counts, events } = SpendCap.reserve(all, money(price), {
        facts,
        now: at,
        ids: Given.ids()
      })
      return {
        counted,
        counts,
        warnings: payloads(events),
        passed: SpendCap.passed(all, money(price), accounts, facts)
      }
    }
    const count = (counter: string, by: number, ceiling: number) => ({ counter, by, ceiling, once: null })
    // Four fifths of 11 are 8.8, and of 20 they are 16.
    const early = { counted: [day, month], counts: [count(day, 3, 8), count(month, 3, 15)], warnings: [], passed: [] }
    expect(reserved(5, 3)).toStrictEqual(early)
    expect(reserved(5, 3, 1)).toStrictEqual({ ...early, counts: [count(day, 3, 11), count(month, 3, 15)] })
    const warning = {
      account_id: profile.id,
      region: "US",
      period: "day",
      starts_on: "2030-01-15",
      cap: 0.0011,
      spent: 0.0009,
      updated_at: "2030-01-15T12:34:56.789Z"
    }
    expect(reserved(5, 4)).toStrictEqual({
      ...early,
      counts: [count(day, 4, 11), count(month, 4, 15), count(ofDay, 1, 1)],
      warnings: [warning]
    })
    expect(reserved(18, 3).passed).toStrictEqual([
      "0.0011 a day to US",
      "0.0020 a month of the organization"
    ])
    expect([reserved(18, 2).passed.length, reserved(30, 0)]).toStrictEqual([
      1,
      { counted: [], counts: [], warnings: [], passed: [] }
    ])
  })

  prop(
    "hold together: what passes none of them goes, in all and to each region by itself [XPR-020, XPR-023, XPR-026]",
    caps,
    fc.option(caps),
    fc.array(fc.tuple(fc.constantFrom("US", "BS", "CH"), fc.nat({ max: 120 })), { maxLength: 12 }),
    (first, second, sends) => {
      const sets = second === null ? [first] : [first, second]
      const spend = spending(sets.map((each, index) => ({ id: Given.accountId(index + 1), spend: each })))
      const spent: Record<string, number> = { all: 0, US: 0, BS: 0, CH: 0 }
      for (const [to, cost] of sends) {
        const fits = (most: number | undefined, of: string) => most === undefined || spent[of]! + cost <= most
        const passes = cost === 0 || sets.every(({ day, month, regions = {} }) => {
          const own = regions[to] ?? {}
          return fits(day, "all") && fits(month, "all") && fits(own.day, to) && fits(own.month, to)
        })
        expect(spend(to, cost)).toBe(passes)
        if (!passes) continue
        spent["all"]! += cost
        spent[to]! += cost
      }
    }
  )
})
