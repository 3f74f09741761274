/**
 * The body of the deprecated campaign operations, in camelCase (decisions 3.9).
 */
import * as Schema from "effect/Schema"
import type { Making } from "../commit/Grounds.ts"
import * as ComplianceBody from "../compliance/ComplianceBody.ts"
import * as Field from "../operation/Field.ts"
import type { Campaign } from "../row/CampaignList.ts"
import { useCases } from "../row/CampaignUse.ts"

const text = Field.optional(Field.upTo(2048))

const atLeastOne = `must hold 1 to ${useCases.length} use cases`

export const CampaignBody = Schema.Struct({
  campaign: Schema.Struct({
    name: Field.nonBlank(255),
    description: Field.nonBlank(2048),
    type: Field.nonBlank(100),
    useCases: Field.array(
      Schema.Struct({
        messagingUseCaseUs: Field.oneOf(useCases),
        sampleMessages: ComplianceBody.sampleMessages
      }),
      useCases.length,
      atLeastOne
    ).check(Schema.makeFilter((uses: ReadonlyArray<unknown>) => uses.length >= 1, { message: atLeastOne })),
    volume: Field.optional(Field.text((value) => /^[0-9]{1,12}$/.test(value), { message: "must be a number as text" })),
    messageFlow: text,
    optinKeywords: text,
    optinMessage: text,
    optoutKeywords: text,
    optoutMessage: text,
    helpKeywords: text,
    helpMessage: text,
    privacyPolicyLink: text,
    termsAndConditionsLink: text
  }),
  sandbox: Field.optional(Schema.Boolean)
})
export type CampaignBody = typeof CampaignBody.Type

/** Returns the campaign that a body describes. What it leaves out is empty: both operations take the whole campaign. */
export const compose = (
  { campaign }: CampaignBody,
  known: Pick<Campaign, "id" | "createdAt"> | null,
  brand: string,
  { id, now }: Making
): Campaign => ({
  id: known?.id ?? id(),
  brand,
  name: campaign.name,
  description: campaign.description,
  type: campaign.type,
  texts: {
    volume: campaign.volume ?? null,
    messageFlow: campaign.messageFlow ?? null,
    optinKeywords: campaign.optinKeywords ?? null,
    optinMessage: campaign.optinMessage ?? null,
    optoutKeywords: campaign.optoutKeywords ?? null,
    optoutMessage: campaign.optoutMessage ?? null,
    helpKeywords: campaign.helpKeywords ?? null,
    helpMessage: campaign.helpMessage ?? null,
    privacyPolicyLink: campaign.privacyPolicyLink ?? null,
    termsAndConditionsLink: campaign.termsAndConditionsLink ?? null
  },
  useCases: campaign.useCases.map(({ messagingUseCaseUs, sampleMessages }) => ({
    id: id(),
    use: messagingUseCaseUs,
    sampleMessages
  })),
  submittedAt: null,
  createdAt: known?.createdAt ?? now,
  updatedAt: known === null ? null : now
})
