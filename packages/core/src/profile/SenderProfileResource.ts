/**
 * How the API shows a sender profile (decisions 3.6, 3.7).
 */
import * as Schema from "effect/Schema"
import type { Account } from "../row/Account.ts"
import type { Market, ProfileDetails } from "../row/Profile.ts"
import { blank } from "../row/Profile.ts"
import { toMillis } from "../value/Instant.ts"
import * as BrandResource from "./BrandResource.ts"

const nullable = Schema.NullOr

const Told = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Boolean, Schema.Array(Schema.String)]))
type Told = typeof Told.Type

const Compliance = Schema.Struct({ brand: nullable(Told), campaign: nullable(Told) })

const standing = { status: Schema.String, reason_code: Schema.String, reason: Schema.String }

export const SenderProfileResource = Schema.Struct({
  id: Schema.String,
  organization_id: Schema.String,
  name: Schema.String,
  short_name: nullable(Schema.String),
  description: nullable(Schema.String),
  api_key: Schema.optionalKey(Schema.String),
  billing: Schema.Struct({ inherit: Schema.Boolean }),
  channels: Schema.Struct({
    sms: Schema.Array(Schema.Struct({
      country: Schema.String,
      number_type: Schema.String,
      sender_value: nullable(Schema.String),
      ...standing,
      compliance: Schema.optionalKey(Compliance)
    })),
    whatsapp: nullable(Schema.Struct({
      waba_id: Schema.String,
      phone_number_id: nullable(Schema.String),
      solution_id: Schema.Null,
      owner_business_id: Schema.Null,
      ...standing
    })),
    rcs: Schema.Null
  }),
  compliance: Schema.optionalKey(Compliance),
  created_at: Schema.String,
  updated_at: nullable(Schema.String)
})
export type SenderProfileResource = typeof SenderProfileResource.Type

/** The service does not set channels up yet, so every requested channel stays in this status (decisions 4.3). */
const beingSetUp = {
  status: "PROVISIONING",
  reason_code: "CHANNEL_011",
  reason: "The channel is being set up"
}

const inherited: Told = { inherit: true }

const compliance = (details: ProfileDetails): typeof Compliance.Type => ({
  brand: details.inheritsBrand ? inherited : details.brand === null ? null : BrandResource.toFlat(details.brand),
  campaign: details.inheritsCampaign ? inherited : details.campaign
})

/** Returns whether sending in this market needs a registration (decisions 3.6). */
export const isRegistered = ({ country, numberType }: Market): boolean => country === "US" && numberType === "TEN_DLC"

/** Only the operation that has just created the key shows it. */
export const fromAccount = (profile: Account, apiKey: string | null = null): SenderProfileResource => {
  const details = profile.profile ?? blank("incomplete")
  const told = compliance(details)
  return {
    id: profile.id,
    organization_id: profile.organization ?? profile.id,
    name: profile.name,
    short_name: profile.shortName,
    description: profile.description,
    ...(apiKey === null ? {} : { api_key: apiKey }),
    billing: { inherit: details.billingModel !== "profile" },
    channels: {
      sms: details.markets.map((market) => ({
        country: market.country,
        number_type: market.numberType,
        sender_value: market.senderValue,
        ...beingSetUp,
        ...(isRegistered(market) ? { compliance: told } : {})
      })),
      whatsapp: details.whatsapp === null ? null : {
        waba_id: details.whatsapp.wabaId,
        phone_number_id: details.whatsapp.phoneNumberId,
        solution_id: null,
        owner_business_id: null,
        ...beingSetUp
      },
      rcs: null
    },
    ...(told.brand === null && told.campaign === null ? {} : { compliance: told }),
    created_at: toMillis(profile.createdAt),
    updated_at: profile.updatedAt === null ? null : toMillis(profile.updatedAt)
  }
}
