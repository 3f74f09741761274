/**
 * The short names of an organization's profiles: each is had once.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { ref } from "../row/Kind.ts"
import { ProfileShortNames, shortNameKey } from "../row/ProfileShortName.ts"
import type { AccountId } from "../value/Id.ts"

/** What must be known of these short names. */
export const needs = (organization: AccountId, ...names: ReadonlyArray<string | null | undefined>): Needs.Needs =>
  Needs.rows(
    ProfileShortNames,
    names.flatMap((name) => name === null || name === undefined ? [] : [shortNameKey(organization, name)])
  )

/** Who has a short name, if anybody. */
const holder = (facts: Facts.Facts, organization: AccountId, shortName: string): AccountId | null =>
  Facts.get(facts, ProfileShortNames, shortNameKey(organization, shortName))?.profile ?? null

/** The short name comes to the profile; null when another profile of the organization has it. */
export const claim = (
  facts: Facts.Facts,
  profile: Pick<Account, "id" | "organization" | "shortName">
): Partial<Commit.Commit> | null => {
  const { id, organization, shortName } = profile
  if (organization === null || shortName === null) return {}
  const taken = holder(facts, organization, shortName)
  if (taken !== null) return taken === id ? {} : null
  return {
    relied: [Facts.relied(facts, ProfileShortNames, shortNameKey(organization, shortName))],
    puts: [Commit.put(ProfileShortNames, { organization, shortName, profile: id })]
  }
}

/** The short name is free again. One that another profile has stays. */
export const release = (
  facts: Facts.Facts,
  profile: Pick<Account, "id" | "organization" | "shortName">
): Partial<Commit.Commit> => {
  const { id, organization, shortName } = profile
  if (organization === null || shortName === null || holder(facts, organization, shortName) !== id) return {}
  const key = shortNameKey(organization, shortName)
  return { relied: [Facts.relied(facts, ProfileShortNames, key)], deletes: [ref(ProfileShortNames, key)] }
}
