/**
 * The calls of privacy. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Json } from "./Common.ts"

export interface EraseRecipientBody {
  /** A phone number in E.164 form */
  readonly phone_number: string
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface EraseRecipientResult {
  /** The id of the resource. */
  readonly id: string
  /** Signalbox, beyond v3: whether the erasure still runs, or is completed. */
  readonly status: "running" | "completed"
  /** Signalbox, beyond v3: how many messages it has erased so far. */
  readonly messages: number
  /** Signalbox, beyond v3: when the erasure was asked for. */
  readonly requested_at: string
  /** Signalbox, beyond v3: when nothing named the number any more; it is left out as long as the erasure runs. */
  readonly completed_at?: string
}

export interface GetErasureResult {
  /** The id of the resource. */
  readonly id: string
  /** Signalbox, beyond v3: whether the erasure still runs, or is completed. */
  readonly status: "running" | "completed"
  /** Signalbox, beyond v3: how many messages it has erased so far. */
  readonly messages: number
  /** Signalbox, beyond v3: when the erasure was asked for. */
  readonly requested_at: string
  /** Signalbox, beyond v3: when nothing named the number any more; it is left out as long as the erasure runs. */
  readonly completed_at?: string
}

export interface ExportQuery {
  /** The number that the export is about, in E.164; without it, it is about the account. */
  readonly phone_number?: string
  /** The `after` of the page before; the first page without it. */
  readonly after?: string
}

export interface ExportResult {
  /** Signalbox, beyond v3: what was found, each record a line of an export. */
  readonly records: ReadonlyArray<{
    /** Signalbox, beyond v3: what the record is. */
    readonly type: "contact" | "consent" | "message" | "verification" | "template"
    /** Signalbox, beyond v3: the account whose record it is: the organization or one of its profiles. */
    readonly account_id: string
    /** Signalbox, beyond v3: the record, with the fields that the API shows of such a thing, or those that concern a person. */
    readonly data: {
      readonly [name: string]: Json
    }
  }>
  /** Signalbox, beyond v3: where the next page begins; null after the last one. */
  readonly after: string | null
}

export interface PrivacyCalls {
  /** Erase a recipient: `POST /v3/privacy/erasures`. */
  readonly erase: (body: EraseRecipientBody, options?: CallOptions) => Promise<EraseRecipientResult>

  /** Read an erasure: `GET /v3/privacy/erasures/:id`. */
  readonly getErasure: (id: string, options?: CallOptions) => Promise<GetErasureResult>

  /** Export what is kept of a recipient or of the account: `GET /v3/privacy/export`. */
  readonly export: (query?: ExportQuery, options?: CallOptions) => Promise<ExportResult>
}
