/**
 * At most so many messages to one recipient in an hour, a day and a week (decisions 17.4), also when two are taken up at
 * the same time.
 */
import type { Category } from "@signalbox/core/Category"
import { Category as Categories } from "@signalbox/core/Category"
import { put } from "@signalbox/core/Commit"
import type { FrequencyRule } from "@signalbox/core/Frequency"
import type { Instant } from "@signalbox/core/Instant"
import { hour, make, plus } from "@signalbox/core/Instant"
import * as Frequency from "@signalbox/core/internal/dispatch/Frequency"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { Messages } from "@signalbox/core/Message"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { HistoryService } from "../history/Subject.ts"
import { plain } from "../history/World.ts"

const { asked: [message] } = plain({})

const service = (count: number, frequency: ReadonlyArray<FrequencyRule>): HistoryService => {
  const made = new HistoryService({
    ...plain({ carriers: [{ id: "one", channels: ["sms"] }], balance: 1_000_000 }),
    asked: [message, ...Array.from({ length: count - 1 }, () => message)]
  })
  made.change({ frequency, expiryHours: 10_000 })
  return made
}

const about = ({ message, service: { store } }: HistorySubject, category: Category): void =>
  store.put(put(Messages, { ...message, template: { ...message.template!, category } }))

const refused = { _tag: "Refused", failure: "no_route_to_network", detail: null } as const

const ended = (each: HistorySubject): string => each.message.code ?? each.message.status

/** The clock of the recipient, from the words of the decisions: New Jersey is five hours behind in winter. */
const localDay = (at: number): string => new Date(at - 5 * hour).toISOString().slice(0, 10)

const monday = (at: number): string => {
  const date = new Date(at - 5 * hour)
  const since = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - since * 24 * hour).toISOString().slice(0, 10)
}

const periods: Readonly<Record<FrequencyRule["per"], (at: number) => string>> = {
  hour: (at) => new Date(at).toISOString().slice(0, 13),
  day: localDay,
  week: monday
}

const isAbout = (rule: FrequencyRule, category: Category): boolean =>
  rule.category === undefined ? category !== "AUTHENTICATION" : rule.category === category

const rule: fc.Arbitrary<FrequencyRule> = fc.record({
  per: fc.constantFrom("hour", "day", "week"),
  most: fc.integer({ min: 1, max: 3 }),
  category: fc.constantFrom(...Categories.literals)
}, { requiredKeys: ["per", "most"] })

const rules = fc.uniqueArray(rule, {
  maxLength: 4,
  selector: ({ category = "", per }) => `${category}/${per}`
})

const sends = fc.array(
  fc.record({
    category: fc.constantFrom(...Categories.literals),
    after: fc.constantFrom(0, 1, 20, 60, 5 * 60, 24 * 60, 3 * 24 * 60)
  }),
  { minLength: 1, maxLength: 12 }
)

describe("how often a recipient is written to", () => {
  prop("is as the rules say, whatever was sent before [XPR-040, XPR-041, XPR-042]", rules, sends, (frequency, all) => {
    const made = service(all.length, frequency)
    const sent: Array<{ readonly category: Category; readonly at: number }> = []
    for (const [index, { after, category }] of all.entries()) {
      made.now = plus(made.now, after * 60_000)
      const each = made.messages[index]!
      about(each, category)
      each.dispatch()
      const isOver = frequency.some((rule) =>
        isAbout(rule, category) &&
        sent.filter((one) => isAbout(rule, one.category) && periods[rule.per](one.at) === periods[rule.per](made.now))
            .length >= rule.most
      )
      expect(ended(each)).toBe(isOver ? "SIGNALBOX_003" : "ROUTED")
      if (!isOver) sent.push({ category, at: made.now })
    }
    // What it remembers is bounded by the rules, however many were sent.
    expect(made.contact().frequency?.length ?? 0).toBeLessThanOrEqual(frequency.length)
  })

  it("lets one of two pass that are taken up at the same time [XPR-043]", () => {
    const made = service(2, [{ per: "day", most: 1 }])
    const [one, other] = made.messages
    made.meanwhile = () => void other!.dispatch()
    one!.dispatch()
    expect([ended(one!), ended(other!)]).toEqual(["SIGNALBOX_003", "ROUTED"])
    expect(made.contact().frequency).toMatchObject([{ per: "day", count: 1 }])
    expect(one!.message.history.at(-1)?.description).toContain("1 per day")
  })

  it("counts a resend, and further routes of one send only once [XPR-042]", () => {
    const made = new HistoryService({
      ...plain({ carriers: [{ id: "one", channels: ["sms"] }, { id: "two", channels: ["sms"] }] }),
      asked: [message]
    })
    made.change({ frequency: [{ per: "day", most: 2 }] })
    const one = made.messages[0]!
    const counted = () => made.contact().frequency?.map(({ count }) => count)
    one.dispatch()
    one.handOver(0)
    one.end(0, refused)
    expect(one.message.attempts).toHaveLength(2)
    expect(counted()).toEqual([1])
    one.handOver(1)
    one.end(1, refused)
    expect(one.resend()).toBe(null)
    one.dispatch()
    expect([ended(one), counted()]).toEqual(["ROUTED", [2]])
    one.handOver(2)
    one.end(2, refused)
    one.handOver(3)
    one.end(3, refused)
    expect(one.resend()).toBe(null)
    one.dispatch()
    expect([ended(one), counted()]).toEqual(["SIGNALBOX_003", [2]])
  })

  it("counts a message once that is held back in line until the morning [XPR-042]", () => {
    const made = service(1, [{ per: "week", most: 1 }])
    const one = made.messages[0]!
    one.dispatch()
    // It is half past seven in the morning there.
    made.change({ quietHours: { windows: { US: { start: "21:00", end: "09:00" } }, exempt: [] } })
    one.handOver(0)
    expect(one.message.status).toBe("SCHEDULED")
    made.now = plus(made.now, 6 * hour)
    one.dispatch()
    expect(ended(one)).toBe("ROUTED")
    expect(made.contact().frequency).toMatchObject([{ count: 1 }])
  })

  it("counts nothing that another gate stops, and no answer to a keyword [XPR-042]", () => {
    const made = service(2, [{ per: "day", most: 1 }])
    const [one, other] = made.messages
    made.setBalance(0)
    one!.dispatch()
    expect(ended(one!)).toBe("BUSINESS_003")
    expect(made.contact().frequency).toBeUndefined()
    made.setBalance(1_000_000)
    other!.dispatch()
    made.receive("sms", "HELP")
    const reply = made.messages[2]!
    reply.dispatch()
    expect([ended(other!), ended(reply)]).toEqual(["ROUTED", "ROUTED"])
    expect(made.contact().frequency).toMatchObject([{ count: 1 }])
  })

  it("follows the organization where a profile has no rules of its own [XPR-044]", () => {
    const made = new HistoryService({
      ...plain({ carriers: [{ id: "one", channels: ["sms"] }], billing: "organization", organizationBalance: 9000 }),
      asked: [message, message, message]
    })
    const [one, other, third] = made.messages
    made.change({ frequency: [{ per: "day", most: 1 }] }, "organization")
    one!.dispatch()
    other!.dispatch()
    made.change({ frequency: [] })
    third!.dispatch()
    expect([one!, other!, third!].map(ended)).toEqual(["ROUTED", "SIGNALBOX_003", "ROUTED"])
  })

  it("leaves the contact as it was where there are no rules [XPR-040]", () => {
    const made = service(1, [])
    const before = made.contact()
    made.messages[0]!.dispatch()
    expect(made.contact()).toBe(before)
  })

  it("never goes back to a period that another node has left [XPR-043]", () => {
    const made = service(2, [{ per: "day", most: 1 }])
    const [one, other] = made.messages
    const midnight = make(Date.UTC(2030, 0, 16, 5))
    made.now = plus(midnight, 1)
    one!.dispatch()
    other!.dispatch(other!.dispatches[0], plus(midnight, -1))
    expect([ended(one!), ended(other!)]).toEqual(["ROUTED", "SIGNALBOX_003"])
  })

  it.each<readonly [string, FrequencyRule["per"], string, string]>([
    ["+12015550001", "day", "2030-01-15T04:59:59Z", "2030-01-14"],
    ["+12015550001", "day", "2030-01-15T05:00:00Z", "2030-01-15"],
    ["+12015550001", "hour", "2030-01-15T05:59:59Z", "2030-01-15T05"],
    ["+819012345678", "day", "2030-01-14T15:00:00Z", "2030-01-15"],
    ["+919876543210", "day", "2030-01-14T18:29:59Z", "2030-01-14"],
    ["+919876543210", "day", "2030-01-14T18:30:00Z", "2030-01-15"],
    ["+12015550001", "week", "2030-01-14T04:59:59Z", "2030-01-07"],
    ["+12015550001", "week", "2030-01-14T05:00:00Z", "2030-01-14"],
    // A number that may be in several zones lives in the first of them by name, and one that is in none in UTC.
    ["+18005550100", "day", "2030-01-15T07:59:59Z", "2030-01-14"],
    ["+18005550100", "day", "2030-01-15T08:00:00Z", "2030-01-15"],
    ["+870773111632", "day", "2030-01-14T23:59:59Z", "2030-01-14"],
    ["+870773111632", "day", "2030-01-15T00:00:00Z", "2030-01-15"],
    // Clocks go forward on 10 March 2030 and back on 3 November: those days have 23 and 25 hours.
    ["+12015550001", "day", "2030-03-11T03:59:59Z", "2030-03-10"],
    ["+12015550001", "day", "2030-11-04T04:59:59Z", "2030-11-03"]
  ])("counts %s by the %s of its own clock at %s [XPR-041]", (phone, per, at, period) => {
    expect(Frequency.periodOf(per, phone as PhoneNumber, make(Date.parse(at)) as Instant)).toBe(period)
  })

  it("tells in words which rules are reached, those of a category by its name", () => {
    const made = service(1, [])
    const [one] = made.messages
    const frequency: ReadonlyArray<FrequencyRule> = [
      { per: "hour", most: 1 },
      { per: "week", most: 2, category: "UTILITY" },
      { per: "day", most: 2 },
      { per: "day", most: 0, category: "MARKETING" }
    ]
    const count = (per: FrequencyRule["per"], period: string, count: number) => ({ per, period, count })
    const contact = {
      ...made.contact(),
      frequency: [
        count("hour", "2030-01-15T12", 1),
        count("day", "2030-01-15", 1),
        { ...count("week", "2030-01-14", 2), category: "UTILITY" as const }
      ]
    }
    const message = { ...one!.message, template: { ...one!.message.template!, category: "UTILITY" as const } }
    const accounts = [Given.account(), Given.account({ frequency }), Given.account({ frequency: [] })]
    const found = Frequency.of(message, { accounts, contact, isAutoReply: false }, Given.now)!
    expect(Frequency.reached(found)).toStrictEqual(["1 per hour", "2 UTILITY per week"])
    expect(Frequency.count(found)).toStrictEqual([
      put(Contacts, {
        ...contact,
        frequency: [
          count("hour", "2030-01-15T12", 2),
          { ...count("week", "2030-01-14", 3), category: "UTILITY" },
          count("day", "2030-01-15", 2)
        ]
      })
    ])
  })

  it("forgets what is over, and nothing else", () => {
    const made = service(2, [{ per: "hour", most: 9 }, { per: "week", most: 9, category: "MARKETING" }])
    const [one, other] = made.messages
    about(one!, "MARKETING")
    one!.dispatch()
    made.change({ frequency: [{ per: "day", most: 9 }] })
    made.now = plus(made.now, 2 * hour)
    about(other!, "UTILITY")
    other!.dispatch()
    expect(made.store.values(Contacts)[0]!.frequency).toEqual([
      { category: "MARKETING", per: "week", period: "2030-01-14", count: 1 },
      { per: "day", period: "2030-01-15", count: 1 }
    ])
  })
})
