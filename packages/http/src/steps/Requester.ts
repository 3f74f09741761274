/**
 * The requester is whoever asks: the account of a key, or the app identity that a voice token of the account was made
 * for.
 */
import type { Account } from "@signalbox/core/Account"
import type { ApiKey } from "@signalbox/core/ApiKey"

export interface Requester {
  readonly account: Account
  /** The key that was shown; null for a voice token. */
  readonly key: ApiKey | null
  /** Null for whoever has shown a key. */
  readonly identity: string | null
}
