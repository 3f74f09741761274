/**
 * The calls of audit log. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface ListAuditLogQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
  /** A cursor of a page of this list: answers what is older. */
  readonly after?: string
  /** A cursor of a page of this list: answers what is newer. */
  readonly before?: string
}

export interface ListAuditLogResult {
  /** The entries of the page. */
  readonly entries: ReadonlyArray<{
    /** The id of the entry. */
    readonly id: string
    /** When it was changed. */
    readonly created_at: string
    /** Who has changed it. */
    readonly actor: {
      /** Who has changed it. `host` is the process that embeds the service; `service` nobody has asked. */
      readonly type: "key" | "host" | "operator" | "carrier" | "recipient" | "reviewer" | "service"
      /** The id of the key or of the carrier; null for others. */
      readonly id: string | null
    }
    /** What was done. */
    readonly action: "created" | "changed" | "deleted" | "erased"
    /** What it was done to. */
    readonly resource: {
      /** What it was done to. `account` has the limits and settings; a `prefix` is one of numbers that is paused. */
      readonly type:
        | "account"
        | "api_key"
        | "balance"
        | "consent"
        | "prefix"
        | "recipient"
        | "template"
        | "user"
        | "webhook"
      /** Its id; for consent that of the contact, for a prefix the prefix. Null where one entry stands for many, and a random one for an erased recipient. */
      readonly id: string | null
    }
    /** How many of them were changed together: 1, unless one entry stands for many. */
    readonly count: number
    /** The names of the fields that have changed, and never what they were or are. */
    readonly fields: ReadonlyArray<string>
    /** The name of the operation, or of what the service did. */
    readonly operation: string
    /** The first 24 bits of the IPv4 address, or the first 48 of the IPv6 address, that asked for it; null when nobody did by HTTP, and after 90 days. */
    readonly network: string | null
  }>
  /** Which part of the list the page is. */
  readonly pagination: {
    /** The page that was asked for; the first one is 1. */
    readonly page: number
    /** How many items a page has at most. */
    readonly page_size: number
    /** How many items meet the filters among the newest 10,000 that were looked at, when the first page was read. */
    readonly total_count: number
    /** How many pages these items fill. */
    readonly total_pages: number
    /** Whether the list goes on after this page. */
    readonly has_more: boolean
    /** From where the list goes on, in both directions. */
    readonly cursors: {
      /** The cursor of what is older; null when there is nothing more. */
      readonly after: string | null
      /** The cursor of what is newer; null when there is nothing more. */
      readonly before: string | null
    }
  }
}

export interface AuditLogCalls {
  /** List who changed what, the newest change first: `GET /v3/audit-log`. */
  readonly list: (query?: ListAuditLogQuery, options?: CallOptions) => Promise<ListAuditLogResult>
}
