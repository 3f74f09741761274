/**
 * Creates a profile of an organization, with a first key where one is given.
 */
import * as Result from "effect/Result"
import * as AutoReplies from "../account/AutoReplies.ts"
import { keep } from "../account/KeptKey.ts"
import * as ShortNames from "../account/ShortNames.ts"
import * as Commit from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import type * as Refused from "../commit/Refused.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { ApiKeys } from "../row/ApiKey.ts"
import type { ProfileDetails } from "../row/Profile.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as ProfileClones from "../webhook/ProfileClones.ts"
import * as ProfileChange from "./ProfileChange.ts"

export interface Draft extends Pick<Account, "name" | "shortName" | "description" | "icon"> {
  readonly details: ProfileDetails
}

/**
 * Returns the account of the profile. It has the organization's settings by the operator, and no numbers yet, so its
 * SMS are sent from its short name.
 */
export const compose = (draft: Draft, organization: Account, id: AccountId, now: Instant): Account => {
  const { details, ...told } = draft
  return {
    ...told,
    id,
    type: "profile",
    email: null,
    organization: organization.id,
    numbers: [],
    channels: ["sms"],
    requestsPerMinute: organization.requestsPerMinute,
    dailyMessageLimit: organization.dailyMessageLimit,
    allowMms: organization.allowMms,
    ...(organization.smartEncoding === undefined ? {} : { smartEncoding: organization.smartEncoding }),
    ...(organization.auditLogDays === undefined ? {} : { auditLogDays: organization.auditLogDays }),
    ...(organization.keyLastUsed === undefined ? {} : { keyLastUsed: organization.keyLastUsed }),
    stage: organization.stage,
    quietHours: organization.quietHours,
    keywords: [],
    rules: [],
    profile: details,
    createdAt: now,
    updatedAt: null,
    deletedAt: null
  }
}

export const needs = (
  organization: AccountId,
  shortName: string | null | undefined,
  facts: Facts.Facts
): Needs.Needs =>
  Needs.all(ShortNames.needs(organization, shortName), ProfileClones.needsOfCreation(organization, facts))

/** Returns the commit of a new profile, or 409 when its short name is taken. */
export const create = (
  profile: Account,
  apiKey: string | null,
  grounds: Grounds
): Result.Result<Commit.Commit, Refused.Refused> => {
  const { facts, now } = grounds
  const claimed = ShortNames.claim(facts, profile)
  return claimed === null
    ? Result.fail(ProfileChange.taken)
    : Result.succeed(Commit.all(AutoReplies.create(profile.id, grounds), ProfileClones.create(profile, grounds), {
      puts: [
        Commit.put(Accounts, claimed),
        ...(apiKey === null ? [] : [Commit.put(ApiKeys, keep(profile.id, apiKey, now))])
      ]
    }))
}
