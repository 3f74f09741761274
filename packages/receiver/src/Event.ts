/**
 * The events of the service. A later version may send events that are not here: keep a default branch for them.
 */

interface Envelope<Field extends string, Event extends string, Payload> {
  readonly field: Field
  readonly event: Event
  /** ISO 8601: when it happened. */
  readonly timestamp: string
  /** The same on all attempts to deliver the event; absent where the service does not say it in the body. */
  readonly event_id?: string
  readonly payload: Payload
}

export type Channel = "sms" | "whatsapp" | "rcs" | "mms"

/**
 * The reasons why a message was stopped. A later version may tell more: any text fits, and the known ones are
 * completed.
 */
export type ReasonCode =
  | `DELIVERY_0${
    | "01"
    | "02"
    | "03"
    | "04"
    | "05"
    | "06"
    | "07"
    | "08"
    | "09"
    | "10"
    | "11"
    | "12"
    | "13"
    | "14"
    | "15"
    | "16"}`
  | "VALIDATION_008"
  | `BUSINESS_0${"03" | "04" | "05" | "11" | "17" | "18" | "19" | "20"}`
  | `SIGNALBOX_0${"01" | "03" | "04"}`
  | "CONVERSATION_TEMPLATE_REQUIRED"
  | "WHATSAPP_TEMPLATE_REQUIRED"
  | "SIGNALBOX_002"
  | "channel_unavailable"
  | (string & {})

/** The reasons why a channel cannot send, or for which it waits. A later version may tell more. */
export type ChannelReasonCode =
  | `CHANNEL_0${"01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" | "10" | "11"}`
  | (string & {})

export type TemplateCategory = "MARKETING" | "UTILITY" | "AUTHENTICATION"

/** The fields that every event about an outbound message has. */
export interface OutboundMessage {
  readonly updated_at: string
  /** The profile, when the delivery is a clone's. */
  readonly account_id: string
  readonly message_id: string
  readonly template_id: string | null
  readonly template_name?: string
  /** The number of the revision of that template that the message belongs to. */
  readonly template_revision?: number
  /** The recipient. */
  readonly outbound_number: string
  /** The status of the message, which the name of every other event than `message.feedback` tells as well. */
  readonly message_status:
    | "QUEUED"
    | "ROUTED"
    | "SENT"
    | "DELIVERED"
    | "READ"
    | "SCHEDULED"
    | "CANCELLED"
    | "FAILED"
    | "FILTERED"
    | "BLOCKED"
  readonly channel: Channel | "auto_detect" | "auto"
  /** The text, once a channel was resolved. */
  readonly body: string | null
  /** The reference that the send gave the message; absent without one. */
  readonly reference?: string
  /** The metadata of the send; absent without any. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** The reason why a message was stopped. */
export interface StoppedMessage extends OutboundMessage {
  readonly reason_code: ReasonCode
  readonly reason: string
}

export interface ScheduledMessage extends OutboundMessage {
  readonly scheduled_at: string
}

/** The outcome that the account itself has told. A later version may know more. */
export interface MessageFeedback extends OutboundMessage {
  readonly outcome: "converted" | "complained" | (string & {})
}

export interface Media {
  readonly url: string
  readonly mime_type?: string
  readonly size_bytes?: number
  readonly hash_sha256?: string
}

export interface InboundMessage {
  readonly message_id: string
  readonly updated_at: string
  readonly account_id: string
  /** The contact. */
  readonly inbound_number: string
  /** The service's number that received it. */
  readonly outbound_number: string
  readonly text: string | null
  readonly channel: Channel
  readonly received_at: string
  /** Absent without attachments. The addresses expire. */
  readonly media?: ReadonlyArray<Media>
}

export interface TemplateReview {
  readonly account_id: string
  readonly template_id: string
  readonly template_name: string
  readonly whatsapp_template_id: string
  readonly status: "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "ARCHIVED"
  readonly language: string
  readonly category: TemplateCategory
  /** Absent: the template as a whole. */
  readonly channel?: Channel
  readonly reason?: string
  readonly auto_reply_action?: "OPT_IN" | "OPT_OUT" | "HELP" | "OTHER"
}

export interface ContactConsent {
  readonly account_id: string
  readonly contact_id: string
  readonly phone_number: string
  readonly channel: Channel
  /** The state after the signal. */
  readonly opt_out: boolean
  readonly source: "INBOUND_KEYWORD" | "PROVIDER_SIGNAL"
  readonly message_id: string | null
  readonly text: string | null
}

/** A recipient's consent to one purpose. */
export interface ContactPreference extends ContactConsent {
  readonly purpose: string
  readonly consent: "opt_in" | "opt_out"
}

export interface ChannelMarket {
  readonly country: string
  readonly account_id: string
  readonly channel: Exclude<Channel, "mms">
  /** Only of SMS. */
  readonly number_type?: "LOCAL" | "MOBILE" | "TEN_DLC" | "TOLL_FREE" | "SHORT_CODE" | "ALPHANUMERIC"
  readonly sender_value: string | null
  /** The status tells whether the market can send. */
  readonly status: "ACTIVE" | "PROVISIONING" | "PENDING_REVIEW" | "ACTION_NEEDED" | "INACTIVE"
  readonly reason_code?: ChannelReasonCode
  readonly reason?: string
  readonly updated_at: string
}

/** Signalbox, beyond v3: a verification, which never shows its code. */
export interface NumberVerification {
  readonly account_id: string
  readonly verification_id: string
  readonly phone_number: string
  readonly purpose: string
  readonly status: "pending" | "approved" | "expired" | "failed" | "canceled"
  /** The message that brought the code last. */
  readonly message_id: string | null
  readonly expires_at: string
  readonly updated_at: string
}

/** Signalbox, beyond v3: a prefix of numbers to which nothing more is sent for a while. */
export interface PausedPrefix {
  readonly account_id: string
  /** The calling code and the first digits of the national number: "+447700". */
  readonly prefix: string
  readonly reason: "unchecked" | "undelivered" | "operator"
  /** How many were counted, and how many of them came to nothing; null where the operator has paused it. */
  readonly counted: number | null
  readonly failed: number | null
  readonly paused_until: string | null
  readonly updated_at: string
}

/** Signalbox, beyond v3: four fifths of a spend cap are used up, which is told once in each period of each cap. */
export interface SpendWarning {
  /** The account whose cap it is: that of an organization holds for its profiles as well. */
  readonly account_id: string
  /** The country, when the cap is that of messages to one. */
  readonly region: string | null
  readonly period: "day" | "month"
  /** The day, or the first day of the month, in UTC: `2030-01-15`. */
  readonly starts_on: string
  readonly cap: number
  readonly spent: number
  readonly updated_at: string
}

export type MessageEvent =
  | Envelope<
    "message",
    "message.queued" | "message.routed" | "message.sent" | "message.delivered" | "message.read",
    OutboundMessage
  >
  | Envelope<"message", "message.scheduled" | "message.cancelled", ScheduledMessage>
  | Envelope<"message", "message.failed" | "message.filtered" | "message.blocked", StoppedMessage>
  | Envelope<"message", "message.received", InboundMessage>
  | Envelope<"message", "message.feedback", MessageFeedback>

export type TemplateEvent = Envelope<
  "templates",
  `templates.${"pending" | "approved" | "rejected" | "paused" | "archived"}`,
  TemplateReview
>

export type ContactEvent =
  | Envelope<"contact", `contact.${"opt_in" | "opt_out" | "help"}`, ContactConsent>
  | Envelope<"contact", "contact.preference", ContactPreference>

export type ChannelEvent = Envelope<
  "channel",
  `channel.${"submitted" | "changes_requested" | "approved" | "activated" | "deactivated" | "rejected"}`,
  ChannelMarket
>

export type VerificationEvent = Envelope<
  "verification",
  `verification.${"pending" | "approved" | "expired" | "failed" | "canceled"}`,
  NumberVerification
>

export type AccountEvent =
  | Envelope<"account", "account.spend_warning", SpendWarning>
  | Envelope<"account", "account.prefix_paused", PausedPrefix>

export type WebhookEvent =
  | MessageEvent
  | TemplateEvent
  | ContactEvent
  | ChannelEvent
  | VerificationEvent
  | AccountEvent
