/** An event of a channel tells how far it is, and neither a code nor a reason where it has none (decisions 7.4). */
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { plus, toSeconds } from "@signalbox/core/Instant"
import * as ChannelEvent from "@signalbox/core/internal/channel/ChannelEvent"
import * as Connection from "@signalbox/core/internal/channel/Connection"
import type { Market } from "@signalbox/core/Market"
import { blank } from "@signalbox/core/Profile"
import { expect, it } from "vitest"
import * as BrandParts from "../BrandParts.ts"
import * as Given from "../Given.ts"

const account = Given.account()

const market: Market = {
  country: "DE",
  numberType: "MOBILE",
  senderValue: "+4915112345678",
  areaCodes: [],
  regime: "none",
  brand: null,
  campaign: null,
  documents: [],
  gaveSender: true,
  status: "ACTION_NEEDED",
  reasonCode: "CHANNEL_006",
  reason: "Why",
  revision: 3,
  createdAt: Given.now,
  updatedAt: Given.now
}

const set = ChannelSet.empty(account.id)

const at = plus(Given.now, 60_000)

const events = (channels: ChannelSet.ChannelSet, subject: ChannelSet.Subject, owner = account) =>
  ChannelEvent.make("channel.deactivated", { account: owner, set: channels }, subject, { ids: Given.ids(), now: at })

const told = (...[channels, subject, owner]: Parameters<typeof events>): unknown => {
  const [event] = events(channels, subject, owner)
  return event === undefined ? null : (JSON.parse(event.body) as { readonly payload: unknown }).payload
}

const subject = { channel: "sms", country: "DE", numberType: "MOBILE" } as const
const known = { account_id: account.id, updated_at: toSeconds(at) }
const sms = { ...known, country: "DE", channel: "sms", number_type: "MOBILE", sender_value: "+4915112345678" }

it("of a market says what stops it, and nothing once it is active", () => {
  expect(told({ ...set, markets: [market] }, subject))
    .toStrictEqual({ ...sms, status: "ACTION_NEEDED", reason_code: "CHANNEL_006", reason: "Why" })
  const active = { ...market, status: "ACTIVE", reasonCode: null, reason: null } as const
  expect(told({ ...set, markets: [active] }, subject)).toStrictEqual({ ...sms, status: "ACTIVE" })
})

it("of a channel without a country bears the country of the account's first number, and that of the United States without one", () => {
  const whatsapp = Connection.make({ wabaId: "waba", phoneNumberId: "number" }, Given.now)
  const channels = { ...set, whatsapp }
  const body = {
    ...known,
    channel: "whatsapp",
    sender_value: "number",
    status: "PROVISIONING",
    reason_code: "CHANNEL_011",
    reason: "The channel is being set up."
  }
  const of = (numbers: typeof account.numbers) =>
    told(channels, { channel: "whatsapp" }, { ...account, numbers, profile: null })
  const numbers = ["GB", "FR"].map((country) => ({ ...account.numbers[0]!, country }))
  expect(of(numbers)).toStrictEqual({ ...body, country: "GB" })
  expect(of([])).toStrictEqual({ ...body, country: "US" })
  // Clients write the country of a brand in small letters, too.
  const brand = {
    id: "brand",
    contact: null,
    compliance: null,
    submittedAt: null,
    createdAt: Given.now,
    updatedAt: null
  }
  const registered = (country: string | null) =>
    told(channels, { channel: "whatsapp" }, {
      ...account,
      numbers: [],
      profile: { ...blank("approved"), brand: { ...brand, business: { ...BrandParts.business, country } } }
    })
  expect(registered("de")).toStrictEqual({ ...body, country: "DE" })
  expect(registered(null)).toStrictEqual({ ...body, country: "US" })
})

it("is none of a channel that the account does not have", () => {
  expect(events(set, subject)).toEqual([])
  expect(events({ ...set, markets: [market] }, { ...subject, numberType: "TOLL_FREE" })).toEqual([])
  expect(events(set, { channel: "rcs" })).toEqual([])
})

it("belongs to the account, and is of the moment", () => {
  const [event] = events({ ...set, markets: [market] }, subject)
  expect(event).toMatchObject({ account: account.id, name: "channel.deactivated", at })
})
