/** How a new market begins: by what it registers with, and what is wrong with the details that it gives (decisions 4.3, 5.7). */
import type { Account } from "@signalbox/core/Account"
import * as ChannelCode from "@signalbox/core/ChannelCode"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import * as NewMarket from "@signalbox/core/internal/channel/NewMarket"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import type { Market, NumberType, Registration } from "@signalbox/core/Market"
import { blank } from "@signalbox/core/Profile"
import { find } from "@signalbox/core/RequirementTable"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const rule = find(shipped, "US", "TEN_DLC")

const made = (said: NewMarket.Said = NewMarket.nothing, parts: Partial<Market> = {}): Market => ({
  ...NewMarket.make(
    { country: "US", numberType: "TEN_DLC", senderValue: null, areaCodes: [] },
    said,
    rule,
    [],
    Given.now
  ),
  ...parts
})

const bare = Given.account({ profile: null })
const details: Registration = { name: "Acme" }

const set = (...markets: ReadonlyArray<Market>): ChannelSet.ChannelSet => ({ ...ChannelSet.empty(bare.id), markets })

describe("the order of a market", () => {
  const profile = (parts: Partial<NonNullable<Account["profile"]>>) =>
    Given.account({ profile: { ...blank("approved"), brand: null, inheritsBrand: false, ...parts } })

  it("that registers a campaign is complete with the campaign and a brand, wherever that stands", () => {
    const order = (campaign: Registration, brand: Registration, account = bare, others = set()) =>
      NewMarket.orderOf(made({ brand, campaign }, { regime: "campaign" }), account, others)
    expect(order(details, details)).toBe("submit")
    expect(order("inherited", "inherited")).toBe("submit")
    expect(order(null, details)).toBe("order_incomplete")
    expect(order(details, null)).toBe("order_incomplete")
    expect(order(details, null, profile({}))).toBe("order_incomplete")
    expect(order(details, null, profile({ inheritsBrand: true }))).toBe("submit")
    const brand = { id: "brand", contact: null, business: null, compliance: null, submittedAt: null }
    const registered = profile({ brand: { ...brand, createdAt: Given.now, updatedAt: null } })
    expect(order(details, null, registered)).toBe("submit")
    expect(order(details, null, bare, set(made({ brand: null, campaign: details })))).toBe("order_incomplete")
    expect(order(details, null, bare, set(made(), made({ brand: details, campaign: null })))).toBe("submit")
  })

  it.each<[regime: Market["regime"], numberType: NumberType, order: string]>([
    ["documents", "ALPHANUMERIC", "submit"],
    ["documents", "LOCAL", "submit"],
    ["none", "ALPHANUMERIC", "ready_to_use"],
    ["none", "LOCAL", "set_up"],
    ["none", "SHORT_CODE", "set_up"]
  ])("that registers with %s is, of the type %s, to %s", (regime, numberType, order) => {
    expect(NewMarket.orderOf(made(NewMarket.nothing, { regime, numberType }), bare, set())).toBe(order)
  })

  it.each(
    [
      ["order_incomplete", "ACTION_NEEDED", "CHANNEL_001"],
      ["submit", "PENDING_REVIEW", "CHANNEL_003"],
      ["set_up", "PROVISIONING", "CHANNEL_011"],
      ["ready_to_use", "ACTIVE", null]
    ] as const
  )("shows in the sandbox what it would be: %s is %s", (order, status, reasonCode) => {
    const market = made({ brand: details, campaign: "inherited" })
    expect(NewMarket.simulated(market, order)).toStrictEqual({
      ...market,
      status,
      reasonCode,
      reason: reasonCode === null ? null : ChannelCode.meaning(reasonCode)
    })
  })
})

describe("the details of a market", () => {
  const fields = (brand: Registration, campaign: Registration) =>
    NewMarket.complianceFlaws(rule, { brand, campaign }).map(({ field }) => field.split(".")[1])

  it("are judged where they are given, each by its own requirements", () => {
    expect(new Set(fields({}, null))).toEqual(new Set(["brand"]))
    expect(new Set(fields(null, {}))).toEqual(new Set(["campaign"]))
    expect(new Set(fields({}, {}))).toEqual(new Set(["brand", "campaign"]))
    expect(fields({}, {})).toEqual([...fields({}, null), ...fields(null, {})])
  })

  it("are all that is judged here, whatever else a market asks for", () => {
    const [first] = rule.requirements
    const other = { ...rule, requirements: [{ ...first!, key: "note" }] }
    expect(NewMarket.complianceFlaws(other, { brand: {}, campaign: {} })).toEqual([])
  })

  it("are what was given of a market, and nothing where something else registers", () => {
    expect(NewMarket.values({ brand: details, campaign: { use_case: "MARKETING" } }))
      .toStrictEqual({ brand: details, campaign: { use_case: "MARKETING" } })
    expect(NewMarket.values({ brand: null, campaign: "inherited" })).toStrictEqual({ brand: {}, campaign: {} })
  })

  it("that are left out or inherited are not judged", () => {
    for (const one of [null, "inherited"] as const) {
      for (const other of [null, "inherited"] as const) expect(fields(one, other)).toEqual([])
    }
  })
})

it("the sender of a market is judged by its pattern, and without one by that of short names", () => {
  const flaws = (senderIdPattern: string | null, senderValue: string | null, numberType: NumberType = "ALPHANUMERIC") =>
    NewMarket.senderFlaws(
      { ...rule, senderIdPattern },
      { country: "GB", numberType, senderValue, areaCodes: [] },
      "channels.sms.0."
    )
  const wrong = (message: string) => [{ field: "channels.sms.0.sender_value", code: "VALIDATION_001", message }]
  expect(flaws("^[A-Z]{4}$", "ACME")).toEqual([])
  expect(flaws("^[A-Z]{4}$", "Acme")).toEqual(wrong("must match ^[A-Z]{4}$"))
  expect(flaws(null, "Acme")).toEqual([])
  for (const none of ["", null]) {
    expect(flaws(null, none)).toEqual(
      wrong("must have 3 to 11 letters, digits and spaces, at least one of them a letter")
    )
  }
  // Only a sender of letters is one that its customer has made up.
  expect(flaws("^[A-Z]{4}$", "+12015550123", "LOCAL")).toEqual([])
})
