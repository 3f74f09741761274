/**
 * The short names of an organization's profiles: each is had once, and whoever had it first keeps it.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, profileShortName } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"

/** What must be known of these short names. */
export const needs = (organization: AccountId, ...names: ReadonlyArray<string | null | undefined>): Needs.Needs =>
  Needs.uniques(
    names.flatMap((name) => name === null || name === undefined ? [] : [profileShortName(organization, name)])
  )

/** The profile with its short name for itself; null when another profile of the organization has it. */
export const claim = (facts: Facts.Facts, profile: Account): Account | null => {
  const { sharesShortName: _, ...own } = profile
  const { id, organization, shortName } = own
  if (organization === null || shortName === null) return own
  const holder = Facts.find(facts, Accounts, profileShortName(organization, shortName))
  return holder === null || holder.id === id ? own : null
}
