/**
 * The host's own calls about accounts, their keys and their money. None of it is part of the HTTP API.
 */
import type { Channel } from "./Carrier.ts"
import type {
  Destinations,
  FrequencyRule,
  Keyword,
  NumberPool,
  Pumping,
  Purpose,
  QuietHours,
  Rate,
  Retention,
  Rule,
  SpendCaps
} from "./Terms.ts"

export interface AccountSettings {
  /** The name of the account, by which `ensure` finds it again unless `id` is given. */
  readonly name: string
  /** A UUID. Made from the name, and from the organization of a profile, unless given. */
  readonly id?: string
  readonly email?: string
  /** The organization of a sender profile. Without it the account is an organization. */
  readonly organization?: string
  /**
   * The balance that a new account begins with, in its currency: `100` or `"100.00"`. An account that exists keeps what
   * it has.
   */
  readonly balance?: number | string
  readonly channels?: ReadonlyArray<Channel>
  /**
   * The numbers that the account sends from, in E.164 form; a new account has none. A channel without a sender is not
   * available, unless a carrier of it has `choosesSender`.
   */
  readonly numbers?: ReadonlyArray<string>
  readonly requestsPerMinute?: number
  /** Per template and UTC day; null: no limit. */
  readonly dailyMessageLimit?: number | null
  /** Allows the account to send MMS. True unless given. */
  readonly allowMms?: boolean
  /** The number of hours after which a message that no carrier has taken fails; 72 unless given. */
  readonly expiryHours?: number
  /** Sends SMS with plain forms of typographic quotes, dashes and spaces where that saves segments. False unless given. */
  readonly smartEncoding?: boolean
  /** Keeps of each of its keys the hour at which it was last used. False unless given. */
  readonly keyLastUsed?: boolean
  /**
   * Keeps an audit log, each entry for so many days, 3,650 at most: who changed what, when, and from where. Null, as if
   * it is not given: it has none.
   */
  readonly auditLogDays?: number | null
  /** Pauses prefixes of numbers that look like SMS pumping. Null, as unless given: as its organization has it, or never. */
  readonly pumping?: Pumping | null
  /** The largest number of webhooks that it may have. */
  readonly webhooks?: number
  /** The number of minutes for which a webhook must have failed before it is switched off; 5 unless given. */
  readonly webhookDisableMinutes?: number
  /** Rules for its own routes, oldest first. They go before those of the operator. An empty list takes them away. */
  readonly rules?: ReadonlyArray<Rule>
  /** Prices of its own messages, in place of those of its organization and of the box. Null takes them away again. */
  readonly rates?: ReadonlyArray<Rate> | null
  /**
   * False: its messages cost nothing and need no balance; true: they cost money, whatever the box says. Null: as its
   * organization, or else the box, has it.
   */
  readonly billing?: boolean | null
  /**
   * Where its messages may go, besides what its organization lets through: everywhere unless given. Null takes its own lists
   * away.
   */
  readonly destinations?: Destinations | null
  /**
   * How much its messages, and those of its profiles, may cost, besides what its organization allows: as much as it has
   * unless given. Null takes its own caps away.
   */
  readonly spend?: SpendCaps | null
  /**
   * For how many days it keeps texts, media and numbers of messages, and what webhooks were told: as its organization has it unless given, or else for
   * good. Null takes its own away.
   */
  readonly retention?: Retention | null
  /** `off` unless given. */
  readonly quietHours?: QuietHours
  /** Keywords of its own, 100 at most. An empty list takes them away. */
  readonly keywords?: ReadonlyArray<Keyword>
  /**
   * Further words by which recipients opt out. `us-carriers`: STOPALL, REVOKE, OPTOUT, OPT OUT and STOP ALL. An empty list
   * switches them off again.
   */
  readonly keywordLists?: ReadonlyArray<"us-carriers">
  /**
   * How often it may write to one recipient; more ends FILTERED with SIGNALBOX_003. A profile without rules of its own has
   * those of its organization. Null takes its own away.
   */
  readonly frequency?: ReadonlyArray<FrequencyRule> | null
  /**
   * Pools of its numbers, 200 at most and one for each channel and country. Where there is none, messages leave from the
   * account's first number there. Null takes them away.
   */
  readonly numberPools?: ReadonlyArray<NumberPool> | null
  /**
   * The purposes that it writes for, 20 at most: recipients consent to each by itself. A profile without purposes of its own has
   * those of its organization. Null takes its own away.
   */
  readonly purposes?: ReadonlyArray<Purpose> | null
}

export interface EnsuredAccount {
  readonly id: string
  readonly name: string
  /** True when this call has created it. */
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
  /**
   * Adds money, and returns the balance. The same reference, of 1 to 255 characters that are not all white space, adds it
   * once; with another amount it is RESOURCE_007.
   */
  readonly topUp: (account: string, amount: number | string, reference?: string) => Promise<string>
}

/** A scope says what a key may do: `manage` changes all but messages, verifications and webhooks. No scope contains another. */
export type KeyScope = "send" | "read" | "manage" | "webhooks"

/** These narrow a key down. A field that is left out narrows nothing. */
export interface KeyTerms {
  /** Operations outside of them are refused with AUTH_004. An empty list is none. */
  readonly scopes?: ReadonlyArray<KeyScope>
  /** From then on it is no key any more. */
  readonly expiresAt?: Date
  /** Up to 32 addresses and ranges (`"192.0.2.0/24"`, `"2001:db8::/32"`) that it may be used from, as the mount knows them. */
  readonly addresses?: ReadonlyArray<string>
}

export interface NewKey extends KeyTerms {
  /** A UUID; a random one unless given. */
  readonly text?: string
}

export interface ListedKey extends KeyTerms {
  /** Names the key where its text must not stand, as in the audit log. */
  readonly id: string
  /** The beginning of the key, for recognition. */
  readonly prefix: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
  /** The hour at which it was last used, while the account has `keyLastUsed`. */
  readonly lastUsedAt?: Date
}

export interface KeyCalls {
  /** Newest first: 100 unless `limit` is given, which is at most 1,000. */
  readonly list: (
    account: string,
    page?: { readonly offset?: number; readonly limit?: number }
  ) => Promise<{ readonly keys: ReadonlyArray<ListedKey>; readonly total: number }>
  /** Returns the new key, which is shown here and never again. A text alone is that of the key. */
  readonly create: (account: string, key?: string | NewKey) => Promise<string>
  /**
   * Replaces a key: the old one ends immediately, or after `graceMs`. Returns the new key, which may do what the old one
   * may, and ends when that would have ended unless `expiresAt` is given.
   */
  readonly rotate: (key: string, options?: { readonly graceMs?: number; readonly expiresAt?: Date }) => Promise<string>
  readonly revoke: (key: string) => Promise<void>
}
