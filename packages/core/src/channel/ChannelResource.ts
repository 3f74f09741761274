/**
 * The shape in which the API shows channels (specification "Channels", decisions 3.6).
 */
import * as Schema from "effect/Schema"
import { ChannelCode } from "../catalogue/ChannelCode.ts"
import * as ComplianceBody from "../compliance/ComplianceBody.ts"
import * as Availability from "../dispatch/Availability.ts"
import type { ChosenSenders } from "../dispatch/ChosenSenders.ts"
import * as Sender from "../dispatch/Sender.ts"
import * as Format from "../operation/Format.ts"
import type { Account } from "../row/Account.ts"
import type { ChannelSet, Standing, WhatsappConnection } from "../row/ChannelSet.ts"
import type { Market } from "../row/Market.ts"
import { ChannelStatus, Details, NumberType } from "../row/Market.ts"
import type { RcsAgent } from "../row/RcsAgent.ts"
import { Form } from "../row/RcsAgent.ts"
import { toMillis } from "../value/Instant.ts"

const nullable = Schema.NullOr

const standing = {
  status: ChannelStatus,
  reason_code: Schema.optionalKey(Format.open(ChannelCode.literals)),
  reason: Schema.optionalKey(Schema.String)
}

/** An ACTIVE channel has neither code nor reason. */
const shown = ({ reason, reasonCode, status }: Standing) => ({
  status,
  ...(reasonCode === null ? {} : { reason_code: reasonCode }),
  ...(reason === null ? {} : { reason })
})

const Compliance = Schema.Struct({
  brand: Schema.optionalKey(nullable(Details)),
  campaign: Schema.optionalKey(nullable(Details)),
  documents: Schema.optionalKey(Schema.Array(Schema.Struct({
    key: Schema.String,
    file_name: Schema.String,
    document_id: Schema.String
  })))
})

export const MarketResource = Schema.Struct({
  country: Schema.String,
  number_type: NumberType,
  sender_value: nullable(Schema.String),
  ...standing,
  compliance: Schema.optionalKey(Compliance)
}).annotate({ identifier: "SmsMarket" })
export type MarketResource = typeof MarketResource.Type

const complianceOf = ({ brand, campaign, documents, regime }: Market): typeof Compliance.Type | null => {
  const registers = regime === "campaign" || brand !== null || campaign !== null
  if (!registers && regime !== "documents") return null
  return {
    ...(registers ? { brand: ComplianceBody.show(brand), campaign: ComplianceBody.show(campaign) } : {}),
    ...(regime === "documents"
      ? { documents: documents.map(({ fileName, id, key }) => ({ key, file_name: fileName, document_id: id })) }
      : {})
  }
}

export const market = (each: Market): MarketResource => {
  const compliance = complianceOf(each)
  return {
    country: each.country,
    number_type: each.numberType,
    sender_value: each.senderValue,
    ...shown(each),
    ...(compliance === null ? {} : { compliance })
  }
}

export const WhatsappResource = Schema.Struct({
  waba_id: Schema.String,
  phone_number_id: nullable(Schema.String),
  solution_id: nullable(Schema.String),
  owner_business_id: nullable(Schema.String),
  ...standing
}).annotate({ identifier: "WhatsappConnection" })
export type WhatsappResource = typeof WhatsappResource.Type

/** The provisioner knows solution and portfolio; they are no business of clients. */
export const whatsapp = (connection: WhatsappConnection): WhatsappResource => ({
  waba_id: connection.wabaId,
  phone_number_id: connection.phoneNumberId,
  solution_id: null,
  owner_business_id: null,
  ...shown(connection)
})

export const RcsResource = Schema.Struct({
  id: Format.uuid,
  ...Form.fields,
  ...standing,
  created_at: Format.timestamp
}).annotate({ identifier: "RcsAgent" })
export type RcsResource = typeof RcsResource.Type

export const rcs = (agent: RcsAgent): RcsResource => ({
  id: agent.id,
  ...agent.form,
  ...shown(agent),
  created_at: toMillis(agent.createdAt)
})

/** The channels of an account, as they stand in answers about the account. */
export const Channels = Schema.Struct({
  sms: Schema.Array(MarketResource),
  whatsapp: nullable(WhatsappResource),
  rcs: nullable(RcsResource)
})
export type Channels = typeof Channels.Type

/**
 * Shows the WhatsApp account that the operator has connected elsewhere, so that there is a number of this account's, or one
 * that a carrier chooses, and no connection. Nobody but the operator knows its id: it goes by the account's.
 */
const given = (account: Account, chosen: ChosenSenders): WhatsappResource | null =>
  Availability.isAvailable(account, "whatsapp", chosen)
    ? {
      waba_id: account.id,
      phone_number_id: Sender.ownNumber(account, "whatsapp"),
      solution_id: null,
      owner_business_id: null,
      status: "ACTIVE"
    }
    : null

/**
 * Shows what the account has set up. A number that the operator gave, or a sender that a carrier chooses, is neither a
 * market nor an agent, whose form nobody has filled in: where the account sends SMS or RCS only so, `sms` is empty and
 * `rcs` null, and GET /v3/me tells that it may send. The agent is shown from its first approval on.
 */
export const channels = (account: Account, set: ChannelSet, chosen: ChosenSenders): Channels => ({
  sms: set.markets.map(market),
  whatsapp: set.whatsapp === null ? given(account, chosen) : whatsapp(set.whatsapp),
  rcs: set.rcs === null || set.rcs.approvedAt === null ? null : rcs(set.rcs)
})
