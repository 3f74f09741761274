/**
 * The calls of consent. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface ExportConsentQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
  /** A cursor of a page of this list: answers what is older. */
  readonly after?: string
  /** A cursor of a page of this list: answers what is newer. */
  readonly before?: string
}

export interface ExportConsentResult {
  /** Signalbox, beyond v3: the changes of the page, the newest first. */
  readonly records: ReadonlyArray<{
    /** Signalbox, beyond v3: the id of the change. */
    readonly id: string
    /** Signalbox, beyond v3: the contact whose consent has changed. */
    readonly contact_id: string
    /** A phone number in E.164 form */
    readonly phone_number: string
    /** Signalbox, beyond v3: the purpose that it is about; null: all messages. */
    readonly purpose: string | null
    /** Signalbox, beyond v3: whether the contact opted in or out; null: what was said about the purpose was taken back. */
    readonly consent: "opt_in" | "opt_out" | null
    /** Signalbox, beyond v3: whether the contact wrote a keyword, the carrier told, a client asked by the API, or the operator did. */
    readonly source: "INBOUND_KEYWORD" | "PROVIDER_SIGNAL" | "API" | "OPERATOR" | (string & {})
    /** Signalbox, beyond v3: the channel of the keyword or of the carrier; null where there was none. */
    readonly channel: "sms" | "whatsapp" | "rcs" | "mms" | null
    /** Signalbox, beyond v3: the message with the keyword; null where there was none. */
    readonly message_id: string | null
    /** Signalbox, beyond v3: the text of that message; null where there was none. */
    readonly text: string | null
    /** Signalbox, beyond v3: when the consent changed, in ISO 8601 and UTC. */
    readonly created_at: string
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

export interface ConsentCalls {
  /** Export the changes of consent, the newest first: `GET /v3/consent/export`. */
  readonly export: (query?: ExportConsentQuery, options?: CallOptions) => Promise<ExportConsentResult>
}
