/**
 * A send may name what it is for. Its account, or the organization of a profile, must know that purpose (decisions 17.5).
 */
import type * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Purposes from "../dispatch/Purposes.ts"
import type { Account } from "../row/Account.ts"

export const needs = (purpose: string | null, account: Account): Needs.Needs =>
  purpose === null ? Needs.none : Purposes.needs(account)

/** Returns the refusal of a purpose that the account does not know, or null. */
export const refusal = (purpose: string | null, account: Account, facts: Facts.Facts): Refused.Refused | null => {
  const flaw = purpose === null ? null : Purposes.flaw(purpose, Purposes.ofAccount(account, facts))
  return flaw === null ? null : Refused.refused("VALIDATION_001", { purpose: [flaw] })
}
