/**
 * The shape in which the API shows a sender profile (decisions 3.6, 3.7).
 */
import * as Schema from "effect/Schema"
import * as ChannelResource from "../channel/ChannelResource.ts"
import type { ChosenSenders } from "../dispatch/ChosenSenders.ts"
import * as Format from "../operation/Format.ts"
import type { Account } from "../row/Account.ts"
import type { ChannelSet } from "../row/ChannelSet.ts"
import { Details } from "../row/Market.ts"
import type { ProfileDetails } from "../row/Profile.ts"
import { blank } from "../row/Profile.ts"
import { toMillis } from "../value/Instant.ts"
import * as BrandResource from "./BrandResource.ts"

const nullable = Schema.NullOr

const Compliance = Schema.Struct({ brand: nullable(Details), campaign: nullable(Details) })

export const SenderProfileResource = Schema.Struct({
  id: Format.uuid,
  organization_id: Format.uuid,
  name: Schema.String,
  short_name: nullable(Schema.String),
  description: nullable(Schema.String),
  api_key: Schema.optionalKey(Schema.NullOr(Schema.String)),
  billing: Schema.Struct({ inherit: Schema.Boolean }),
  channels: ChannelResource.Channels,
  compliance: Schema.optionalKey(Compliance),
  created_at: Format.timestamp,
  updated_at: nullable(Format.timestamp)
}).annotate({ identifier: "SenderProfile" })
export type SenderProfileResource = typeof SenderProfileResource.Type

const inherited: Details = { inherit: true }

const compliance = (details: ProfileDetails): typeof Compliance.Type => ({
  brand: details.inheritsBrand ? inherited : details.brand === null ? null : BrandResource.toFlat(details.brand),
  campaign: details.inheritsCampaign ? inherited : details.campaign
})

/** Only the operation that has just created the key shows it. */
export const fromAccount = (
  profile: Account,
  channels: ChannelSet,
  chosen: ChosenSenders,
  apiKey: string | null = null
): SenderProfileResource => {
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
    channels: ChannelResource.channels(profile, channels, chosen),
    ...(told.brand === null && told.campaign === null ? {} : { compliance: told }),
    created_at: toMillis(profile.createdAt),
    updated_at: profile.updatedAt === null ? null : toMillis(profile.updatedAt)
  }
}
