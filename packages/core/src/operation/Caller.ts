/**
 * The caller of an operation: the account that the request acts as, and the account that owns its key.
 */
import type { Account } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"
import type { KeyHash } from "../value/Secret.ts"

export interface Caller {
  /** The effective account: the profile, when the request is profile-scoped. */
  readonly account: Account
  /** The account of the key. Its rate limit applies. */
  readonly keyAccount: Account
  /** The key that was shown; null for a voice token, and absent where the host has said who asks. */
  readonly key?: KeyHash | null
  /** The address of whoever asks, as the mount knows it. */
  readonly from?: string | null
  /**
   * Set when the host's own code asks, in process. It is refused what can only fail later, so that whoever writes it sees
   * that immediately; a client over HTTP learns it from the message.
   */
  readonly isHost?: true
}

/** Returns the profile that the request acts as, for X-Profile-Id, or null when it acts as no profile. */
export const profile = (caller: Caller): AccountId | null =>
  caller.account.type === "profile" ? caller.account.id : null

/** Returns the organization whose part of what all share the request uses. */
export const organization = ({ account }: Caller): AccountId => account.organization ?? account.id
