/**
 * The calls of usage. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"

export interface GetUsageQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
  /** The first day, in UTC; 30 days before the last one when nothing is given. */
  readonly from?: string
  /** The last day, in UTC; today when nothing is given. */
  readonly to?: string
  /** Only messages on this channel. */
  readonly channel?: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
  /** Only messages with this outcome. */
  readonly status?:
    | "ACCEPTED"
    | "SENT"
    | "DELIVERED"
    | "READ"
    | "FAILED"
    | "FILTERED"
    | "BLOCKED"
    | "CANCELLED"
    | "RECEIVED"
  /** Only messages with numbers of this country, as two capital letters. */
  readonly country?: string
}

export interface GetUsageResult {
  /** The sums of the page, the latest day first. */
  readonly usage: ReadonlyArray<{
    /** The day of UTC on which the messages were accepted or came in. */
    readonly day: string
    /** The channel of the messages; auto_detect and auto where none was chosen. */
    readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
    /** The outcome that the messages have now: ACCEPTED as long as no carrier has taken them, otherwise their status. */
    readonly status:
      | "ACCEPTED"
      | "SENT"
      | "DELIVERED"
      | "READ"
      | "FAILED"
      | "FILTERED"
      | "BLOCKED"
      | "CANCELLED"
      | "RECEIVED"
    /** The country of the other side's numbers as two letters; ZZ where there is none. */
    readonly country: string
    /** How many messages there are. */
    readonly messages: number
    /** How many segments they have: those of the last attempt, or the parts in which an inbound message came. */
    readonly segments: number
    /** What the channels cost, in all. */
    readonly price: number
    /** What is charged on top of it, in all. */
    readonly active_contact_price: number
  }>
  /** The sum of all lines that meet the filters, those of other pages too. */
  readonly total: {
    /** How many messages there are. */
    readonly messages: number
    /** How many segments they have. */
    readonly segments: number
    /** What the channels cost, in all. */
    readonly price: number
    /** What is charged on top of it, in all. */
    readonly active_contact_price: number
  }
  /** Signalbox, beyond v3: how many numbers were looked up for routing rules on these days; it is left out where none was. */
  readonly look_ups?: {
    /** Signalbox, beyond v3: how many look-ups there were. */
    readonly count: number
    /** Signalbox, beyond v3: what they cost the operator together; it is left out where nobody has said what one costs. */
    readonly cost?: number
  }
  /** Which part of the list the page is. */
  readonly pagination: Pagination
}

export interface UsageCalls {
  /** Read how much was sent and received, by day, channel, outcome and country: `GET /v3/usage`. */
  readonly get: (query?: GetUsageQuery, options?: CallOptions) => Promise<GetUsageResult>
}
