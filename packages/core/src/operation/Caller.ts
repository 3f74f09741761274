/**
 * Who asks: the account that a request acts as, and the account whose key it carries.
 */
import type { Account } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"

export interface Caller {
  /** The effective account: the profile, when the request is profile-scoped. */
  readonly account: Account
  /** The account of the key. Its request pool is the one that is used. */
  readonly keyAccount: Account
}

/** The profile that the request acts as, for X-Profile-Id; null when it acts as no profile. */
export const profile = (caller: Caller): AccountId | null =>
  caller.account.type === "profile" ? caller.account.id : null
