/**
 * The deprecated endpoints show a campaign in camelCase, with the fields of the registry that this service does not
 * fill (decisions 3.9).
 */
import * as Schema from "effect/Schema"
import * as Format from "../operation/Format.ts"
import type { Campaign } from "../row/CampaignList.ts"
import { Texts } from "../row/CampaignList.ts"
import { useCases } from "../row/CampaignUse.ts"
import type { AccountId } from "../value/Id.ts"
import { toMillis } from "../value/Instant.ts"

const nullable = Schema.NullOr
const times = { createdAt: Format.timestamp, updatedAt: nullable(Format.timestamp) }

export const CampaignResource = Schema.Struct({
  id: Format.uuid,
  customerId: Format.uuid,
  brandId: nullable(Format.uuid),
  name: Schema.String,
  description: Schema.String,
  type: Schema.String,
  status: nullable(Schema.Literals(["SENT_CREATED", "ACTIVE", "EXPIRED"])),
  sharingStatus: nullable(Schema.Literals(["PENDING", "ACCEPTED", "DECLINED"])),
  tcrCampaignId: nullable(Schema.String),
  submittedToTCR: Schema.Boolean,
  submittedAt: nullable(Format.timestamp),
  billedDate: nullable(Schema.String),
  cost: nullable(Schema.Finite),
  tcrSyncError: nullable(Schema.String),
  dcaElectionsComplete: nullable(Schema.Boolean),
  dcaElectionsCompletedAt: nullable(Format.timestamp),
  hasSubmissionTransaction: Schema.Boolean,
  ...Texts.fields,
  useCases: Schema.Array(Schema.Struct({
    id: Format.uuid,
    campaignId: Format.uuid,
    customerId: Format.uuid,
    messagingUseCaseUs: Schema.Literals(useCases),
    sampleMessages: Schema.Array(Schema.String),
    ...times
  })),
  ...times
}).annotate({ identifier: "Campaign" })
export type CampaignResource = typeof CampaignResource.Type

export const fromCampaign = (campaign: Campaign, customer: AccountId): CampaignResource => {
  const at = {
    createdAt: toMillis(campaign.createdAt),
    updatedAt: campaign.updatedAt === null ? null : toMillis(campaign.updatedAt)
  }
  return {
    id: campaign.id,
    customerId: customer,
    brandId: campaign.brand,
    name: campaign.name,
    description: campaign.description,
    type: campaign.type,
    status: "SENT_CREATED",
    sharingStatus: null,
    tcrCampaignId: null,
    submittedToTCR: campaign.submittedAt !== null,
    submittedAt: campaign.submittedAt === null ? null : toMillis(campaign.submittedAt),
    billedDate: null,
    cost: null,
    tcrSyncError: null,
    dcaElectionsComplete: null,
    dcaElectionsCompletedAt: null,
    hasSubmissionTransaction: false,
    ...campaign.texts,
    useCases: campaign.useCases.map(({ id, sampleMessages, use }) => ({
      id,
      campaignId: campaign.id,
      customerId: customer,
      messagingUseCaseUs: use,
      sampleMessages,
      ...at
    })),
    ...at
  }
}
