/**
 * The channels of an account: its SMS markets, its WhatsApp account and its RCS agent, in one row, so that a change of one
 * is a change of all that clients see together.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"
import type { NumberType } from "./Market.ts"
import { Market, Standing } from "./Market.ts"
import { RcsAgent } from "./RcsAgent.ts"

export const WhatsappConnection = Schema.Struct({
  wabaId: Schema.String,
  phoneNumberId: Schema.NullOr(Schema.String),
  ...Standing
})
export type WhatsappConnection = typeof WhatsappConnection.Type

export const ChannelSet = Schema.Struct({
  account: AccountId,
  /** In the order in which they were added. */
  markets: Schema.Array(Market),
  whatsapp: Schema.NullOr(WhatsappConnection),
  rcs: Schema.NullOr(RcsAgent)
})
export type ChannelSet = typeof ChannelSet.Type

export const ChannelSets = Kind.make({
  name: "channel_set",
  schema: ChannelSet,
  key: (set: ChannelSet) => set.account
})

export const empty = (account: AccountId): ChannelSet => ({ account, markets: [], whatsapp: null, rcs: null })

/** The fields that all channels have. */
export type Standing = Pick<Market, "status" | "reasonCode" | "reason" | "revision" | "createdAt" | "updatedAt">

/** One channel of an account, by name. */
export type Subject =
  | { readonly channel: "sms"; readonly country: string; readonly numberType: NumberType }
  | { readonly channel: "whatsapp" }
  | { readonly channel: "rcs" }

const isMarket = (market: Market, { country, numberType }: Pick<Market, "country" | "numberType">): boolean =>
  market.country === country && market.numberType === numberType

export const market = (
  set: ChannelSet,
  place: Pick<Market, "country" | "numberType">
): Market | null => set.markets.find((each) => isMarket(each, place)) ?? null

const standingOf = ({ createdAt, reason, reasonCode, revision, status, updatedAt }: Standing): Standing => ({
  status,
  reasonCode,
  reason,
  revision,
  createdAt,
  updatedAt
})

/** Returns how far a channel is, and nothing else of it; null when the account has no such channel. */
export const standing = (set: ChannelSet, subject: Subject): Standing | null => {
  const found = subject.channel === "sms"
    ? market(set, subject)
    : subject.channel === "whatsapp"
    ? set.whatsapp
    : set.rcs
  return found === null ? null : standingOf(found)
}

/** Returns what a channel's messages come from, or null when there is nothing yet. */
export const senderOf = (set: ChannelSet, subject: Subject): string | null =>
  subject.channel === "sms"
    ? market(set, subject)?.senderValue ?? null
    : subject.channel === "whatsapp"
    ? set.whatsapp?.phoneNumberId ?? null
    : set.rcs?.id ?? null

/** Returns the set with this market, new or in the place of the one before. */
export const withMarket = (set: ChannelSet, next: Market): ChannelSet => ({
  ...set,
  markets: market(set, next) === null
    ? [...set.markets, next]
    : set.markets.map((each) => isMarket(each, next) ? next : each)
})

export const withoutMarket = (set: ChannelSet, gone: Pick<Market, "country" | "numberType">): ChannelSet => ({
  ...set,
  markets: set.markets.filter((each) => !isMarket(each, gone))
})

/**
 * Returns the set after the channel has been given another standing.
 *
 * @param now null when the channel is new
 */
export const place = (set: ChannelSet, subject: Subject, next: Standing, now: Instant | null): ChannelSet => {
  const at = { ...next, updatedAt: now }
  switch (subject.channel) {
    case "sms": {
      const found = market(set, subject)
      return found === null ? set : withMarket(set, { ...found, ...at })
    }
    case "whatsapp":
      return set.whatsapp === null ? set : { ...set, whatsapp: { ...set.whatsapp, ...at } }
    case "rcs":
      return set.rcs === null ? set : { ...set, rcs: { ...set.rcs, ...at } }
  }
}
