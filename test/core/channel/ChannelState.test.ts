/**
 * The statuses of channels: the table, and what a step means for the account (specification "Channel statuses", decisions
 * 4.3).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as ChannelCode from "@signalbox/core/ChannelCode"
import { ChannelOutcome } from "@signalbox/core/ChannelOutcome"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import { ChangeAccount } from "@signalbox/core/internal/account/ChangeAccount"
import * as Withholding from "@signalbox/core/internal/account/Withholding"
import * as ChannelState from "@signalbox/core/internal/channel/ChannelState"
import * as ChannelStep from "@signalbox/core/internal/channel/ChannelStep"
import * as Connection from "@signalbox/core/internal/channel/Connection"
import * as NewMarket from "@signalbox/core/internal/channel/NewMarket"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import * as Sender from "@signalbox/core/internal/dispatch/Sender"
import { ownNumber } from "@signalbox/core/internal/row/Account"
import type { RcsAgent } from "@signalbox/core/internal/row/RcsAgent"
import { uniqueText } from "@signalbox/core/Kind"
import type { NumberType } from "@signalbox/core/Market"
import { ChannelStatus } from "@signalbox/core/Market"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { find } from "@signalbox/core/RequirementTable"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const number = "+12015550142" as PhoneNumber

/** Facts in which nobody has these numbers. */
const facts: Facts.Facts = {
  ...Facts.empty,
  owners: new Map(
    [number, ...Given.account().numbers.map((own) => own.number)].map((each) => [uniqueText(ownNumber(each)), null])
  )
}

const to = (region: string): Sender.Destination => ({ region, asksForSender: false })

const context = { facts, ids: Given.ids(), now: Given.now }

const said = { brand: null, campaign: null }

const begin = (country: string, numberType: NumberType, account: Account = Given.account()): ChannelStep.Progress => {
  const sender = numberType === "ALPHANUMERIC" ? "ACME" : null
  const wanted = { country, numberType, senderValue: sender, areaCodes: [] }
  const market = NewMarket.make(wanted, said, find(shipped, country, numberType), [], Given.now)
  return NewMarket.add(ChannelStep.begin(account, ChannelSet.empty(account.id)), market, context)
}

const outcome = fc.constantFrom(...ChannelOutcome.literals)

describe("a channel", () => {
  it("has the statuses that the specification has seen, and two more [CHN-011]", () => {
    expect(new Set(ChannelStatus.literals)).toEqual(
      new Set(["ACTIVE", "PROVISIONING", "ACTION_NEEDED", "PENDING_REVIEW", "INACTIVE"])
    )
  })

  it("has one of eleven codes, each with the status that it goes with [CHN-043]", () => {
    const statuses = [
      "ACTION_NEEDED",
      "ACTION_NEEDED",
      "PENDING_REVIEW",
      "PROVISIONING",
      "ACTION_NEEDED",
      "ACTION_NEEDED"
    ]
    const rest = ["ACTION_NEEDED", "INACTIVE", "INACTIVE", "INACTIVE", "PROVISIONING"]
    expect(Object.entries(ChannelCode.catalogue).map(([code, [status]]) => [code, status])).toEqual(
      [...statuses, ...rest].map((status, index) => [`CHANNEL_${String(index + 1).padStart(3, "0")}`, status])
    )
  })

  it("has a code in every status but ACTIVE, and it is one of that status [CHN-004, CHN-005]", () => {
    for (const { code, to } of ChannelState.table) {
      if (to === "ACTIVE") expect(code).toBeNull()
      else expect(code === null ? null : ChannelCode.status(code)).toBe(to)
    }
  })

  it("has one row for what happens in a status, and tells of it by the six events only [EVT-046]", () => {
    const keys = ChannelState.table.map(({ from, on, trigger }) => `${on} ${from} ${trigger}`)
    expect(new Set(keys).size).toBe(keys.length)
    const known = ["submitted", "changes_requested", "approved", "activated", "deactivated", "rejected"]
    const events = ChannelState.table.flatMap(({ event }) => event === null ? [] : [event])
    expect(new Set(events)).toEqual(new Set(known.map((name) => `channel.${name}`)))
  })

  it("is rejected only before it is live [EVT-047]", () => {
    const rejected = ChannelState.table.filter(({ event }) => event === "channel.rejected")
    expect(rejected.length).toBeGreaterThan(0)
    for (const { from } of rejected) expect(["PENDING_REVIEW", "PROVISIONING"]).toContain(from)
  })
})

describe("a market", () => {
  prop(
    "gives its account a sender exactly while it is ACTIVE, whatever happens to it",
    fc.constantFrom<[string, NumberType]>(["US", "TEN_DLC"], ["SG", "ALPHANUMERIC"], ["GB", "ALPHANUMERIC"], [
      "DE",
      "LOCAL"
    ]),
    fc.array(outcome, { maxLength: 12 }),
    ([country, numberType], outcomes) => {
      const before = Given.account({ channels: [], shortName: null, numbers: [] })
      const place = { channel: "sms", country, numberType } as const
      let progress = begin(country, numberType, before)
      for (const trigger of outcomes) {
        const seen = progress.events.length
        const next = ChannelStep.take(progress, place, { trigger, sender: number }, context)
        if (next === null) continue
        progress = next
        const market = ChannelSet.market(progress.set, place)!
        const isActive = market.status === "ACTIVE"
        expect(progress.account.channels.includes("sms")).toBe(isActive)
        expect(Sender.choose(progress.account, "sms", to(country))).toBe(isActive ? market.senderValue : null)
        expect([market.reasonCode === null, market.reason === null]).toEqual([isActive, isActive])
        expect(progress.events.length - seen).toBeLessThanOrEqual(1)
      }
    }
  )

  it("takes away what it gave and nothing that the operator gave", () => {
    const own = Given.account({ shortName: null, numbers: [{ number, channels: ["sms"], country: "US" }] })
    const place = { channel: "sms", country: "US", numberType: "LOCAL" } as const
    const active = ChannelStep.take(begin("US", "LOCAL", own), place, { trigger: "activate", sender: number }, context)!
    expect(active.account).toEqual(own)
    const gone = ChannelStep.take(active, place, { trigger: "deactivate" }, context)!
    // It stays the account's, and nothing is sent from it as long as its market is not ACTIVE.
    expect(gone.account).toEqual({
      ...own,
      numbers: [{ ...own.numbers[0], isWithheld: true }],
      smsWithheldIn: ["US"]
    })
    expect(Sender.choose(gone.account, "sms", to("US"))).toBe(null)
    const back = ChannelStep.take(gone, place, { trigger: "activate" }, context)!
    expect(back.account).toEqual(own)
  })

  it("that is not ACTIVE withholds its number also from an operator who gives it anew", () => {
    const own = Given.account({ shortName: null, numbers: [{ number, channels: ["sms"], country: "US" }] })
    const place = { channel: "sms", country: "US", numberType: "LOCAL" } as const
    const active = ChannelStep.take(begin("US", "LOCAL", own), place, { trigger: "activate", sender: number }, context)!
    const { account, set } = ChannelStep.take(active, place, { trigger: "deactivate" }, context)!
    const store = new FactStore([put(Accounts, account), put(ChannelSet.ChannelSets, set)])
    const change = { account: own.id, change: { numbers: own.numbers } }
    expect(Result.getOrThrow(store.run(ChangeAccount, change, Given.now, Given.ids()))?.numbers).toEqual(
      account.numbers
    )
  })

  it("of letters that is not ACTIVE keeps the short name from its country, and from no other one", () => {
    const own = Given.account({ shortName: "ACME", numbers: [] })
    const place = { channel: "sms", country: "GB", numberType: "ALPHANUMERIC" } as const
    const active = begin("GB", "ALPHANUMERIC", own)
    const chosen = ({ account }: ChannelStep.Progress) =>
      ["GB", "FR"].map((country) => Sender.choose(account, "sms", to(country)))
    expect(chosen(active)).toEqual(["ACME", "ACME"])
    const gone = ChannelStep.take(active, place, { trigger: "deactivate" }, context)!
    expect(chosen(gone)).toEqual([null, "ACME"])
    expect(Sender.isOwn(gone.account, "sms", "ACME", () => "GB")).toBe(false)
    expect(Sender.isOwn(gone.account, "sms", "ACME", () => "FR")).toBe(true)
    // A market of another country that is ACTIVE changes nothing.
    const french = begin("FR", "ALPHANUMERIC", own).set.markets
    const both = { ...gone.set, markets: [...gone.set.markets, ...french] }
    expect(Withholding.settled(own, both).shortNameWithheldIn).toEqual(["GB"])
    expect(chosen(ChannelStep.take(gone, place, { trigger: "activate" }, context)!)).toEqual(["ACME", "ACME"])
  })

  it("is not used before its market is ACTIVE, although the operator gave it", () => {
    const senders = [{ value: "ACME", country: "GB" }, { value: "ACME", country: "FR" }]
    const own = Given.account({ shortName: null, numbers: [{ number, channels: ["sms"], country: "US" }], senders })
    const wanted = { country: "US", numberType: "LOCAL", senderValue: number, areaCodes: [] } as const
    const ordered = NewMarket.make(wanted, said, find(shipped, "US", "LOCAL"), [], Given.now)
    const letters = { ...ordered, country: "GB", numberType: "ALPHANUMERIC", senderValue: "ACME" } as const
    const set = { ...ChannelSet.empty(own.id), markets: [ordered, letters] }
    const withheld = Withholding.settled(own, set)
    expect(["US", "GB", "FR"].map((country) => Sender.choose(withheld, "sms", to(country)))).toEqual([
      null,
      null,
      "ACME"
    ])
    expect(Withholding.settled(withheld, set)).toBe(withheld)
    expect(Withholding.settled(withheld, ChannelSet.empty(own.id))).toEqual(own)
    // Another market that lets it send is enough.
    const both = { ...set, markets: [...set.markets, { ...ordered, numberType: "TEN_DLC", status: "ACTIVE" } as const] }
    expect(Sender.choose(Withholding.settled(own, both), "sms", to("US"))).toBe(number)
  })

  it("and a WhatsApp account leave alone what they never gave [CHN-028]", () => {
    const account = Given.account({ channels: ["sms", "whatsapp"] })
    const empty = ChannelStep.begin(account, ChannelSet.empty(account.id))
    const connected = Connection.connect(empty, { wabaId: "1", phoneNumberId: null }, context)
    const lacking = ChannelStep.take(connected, { channel: "whatsapp" }, { trigger: "lack_number" }, context)!
    expect(lacking.set.whatsapp).toMatchObject({ status: "ACTION_NEEDED", reasonCode: "CHANNEL_007" })
    // What reads ACTION_NEEDED is not sent on, also where the operator gave the channel.
    expect(lacking.account.channels).toEqual(["sms"])
  })

  it("whose sender is of letters goes before numbers of other countries, and never before one of its own", () => {
    const account = Given.account({
      numbers: [{ number, channels: ["sms"], country: "US" }],
      senders: [{ value: "ACME", country: "GB" }, { value: "ACME US", country: "US" }]
    })
    const chosen = (
      country: string
    ) => [Sender.choose(account, "sms", to(country)), Sender.countryOf(account, "sms", country)]
    expect(chosen("GB")).toEqual(["ACME", "GB"])
    expect(chosen("US")).toEqual([number, "US"])
    expect(chosen("FR")).toEqual([number, "US"])
    expect(Sender.choose(account, "whatsapp", to("GB"))).toBe(account.shortName)
  })
})

describe("a WhatsApp account that is rejected", () => {
  const account = Given.account()
  const connected = Connection.connect(
    ChannelStep.begin(account, ChannelSet.empty(account.id)),
    { wabaId: "1", phoneNumberId: null },
    context
  )

  it.each<[said: Omit<ChannelStep.Happening, "trigger">, reasonCode: ChannelCode.ChannelCode, reason: string]>([
    [{}, "CHANNEL_005", ChannelCode.meaning("CHANNEL_005")],
    [{ code: null, reason: null }, "CHANNEL_005", ChannelCode.meaning("CHANNEL_005")],
    [{ code: "CHANNEL_006" }, "CHANNEL_006", ChannelCode.meaning("CHANNEL_006")],
    [{ code: "CHANNEL_006", reason: "Why" }, "CHANNEL_006", "Why"],
    // The code of an INACTIVE channel says nothing of one that needs something.
    [{ code: "CHANNEL_009", reason: "Why" }, "CHANNEL_005", "Why"]
  ])("says why, with the code that was given where it fits: %o", (said, reasonCode, reason) => {
    const { set } = ChannelStep.take(connected, { channel: "whatsapp" }, { trigger: "reject", ...said }, context)!
    expect(set.whatsapp).toStrictEqual({
      wabaId: "1",
      phoneNumberId: null,
      status: "ACTION_NEEDED",
      reasonCode,
      reason,
      revision: 0,
      createdAt: Given.now,
      updatedAt: Given.now
    })
  })
})

describe("an RCS agent", () => {
  const address = "https://acme.example"
  const form: RcsAgent["form"] = {
    display_name: "Acme",
    description: "Orders",
    agent_use_case: "NOTIFICATIONS",
    brand_name: "Acme",
    privacy_policy_url: address,
    terms_and_conditions_url: address,
    website_url: address,
    logo_url: address,
    banner_url: address,
    brand_color: "#000000",
    brand_phone_number: number,
    customer_support_phone_number: number,
    brand_email: "owner@acme.example",
    customer_support_email: "owner@acme.example",
    contact_name_and_title: "Ada, owner",
    company_ein: "12-3456789",
    entity_type: "LLC",
    official_address: { street: "1 Main St", city: "Austin", state: "TX", postal_code: "73301", country: "US" },
    brief_company_description: "Sells things.",
    opt_in_process_description: "People ask for it.",
    start_message: "Hello",
    help_message: "Help",
    stop_message: "Bye",
    sample_messages: ["Your order is on its way."]
  }
  const agent = { id: "agent", form, approvedAt: null, ...ChannelStep.unborn(Given.now) }
  const take = (progress: ChannelStep.Progress, trigger: ChannelState.Trigger, now: Instant) =>
    ChannelStep.take(progress, { channel: "rcs" }, { trigger }, { ...context, now })!

  it("has the instant of its first approval, whatever happens to it afterwards", () => {
    const own = Given.account({ channels: ["sms"] })
    const begun = ChannelStep.begin(own, { ...ChannelSet.empty(own.id), rcs: agent })
    const [first, later] = [plus(Given.now, 1000), plus(Given.now, 2000)]
    const lacking = take(begun, "request_changes", first)
    expect(lacking.set.rcs?.approvedAt).toBeNull()
    const approved = take(lacking, "approve", first)
    expect(approved.set.rcs).toMatchObject({ status: "ACTIVE", approvedAt: first })
    const back = take(take(approved, "deactivate", later), "activate", later)
    expect(back.set.rcs).toMatchObject({ status: "ACTIVE", approvedAt: first, updatedAt: later })
  })
})
