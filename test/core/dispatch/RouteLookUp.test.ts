/** How a message stands with the look-up that rules ask for, and what routing goes by meanwhile (decisions 18.7). */
import { hour, plus } from "@signalbox/core/Instant"
import * as RouteLookUp from "@signalbox/core/internal/dispatch/RouteLookUp"
import type { RoutingSettings } from "@signalbox/core/internal/dispatch/RoutingSettings"
import type { NumberFacts } from "@signalbox/core/internal/row/NumberFacts"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const rule: RoutingRule = {
  channel: null,
  carrier: null,
  action: "ALLOW",
  fallback: true,
  country: null,
  priority: 0,
  ported: true
}
const without: RoutingSettings = { carriers: [], rates: [], rules: [], markets: [] }
const registry: RoutingSettings = { ...without, lookUp: { keptFor: hour } }
const paid: RoutingSettings = { ...without, lookUp: { keptFor: hour, cost: 0.25 } }

const known: NumberFacts = { at: Given.now, until: plus(Given.now, 1), ported: true }
const over: NumberFacts = { ...known, until: Given.now }
const failed: NumberFacts = { at: Given.now, until: plus(Given.now, 1), failed: true }
const contact = (lookup?: NumberFacts) => Given.contact(lookup === undefined ? {} : { lookup })

it("a look-up is pending unless the registry has told what counts still, or gave no answer a moment ago", () => {
  const of = (settings: RoutingSettings, person: Parameters<typeof RouteLookUp.of>[1]) =>
    RouteLookUp.of({ lookedUp: [rule] }, person, settings, Given.now)
  const found = (state: RouteLookUp.State, facts: NumberFacts | null, cost: number | null = null) => ({
    state,
    facts,
    rules: [rule],
    cost
  })
  expect(of(registry, contact(known))).toStrictEqual(found("known", known))
  expect(of(registry, contact(failed))).toStrictEqual(found("failed", failed))
  expect(of(paid, contact(over))).toStrictEqual(found("pending", over, 0.25))
  expect(of(registry, contact({ ...failed, until: Given.now }))).toMatchObject({ state: "pending" })
  expect(of(registry, contact())).toStrictEqual(found("pending", null))
  expect(of(paid, null)).toStrictEqual(found("unavailable", null, 0.25))
  expect(of(without, contact(known))).toStrictEqual(found("unavailable", known))
  expect(RouteLookUp.of({ lookedUp: [] }, contact(known), registry, Given.now)).toBeNull()
})

it("routing goes by what is known, also when that is over, where there is a registry", () => {
  expect([contact(known), contact(over), contact(), null].map((each) => RouteLookUp.told(each, registry)))
    .toStrictEqual([known, over, undefined, undefined])
  expect(RouteLookUp.told(contact(known), without)).toBeUndefined()
})
