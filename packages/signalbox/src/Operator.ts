/**
 * Everything that the operator of the service may do, beside what clients do over HTTP. Each group of calls is one interface
 * here and one file in `internal/operator`, and `npx signalbox` has the same under the same names.
 */
import type { ListAuditLogResult } from "./calls/AuditLog.ts"
import type { Channel } from "./Carrier.ts"
import type { DirectoryOperations } from "./DirectoryOperations.ts"
import type { RetentionOperations } from "./RetentionOperations.ts"
import type {
  Destinations,
  FrequencyRule,
  Keyword,
  NumberPool,
  Pumping,
  Purpose,
  QuietHours,
  Rate,
  Rule,
  SpendCaps
} from "./Terms.ts"
import type { LaneOperations, MessageOperations } from "./WorkOperations.ts"

/** A page of a list, newest first. The next one begins behind `after` of the one before. */
export interface PageOptions {
  readonly after?: string | null
  /** 100 unless given, and 1,000 at most. */
  readonly limit?: number
}

export interface OperatorAccount {
  readonly id: string
  readonly name: string
  readonly type: "organization" | "profile" | "user"
  /** The organization that a profile belongs to. */
  readonly organization: string | null
  readonly stage: "verified" | "unverified" | "suspended"
  /** In its currency, with four decimals. */
  readonly balance: string
  readonly createdAt: Date
  readonly closedAt: Date | null
}

/** Where a move is to end: in a cell, or where it was begun. */
export type MoveOptions = { readonly to: string } | { readonly undo: true }

export interface MovedAccount {
  /** `unchanged`: nothing was left to do. */
  readonly outcome: "moved" | "undone" | "unchanged"
  /** The cell that has the account now. */
  readonly cell: string
}

export interface AccountOperations {
  /** All accounts, profiles and closed ones too. `after` is null on the last page. */
  readonly list: (page?: PageOptions) => Promise<{
    readonly accounts: ReadonlyArray<OperatorAccount>
    readonly total: number
    readonly after: string | null
  }>
  readonly get: (account: string) => Promise<OperatorAccount>
  /** Blocks whatever it sends from now on with BUSINESS_018, also what waits; its keys go on. Profiles go with it. */
  readonly suspend: (account: string) => Promise<OperatorAccount>
  /** Ends a suspension. */
  readonly resume: (account: string) => Promise<OperatorAccount>
  /**
   * Closes it for good, with its profiles: its keys end, what it holds is cancelled, its numbers are free, and its history
   * stays. It may be repeated. Returns whether anything was left to close.
   */
  readonly close: (account: string) => Promise<boolean>
  /** Sets the balance, whatever it was, and returns it. `accounts.topUp` adds to it instead. */
  readonly setBalance: (account: string, amount: number | string) => Promise<string>
  /**
   * Moves an organization with its profiles, or a person, to another cell, with all that belongs to it (`cells` storage).
   * Until it is there its requests are answered 503 with Retry-After, and its work waits. A call that fails, or whose process
   * dies, leaves it so: the same call goes on where it was, and `{ undo: true }` brings back what was until the other cell
   * has it. It rejects with INTERNAL_005 while work of it is still under way, or somebody else moves it, and with
   * CONFLICT_010 when something in the other cell stands in its way.
   */
  readonly move: (account: string, options: MoveOptions) => Promise<MovedAccount>
}

export interface Prices {
  readonly rates: ReadonlyArray<Rate>
  /** Whether messages cost money. */
  readonly billing: boolean
}

/** The prices of an account's own. Null: those of its organization count, or else those of the box. */
export interface OwnPrices {
  readonly rates: ReadonlyArray<Rate> | null
  readonly billing: boolean | null
}

export interface PriceOperations {
  /** The prices of all accounts. They are options of the box, the same on every node: no call changes them. */
  readonly global: () => Promise<Prices>
  /** The prices that count for an account, and which of them are its own. */
  readonly get: (account: string) => Promise<Prices & { readonly own: OwnPrices }>
  /** Changes the prices of its own; what is left out stays. What is in line keeps the price that was reserved for it. */
  readonly set: (account: string, prices: Partial<OwnPrices>) => Promise<void>
}

export interface RuleOperations {
  /** The routing rules of all accounts. They are options of the box, the same on every node: no call changes them. */
  readonly global: () => Promise<ReadonlyArray<Rule>>
  readonly get: (account: string) => Promise<ReadonlyArray<Rule>>
  /** Replaces the rules of its own, oldest first; an empty list takes them away. */
  readonly set: (account: string, rules: ReadonlyArray<Rule>) => Promise<void>
}

export interface DestinationOperations {
  /** Its own, and those of the organization that a profile belongs to: a message has to pass both. Null: there are none. */
  readonly get: (account: string) => Promise<{
    readonly own: Destinations | null
    readonly organization: Destinations | null
  }>
  /** Replaces its own; null takes them away. What waits in line is held against them as well. */
  readonly set: (account: string, destinations: Destinations | null) => Promise<void>
}

/** A spend cap in its present day or month, with what the messages that it holds for have cost. */
export interface UsedCap {
  /** Whose cap it is: the account's, or that of the organization that it is a profile of. */
  readonly account: string
  /** The country, where the cap is that of messages to one; otherwise null. */
  readonly region: string | null
  readonly period: "day" | "month"
  /** The day, or the first day of the month, in UTC: `2030-01-15`. */
  readonly startsOn: string
  /** Both in the currency of the account, with four decimals. Reserved prices are spent as long as they are reserved. */
  readonly cap: string
  readonly spent: string
  /** Whether `account.spend_warning` has told of it. */
  readonly warned: boolean
}

export interface SpendOperations {
  /** Its own caps, and those of the organization that a profile belongs to: both hold. Null: there are none. */
  readonly get: (account: string) => Promise<{
    readonly own: SpendCaps | null
    readonly organization: SpendCaps | null
  }>
  /** Replaces its own; null takes them away. What was spent before a cap was given does not count in it. */
  readonly set: (account: string, spend: SpendCaps | null) => Promise<void>
  /** How much of each cap is used up. */
  readonly used: (account: string) => Promise<ReadonlyArray<UsedCap>>
}

export interface QuietHourOperations {
  readonly get: (account: string) => Promise<QuietHours>
  readonly set: (account: string, quietHours: QuietHours) => Promise<void>
}

export interface FrequencyOperations {
  /** The rules of its own. Null: those of its organization count, or else none. */
  readonly get: (account: string) => Promise<ReadonlyArray<FrequencyRule> | null>
  /** Replaces the rules of its own; null takes them away. */
  readonly set: (account: string, frequency: ReadonlyArray<FrequencyRule> | null) => Promise<void>
}

export interface NumberPoolOperations {
  /** Null: it has none, and messages leave from its first number for the recipient's country. */
  readonly get: (account: string) => Promise<ReadonlyArray<NumberPool> | null>
  /** Replaces them all; null takes them away. Where pools stay as they are, so does everybody's number. */
  readonly set: (account: string, numberPools: ReadonlyArray<NumberPool> | null) => Promise<void>
}

export interface PurposeOperations {
  /** The purposes of its own. Null: those of its organization count, or else none. */
  readonly get: (account: string) => Promise<ReadonlyArray<Purpose> | null>
  /** Replaces the purposes of its own; null takes them away. What recipients have said stays. */
  readonly set: (account: string, purposes: ReadonlyArray<Purpose> | null) => Promise<void>
  /**
   * Says what a recipient has said about purposes of the account, such as an opt-in that was given elsewhere; null takes one
   * back. The contact is created where there is none. Returns whether anything has changed.
   */
  readonly prefer: (
    account: string,
    phone: string,
    preferences: Readonly<Record<string, "opt_in" | "opt_out" | null>>
  ) => Promise<boolean>
}

export interface KeywordOperations {
  /** Those of its own. Every account has those of the specification besides. */
  readonly list: (account: string) => Promise<ReadonlyArray<Keyword>>
  /** Adds a keyword, or changes what it does. Returns whether anything has changed. */
  readonly set: (account: string, keyword: Keyword) => Promise<boolean>
  readonly remove: (account: string, keyword: string) => Promise<boolean>
}

export interface SuppressionOperations {
  /** The numbers to which the account sends nothing, the newest entry first. */
  readonly list: (account: string, page?: PageOptions) => Promise<{
    readonly suppressions: ReadonlyArray<{ readonly phone: string; readonly suppressedAt: Date }>
    readonly total: number
    readonly after: string | null
  }>
  /** Adds up to 10,000 numbers. `refused` are the texts that are no numbers in E.164 form. */
  readonly add: (account: string, phones: ReadonlyArray<string>) => Promise<{
    readonly added: number
    readonly known: number
    readonly refused: ReadonlyArray<string>
  }>
  /** Takes up to 10,000 numbers off the list, and returns how many of them were on it. */
  readonly remove: (account: string, phones: ReadonlyArray<string>) => Promise<number>
}

/** An erasure of a recipient. It does not tell whom. */
export interface RunningErasure {
  readonly id: string
  readonly status: "running" | "completed"
  /** How many messages were erased so far. */
  readonly messages: number
  readonly requestedAt: Date
  readonly completedAt: Date | null
}

/** One line of an export. */
export interface ExportRecord {
  readonly type: "contact" | "consent" | "message" | "verification" | "template"
  readonly account_id: string
  readonly data: { readonly [name: string]: unknown }
}

export interface PrivacyOperations {
  /**
   * Erases everything that names a number, in the account and in its profiles, but for a keyed hash that keeps who must not
   * be sent to. It goes on in the background; one that runs is not begun again.
   */
  readonly erase: (account: string, phone: string) => Promise<RunningErasure>
  /** Null: the account has no such erasure. */
  readonly get: (account: string, erasure: string) => Promise<RunningErasure | null>
  /** Reads all that is kept of a number, in the account and in its profiles, or of the account where no number is given. */
  readonly export: (account: string, phone?: string) => AsyncIterable<ExportRecord>
}

export interface AccountLimits {
  readonly requestsPerMinute: number
  /** Per template and UTC day; null: no limit. */
  readonly dailyMessageLimit: number | null
  readonly allowMms: boolean
  /** The number of hours after which a message that no carrier has taken fails. */
  readonly expiryHours: number
  /** Whether SMS are sent with plain forms of typographic characters. */
  readonly smartEncoding: boolean
  /** Keeps of each of its keys the hour at which it was last used. */
  readonly keyLastUsed: boolean
  /** For how many days its audit log keeps an entry; null: it has none. */
  readonly auditLogDays: number | null
  /** When a prefix of numbers is paused. Null: as its organization has it, or else never. */
  readonly pumping: Pumping | null
  readonly webhooks: number
  /** The number of minutes for which a webhook must have failed before it is switched off. */
  readonly webhookDisableMinutes: number
}

/**
 * Somebody has changed something in an account. There are no numbers, texts and secrets in it, nor what a field was. The
 * actor `host` is this process, by `as(account)`.
 */
export interface AuditEntry extends Omit<ListAuditLogResult["entries"][number], "created_at"> {
  readonly at: Date
}

export interface AuditLogOperations {
  /** Who changed what, the newest change first. There are entries while the account has `auditLogDays`. */
  readonly list: (account: string, page?: PageOptions) => Promise<{
    readonly entries: ReadonlyArray<AuditEntry>
    /** Of the newest 10,000 at most. */
    readonly total: number
    readonly after: string | null
  }>
}

export interface LimitOperations {
  readonly get: (account: string) => Promise<AccountLimits>
  /** Changes some of the limits, and returns all of them. */
  readonly set: (account: string, limits: Partial<AccountLimits>) => Promise<AccountLimits>
}

/** A prefix of numbers to which an account sends nothing for now, or sent nothing within the last day. */
export interface OperatorPrefix {
  /** The calling code and the first digits of the national number: "+447700". */
  readonly prefix: string
  readonly isPaused: boolean
  readonly reason: "unchecked" | "undelivered" | "operator"
  /** How many were counted, and how many of them came to nothing; null where the operator has paused it. */
  readonly counted: number | null
  readonly failed: number | null
  readonly pausedAt: Date
  /** Null: until `lift`. */
  readonly pausedUntil: Date | null
}

/** Each change counts on every node, may be repeated, and returns whether it has changed anything. */
export interface PrefixOperations {
  /** The newest pause first. */
  readonly list: (account: string, page?: PageOptions) => Promise<{
    readonly prefixes: ReadonlyArray<OperatorPrefix>
    readonly total: number
    readonly after: string | null
  }>
  /** Pauses a prefix until `lift`, whether it is paused already or not. It is for accounts with the limit `pumping`. */
  readonly pin: (account: string, prefix: string) => Promise<boolean>
  /** Ends a pause. What was counted before does not pause the prefix again. */
  readonly lift: (account: string, prefix: string) => Promise<boolean>
}

/** Without a channel it is about the template as a whole. */
export interface VerdictOptions {
  readonly channel?: Channel
}

export type OperatorTemplateStatus = "DRAFT" | "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "ARCHIVED"

/**
 * A verdict by hand on a template, in place of the reviewer's or after it. Each returns the status that it leads to, and
 * rejects with CONFLICT_010 where the template, or its review on the channel, is in a status that does not allow it.
 */
export interface TemplateOperations {
  readonly approve: (template: string, options?: VerdictOptions) => Promise<OperatorTemplateStatus>
  readonly reject: (
    template: string,
    options: VerdictOptions & { readonly reason: string }
  ) => Promise<OperatorTemplateStatus>
  /** Nothing more is sent by an approved template until `resume`. */
  readonly pause: (template: string, options?: VerdictOptions) => Promise<OperatorTemplateStatus>
  readonly resume: (template: string, options?: VerdictOptions) => Promise<OperatorTemplateStatus>
}

export interface CarrierState {
  readonly id: string
  readonly channels: ReadonlyArray<Channel>
  readonly paused: boolean
  readonly drained: boolean
}

/** A carrier that comes after the others for a share of messages, everywhere or in one country. */
export interface CarrierHealthState {
  readonly carrier: string
  /** The country of the recipients; null: every country that is not listed by itself. */
  readonly country: string | null
  /** The share of messages, in hundredths, to which it keeps its place among the others. */
  readonly weight: number
  /** Submissions that failed, or receipts that were late or missing; null where it has not fallen. */
  readonly trouble: "failing" | "slow" | null
  /** How many messages were counted when it fell last, how many of them were in trouble, and when that was. */
  readonly counted: number | null
  readonly troubled: number | null
  readonly fellAt: Date | null
  /** Until when your `pin` holds. */
  readonly pinnedUntil: Date | null
}

export interface CarrierPlace {
  /** Only for recipients in this country, as two letters. */
  readonly country?: string
}

export interface CarrierPinOptions extends CarrierPlace {
  /** From 0, after all others, to 100, where the rules have it. */
  readonly weight: number
  /** At most 30 days from now. */
  readonly until: Date
}

/** Each call counts on every node, may be repeated, and returns whether it has changed anything. */
export interface CarrierOperations {
  /** The carriers of this process, in the order in which they are tried. */
  readonly list: () => Promise<ReadonlyArray<CarrierState>>
  /** Hands nothing more over to it: messages go on to wait in its line. What it is being handed goes through. */
  readonly pause: (carrier: string) => Promise<boolean>
  /** Routes nothing new to it: messages take another carrier, or fail without one. What waits in its line is handed over. */
  readonly drain: (carrier: string) => Promise<boolean>
  /** Ends a pause and a drain. */
  readonly resume: (carrier: string) => Promise<boolean>
  /** The carriers whose weight has fallen, or is pinned. */
  readonly health: () => Promise<ReadonlyArray<CarrierHealthState>>
  /** Sets its weight for a while, whatever is counted of it. No carrier is left out by that: to that end, drain it. */
  readonly pin: (carrier: string, options: CarrierPinOptions) => Promise<boolean>
  /** Ends a pin, and forgets that its weight has fallen. */
  readonly release: (carrier: string, options?: CarrierPlace) => Promise<boolean>
}

export interface DeadLetterName {
  readonly kind: string
  readonly key: string
}

/** Work that has failed so often that it is not tried again by itself. */
export interface DeadLetter extends DeadLetterName {
  readonly lane: string
  readonly failures: number
  /** The last failure, without secrets and data of accounts. */
  readonly cause: string
  readonly at: Date
}

export interface DeadLetterOperations {
  readonly list: (page?: PageOptions) => Promise<{
    readonly deadLetters: ReadonlyArray<DeadLetter>
    readonly total: number
    readonly after: string | null
  }>
  /** Makes its work due immediately. False: there is no such dead letter. */
  readonly retry: (letter: DeadLetterName) => Promise<boolean>
  /** Gives its work up for good. What it was about stays as it is: cancel a message that waits by `cancelWaiting`. */
  readonly discard: (letter: DeadLetterName) => Promise<boolean>
}

export interface OperatorCalls {
  readonly accounts: AccountOperations
  readonly prices: PriceOperations
  readonly rules: RuleOperations
  readonly numberPools: NumberPoolOperations
  readonly destinations: DestinationOperations
  readonly spend: SpendOperations
  readonly retention: RetentionOperations
  readonly quietHours: QuietHourOperations
  readonly keywords: KeywordOperations
  readonly frequency: FrequencyOperations
  readonly purposes: PurposeOperations
  readonly suppressions: SuppressionOperations
  readonly privacy: PrivacyOperations
  readonly limits: LimitOperations
  readonly auditLog: AuditLogOperations
  readonly prefixes: PrefixOperations
  readonly templates: TemplateOperations
  readonly carriers: CarrierOperations
  readonly lanes: LaneOperations
  readonly messages: MessageOperations
  readonly deadLetters: DeadLetterOperations
  readonly directory: DirectoryOperations
}
