/**
 * The operator's settings for all accounts: carriers, prices and rules.
 */
import * as Effect from "effect/Effect"
import * as Limit from "../catalogue/Limit.ts"
import type { MarketRule } from "../compliance/MarketRule.ts"
import { RequirementTable } from "../compliance/RequirementTable.ts"
import { Carriers } from "../port/Carrier.ts"
import * as NumberLookup from "../port/NumberLookup.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as CarrierCost from "./CarrierCost.ts"
import * as Price from "./Price.ts"
import * as Routing from "./Routing.ts"

/** A configured carrier, as decisions see it. */
export interface CarrierTerms extends Routing.Route {
  /** How long after the hand-over it may take to answer, in milliseconds. */
  readonly answersWithin: number
  readonly references: "alone" | "with recipient"
  /** Absent: a message is handed over once more after its node has fallen silent. */
  readonly repeat?: "never"
}

/** The terms on which numbers are looked up for rules. */
export interface LookUpTerms {
  /** How long what a look-up has told counts, in milliseconds. */
  readonly keptFor: number
  /** The price that the operator pays for a look-up. Absent: nobody has said. */
  readonly cost?: number
}

export interface RoutingSettings {
  readonly carriers: ReadonlyArray<CarrierTerms>
  readonly rates: ReadonlyArray<Price.Rate>
  /** Whether messages cost money, where no account says otherwise. Absent: they do. */
  readonly billing?: boolean
  readonly rules: ReadonlyArray<RoutingRule>
  /** Absent: nobody has said what carriers charge. */
  readonly costs?: ReadonlyArray<CarrierCost.CarrierCost>
  /** Absent: there is no registry, and no rule that asks for a look-up is met. */
  readonly lookUp?: LookUpTerms
  /** The table of markets: who registers a sender where. */
  readonly markets: ReadonlyArray<MarketRule>
}

const lookUpTerms = (lookup: NumberLookup.NumberLookup): Pick<RoutingSettings, "lookUp"> => {
  if (!NumberLookup.isRegistry(lookup)) return {}
  const { cost, keepHours = Limit.lookupHours.default } = lookup
  return { lookUp: { keptFor: keepHours * Instant.hour, ...(cost === undefined ? {} : { cost }) } }
}

/** Returns the settings of a node with these carriers. */
export const of = (carriers: Carriers["Service"]): Effect.Effect<RoutingSettings> =>
  Effect.gen(function*() {
    return {
      carriers: carriers.map((
        { answersWithin = Limit.submissionDeadline, channels, choosesSender = false, id, references = "alone", repeat }
      ) => ({
        carrier: id,
        channels,
        answersWithin,
        references,
        ...(choosesSender ? { choosesSender } : {}),
        ...(repeat === "never" ? { repeat } : {})
      })),
      rates: yield* Price.Rates,
      billing: yield* Price.Billing,
      rules: yield* Routing.GlobalRules,
      costs: yield* CarrierCost.Costs,
      ...lookUpTerms(yield* NumberLookup.NumberLookup),
      markets: yield* RequirementTable
    }
  })

export const settings: Effect.Effect<RoutingSettings, never, Carriers> = Effect.flatMap(Carriers, of)

/** Returns the terms of a carrier, or undefined when it is not configured any more. */
export const termsOf = ({ carriers }: RoutingSettings, id: CarrierId): CarrierTerms | undefined =>
  carriers.find(({ carrier }) => carrier === id)
