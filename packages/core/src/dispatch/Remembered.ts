/**
 * Finds what is still known of a number that the account has erased, under each of the keys that hashes were made with
 * (decisions 17.6). An account that never erased anybody whom nothing may be sent to asks for nothing.
 */
import type { ExpectedRow } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import type { SuppressionHash } from "../row/SuppressionHash.ts"
import { keys, SuppressionHashes } from "../row/SuppressionHash.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

type Owner = Pick<Account, "id" | "suppressionHashes">

export const needs = (account: Owner, phone: PhoneNumber): Needs.Needs =>
  account.suppressionHashes === undefined ? Needs.none : Needs.rows(SuppressionHashes, keys(account, phone))

export const find = (account: Owner, phone: PhoneNumber, facts: Facts.Facts): SuppressionHash | null => {
  for (const key of keys(account, phone)) {
    const found = Facts.get(facts, SuppressionHashes, key)
    if (found !== null) return found
  }
  return null
}

/** Expects that what is known, or that nothing is, stays so. */
export const expected = (account: Owner, phone: PhoneNumber, facts: Facts.Facts): ReadonlyArray<ExpectedRow> =>
  keys(account, phone).map((key) => Facts.expected(facts, SuppressionHashes, key))
