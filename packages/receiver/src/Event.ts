/**
 * The events of the service. A later version may send events that are not here: keep a default branch for them.
 */

interface Envelope<Field extends string, Event extends string, Payload> {
  readonly field: Field
  readonly event: Event
  /** ISO 8601: when it happened. */
  readonly timestamp: string
  readonly payload: Payload
}

export type Channel = "sms" | "whatsapp" | "rcs" | "mms"

/** What every event about an outbound message tells. */
export interface OutboundMessage {
  readonly updated_at: string
  /** The profile, when the delivery is a clone's. */
  readonly account_id: string
  readonly message_id: string
  readonly template_id: string | null
  readonly template_name?: string
  /** The recipient. */
  readonly outbound_number: string
  readonly message_status: string
  readonly channel: Channel | "auto_detect" | "auto"
  /** The text, once a channel was resolved. */
  readonly body: string | null
}

/** Why a message was stopped. */
export interface StoppedMessage extends OutboundMessage {
  readonly reason_code: string
  readonly reason: string
}

export interface ScheduledMessage extends OutboundMessage {
  readonly scheduled_at: string
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
  readonly status: string
  readonly language: string
  readonly category: string
  /** Absent: the template as a whole. */
  readonly channel?: Channel
  readonly reason?: string
  readonly auto_reply_action?: string
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

export interface ChannelMarket {
  readonly country: string
  readonly account_id: string
  readonly channel: string
  readonly number_type?: string
  readonly sender_value: string | null
  /** Whether the market can send. */
  readonly status: string
  readonly reason_code?: string
  readonly reason?: string
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

export type TemplateEvent = Envelope<
  "templates",
  `templates.${"pending" | "approved" | "rejected" | "paused" | "archived"}`,
  TemplateReview
>

export type ContactEvent = Envelope<"contact", `contact.${"opt_in" | "opt_out" | "help"}`, ContactConsent>

export type ChannelEvent = Envelope<
  "channel",
  `channel.${"submitted" | "changes_requested" | "approved" | "activated" | "deactivated" | "rejected"}`,
  ChannelMarket
>

export type WebhookEvent = MessageEvent | TemplateEvent | ContactEvent | ChannelEvent
