/**
 * An SMS market: a country and a type of number that an account sends with, and how far its set-up is (specification
 * "Channels", decisions 3.6).
 */
import * as Schema from "effect/Schema"
import { ChannelCode } from "../catalogue/ChannelCode.ts"
import { Instant } from "../value/Instant.ts"

export const NumberType = Schema.Literals(["LOCAL", "MOBILE", "TEN_DLC", "TOLL_FREE", "SHORT_CODE", "ALPHANUMERIC"])
export type NumberType = typeof NumberType.Type

/** With whom a market registers a sender: with nobody, a brand and a campaign, or documents. */
export const Regime = Schema.Literals(["none", "campaign", "documents"])
export type Regime = typeof Regime.Type

export const ChannelStatus = Schema.Literals(["ACTIVE", "PROVISIONING", "PENDING_REVIEW", "ACTION_NEEDED", "INACTIVE"])
export type ChannelStatus = typeof ChannelStatus.Type

/** The progress of the set-up of a channel. An ACTIVE channel has no reason. */
export const Standing = {
  status: ChannelStatus,
  reasonCode: Schema.NullOr(ChannelCode),
  reason: Schema.NullOr(Schema.String),
  /** Raised by every order that makes what was asked of the provisioner before obsolete. */
  revision: Schema.Int,
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
}

/** A brand or a campaign by the keys of the API (decisions 3.6). */
export const Details = Schema.Record(
  Schema.String,
  Schema.Union([Schema.String, Schema.Boolean, Schema.Array(Schema.String)])
)
export type Details = typeof Details.Type

/** The registration of a brand or a campaign: none, details of its own, or that the organization's is used. */
export const Registration = Schema.NullOr(Schema.Union([Schema.Literal("inherited"), Details]))
export type Registration = typeof Registration.Type

/** A document that was handed in; the `Documents` port keeps its bytes. */
export const DocumentRef = Schema.Struct({ id: Schema.String, key: Schema.String, fileName: Schema.String })
export type DocumentRef = typeof DocumentRef.Type

export const Market = Schema.Struct({
  country: Schema.String,
  numberType: NumberType,
  /** The sender, as soon as there is one. */
  senderValue: Schema.NullOr(Schema.String),
  areaCodes: Schema.Array(Schema.String),
  regime: Regime,
  brand: Registration,
  campaign: Registration,
  documents: Schema.Array(DocumentRef),
  /** Whether the account has its sender from this market, and so loses it with it. */
  gaveSender: Schema.Boolean,
  ...Standing
})
export type Market = typeof Market.Type
