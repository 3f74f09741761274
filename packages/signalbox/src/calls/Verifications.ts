/**
 * The calls of verifications. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Send } from "./Messages.ts"

export interface CreateVerificationBody {
  /** A phone number in E.164 form */
  readonly phone_number: string
  /** The text, in which `{{0:variable}}`, `{{0}}` or `{{name}}` stands for a variable. */
  readonly template: {
    /** The id of the resource. */
    readonly id?: string | null
    readonly name?: string | null
  }
  /** The channel of the message: `auto_detect` before one is chosen, `auto` when it ended before that. */
  readonly channel?: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | null
  readonly purpose?: string | null
  readonly code_length?: number | null
  readonly lifetime_minutes?: number | null
  readonly ip_address?: string | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface CreateVerificationResult {
  /** The id of the resource. */
  readonly id: string
  /** A phone number in E.164 form */
  readonly phone_number: string
  readonly purpose: string
  readonly status: "pending" | "approved" | "expired" | "failed" | "canceled"
  /** The channel of the message: `auto_detect` before one is chosen, `auto` when it ended before that. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms"
  /** The template of the message; null for a text without one. */
  readonly template_id: string
  /** The name of that template; null for a text without one. */
  readonly template_name: string
  /** The id of the message. */
  readonly message_id: string
  readonly code_length: number
  readonly sends: number
  /** When it was made. */
  readonly created_at: string
  readonly expires_at: string
  readonly resend_at?: string
  readonly ended_at?: string
}

export interface GetVerificationResult {
  /** The id of the resource. */
  readonly id: string
  /** A phone number in E.164 form */
  readonly phone_number: string
  readonly purpose: string
  readonly status: "pending" | "approved" | "expired" | "failed" | "canceled"
  /** The channel of the message: `auto_detect` before one is chosen, `auto` when it ended before that. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms"
  /** The template of the message; null for a text without one. */
  readonly template_id: string
  /** The name of that template; null for a text without one. */
  readonly template_name: string
  /** The id of the message. */
  readonly message_id: string
  readonly code_length: number
  readonly sends: number
  /** When it was made. */
  readonly created_at: string
  readonly expires_at: string
  readonly resend_at?: string
  readonly ended_at?: string
}

export interface CheckVerificationBody {
  readonly code: string
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface CheckVerificationResult {
  readonly verification_id: string
  readonly valid: boolean
}

export interface CancelVerificationBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface CancelVerificationResult {
  /** The id of the resource. */
  readonly id: string
  /** A phone number in E.164 form */
  readonly phone_number: string
  readonly purpose: string
  readonly status: "pending" | "approved" | "expired" | "failed" | "canceled"
  /** The channel of the message: `auto_detect` before one is chosen, `auto` when it ended before that. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms"
  /** The template of the message; null for a text without one. */
  readonly template_id: string
  /** The name of that template; null for a text without one. */
  readonly template_name: string
  /** The id of the message. */
  readonly message_id: string
  readonly code_length: number
  readonly sends: number
  /** When it was made. */
  readonly created_at: string
  readonly expires_at: string
  readonly resend_at?: string
  readonly ended_at?: string
}

export interface VerificationsCalls {
  /** Send a code to a number: `POST /v3/verifications`. */
  readonly create: (body: CreateVerificationBody, options?: CallOptions) => Promise<CreateVerificationResult>

  /** Read a verification: `GET /v3/verifications/:id`. */
  readonly get: (id: string, options?: CallOptions) => Promise<GetVerificationResult>

  /** Check a code: `POST /v3/verifications/:id/check`. */
  readonly check: (id: string, body: CheckVerificationBody, options?: CallOptions) => Promise<CheckVerificationResult>

  /** Cancel a verification: `POST /v3/verifications/:id/cancel`. */
  readonly cancel: (
    id: string,
    body?: CancelVerificationBody,
    options?: CallOptions
  ) => Promise<CancelVerificationResult>
}
