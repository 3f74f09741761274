/** The senders that an account has and may not use, market by market: the whole account, and nothing where all stays (decisions 4.1). */
import type { Account } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import * as Withholding from "@signalbox/core/internal/account/Withholding"
import type { Market, NumberType } from "@signalbox/core/Market"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const own = { number: Given.phone(1), channels: ["sms"], country: "US" } as const
const other = { number: Given.phone(2), channels: ["sms"], country: "US" } as const
const [acme, shop] = [{ value: "ACME", country: "GB" }, { value: "SHOP", country: "GB" }]

const account = Given.account({ channels: ["sms"], numbers: [own, other], senders: [acme, shop], shortName: "ACME" })

const market = (
  country: string,
  numberType: NumberType,
  senderValue: string | null,
  status: Market["status"]
): Market => ({
  country,
  numberType,
  senderValue,
  areaCodes: [],
  regime: "none",
  brand: null,
  campaign: null,
  documents: [],
  gaveSender: false,
  status,
  reasonCode: null,
  reason: null,
  revision: 0,
  createdAt: Given.now,
  updatedAt: null
})

const setOf = (...markets: ReadonlyArray<Market>): ChannelSet.ChannelSet => ({
  ...ChannelSet.empty(account.id),
  markets
})

const held = { isWithheld: true } as const

it.each<[title: string, markets: ReadonlyArray<Market>, changed: Partial<Account>]>([
  ["its number, and SMS to the country, of a market that does not send", [
    market("US", "LOCAL", own.number, "INACTIVE")
  ], {
    numbers: [{ ...own, ...held }, other],
    smsWithheldIn: ["US"]
  }],
  ["its number alone where another market of the country sends", [
    market("US", "LOCAL", own.number, "ACTION_NEEDED"),
    market("US", "TOLL_FREE", other.number, "ACTIVE")
  ], { numbers: [{ ...own, ...held }, other] }],
  ["its letters in their country, and its short name there", [market("GB", "ALPHANUMERIC", "ACME", "PENDING_REVIEW")], {
    senders: [{ ...acme, ...held }, shop],
    shortNameWithheldIn: ["GB"],
    smsWithheldIn: ["GB"]
  }],
  ["no letters of another country", [market("IE", "ALPHANUMERIC", "ACME", "PROVISIONING")], {
    shortNameWithheldIn: ["IE"],
    smsWithheldIn: ["IE"]
  }],
  ["each country once, in the order of the markets", [
    market("SG", "ALPHANUMERIC", null, "ACTION_NEEDED"),
    market("GB", "LOCAL", null, "INACTIVE"),
    market("SG", "LOCAL", null, "PROVISIONING")
  ], { shortNameWithheldIn: ["SG"], smsWithheldIn: ["SG", "GB"] }]
])("an account may not use %s", (_, markets, changed) => {
  const settled = Withholding.settled(account, setOf(...markets))
  expect(settled).toStrictEqual({ ...account, ...changed })
  // Once it is so, it stays so, and is given back when all of it sends.
  expect(Withholding.settled(settled, setOf(...markets))).toBe(settled)
  const sending = markets.map((each) => ({ ...each, status: "ACTIVE" as const }))
  expect(Withholding.settled(settled, setOf(...sending))).toStrictEqual(account)
  expect(Withholding.settled(settled, setOf())).toStrictEqual(account)
})

it("an account whose markets send, or that has none, is as it was", () => {
  const sending = setOf(market("US", "LOCAL", own.number, "ACTIVE"), market("GB", "ALPHANUMERIC", "ACME", "ACTIVE"))
  for (const set of [setOf(), sending]) expect(Withholding.settled(account, set)).toBe(account)
})

it("an account without letters has none withheld", () => {
  const { senders: _, ...rest } = account
  const bare: Account = { ...rest, shortName: null }
  expect(Withholding.settled(bare, setOf(market("GB", "ALPHANUMERIC", "ACME", "INACTIVE"))))
    .toStrictEqual({ ...bare, smsWithheldIn: ["GB"] })
})

it("a connection is a channel of the account as long as it sends, with its sender", () => {
  const standing = { reasonCode: null, reason: null, revision: 0, createdAt: Given.now, updatedAt: null }
  const set = (status: Market["status"]): ChannelSet.ChannelSet => ({
    ...setOf(),
    whatsapp: { wabaId: "waba", phoneNumberId: "number", status, ...standing }
  })
  const connected = Withholding.settled(account, set("ACTIVE"))
  expect(connected).toStrictEqual({
    ...account,
    channels: ["sms", "whatsapp"],
    channelSenders: { whatsapp: "number" }
  })
  expect(Withholding.settled(connected, set("ACTION_NEEDED"))).toStrictEqual(account)
  expect(Withholding.settled(connected, setOf())).toBe(connected)
})
