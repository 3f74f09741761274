/**
 * The payloads of events. Made by `npm run calls`.
 */
import type { ReasonCode } from "./Common.ts"
import type { ChannelReasonCode, ChannelStatus } from "./Markets.ts"
import type { TemplateCategory } from "./Templates.ts"

export interface OutboundMessage {
  /** When the message reached the status. */
  readonly updated_at: string
  /** The account that the event is of: the profile for deliveries of a clone. */
  readonly account_id: string
  /** The id of the message. */
  readonly message_id: string
  /** The template of the message; null for a text without one. */
  readonly template_id: string | null
  /** The name of that template; it is left out for a text without one. */
  readonly template_name?: string
  /** Signalbox, beyond v3: the revision of that template that the message belongs to; it is left out for a text without one. */
  readonly template_revision?: number
  /** The number of the recipient in E.164. */
  readonly outbound_number: string
  /** The status that the message has reached. */
  readonly message_status:
    | "QUEUED"
    | "ROUTED"
    | "SCHEDULED"
    | "CANCELLED"
    | "SENT"
    | "DELIVERED"
    | "READ"
    | "FAILED"
    | "FILTERED"
    | "BLOCKED"
  /** The channel of the message: `auto_detect` before one is chosen, `auto` when it ended before that. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
  /** The text for the recipient, cut after 3,072 characters; null as long as it is not known. */
  readonly body: string | null
  /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
  readonly reason_code?: ReasonCode
  /** Why, as a sentence for people whose wording may change. */
  readonly reason?: string
  /** Until when the message is or was held. */
  readonly scheduled_at?: string
  /** Signalbox, beyond v3: The reference of the send; it is left out when there is none. */
  readonly reference?: string
  /** Signalbox, beyond v3: The metadata of the send; they are left out when there are none. */
  readonly metadata?: {
    readonly [name: string]: string
  }
}

export interface InboundMessage {
  /** The id of the message. */
  readonly message_id: string
  /** When the message came in. */
  readonly updated_at: string
  /** The account that the event is of: the profile for deliveries of a clone. */
  readonly account_id: string
  /** The number of the contact in E.164. */
  readonly inbound_number: string
  /** The account's own number, which received the message. */
  readonly outbound_number: string
  /** What the contact wrote; null when the message has only files. */
  readonly text: string | null
  /** The channel on which the message came in. */
  readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
  /** When the message came in. */
  readonly received_at: string
  /** The files of the message; it is left out when there are none. */
  readonly media?: ReadonlyArray<{
    /** Where the file is, for as long as the carrier keeps it. */
    readonly url: string
    /** The media type of the file, if declared. */
    readonly mime_type?: string
    /** How many bytes the file has, if declared. */
    readonly size_bytes?: number
    /** The SHA-256 of the file in hexadecimal digits, if declared. */
    readonly hash_sha256?: string
  }>
}

export interface MessageFeedback {
  /** When the outcome was told. */
  readonly updated_at: string
  /** The account that the event is of: the profile for deliveries of a clone. */
  readonly account_id: string
  /** The id of the message. */
  readonly message_id: string
  /** The template of the message; null for a text without one. */
  readonly template_id: string | null
  /** The name of that template; it is left out for a text without one. */
  readonly template_name?: string
  /** Signalbox, beyond v3: the revision of that template that the message belongs to; it is left out for a text without one. */
  readonly template_revision?: number
  /** The number of the recipient in E.164. */
  readonly outbound_number: string
  /** The status that the message has reached. */
  readonly message_status:
    | "QUEUED"
    | "ROUTED"
    | "SCHEDULED"
    | "CANCELLED"
    | "SENT"
    | "DELIVERED"
    | "READ"
    | "FAILED"
    | "FILTERED"
    | "BLOCKED"
  /** The channel of the message: `auto_detect` before one is chosen, `auto` when it ended before that. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
  /** The text for the recipient, cut after 3,072 characters; null as long as it is not known. */
  readonly body: string | null
  /** The outcome that was told. */
  readonly outcome: "converted" | "complained" | (string & {})
  /** Signalbox, beyond v3: The reference of the send; it is left out when there is none. */
  readonly reference?: string
  /** Signalbox, beyond v3: The metadata of the send; they are left out when there are none. */
  readonly metadata?: {
    readonly [name: string]: string
  }
}

export interface TemplateEvent {
  /** The account that the event is of: the profile for deliveries of a clone. */
  readonly account_id: string
  /** The id of the template. */
  readonly template_id: string
  /** The name of the template. */
  readonly template_name: string
  /** The id that WhatsApp gave the template; empty before it has one. */
  readonly whatsapp_template_id: string
  /** The outcome of the review. */
  readonly status: "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "ARCHIVED"
  /** The language of the template. */
  readonly language: string
  /** The category of the template. */
  readonly category: TemplateCategory
  /** The channel that was decided on; it is left out when the decision is on the whole template. */
  readonly channel?: "sms" | "whatsapp" | "rcs" | "mms"
  /** Why the template was rejected, in words for people. */
  readonly reason?: string
  /** What the template answers to, if it is one of the replies that the service makes by itself. */
  readonly auto_reply_action?: "OPT_IN" | "OPT_OUT" | "HELP" | "OTHER"
}

export interface ContactEvent {
  /** The account that the event is of: the profile for deliveries of a clone. */
  readonly account_id: string
  /** The contact that wrote. */
  readonly contact_id: string
  /** The number of the contact in E.164. */
  readonly phone_number: string
  /** The channel on which the contact wrote. */
  readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
  /** Whether nothing may be sent to the contact any more, after what it wrote. */
  readonly opt_out: boolean
  /** Whether the contact wrote a keyword, or the carrier told. */
  readonly source: "INBOUND_KEYWORD" | "PROVIDER_SIGNAL"
  /** The message that the contact wrote; null when the carrier told. */
  readonly message_id: string | null
  /** What the contact wrote; null when the carrier told. */
  readonly text: string | null
}

export interface PreferenceEvent {
  /** The account that the event is of: the profile for deliveries of a clone. */
  readonly account_id: string
  /** The contact that wrote. */
  readonly contact_id: string
  /** The number of the contact in E.164. */
  readonly phone_number: string
  /** The channel on which the contact wrote. */
  readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
  /** Whether nothing may be sent to the contact at all, whatever it consents to. */
  readonly opt_out: boolean
  /** Whether the contact wrote a keyword, or the carrier told. */
  readonly source: "INBOUND_KEYWORD" | "PROVIDER_SIGNAL"
  /** The message that the contact wrote. */
  readonly message_id: string | null
  /** What the contact wrote. */
  readonly text: string | null
  /** Signalbox, beyond v3: the purpose that the contact wrote about. */
  readonly purpose: string
  /** Signalbox, beyond v3: whether the contact opted in to the purpose or out of it. */
  readonly consent: "opt_in" | "opt_out"
}

export interface ChannelEvent {
  /** The country of the market, or the account's own for WhatsApp and RCS. */
  readonly country: string
  /** The account that the event is of: the profile for deliveries of a clone. */
  readonly account_id: string
  /** The channel of the market: sms, whatsapp or rcs. */
  readonly channel: "sms" | "whatsapp" | "rcs"
  /** The kind of sender; it is left out where there is none. */
  readonly number_type?: "LOCAL" | "MOBILE" | "TEN_DLC" | "TOLL_FREE" | "SHORT_CODE" | "ALPHANUMERIC"
  /** The number or name that is sent from; null until there is one. */
  readonly sender_value: string | null
  /** Whether the market can send. */
  readonly status: ChannelStatus
  /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
  readonly reason_code?: ChannelReasonCode
  /** Why, as a sentence for people whose wording may change. */
  readonly reason?: string
  /** When the market reached the status. */
  readonly updated_at: string
}

export interface VerificationEvent {
  /** The account that the event is of: the profile for deliveries of a clone. */
  readonly account_id: string
  /** Signalbox, beyond v3: the id of the verification. */
  readonly verification_id: string
  /** Signalbox, beyond v3: the number to which the code was sent, in E.164. */
  readonly phone_number: string
  /** Signalbox, beyond v3: what the number is asked about. */
  readonly purpose: string
  /** Signalbox, beyond v3: the status that the verification has reached. */
  readonly status: "pending" | "approved" | "expired" | "failed" | "canceled"
  /** Signalbox, beyond v3: the message that brought the code last. */
  readonly message_id: string | null
  /** Signalbox, beyond v3: until when the code is good. */
  readonly expires_at: string
  /** Signalbox, beyond v3: when the verification reached the status. */
  readonly updated_at: string
}

export interface PrefixPausedEvent {
  /** The account that the event is of: the profile for deliveries of a clone. */
  readonly account_id: string
  /** Signalbox, beyond v3: the first digits of the numbers that are meant, in E.164. */
  readonly prefix: string
  /** Signalbox, beyond v3: why: codes that nobody checked, messages that did not arrive, or the operator's word. */
  readonly reason: "unchecked" | "undelivered" | "operator"
  /** Signalbox, beyond v3: how many were counted before the pause; null when the operator has paused the prefix. */
  readonly counted: number | null
  /** Signalbox, beyond v3: how many of those came to nothing. */
  readonly failed: number | null
  /** Signalbox, beyond v3: when the pause ends, or has ended; null: when the operator of the service lifts it. */
  readonly paused_until: string | null
  /** Signalbox, beyond v3: when the pause began. */
  readonly updated_at: string
}

export interface SpendWarningEvent {
  /** Signalbox, beyond v3: the account whose spend cap it is; that of an organization holds for its profiles as well. */
  readonly account_id: string
  /** Signalbox, beyond v3: the country, where the cap is that of messages to one; otherwise null. */
  readonly region: string | null
  /** Signalbox, beyond v3: whether the cap is one for a day or for a month of UTC. */
  readonly period: "day" | "month"
  /** Signalbox, beyond v3: the day, or the first day of the month, in UTC, such as 2030-01-15. */
  readonly starts_on: string
  /** Signalbox, beyond v3: the most that messages may cost in that time, in the currency of the account. */
  readonly cap: number
  /** Signalbox, beyond v3: how much they cost so far, reserved prices included; at least four fifths of the cap. */
  readonly spent: number
  /** Signalbox, beyond v3: when so much was spent for the first time. */
  readonly updated_at: string
}
