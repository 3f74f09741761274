/**
 * Which profile a path names, and whether it is there for whoever asks.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, isProfileOf } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"

export const needs = (id: AccountId): Needs.Needs => Needs.row(Accounts, id)

/**
 * The profile, if it is of the organization whose key asks; a profile finds itself too. Whatever header the request
 * carries: the path decides (decisions part 6).
 */
export const find = (asking: Account, id: AccountId, facts: Facts.Facts): Account | null => {
  const found = Facts.get(facts, Accounts, id)
  if (found === null || found.type !== "profile" || found.deletedAt !== null) return null
  return isProfileOf(found, asking.id) || found.id === asking.id ? found : null
}
