/**
 * The operator's settings for all accounts: carriers, prices and rules.
 */
import * as Effect from "effect/Effect"
import { Carriers } from "../port/Carrier.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import * as Price from "./Price.ts"
import * as Routing from "./Routing.ts"

export interface RoutingSettings {
  readonly carriers: ReadonlyArray<Routing.Route>
  readonly rates: ReadonlyArray<Price.Rate>
  readonly rules: ReadonlyArray<RoutingRule>
}

export const settings: Effect.Effect<RoutingSettings, never, Carriers> = Effect.gen(function*() {
  const carriers = yield* Carriers
  return {
    carriers: carriers.map(({ channels, id }) => ({ carrier: id, channels })),
    rates: yield* Price.Rates,
    rules: yield* Routing.GlobalRules
  }
})
