/** An account has each channel once, and no more markets than it may have: who asks for more is told so. */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import { ConnectWhatsapp } from "@signalbox/core/internal/channel/ConnectWhatsapp"
import { CreateMarket } from "@signalbox/core/internal/channel/CreateMarket"
import * as NewMarket from "@signalbox/core/internal/channel/NewMarket"
import { OrderRcs } from "@signalbox/core/internal/channel/OrderRcs"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import { blank } from "@signalbox/core/Profile"
import { find } from "@signalbox/core/RequirementTable"
import { inputs } from "@signalbox/testing/generate/Inputs"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account({ channels: ["sms"] })
const closed = Given.account({ deletedAt: Given.now })
const business = { waba_id: "waba", phone_number_id: null }
const body = fc.sample(inputs["rcs.order"], { seed: 1, numRuns: 1 })[0]!.body

const wantedIn = (country: string, numberType: "LOCAL" | "TEN_DLC") => ({
  country,
  numberType,
  senderValue: null,
  areaCodes: []
})
const marketOf = (country: string) =>
  NewMarket.make(
    wantedIn(country, "LOCAL"),
    { brand: null, campaign: null },
    find(shipped, country, "LOCAL"),
    [],
    Given.now
  )

const world = (of: Account, parts: Partial<ChannelSet.ChannelSet> = {}) =>
  new FactStore([put(Accounts, of), put(ChannelSet.ChannelSets, { ...ChannelSet.empty(of.id), ...parts })])

const caller = { account, keyAccount: account }
const asked = { caller, path: {}, query: {}, consulted: undefined }

/** Returns the code and the details of a refusal; null for what is not refused. */
const refusal = (answer: Result.Result<unknown, object>) =>
  Result.isFailure(answer) && "code" in answer.failure
    ? [answer.failure.code, "details" in answer.failure ? answer.failure.details : null]
    : null

it("a WhatsApp account is connected once, and again when its business account is lost", () => {
  const connect = (store: FactStore) =>
    refusal(store.run(ConnectWhatsapp.decides, { ...asked, body: business }, Given.now, Given.ids()))
  const store = world(account)
  expect(connect(store)).toBeNull()
  expect(connect(store)).toEqual(["RESOURCE_007", { waba_id: ["there is a WhatsApp account already"] }])
  const { whatsapp } = store.get(ChannelSet.ChannelSets, account.id)!
  const lost = { ...whatsapp!, status: "INACTIVE", reasonCode: "CHANNEL_006" } as const
  const again = world(account, { whatsapp: lost })
  expect(connect(again)).toBeNull()
  expect(again.get(ChannelSet.ChannelSets, account.id)?.whatsapp?.revision).toBe(lost.revision + 1)
  expect(connect(world(closed))).toEqual(["RESOURCE_013", null])
})

it("an RCS agent is ordered once", () => {
  const order = (store: FactStore) =>
    refusal(store.run(OrderRcs.decides, { ...asked, body: body as never }, Given.now, Given.ids()))
  const store = world(account)
  expect(order(store)).toBeNull()
  expect(order(store)).toEqual(["RESOURCE_007", { body: ["there is an RCS agent already"] }])
  expect(order(world(closed))).toEqual(["RESOURCE_013", null])
})

it("a market is added once, with a brand where it registers one, and not beyond a hundred", () => {
  const create = (store: FactStore, country: string, numberType: "LOCAL" | "TEN_DLC" = "LOCAL") => {
    const consulted = {
      wanted: wantedIn(country, numberType),
      rule: find(shipped, country, numberType),
      documents: []
    }
    const sent = { country, number_type: numberType } as const
    return refusal(store.run(CreateMarket.decides, { ...asked, consulted, body: sent }, Given.now, Given.ids()))
  }
  const store = world(account)
  expect(create(store, "DE")).toBeNull()
  expect(create(store, "DE")).toEqual(["RESOURCE_007", { number_type: ["is a market of this country already"] }])
  const brandless = ["is required: there is neither one that is stored nor one to inherit"]
  expect(create(store, "US", "TEN_DLC")).toEqual(["VALIDATION_001", { "compliance.brand": brandless }])
  const inheriting = { ...account, profile: { ...blank("incomplete"), inheritsBrand: true } }
  expect(create(world(inheriting), "US", "TEN_DLC")).toBeNull()
  // As many countries as there are letters for.
  const letters = [..."ABCDEFGHIJ"]
  const countries = letters.flatMap((one) => letters.map((other) => `${one}${other}`))
  const almost = { markets: countries.slice(1).map(marketOf) }
  expect(create(world(account, almost), "US")).toBeNull()
  expect(create(world(account, { markets: countries.map(marketOf) }), "US"))
    .toEqual(["BUSINESS_008", { body: ["an account may have at most 100 markets"] }])
  expect(create(world(closed), "DE")).toEqual(["RESOURCE_013", null])
})
