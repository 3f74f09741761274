/**
 * The requester is whoever asks: the account of a key, or the app identity that a voice token of the account was made
 * for.
 */
import type { Account } from "@signalbox/core/Account"

export interface Requester {
  readonly account: Account
  /** Null for whoever has shown a key. */
  readonly identity: string | null
}
