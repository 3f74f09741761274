/**
 * The operator's calls about how long messages, and what they tell of people, are kept.
 */
import type { Retention } from "./Terms.ts"

export interface RetentionOperations {
  /** Its own, and that of the organization that a profile belongs to, which holds where it has none. Null: there is none. */
  readonly get: (account: string) => Promise<{
    readonly own: Retention | null
    readonly organization: Retention | null
  }>
  /** Replaces its own; null takes it away. What was redacted stays so, and what was removed is gone. */
  readonly set: (account: string, retention: Retention | null) => Promise<void>
  /** That of all accounts that have none, and whose organization has none. Null: there is none. */
  readonly global: () => Promise<Retention | null>
  /** Replaces that of all accounts; null takes it away. */
  readonly setForAll: (retention: Retention | null) => Promise<void>
  /** Counts what would be removed of an account now, and changes nothing. Null: nothing is removed of it. */
  readonly preview: (account: string) => Promise<RetentionPreview | null>
}

/**
 * The retention that holds for an account, who has set it, and how much is older than it says. Some of that stays for a while,
 * since it has not come to its end, and contacts stay while a message names them or for their consent.
 */
export interface RetentionPreview {
  readonly retention: Retention
  readonly by: "account" | "organization" | "service"
  /** By what the retention names: messages, deliveries to webhooks, sums of usage, contacts. */
  readonly counts: {
    readonly messages?: number
    readonly webhookEvents?: number
    readonly usage?: number
    readonly contacts?: number
  }
}
