/**
 * A send may say what it is for. Its account, or the organization of a profile, must know that purpose (decisions 17.5).
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Purposes from "../dispatch/Purposes.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"

/** Returns what must be loaded to know the purposes of an account, besides the account itself: nothing, or its organization. */
export const needsOfAccount = ({ organization, purposes }: Account): Needs.Needs =>
  purposes !== undefined || organization === null ? Needs.none : Needs.row(Accounts, organization)

/** Returns the account, and its organization where that was loaded. */
export const accountsOf = (account: Account, facts: Facts.Facts): ReadonlyArray<Account> => {
  const { organization } = account
  const parent = organization === null ? null : Facts.peek(facts, Accounts, organization) ?? null
  return parent === null ? [account] : [account, parent]
}

export const needs = (purpose: string | null, account: Account): Needs.Needs =>
  purpose === null ? Needs.none : needsOfAccount(account)

/** Returns the refusal of a purpose that the account does not know, or null. */
export const refusal = (purpose: string | null, account: Account, facts: Facts.Facts): Refused.Refused | null => {
  if (purpose === null) return null
  const names = Purposes.known(accountsOf(account, facts)).map(({ name }) => name)
  if (names.includes(purpose)) return null
  const hint = names.length === 0 ? "" : `: it has ${names.join(", ")}`
  return Refused.refused("VALIDATION_001", { purpose: [`is no purpose of this account${hint}`] })
}
