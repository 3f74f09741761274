/**
 * The calls of privacy. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface EraseRecipientBody {
  /** A phone number in E.164 form */
  readonly phone_number: string
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface EraseRecipientResult {
  /** The id of the resource. */
  readonly id: string
  readonly status: "running" | "completed"
  /** The messages of the page, the newest first. */
  readonly messages: number
  readonly requested_at: string
  readonly completed_at?: string
}

export interface GetErasureResult {
  /** The id of the resource. */
  readonly id: string
  readonly status: "running" | "completed"
  /** The messages of the page, the newest first. */
  readonly messages: number
  readonly requested_at: string
  readonly completed_at?: string
}

export interface PrivacyCalls {
  /** Erase a recipient: `POST /v3/privacy/erasures`. */
  readonly erase: (body: EraseRecipientBody, options?: CallOptions) => Promise<EraseRecipientResult>

  /** Read an erasure: `GET /v3/privacy/erasures/:id`. */
  readonly getErasure: (id: string, options?: CallOptions) => Promise<GetErasureResult>
}
