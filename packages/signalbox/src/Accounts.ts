/**
 * What the host does with accounts, their keys and their money. None of it is part of the HTTP API.
 */
import type { Channel } from "./Carrier.ts"

export interface AccountSettings {
  /** What the account is called, and what makes `ensure` find it again unless `id` is given. */
  readonly name: string
  /** A UUID. Made from the name, and from the organization of a profile, unless given. */
  readonly id?: string
  readonly email?: string
  /** The organization of a sender profile. Without it the account is an organization. */
  readonly organization?: string
  /** What a new account begins with, in its currency: `100` or `"100.00"`. An account that exists keeps what it has. */
  readonly balance?: number | string
  readonly channels?: ReadonlyArray<Channel>
  /** The numbers that the account sends from, in E.164 form. */
  readonly numbers?: ReadonlyArray<string>
  readonly requestsPerMinute?: number
  /** Per template and UTC day; null: no limit. */
  readonly dailyMessageLimit?: number | null
}

export interface EnsuredAccount {
  readonly id: string
  readonly name: string
  /** Whether this call has created it. */
  readonly created: boolean
  /** In its currency, with four decimals. */
  readonly balance: string
}

export interface AccountCalls {
  /**
   * Creates the account unless it exists; the name, the e-mail address and the settings of one that exists are brought
   * up to what is given. Its id stays the same from start to start. An account without a balance is logged as a warning,
   * because what it sends is not delivered.
   */
  readonly ensure: (settings: AccountSettings) => Promise<EnsuredAccount>
  /** In its currency, with four decimals. */
  readonly balance: (account: string) => Promise<string>
  /** Adds money. The same reference adds it once. Returns the balance. */
  readonly topUp: (account: string, amount: number | string, reference?: string) => Promise<string>
}

export interface ListedKey {
  /** The beginning of the key, for recognition. */
  readonly prefix: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

export interface KeyCalls {
  /** Newest first. */
  readonly list: (
    account: string,
    page?: { readonly offset?: number; readonly limit?: number }
  ) => Promise<{ readonly keys: ReadonlyArray<ListedKey>; readonly total: number }>
  /** Returns the new key, which is shown here and never again. A given text must be a UUID. */
  readonly create: (account: string, text?: string) => Promise<string>
  /** Replaces a key: the old one ends at once, or after `graceMs`. Returns the new key. */
  readonly rotate: (key: string, options?: { readonly graceMs?: number }) => Promise<string>
  readonly revoke: (key: string) => Promise<void>
}
