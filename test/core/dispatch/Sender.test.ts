/** A message comes from a sender that its account may use (decisions 4.1 "Senders"). */
import type { Account, OwnNumber } from "@signalbox/core/Account"
import type { Channel } from "@signalbox/core/Channel"
import * as Availability from "@signalbox/core/internal/dispatch/Availability"
import * as Sender from "@signalbox/core/internal/dispatch/Sender"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const channel = fc.constantFrom(...all)
const country = fc.constantFrom("US", "DE")
const numbers: fc.Arbitrary<ReadonlyArray<OwnNumber>> = fc.array(
  fc.record({ channels: fc.subarray([...all]), country, isWithheld: fc.oneof(fc.constant(false), fc.boolean()) }),
  {
    maxLength: 5
  }
).map((each) =>
  each.map(({ isWithheld, ...own }, index) => ({
    ...own,
    number: Given.phone(index),
    ...(isWithheld ? { isWithheld } : {})
  }))
)

describe("Sender.choose", () => {
  prop(
    "takes the first number for channel and country, else the first of the channel, else what stands in for it",
    numbers,
    channel,
    country,
    fc.constantFrom(null, "ACME"),
    fc.boolean(),
    (own, on, region, shortName, asksForSender) => {
      const of = own.filter(({ channels, isWithheld }) => channels.includes(on) && isWithheld !== true)
      const there = of.filter((each) => each.country === region)
      // Where a sender must be registered, no short name stands in for it, and on other channels it is none.
      const standsIn = on === "sms" ? asksForSender ? null : shortName : on === "rcs" ? "agent" : null
      const expected = [...there, ...of].map(({ number }) => number)[0] ?? standsIn
      const account = Given.account({ numbers: own, shortName, channelSenders: { rcs: "agent" } })
      const to = { region, asksForSender }
      expect(Sender.choose(account, on, to)).toBe(expected)
      expect(Sender.isWithout(account, on, to, false)).toBe(expected === null)
      // A carrier may choose for who has no sender there, and not in the place of one that is withheld.
      const isStopped = own.some(({ channels, country, isWithheld }) =>
        channels.includes(on) && country === region && isWithheld === true
      )
      expect(Sender.isWithout(account, on, to, true)).toBe(expected === null && isStopped)
    }
  )

  prop("takes only what the account may send from", numbers, channel, country, (own, on, region) => {
    const senders = [{ value: "LETTERS", country: "DE" }, { value: "OTHERS", country: "US", isWithheld: true }]
    const account = Given.account({ numbers: own, senders, shortName: "ACME" })
    const chosen = Sender.choose(account, on, { region, asksForSender: false })
    expect(Sender.isOwn(account, on, chosen, () => region)).toBe(true)
    // None at all is what a carrier was left to choose.
    expect(Sender.isOwn({ ...account, numbers: [], senders: [], shortName: null }, on, chosen, () => region)).toBe(
      chosen === null
    )
    expect(Sender.isOwn(account, on, "OTHERS", () => region)).toBe(false)
  })

  prop(
    "finds something to send from in some country exactly when the channel is available",
    numbers,
    channel,
    fc.record({ shortName: fc.constantFrom(null, "ACME"), channels: fc.subarray([...all]), allowMms: fc.boolean() }),
    fc.array(fc.record({ value: fc.constant("LETTERS"), country, isWithheld: fc.boolean() }), { maxLength: 2 }),
    fc.subarray([...all]),
    (own, on, settings, senders, chosen) => {
      const account = Given.account({ ...settings, numbers: own, senders })
      const isSetUp = settings.channels.includes(on) && (on !== "mms" || settings.allowMms)
      const isSentTo = ["US", "DE", "FR"].flatMap((region) =>
        [true, false].map((asksForSender) =>
          !Sender.isWithout(account, on, { region, asksForSender }, chosen.includes(on))
        )
      )
      expect(Availability.isAvailable(account, on, new Set(chosen))).toBe(isSetUp && isSentTo.includes(true))
    }
  )

  it("takes the number of a WhatsApp account and an agent, each for its channel, from where no number is", () => {
    const account = Given.account({
      numbers: [],
      shortName: "ACME",
      channelSenders: { whatsapp: "1059", rcs: "agent" }
    })
    const to = { region: "DE", asksForSender: false }
    expect(all.map((on) => Sender.choose(account, on, to))).toEqual(["ACME", "1059", "agent", null])
    for (const on of all) {
      expect(all.map((each) => Sender.isOwn(account, on, Sender.choose(account, each, to), () => "DE"))).toEqual(
        all.map((each) => each === on || each === "mms")
      )
    }
  })
})

const senders = fc.uniqueArray(fc.record({ country, isWithheld: fc.boolean() }), {
  maxLength: 2,
  selector: (each) => each.country
}).map((each) =>
  each.map(({ country, isWithheld }) => ({
    value: `FROM-${country}`,
    country,
    ...(isWithheld ? { isWithheld } : {})
  }))
)

const freed = <Own extends { readonly isWithheld?: boolean }>(own: Own) => ({ ...own, isWithheld: false })

/** An account of which its markets withhold something here and there, often of one kind alone. */
const accounts = fc.record({
  numbers,
  senders,
  shortName: fc.constantFrom(null, "ACME"),
  shortNameWithheldIn: fc.uniqueArray(country),
  smsWithheldIn: fc.uniqueArray(country)
}).chain((made) =>
  fc.subarray(["numbers", "senders", "shortNameWithheldIn", "smsWithheldIn"] as const, { minLength: 1 }).map((kinds) =>
    Given.account({
      ...made,
      numbers: kinds.includes("numbers") ? made.numbers : made.numbers.map(freed),
      senders: kinds.includes("senders") ? made.senders : made.senders.map(freed),
      shortNameWithheldIn: kinds.includes("shortNameWithheldIn") ? made.shortNameWithheldIn : [],
      smsWithheldIn: kinds.includes("smsWithheldIn") ? made.smsWithheldIn : []
    })
  )
)

describe("what markets withhold", () => {
  prop("in a country no carrier stands in for there, and elsewhere one may", accounts, channel, country, (
    account,
    on,
    region
  ) => {
    const { numbers: own, senders = [], shortNameWithheldIn = [], smsWithheldIn = [] } = account
    const there = [
      ...own.filter(({ channels }) => channels.includes(on)),
      ...(on === "sms" ? senders : [])
    ].filter((each) => each.country === region)
    const isWithheld = there.some((each) => each.isWithheld === true) ||
      on === "sms" && [...shortNameWithheldIn, ...smsWithheldIn].includes(region)
    expect(Sender.mayBeChosen(account, on, () => region)).toBe(!isWithheld)
    const none = { ...account, numbers: [], senders: [], shortName: null }
    const isListed = on === "sms" && [...shortNameWithheldIn, ...smsWithheldIn].includes(region)
    const to = { region, asksForSender: true }
    expect([true, false].map((chooses) => Sender.isWithout(none, on, to, chooses))).toEqual([isListed, true])
  })

  it.each<readonly [what: string, withheld: Partial<Account>, onSms: boolean, onRcs: boolean]>([
    ["nothing", {}, true, true],
    [
      "a number",
      { numbers: [{ number: Given.phone(1), channels: ["rcs"], country: "US", isWithheld: true }] },
      true,
      false
    ],
    ["a sender", { senders: [{ value: "ACME", country: "US", isWithheld: true }] }, false, true],
    ["the short name", { shortNameWithheldIn: ["US"] }, false, true],
    ["every text", { smsWithheldIn: ["US"] }, false, true]
  ])("alone decides: %s", (_, withheld, onSms, onRcs) => {
    const account = Given.account({ numbers: [], shortName: "ACME", ...withheld })
    const chosen = (on: Channel, region: string) => Sender.mayBeChosen(account, on, () => region)
    expect([chosen("sms", "US"), chosen("rcs", "US")]).toEqual([onSms, onRcs])
    expect(all.map((on) => chosen(on, "DE"))).toEqual([true, true, true, true])
  })

  prop("of the short name alone leaves it no sender there, and the other senders theirs", accounts, country, (
    account,
    region
  ) => {
    const isNamed = account.shortName !== null && account.shortNameWithheldIn?.includes(region) !== true
    const bare = { ...account, numbers: [], senders: [] }
    expect(Sender.choose(bare, "sms", { region, asksForSender: false })).toBe(isNamed ? "ACME" : null)
    expect(Sender.isOwn(account, "sms", "ACME", () => region)).toBe(isNamed)
    for (const on of all) {
      for (const sender of account.senders ?? []) {
        expect(Sender.isOwn(account, on, sender.value, () => region)).toBe(on === "sms" && sender.isWithheld !== true)
      }
    }
  })

  prop("of numbers is known of each, and none of them is the account's own on a channel", accounts, channel, (
    account,
    on
  ) => {
    const { numbers: own } = account
    const free = own.filter(({ channels, isWithheld }) => channels.includes(on) && isWithheld !== true)
    expect(Sender.ownNumber(account, on)).toBe(free[0]?.number ?? null)
    for (const each of own) {
      expect(Sender.isWithheld(account, each.number)).toBe(each.isWithheld === true)
      expect(Sender.isOwn(account, on, each.number, () => "US")).toBe(free.includes(each))
    }
    expect([Sender.isWithheld(account, "ACME"), Sender.isWithheld(account, null)]).toEqual([false, false])
    for (const region of ["US", "DE"]) {
      expect(Sender.numbersOf(account, on, region)).toEqual(free.filter((each) => each.country === region))
    }
  })
})

describe("the country of a sender", () => {
  prop("is that of the number that is chosen, or the recipient's where one is registered", accounts, channel, country, (
    account,
    on,
    region
  ) => {
    const chosen = Sender.choose({ ...account, shortName: null }, on, { region, asksForSender: true })
    const number = account.numbers.find((each) => each.number === chosen)
    expect(Sender.countryOf(account, on, region)).toBe(number?.country ?? (chosen === null ? null : region))
  })
})
