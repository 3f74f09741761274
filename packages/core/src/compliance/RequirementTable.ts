/**
 * The table of markets: for a country and a type of number, who registers a sender there and what the customer must
 * give. It is data that the operator may replace, because regulators and carriers change their rules.
 */
import * as Context from "effect/Context"
import type { NumberType } from "../row/Market.ts"
import type { MarketRule } from "./MarketRule.ts"
import { shipped } from "./ShippedRequirements.ts"

/** The table in use: provide another one to replace it. The first row that fits a market is its rule. */
export const RequirementTable = Context.Reference<ReadonlyArray<MarketRule>>(
  "@signalbox/core/compliance/RequirementTable",
  { defaultValue: () => shipped }
)

const registersWithNobody: MarketRule = {
  country: null,
  type: null,
  regime: "none",
  senderIdPattern: null,
  requirements: [],
  source: ""
}

/** Returns the rule of a market. A market that the table does not name registers with nobody. */
export const find = (table: ReadonlyArray<MarketRule>, country: string, type: NumberType): MarketRule =>
  table.find((rule) => (rule.country ?? country) === country && (rule.type ?? type) === type) ?? registersWithNobody
