/**
 * A running server that the HTTP suites are held against, whoever made it: an address and the keys of accounts that
 * exist in it. Nothing here knows how the server is built.
 *
 * What the suites rely on beside that: templates that are submitted are approved soon, SMS is delivered soon and no
 * other channel has a carrier, quiet hours are off, and webhooks on 127.0.0.1 are allowed.
 */
import type { Account } from "@signalbox/core/Account"
import type { FrequencyRule } from "@signalbox/core/Frequency"
import type { KeyScope } from "@signalbox/core/KeyScope"
import type { Pumping } from "@signalbox/core/Pumping"
import type { Purpose } from "@signalbox/core/Purpose"
import type { QuietHours } from "@signalbox/core/QuietHours"

export interface HttpSubject {
  /** Without a slash at the end, such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string
  /** The key of an organization with money and with SMS set up. */
  readonly apiKey: string
  /** The key of another organization, likewise. */
  readonly otherApiKey: string
  /** Two profiles of the first organization. */
  readonly profileId: string
  readonly siblingProfileId: string
  /** The first profile's own key. */
  readonly profileApiKey: string
  /** Makes an organization. Without it, cases that need accounts of their own are left out. */
  readonly freshAccount?: (wanted?: WantedAccount) => Promise<FreshAccount>
  /** Adds a user to an account and returns the id. Without it, cases that need users in any status are left out. */
  readonly addUser?: (accountId: string, user: WantedUser) => Promise<string>
  /** Delivers an inbound message as a carrier would. Without it, cases that need inbound messages are left out. */
  readonly receive?: (message: WantedInbound) => Promise<ReceivedInbound>
  /**
   * Scripts how the next messages to a number end, one step each; without a step they are delivered. Without it, cases
   * that need a scripted carrier are left out.
   */
  readonly script?: (phone: string, steps: ReadonlyArray<WantedStep>) => Promise<void>
  /** Adds a number to an account's suppression list. Without it, cases that need this are left out. */
  readonly suppress?: (accountId: string, phone: string) => Promise<void>
  /** Takes a number off an account's suppression list. Left out together with `suppress`. */
  readonly unsuppress?: (accountId: string, phone: string) => Promise<void>
  /** Pauses a prefix of an account, or lifts that. Without it, cases that need paused prefixes are left out. */
  readonly pausePrefix?: (accountId: string, prefix: string, isPaused: boolean) => Promise<void>
  /** Makes an inherited contact. Without it, cases that need inherited contacts are left out. */
  readonly inherit?: (accountId: string, phone: string) => Promise<void>
  /** Reports a recipient's consent as a carrier would. Without it, cases that need such signals are left out. */
  readonly signal?: (signal: WantedSignal) => Promise<"Taken" | "UnknownNumber">
  /** Revokes a key or makes it active again. Without it, cases that need revoked keys are left out. */
  readonly setKeyActive?: (apiKey: string, active: boolean) => Promise<void>
  /** Makes a key of an account that is narrowed down. Without it, cases that need such keys are left out. */
  readonly makeKey?: (accountId: string, wanted: WantedKey) => Promise<string>
  /** Makes a voice token for an app. Without it, cases that need voice tokens are left out. */
  readonly voiceToken?: (accountId: string, identity: string, seconds?: number) => Promise<string>
  /** Scripts the template reviewer. Without it, cases that need a scripted reviewer are left out. */
  readonly review?: (order: WantedReview) => Promise<void>
  /**
   * Scripts what the provisioner says of a channel. Without it, cases that need a scripted provisioner are left out; what
   * is not scripted is set up soon.
   */
  readonly provision?: (order: WantedProvision) => Promise<void>
  /**
   * Returns the texts that a handset has received, the oldest first. Without it, cases that read what nothing but a handset
   * shows are left out.
   */
  readonly received?: (phone: string) => Promise<ReadonlyArray<string>>
  /**
   * The reason why a client that is still sending may find the connection reset before it has read an early answer: a
   * host that closes without reading on loses what is on its way. Without a reason, every early answer must arrive.
   */
  readonly mayReset?: string
  /** True when other suites use the server as well, so that this address may have asked it already. */
  readonly isShared?: boolean
  readonly stop: () => Promise<void>
}

export interface WantedAccount {
  /** A random one unless given. */
  readonly apiKey?: string
  /** In major currency units; plenty unless given. */
  readonly balance?: number
  /** The specification's limit unless given. */
  readonly requestsPerMinute?: number
  /** For how many days its audit log keeps entries; it has none unless given. */
  readonly auditLogDays?: number
  /** The people whose the organization and its profile are; one person unless given. */
  readonly people?: { readonly organization: WantedEmails; readonly profile: WantedEmails }
  /** An organization with a profile unless given. */
  readonly type?: "organization" | "user"
  /** The account's own consent keywords; none unless given. `reply` is the name of a template, or a text. */
  readonly keywords?: ReadonlyArray<{
    readonly keyword: string
    readonly action: "OPT_OUT" | "OPT_IN" | "HELP"
    readonly reply: string | null
  }>
  /** The hours at which recipients must not be disturbed; none unless given. */
  readonly quietHours?: QuietHours
  /** When prefixes of numbers are paused; never unless given. */
  readonly pumping?: Pumping
  /** Where messages of the organization and its profile may go; everywhere unless given. */
  readonly destinations?: NonNullable<Account["destinations"]>
  /** How much messages of the organization and its profile may cost; as much as there is unless given. */
  readonly spend?: NonNullable<Account["spend"]>
  /** For how many days the organization and its profile keep what messages tell of people; for good unless given. */
  readonly retention?: NonNullable<Account["retention"]>
  /** How often the organization may write to one recipient; without limit unless given. Its profile follows it. */
  readonly frequency?: ReadonlyArray<FrequencyRule>
  /** The purposes of the organization; none unless given. Its profile follows it. */
  readonly purposes?: ReadonlyArray<Purpose>
  /** The channels that are set up; SMS unless given. */
  readonly channels?: ReadonlyArray<WantedInbound["channel"]>
}

/** A step says how one message ends. */
export interface WantedStep {
  /** Only a message on this channel; on any unless given. */
  readonly channel?: WantedInbound["channel"]
  /** The carrier's answer; it accepts by default. With `hang` it says nothing until the service has given up. */
  readonly submit?: "accept" | "hang" | { readonly refuse: string }
  /** In this order. */
  readonly receipts: ReadonlyArray<"delivered" | "read" | { readonly failed: string }>
  /** The time after which each receipt follows what was before it; none unless given. */
  readonly delay_ms?: number
}

export interface WantedEmails {
  /** The e-mail address that role checks use for the account's keys. */
  readonly email: string | null
  /** The owner's e-mail address, when it is another one. */
  readonly ownerEmail?: string
}

export interface WantedUser {
  readonly email: string
  readonly role: "admin" | "billing" | "developer"
  readonly status: "invited" | "active" | "suspended" | "rejected"
  /** The time since the invitation was issued; there is no invitation unless given. */
  readonly invitedMillisAgo?: number
}

/** A field that is left out narrows nothing. */
export interface WantedKey {
  readonly scopes?: ReadonlyArray<KeyScope>
  readonly addresses?: ReadonlyArray<string>
}

export interface WantedReview {
  /** The template. When it is not in review yet, it gets this outcome once it is. */
  readonly template: string
  readonly outcome: "approve" | "reject" | "pause" | "lift" | "archive"
  /** The template as a whole unless given. */
  readonly channel?: "sms" | "whatsapp" | "rcs" | "mms"
  readonly reason?: string
  /** The delay; none unless given. */
  readonly afterMillis?: number
}

export interface WantedProvision {
  readonly account: string
  readonly channel: "sms" | "whatsapp" | "rcs"
  /** Of an SMS market. */
  readonly country?: string
  readonly number_type?: string
  readonly sender_value?: string
  /** `hold`: nothing happens until another order does. */
  readonly outcome:
    | "hold"
    | "approve"
    | "activate"
    | "request_changes"
    | "reject"
    | "deactivate"
    | "lack_account"
    | "lack_number"
  readonly reason?: string
  readonly reason_code?: string
}

export interface WantedInbound {
  readonly carrier: string
  /** The carrier's own name for it. */
  readonly reference: string
  readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
  readonly from: string
  readonly to: string
  readonly text: string | null
  readonly media: ReadonlyArray<WantedMedia>
  /** The place of a part of a long message; a whole message unless given. */
  readonly part?: { readonly series: string; readonly index: number; readonly count: number }
}

/** A recipient's consent that a carrier reports by itself. */
export interface WantedSignal {
  readonly carrier: string
  /** The number of the account. */
  readonly to: string
  readonly phone: string
  readonly channel: WantedInbound["channel"]
  readonly consent: "opt_in" | "opt_out"
}

export interface WantedMedia {
  readonly url: string
  readonly mimeType: string | null
  readonly sizeBytes: number | null
  readonly hashSha256: string | null
}

export interface ReceivedInbound {
  readonly outcome: "Received" | "Repeated" | "UnknownNumber" | "Waiting"
  readonly messageId: string | null
}

export interface FreshAccount {
  readonly id: string
  readonly apiKey: string
  /** Another key of the same organization. */
  readonly secondApiKey: string
  /** A profile of the organization, with its own key and the same number of requests per minute. */
  readonly profileId: string
  readonly profileApiKey: string
}

/** Starts a server with nothing in it but its accounts. Each suite starts its own. */
export type Start = () => Promise<HttpSubject>
