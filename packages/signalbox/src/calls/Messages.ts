/**
 * The calls of messages. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { MessageStatus, Pagination, ReasonCode } from "./Common.ts"
import type { ExplainedMessage, Explanation } from "./Explanations.ts"
import type { TemplateCategory } from "./Templates.ts"

export interface Message {
  /** The id of the resource. */
  readonly id: string
  /** The account that owns the resource: a profile's own id when a profile owns it. */
  readonly customer_id: string
  /** The contact that the message is with. */
  readonly contact_id: string
  /** A phone number in E.164 form */
  readonly phone: string
  /** The number of the contact as it is written abroad. */
  readonly phone_international: string
  /** The country of the number as two letters; ZZ when it is not known. */
  readonly region_code: string
  /** The template of the message; null for a text without one. */
  readonly template_id: string | null
  /** The name of that template; null for a text without one. */
  readonly template_name: string | null
  /** The category of that template; null for a text without one. */
  readonly template_category: TemplateCategory | null
  /** Signalbox, beyond v3: the revision of that template that the message belongs to; it is left out for a text without one. */
  readonly template_revision?: number
  /** The channel of the message: `auto_detect` before one is chosen, `auto` when it ended before that. */
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
  /** What the recipient reads; null as long as it is not known. */
  readonly message_body: {
    /** The text above the content; null when there is none. */
    readonly header: string | null
    /** The text of the message. */
    readonly content: string
    /** The text below the content; null when there is none. */
    readonly footer: string | null
    /** The buttons below the message; null when there are none. */
    readonly buttons:
      | ReadonlyArray<{
        /** What the button does. */
        readonly type: "QUICK_REPLY" | "URL" | "VOICE_CALL" | "PHONE_NUMBER" | "COPY_CODE" | (string & {})
        /** What the button opens, calls, copies or answers. */
        readonly value: string
        /** What stands on the button; null when nothing does. */
        readonly text: string | null
        /** What comes back when the button is tapped; null when nothing does. */
        readonly postbackData: string | null
      }>
      | null
    /** The file above the content; null when there is none. */
    readonly headerMedia: {
      /** Whether the file is an image, a video or a document. */
      readonly type: "text" | "image" | "video" | "document" | (string & {})
      /** Where the file is. */
      readonly url: string
    } | null
    /** The files of the message; null when there are none. */
    readonly media:
      | ReadonlyArray<{
        /** Where the file is. */
        readonly url: string
        /** Whether the file is an image, a video, a document or a contact, if declared. */
        readonly mediaType: "image" | "video" | "audio" | "contact" | "document" | null
        /** The media type of the file, if declared. */
        readonly mimeType: string | null
        /** How many bytes the file has, if declared. */
        readonly sizeBytes: number | null
        /** The SHA-256 of the file in hexadecimal digits, if declared. */
        readonly sourceHashSha256: string | null
      }>
      | null
    /** The subject of an MMS; null when there is none. */
    readonly subject: string | null
  } | null
  /** How far the message has come. */
  readonly status: MessageStatus
  /** OUTBOUND for what the account sends, INBOUND for what it receives. */
  readonly direction: "OUTBOUND" | "INBOUND"
  /** When it was made. */
  readonly created_at: string
  /** What the channel costs; null until the message was handed to a carrier. */
  readonly price: number | null
  /** What is charged on top of it; null until the message was handed to a carrier. */
  readonly active_contact_price: number | null
  /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
  readonly reason_code?: ReasonCode
  /** Why, as a sentence for people whose wording may change. */
  readonly reason?: string
  /** Until when the message is or was held. */
  readonly scheduled_at?: string
  /** Signalbox, beyond v3: Until when the message is worth anything; it is left out when the send did not say. */
  readonly expires_at?: string
  /** Signalbox, beyond v3: The reference of the send; it is left out when there is none. */
  readonly reference?: string
  /** Signalbox, beyond v3: The metadata of the send; they are left out when there are none. */
  readonly metadata?: {
    readonly [name: string]: string
  }
  /** Signalbox, beyond v3: What the account told of the message, each outcome once; left out without any. */
  readonly feedback?: ReadonlyArray<{
    /** The outcome that was told. */
    readonly outcome: "converted" | "complained" | (string & {})
    /** When it happened. */
    readonly timestamp: string
  }>
  /** The statuses that the message has reached, the first one first; null in conversations. */
  readonly events:
    | ReadonlyArray<{
      /** The status that was reached. */
      readonly status: MessageStatus
      /** When it happened. */
      readonly timestamp: string
      /** What happened, in words; null when nothing is to be told. */
      readonly description: string | null
      /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
      readonly reason_code?: ReasonCode
      /** Why, as a sentence for people whose wording may change. */
      readonly reason?: string
    }>
    | null
}

export interface Send {
  /** QUEUED, or SCHEDULED when the send is held. */
  readonly status: "QUEUED" | "SCHEDULED"
  /** The template of the message; null for a text without one. */
  readonly template_id: string | null
  /** The name of that template; null for a text without one. */
  readonly template_name: string | null
  /** Until when the message is or was held. */
  readonly scheduled_at?: string
  /** Signalbox, beyond v3: Until when the message is worth anything; it is left out when the send did not say. */
  readonly expires_at?: string
  /** One entry for each recipient and channel, in the order of the request. */
  readonly recipients: ReadonlyArray<{
    /** The id of the message. */
    readonly message_id: string
    /** A phone number in E.164 form */
    readonly to: string
    /** The channel that was asked for, or `auto_detect`. */
    readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
    /** The text that the recipient will read; null when it is not known before a route is chosen. */
    readonly body: string | null
    /** Signalbox, beyond v3: The reference of the message; it is left out when the send gave none. */
    readonly reference?: string
  }>
}

export interface SendMessageBody {
  /** The numbers of the recipients in E.164: at least one, at most 1,000. Signalbox, beyond v3: an entry may be an object instead, for parameters and a reference of its own. */
  readonly to: ReadonlyArray<
    string | {
      /** A phone number in E.164 form */
      readonly phone_number: string
      /** Signalbox, beyond v3: Values for this recipient, which go before those of `template.parameters`. */
      readonly parameters?: {
        readonly [name: string]: string | number | boolean | null
      } | null
      /** Signalbox, beyond v3: The reference of this recipient's messages, which goes before that of the send. */
      readonly reference?: string | null
    }
  >
  /** The template to send, by its id or by its name; a send has a template or a text. */
  readonly template?: {
    /** The id of the template. */
    readonly id?: string | null
    /** The exact name of the template. */
    readonly name?: string | null
    /** Signalbox, beyond v3: the language of the name to send in, such as de; without it that of each contact, else the first one of the name. */
    readonly language?: string | null
    /** The values of the template's variables, by their names. */
    readonly parameters?: {
      readonly [name: string]: string | number | boolean | null
    } | null
  } | null
  /** A text without a template, which goes only to contacts who wrote or were sent an approved template lately. */
  readonly text?: string | null
  /** The channels to send on: each makes a message of its own for every recipient. Without any, the service chooses one. */
  readonly channel?: ReadonlyArray<"auto_detect" | "sms" | "whatsapp" | "rcs" | "mms"> | null
  /** One https URL of a file, which takes the place of the template's. */
  readonly media_urls?: ReadonlyArray<string> | null
  /** The subject of an MMS, which takes the place of the template's. */
  readonly subject?: string | null
  /** When to send, with an offset from UTC: at least a minute and at most 30 days from now. Without it, immediately. */
  readonly scheduled_at?: string | null
  /** Signalbox, beyond v3: Until when the messages are worth anything, with an offset from UTC: no carrier is handed them later. */
  readonly expires_at?: string | null
  /** Signalbox, beyond v3: For how many seconds the messages are worth anything, in place of `expires_at`: from now, or from `scheduled_at`. */
  readonly validity_seconds?: number | null
  /** Signalbox, beyond v3: What the client calls the messages by, at most 255 characters: shown with each of them and in every event of theirs. */
  readonly reference?: string | null
  /** Signalbox, beyond v3: What the client keeps with the messages, at most 20 texts by names of its own: shown with each of them and in every event of theirs. */
  readonly metadata?: {
    readonly [name: string]: string
  } | null
  /** Signalbox, beyond v3: An order of channels for this send, which the service chooses the channel by. It goes without `channel`, or with `auto_detect`. */
  readonly fallback?: {
    /** The channels to try, each once, the first one first; no other one is tried. */
    readonly channels: ReadonlyArray<"sms" | "whatsapp" | "rcs" | "mms">
    /** For how many seconds, 10 to 86,400, the message waits for its delivery on one channel before it goes on to the next; without it, it goes on only after a failure. A message that goes on may arrive on both channels, and is charged for both. */
    readonly after_seconds?: number | null
  } | null
  /** Signalbox, beyond v3: Whether an SMS is sent with plain forms of typographic quotes, dashes, spaces and ellipses where they alone keep it out of GSM-7; without it, as the account is set. */
  readonly smart_encoding?: boolean | null
  /** Signalbox, beyond v3: the purpose that the messages are for, one of the account's; without it, the first one with the category of the template. Who has not consented to it gets nothing: FILTERED with SIGNALBOX_004. */
  readonly purpose?: string | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface ListMessagesQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
  /** A cursor of a page of this list: answers what is older. */
  readonly after?: string
  /** A cursor of a page of this list: answers what is newer. */
  readonly before?: string
  /** Only messages with this status. */
  readonly status?: MessageStatus
  /** Only messages on this channel. */
  readonly channel?: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
  /** Only what was sent, OUTBOUND, or what was received, INBOUND. */
  readonly direction?: "OUTBOUND" | "INBOUND"
  /** Only messages with this reference of the client. */
  readonly reference?: string
  /** Only messages of this template. */
  readonly template_id?: string
  /** Only messages of this contact. */
  readonly contact_id?: string
  /** Only messages of the contact that has this number now. */
  readonly phone?: string
  /** Only what is as new as this time or newer, in ISO 8601 with an offset. */
  readonly from?: string
  /** Only what is older than this time, in ISO 8601 with an offset. */
  readonly to?: string
}

export interface ListMessagesResult {
  /** The messages of the page, the newest first. */
  readonly messages: ReadonlyArray<Message>
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

export interface GetActivitiesResult {
  /** The message that the activities are of. */
  readonly message_id: string
  /** What happened to the message, the newest first. */
  readonly activities: ReadonlyArray<{
    /** The status that the message reached. */
    readonly status: MessageStatus
    /** What happened, in words. */
    readonly description: string
    /** When it happened. */
    readonly timestamp: string
    /** The number or name that it was sent from; null before one is chosen. */
    readonly from: string | null
    /** What the channel costs; null until the message was handed to a carrier. */
    readonly price: string | null
    /** What is charged on top of it; null until the message was handed to a carrier. */
    readonly active_contact_price: string | null
    /** Why, as a code that never changes its meaning; it is left out where nothing is wrong. */
    readonly reason_code?: ReasonCode
    /** Why, as a sentence for people whose wording may change. */
    readonly reason?: string
    /** Until when the message is or was held. */
    readonly scheduled_at?: string
    /** Signalbox, beyond v3: the routes that the choice of a route has dropped; it is left out where it dropped none. */
    readonly left_out?: ReadonlyArray<{
      /** Signalbox, beyond v3: the channel of the route. */
      readonly channel: "sms" | "whatsapp" | "rcs" | "mms"
      /** Signalbox, beyond v3: the carrier of the route. */
      readonly carrier: string
      /** Signalbox, beyond v3: why it was dropped, as a word that never changes its meaning. */
      readonly reason:
        | "channel_not_set_up"
        | "no_sender"
        | "mms_not_allowed"
        | "carrier_not_configured"
        | "template_has_no_body"
        | "not_acceptable_on_mms"
        | "template_not_approved_there"
        | "recipient_not_on_whatsapp"
        | "no_open_conversation"
        | "carrier_drained"
        | "no_rate"
        | "denied_by_rule"
        | "already_tried"
        | "passed_over"
        | "routes_used_up"
        | (string & {})
      /** Signalbox, beyond v3: why it was dropped, in words for people. */
      readonly sentence: string
    }>
  }>
  /** Which part of the list the page is. */
  readonly pagination: Pagination
  /** Signalbox, beyond v3: what the dispatch for which the message waits would do if it came now, or at the time for which it is held; it is left out for a message that waits for none. */
  readonly explained?: ExplainedMessage
}

export interface CancelMessageBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface ResendMessageBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface GiveFeedbackBody {
  /** Whether the recipient did what the message was for (`converted`) or did not want it (`complained`). */
  readonly outcome: "converted" | "complained"
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface MessagesCalls {
  /** Send a message to one or more recipients: `POST /v3/messages`. */
  readonly send: (body: SendMessageBody, options?: CallOptions) => Promise<Send>

  /** List the messages, the newest first: `GET /v3/messages`. */
  readonly list: (query?: ListMessagesQuery, options?: CallOptions) => Promise<ListMessagesResult>

  /** Explain what would become of a message: `POST /v3/messages/explain`. */
  readonly explain: (body: SendMessageBody, options?: CallOptions) => Promise<Explanation>

  /** Read a message: `GET /v3/messages/:id`. */
  readonly get: (id: string, options?: CallOptions) => Promise<Message>

  /** Read what happened to a message, newest first: `GET /v3/messages/:id/activities`. */
  readonly activities: (id: string, options?: CallOptions) => Promise<GetActivitiesResult>

  /** Cancel a message that is held: `POST /v3/messages/:id/cancel`. */
  readonly cancel: (id: string, body?: CancelMessageBody, options?: CallOptions) => Promise<Message>

  /** Send a finished message again: `POST /v3/messages/:id/resend`. */
  readonly resend: (id: string, body?: ResendMessageBody, options?: CallOptions) => Promise<Send>

  /** Tell what came of a message: `POST /v3/messages/:id/feedback`. */
  readonly feedback: (id: string, body: GiveFeedbackBody, options?: CallOptions) => Promise<Message>
}
