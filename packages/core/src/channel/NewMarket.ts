/**
 * Adds a market to the channels of an account: judged by the table of markets, with its documents, in the status that
 * the table of transitions gives it.
 */
import * as ChannelCode from "../catalogue/ChannelCode.ts"
import type { Violation } from "../catalogue/Violation.ts"
import type { Grounds } from "../commit/Grounds.ts"
import type { MarketRule } from "../compliance/MarketRule.ts"
import * as Requirement from "../compliance/Requirement.ts"
import type { Account } from "../row/Account.ts"
import type { ChannelSet } from "../row/ChannelSet.ts"
import * as ChannelSet_ from "../row/ChannelSet.ts"
import type { DocumentRef, Market, Registration } from "../row/Market.ts"
import type { Instant } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"
import * as ShortName from "../value/ShortName.ts"
import * as ChannelState from "./ChannelState.ts"
import type { Order } from "./ChannelState.ts"
import * as ChannelStep from "./ChannelStep.ts"
import type { Wanted } from "./MarketBody.ts"

/** The registrations that a client gave for a market's compliance. */
export interface Said {
  readonly brand: Registration
  readonly campaign: Registration
}

/** A market that registers with nobody needs nothing of what the whole profile registers with. */
export const nothing: Said = { brand: null, campaign: null }

const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })

const told = (registration: Registration): JsonObject =>
  registration === null || registration === "inherited" ? {} : registration

/** The values by the keys of the requirements. */
export const values = ({ brand, campaign }: Said): JsonObject => ({ brand: told(brand), campaign: told(campaign) })

/** Details that were given are judged; those that were left out or inherited are not. */
export const complianceFlaws = (rule: MarketRule, said: Said): ReadonlyArray<Violation> =>
  Requirement.violations(rule.requirements, values(said), ({ key }) => {
    const registration = key.startsWith("brand.") ? said.brand : key.startsWith("campaign.") ? said.campaign : null
    return registration !== null && registration !== "inherited"
  })

const senderFlaw = ({ senderIdPattern: pattern }: MarketRule, sender: string): string | null =>
  pattern === null
    ? ShortName.is(sender) ? null : ShortName.rule
    : new RegExp(pattern, "u").test(sender)
    ? null
    : `must match ${pattern}`

/**
 * Returns what is wrong with the sender of a wanted market by the rule of the market.
 *
 * @param path what the names of the fields begin with
 */
export const senderFlaws = (rule: MarketRule, wanted: Wanted, path: string): ReadonlyArray<Violation> => {
  const message = wanted.numberType === "ALPHANUMERIC" ? senderFlaw(rule, wanted.senderValue ?? "") : null
  return message === null ? [] : [wrong(`${path}sender_value`, message)]
}

/** Returns whether there is a brand to register with: one that is given, inherited or stored. */
export const hasBrand = (account: Account, set: ChannelSet, { brand }: Pick<Said, "brand">): boolean =>
  brand !== null || (account.profile !== null && (account.profile.brand !== null || account.profile.inheritsBrand)) ||
  set.markets.some((each) => each.brand !== null)

/** Returns what is done with the market in its present form. */
export const orderOf = (
  { brand, campaign, numberType, regime }: Pick<Market, "regime" | "numberType" | "campaign" | "brand">,
  account: Account,
  set: ChannelSet
): Order => {
  switch (regime) {
    case "campaign":
      return campaign !== null && hasBrand(account, set, { brand }) ? "submit" : "order_incomplete"
    case "documents":
      return "submit"
    case "none":
      return numberType === "ALPHANUMERIC" ? "ready_to_use" : "set_up"
  }
}

export const make = (
  wanted: Wanted,
  said: Said,
  rule: MarketRule,
  documents: ReadonlyArray<DocumentRef>,
  now: Instant
): Market => ({ ...wanted, ...said, regime: rule.regime, documents, gaveSender: false, ...ChannelStep.unborn(now) })

/** Returns the channels with the new market. */
export const add = (
  progress: ChannelStep.Progress,
  market: Market,
  grounds: Grounds,
  order: Order = orderOf(market, progress.account, progress.set)
): ChannelStep.Progress => {
  const subject = { channel: "sms", country: market.country, numberType: market.numberType } as const
  const added = { ...progress, set: ChannelSet_.withMarket(progress.set, market) }
  return ChannelStep.take(added, subject, { trigger: order }, { ...grounds, isNew: true }) ?? added
}

/** Returns the market as its order leaves it, without anything that is stored. */
export const simulated = (market: Market, order: Order): Market => {
  const row = ChannelState.transition("sms", "(new)", order)
  return row === null ? market : {
    ...market,
    status: row.to,
    reasonCode: row.code,
    reason: row.code === null ? null : ChannelCode.meaning(row.code)
  }
}
