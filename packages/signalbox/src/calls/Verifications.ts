/**
 * The calls of verifications. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface CreateVerificationBody {
  /** A phone number in E.164 form */
  readonly phone_number: string
  /** Signalbox, beyond v3: the approved AUTHENTICATION template that brings the code, by its id or by its name. */
  readonly template: {
    /** Signalbox, beyond v3: the id of the template. */
    readonly id?: string | null
    /** Signalbox, beyond v3: the exact name of the template. */
    readonly name?: string | null
    /** Signalbox, beyond v3: the language of the template, such as de or en_US; without it, that of the number's contact, else the first of the name. */
    readonly language?: string | null
  }
  /** Signalbox, beyond v3: the channel on which the code is sent. Without one, or with `auto_detect`, the service chooses it. */
  readonly channel?: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | null
  /** Signalbox, beyond v3: distinguishes what one number is asked about, such as `login` and `payment`; `default` unless given. */
  readonly purpose?: string | null
  /** Signalbox, beyond v3: how many digits the code has, 6 to 10; 6 unless given. */
  readonly code_length?: number | null
  /** Signalbox, beyond v3: for how many minutes the code is good, 1 to 10; as long as the template says, or 10, unless given. */
  readonly lifetime_minutes?: number | null
  /** Signalbox, beyond v3: the IP address from which the user asks for the code, so that the codes for one address are limited. */
  readonly ip_address?: string | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface CreateVerificationResult {
  /** The id of the resource. */
  readonly id: string
  /** A phone number in E.164 form */
  readonly phone_number: string
  /** Signalbox, beyond v3: what the number is asked about. */
  readonly purpose: string
  /** Signalbox, beyond v3: whether the verification is pending, approved, expired, failed after five wrong codes, or canceled. */
  readonly status: "pending" | "approved" | "expired" | "failed" | "canceled"
  /** Signalbox, beyond v3: the channel that was asked for last, or `auto_detect`. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms"
  /** Signalbox, beyond v3: the template that brought the code last. */
  readonly template_id: string
  /** Signalbox, beyond v3: the name of that template. */
  readonly template_name: string
  /** Signalbox, beyond v3: the message that brought the code last, in which the code reads as asterisks. */
  readonly message_id: string
  /** Signalbox, beyond v3: how many digits the code has. */
  readonly code_length: number
  /** Signalbox, beyond v3: how often the code was sent. */
  readonly sends: number
  /** When it was made. */
  readonly created_at: string
  /** Signalbox, beyond v3: until when the code is good. */
  readonly expires_at: string
  /** Signalbox, beyond v3: from when on the code can be sent again; it is left out when that is not possible any more. */
  readonly resend_at?: string
  /** Signalbox, beyond v3: when the verification ended; it is left out as long as it is pending. */
  readonly ended_at?: string
}

export interface GetVerificationResult {
  /** The id of the resource. */
  readonly id: string
  /** A phone number in E.164 form */
  readonly phone_number: string
  /** Signalbox, beyond v3: what the number is asked about. */
  readonly purpose: string
  /** Signalbox, beyond v3: whether the verification is pending, approved, expired, failed after five wrong codes, or canceled. */
  readonly status: "pending" | "approved" | "expired" | "failed" | "canceled"
  /** Signalbox, beyond v3: the channel that was asked for last, or `auto_detect`. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms"
  /** Signalbox, beyond v3: the template that brought the code last. */
  readonly template_id: string
  /** Signalbox, beyond v3: the name of that template. */
  readonly template_name: string
  /** Signalbox, beyond v3: the message that brought the code last, in which the code reads as asterisks. */
  readonly message_id: string
  /** Signalbox, beyond v3: how many digits the code has. */
  readonly code_length: number
  /** Signalbox, beyond v3: how often the code was sent. */
  readonly sends: number
  /** When it was made. */
  readonly created_at: string
  /** Signalbox, beyond v3: until when the code is good. */
  readonly expires_at: string
  /** Signalbox, beyond v3: from when on the code can be sent again; it is left out when that is not possible any more. */
  readonly resend_at?: string
  /** Signalbox, beyond v3: when the verification ended; it is left out as long as it is pending. */
  readonly ended_at?: string
}

export interface CheckVerificationBody {
  /** Signalbox, beyond v3: the code that the user has typed, 6 to 10 digits. */
  readonly code: string
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface CheckVerificationResult {
  /** Signalbox, beyond v3: the id of the verification. */
  readonly verification_id: string
  /** Signalbox, beyond v3: whether the code is right. It is false for every other reason in the same way. */
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
  /** Signalbox, beyond v3: what the number is asked about. */
  readonly purpose: string
  /** Signalbox, beyond v3: whether the verification is pending, approved, expired, failed after five wrong codes, or canceled. */
  readonly status: "pending" | "approved" | "expired" | "failed" | "canceled"
  /** Signalbox, beyond v3: the channel that was asked for last, or `auto_detect`. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms"
  /** Signalbox, beyond v3: the template that brought the code last. */
  readonly template_id: string
  /** Signalbox, beyond v3: the name of that template. */
  readonly template_name: string
  /** Signalbox, beyond v3: the message that brought the code last, in which the code reads as asterisks. */
  readonly message_id: string
  /** Signalbox, beyond v3: how many digits the code has. */
  readonly code_length: number
  /** Signalbox, beyond v3: how often the code was sent. */
  readonly sends: number
  /** When it was made. */
  readonly created_at: string
  /** Signalbox, beyond v3: until when the code is good. */
  readonly expires_at: string
  /** Signalbox, beyond v3: from when on the code can be sent again; it is left out when that is not possible any more. */
  readonly resend_at?: string
  /** Signalbox, beyond v3: when the verification ended; it is left out as long as it is pending. */
  readonly ended_at?: string
}

export interface VerificationsCalls {
  /** Verify a number by a code: `POST /v3/verifications`. */
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
