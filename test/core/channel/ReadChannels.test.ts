/** The channels of an account, as they are read: its own and no others (decisions 5.7). */
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import { GetChannels, GetMarket, ListMarkets } from "@signalbox/core/internal/channel/ReadChannels"
import * as ChosenSenders from "@signalbox/core/internal/dispatch/ChosenSenders"
import type { Market } from "@signalbox/core/Market"
import { expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Given from "../Given.ts"

const account = Given.account({ channels: ["sms"] })
const caller = { account, keyAccount: account }
const empty = ChannelSet.empty(account.id)

it("the channels of an account are read, and no others", () => {
  const market: Market = {
    country: "DE",
    numberType: "LOCAL",
    senderValue: null,
    areaCodes: [],
    regime: "none",
    brand: null,
    campaign: null,
    documents: [],
    gaveSender: false,
    status: "PROVISIONING",
    reasonCode: "CHANNEL_011",
    reason: "The channel is being set up.",
    revision: 0,
    createdAt: Given.now,
    updatedAt: null
  }
  const set = put(ChannelSet.ChannelSets, { ...empty, markets: [market] })
  const read = { query: {}, body: {}, caller }
  const shownAs = {
    country: "DE",
    number_type: "LOCAL",
    sender_value: null,
    status: "PROVISIONING",
    reason_code: "CHANNEL_011",
    reason: "The channel is being set up."
  }
  const get = (path: { readonly country: string; readonly type: string }) =>
    answered(GetMarket.decides, { ...read, path, consulted: undefined }, [set])
  expect(get({ country: "de", type: "local" })).toStrictEqual({ ...nothing, answer: shownAs })
  expect(get({ country: "de", type: "mobile" })).toStrictEqual(["RESOURCE_013", null])
  expect(answered(ListMarkets.decides, { ...read, path: {}, consulted: undefined }, [set]))
    .toStrictEqual({ ...nothing, answer: [shownAs] })
  expect(answered(ListMarkets.decides, { ...read, path: {}, consulted: undefined }, []))
    .toStrictEqual({ ...nothing, answer: [] })
  expect(answered(GetChannels.decides, { ...read, path: {}, consulted: ChosenSenders.none }, [set]))
    .toStrictEqual({ ...nothing, answer: { customer_id: account.id, sms: [shownAs], whatsapp: null, rcs: null } })
})
