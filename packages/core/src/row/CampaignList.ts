/**
 * The 10DLC campaigns of a profile, which the deprecated endpoints list (decisions 3.9). A campaign belongs to the brand
 * of the profile.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { useCases } from "./CampaignUse.ts"
import * as Kind from "./Kind.ts"

const text = Schema.NullOr(Schema.String)

export const Texts = Schema.Struct({
  volume: text,
  messageFlow: text,
  optinKeywords: text,
  optinMessage: text,
  optoutKeywords: text,
  optoutMessage: text,
  helpKeywords: text,
  helpMessage: text,
  privacyPolicyLink: text,
  termsAndConditionsLink: text
})
export type Texts = typeof Texts.Type

export const UseCase = Schema.Struct({
  id: Schema.String,
  use: Schema.Literals(useCases),
  sampleMessages: Schema.Array(Schema.String)
})

export const Campaign = Schema.Struct({
  id: Schema.String,
  brand: Schema.String,
  name: Schema.String,
  description: Schema.String,
  type: Schema.String,
  texts: Texts,
  useCases: Schema.Array(UseCase),
  /** When it was submitted to the registry, after which it cannot change; null when it was not. */
  submittedAt: Schema.NullOr(Instant),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type Campaign = typeof Campaign.Type

export const CampaignList = Schema.Struct({
  profile: AccountId,
  /** In the order in which they were made. */
  campaigns: Schema.Array(Campaign)
})
export type CampaignList = typeof CampaignList.Type

export const CampaignLists = Kind.make({
  name: "campaign_list",
  schema: CampaignList,
  key: (list: CampaignList) => list.profile
})
