/**
 * Finds the campaigns of the profile that a path names, and the brand that they belong to (specification "Sender profiles,
 * profiles, campaigns"). A bad id is VALIDATION_001 here.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Ownership from "../profile/Ownership.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { CampaignList } from "../row/CampaignList.ts"
import { CampaignLists } from "../row/CampaignList.ts"
import { AccountId } from "../value/Id.ts"
import * as Uuid from "../value/Uuid.ts"

const Id = Schema.String.check(
  Schema.makeFilter((text: string) => Uuid.is(text), {
    message: "must be a UUID",
    violation: "VALIDATION_001" satisfies ViolationCode
  })
)

export const Path = Schema.Struct({
  profileId: Id.pipe(Schema.decodeTo(AccountId))
})

export const OnePath = Schema.Struct({
  ...Path.fields,
  campaignId: Id.pipe(Schema.decodeTo(Schema.String, SchemaTransformation.toLowerCase()))
})

/** A profile, the id of its brand, and its campaigns. */
export interface Found {
  readonly profile: Account
  readonly brand: string
  readonly list: CampaignList
}

/** The organization is needed too, for a brand that is inherited from it. */
export const needs = (id: AccountId, facts: Facts.Facts): Needs.Needs => {
  const organization = Facts.peek(facts, Accounts, id)?.organization ?? null
  return Needs.all(
    Ownership.needs(id),
    Needs.row(CampaignLists, id),
    organization === null ? Needs.none : Needs.row(CampaignLists, organization)
  )
}

const listOf = (facts: Facts.Facts, profile: AccountId): CampaignList =>
  Facts.get(facts, CampaignLists, profile) ?? { profile, campaigns: [] }

/** Returns the campaigns, or 404 for a profile that is not there or has no brand of its own or inherited. */
export const find = (asking: Account, id: AccountId, facts: Facts.Facts): Result.Result<Found, Refused.Refused> => {
  const profile = Ownership.find(asking, id, facts)
  if (profile === null) return Result.fail(Refused.refused("RESOURCE_014"))
  const details = profile.profile
  const brand = details?.brand?.id ?? (details?.inheritsBrand === true ? profile.organization : null)
  return brand === null || brand === undefined
    ? Result.fail(Refused.refused("RESOURCE_009"))
    : Result.succeed({ profile, brand, list: listOf(facts, id) })
}

/** Returns the list that the profile shows: its organization's when it inherits campaigns. */
export const shown = ({ list, profile }: Found, facts: Facts.Facts): CampaignList =>
  profile.profile?.inheritsCampaign === true && profile.organization !== null
    ? listOf(facts, profile.organization)
    : list
