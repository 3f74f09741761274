/**
 * Finds the profile that a path names, if the caller may see it.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, isProfileOf } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"

export const needs = (id: AccountId): Needs.Needs => Needs.row(Accounts, id)

/**
 * Returns the profile if it belongs to the organization of the key, or is the key's own account. The path decides,
 * whatever header the request carries (decisions part 6).
 */
export const find = (asking: Account, id: AccountId, facts: Facts.Facts): Account | null => {
  const found = Facts.get(facts, Accounts, id)
  if (found === null || found.type !== "profile" || found.deletedAt !== null) return null
  return isProfileOf(found, asking.id) || found.id === asking.id ? found : null
}
