/**
 * The short names of an organization's profiles. A short name is unique within the organization; the profile that took
 * it first keeps it.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, profileShortName } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"

/** Returns the unique keys to load before these short names can be checked. */
export const needs = (organization: AccountId, ...names: ReadonlyArray<string | null | undefined>): Needs.Needs =>
  Needs.uniques(
    names.flatMap((name) => name === null || name === undefined ? [] : [profileShortName(organization, name)])
  )

/**
 * Returns the profile as the owner of its short name, or null when another profile of the organization owns that name.
 */
export const claim = (facts: Facts.Facts, profile: Account): Account | null => {
  const { sharesShortName: _, ...own } = profile
  const { id, organization, shortName } = own
  if (organization === null || shortName === null) return own
  const holder = Facts.find(facts, Accounts, profileShortName(organization, shortName))
  return holder === null || holder.id === id ? own : null
}
