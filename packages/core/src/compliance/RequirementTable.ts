/**
 * The table of markets: for a country and a type of number, who registers a sender there and what the customer must
 * give. It is data that the operator may replace, because regulators and carriers change their rules.
 */
import * as Context from "effect/Context"
import type { NumberType } from "../row/Market.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
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

/**
 * Returns whether an SMS to this number needs a sender that is registered where it goes, so that no short name stands in
 * for one (decisions 4.1 "Senders"). No number of +1 takes SMS from letters.
 */
export const asksForSender = (table: ReadonlyArray<MarketRule>, phone: PhoneNumber, country: string): boolean =>
  phone.startsWith("+1") || find(table, country, "ALPHANUMERIC").regime !== "none"
