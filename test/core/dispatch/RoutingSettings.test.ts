/**
 * Decisions know this of a node's carriers and of the operator's settings: what a carrier does not say means what its port
 * says.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import * as CarrierCost from "@signalbox/core/CarrierCost"
import * as RoutingSettings from "@signalbox/core/internal/dispatch/RoutingSettings"
import * as NumberLookup from "@signalbox/core/NumberLookup"
import * as Price from "@signalbox/core/Price"
import * as Routing from "@signalbox/core/Routing"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const carrier = (parts: Partial<Carrier>): Carrier => ({
  id: Given.carrierId("one"),
  channels: ["sms", "mms"],
  submit: () => Effect.void,
  ...parts
})

const of = (...carriers: ReadonlyArray<Carrier>) => RoutingSettings.of(carriers)

describe("the terms of a carrier", () => {
  const plain = { carrier: "one", channels: ["sms", "mms"], answersWithin: 30_000, references: "alone" }

  it.each<readonly [what: string, said: Partial<Carrier>, terms: object]>([
    ["what its port says where it says nothing", {}, {}],
    ["its own time", { answersWithin: 5 }, { answersWithin: 5 }],
    ["that it chooses senders", { choosesSender: true }, { choosesSender: true }],
    ["that it chooses none", { choosesSender: false }, {}],
    ["how its references name", { references: "with recipient" }, { references: "with recipient" }],
    ["that nothing is repeated", { repeat: "never" }, { repeat: "never" }],
    ["that something is repeated once", { repeat: "once" }, {}]
  ])("are %s", async (_, said, terms) => {
    const settings = await Effect.runPromise(of(carrier({ id: Given.carrierId("zero") }), carrier(said)))
    expect(settings.carriers[1]).toStrictEqual({ ...plain, ...terms })
    expect(RoutingSettings.termsOf(settings, Given.carrierId("one"))).toBe(settings.carriers[1])
    expect(RoutingSettings.termsOf(settings, Given.carrierId("two"))).toBe(undefined)
  })
})

describe("the operator's settings", () => {
  it("are rates, rules and costs as they are given, and charges where nothing is said", async () => {
    const [rates, rules, costs] = [[], [], []]
    const settings = await Effect.runPromise(
      of().pipe(
        Effect.provideService(Price.Rates, rates),
        Effect.provideService(Routing.GlobalRules, rules),
        Effect.provideService(CarrierCost.Costs, costs)
      )
    )
    expect(settings.rates).toBe(rates)
    expect(settings.rules).toBe(rules)
    expect(settings.costs).toBe(costs)
    expect(settings.billing).toBe(true)
    expect(await Effect.runPromise(Effect.provideService(of(), Price.Billing, false))).toMatchObject({ billing: false })
  })

  it("look nothing up by the numbering plan, and keep what a registry tells for a day unless it says how long", async () => {
    const find = () => Effect.succeed(NumberLookup.fromPlan(Given.phone(1)))
    const lookUp = async (lookup: NumberLookup.NumberLookup | null) => {
      const settings = lookup === null
        ? of()
        : Effect.provideService(of(), NumberLookup.NumberLookup, lookup)
      return (await Effect.runPromise(settings)).lookUp
    }
    expect(await lookUp(null)).toBe(undefined)
    expect(await lookUp({ find })).toStrictEqual({ keptFor: 24 * 3_600_000 })
    expect(await lookUp({ find, keepHours: 1, cost: 0 })).toStrictEqual({ keptFor: 3_600_000, cost: 0 })
  })
})
