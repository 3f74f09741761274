/**
 * The retention that holds for an account: its own, or else that of its organization.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import type { Retention } from "../row/Retention.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"

/** Needs the account and its organization. */
export const needs = (account: AccountId, facts: Facts.Facts): Needs.Needs => {
  const organization = Facts.peek(facts, Accounts, account)?.organization ?? null
  return Needs.rows(Accounts, organization === null ? [account] : [account, organization])
}

/** Undefined: there is none, or the accounts are not loaded yet. */
export const of = (account: AccountId, facts: Facts.Facts): Retention | undefined => {
  const own = Facts.peek(facts, Accounts, account)
  if (own === null || own === undefined) return undefined
  if (own.retention !== undefined || own.organization === null) return own.retention
  return Facts.peek(facts, Accounts, own.organization)?.retention
}

/** Everything that is older has been kept for so many days. */
export const cutoff = (days: number, at: Instant.Instant): Instant.Instant => Instant.plus(at, -days * Instant.day)
