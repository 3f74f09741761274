/**
 * The calls of messages. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"
import type { TemplateCategory } from "./Templates.ts"

export type MessageStatus =
  | "QUEUED"
  | "PROCESSED"
  | "ROUTED"
  | "SENT"
  | "DELIVERED"
  | "READ"
  | "FAILED"
  | "RECEIVED"
  | "SCHEDULED"
  | "CANCELLED"
  | "FILTERED"
  | "BLOCKED"

export type ReasonCode =
  | "DELIVERY_001"
  | "DELIVERY_002"
  | "DELIVERY_003"
  | "DELIVERY_004"
  | "DELIVERY_005"
  | "DELIVERY_006"
  | "DELIVERY_007"
  | "DELIVERY_008"
  | "DELIVERY_009"
  | "DELIVERY_010"
  | "DELIVERY_011"
  | "DELIVERY_012"
  | "DELIVERY_013"
  | "DELIVERY_014"
  | "DELIVERY_015"
  | "DELIVERY_016"
  | "VALIDATION_008"
  | "BUSINESS_003"
  | "BUSINESS_004"
  | "BUSINESS_005"
  | "BUSINESS_011"
  | "BUSINESS_017"
  | "BUSINESS_018"
  | "BUSINESS_019"
  | "BUSINESS_020"
  | "CONVERSATION_TEMPLATE_REQUIRED"
  | "WHATSAPP_TEMPLATE_REQUIRED"
  | "channel_unavailable"
  | (string & {})

export interface Message {
  readonly id: string
  readonly customer_id: string
  readonly contact_id: string
  readonly phone: string
  readonly phone_international: string
  readonly region_code: string
  readonly template_id: string | null
  readonly template_name: string | null
  readonly template_category: TemplateCategory | null
  readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
  readonly message_body: {
    readonly header: string | null
    readonly content: string
    readonly footer: string | null
    readonly buttons:
      | ReadonlyArray<{
        readonly type: "QUICK_REPLY" | "URL" | "VOICE_CALL" | "PHONE_NUMBER" | "COPY_CODE" | (string & {})
        readonly value: string
        readonly text: string | null
        readonly postbackData: string | null
      }>
      | null
    readonly headerMedia: {
      readonly type: "text" | "image" | "video" | "document" | (string & {})
      readonly url: string
    } | null
    readonly media:
      | ReadonlyArray<{
        readonly url: string
        readonly mediaType: "image" | "video" | "audio" | "contact" | "document" | null
        readonly mimeType: string | null
        readonly sizeBytes: number | null
        readonly sourceHashSha256: string | null
      }>
      | null
    readonly subject: string | null
  } | null
  readonly status: MessageStatus
  readonly direction: "OUTBOUND" | "INBOUND"
  readonly created_at: string
  readonly price: number | null
  readonly active_contact_price: number | null
  readonly reason_code?: ReasonCode
  readonly reason?: string
  readonly scheduled_at?: string
  readonly events:
    | ReadonlyArray<{
      readonly status: MessageStatus
      readonly timestamp: string
      readonly description: string | null
      readonly reason_code?: ReasonCode
      readonly reason?: string
    }>
    | null
}

export interface Send {
  readonly status: "QUEUED" | "SCHEDULED"
  readonly template_id: string | null
  readonly template_name: string | null
  readonly scheduled_at?: string
  readonly recipients: ReadonlyArray<{
    readonly message_id: string
    readonly to: string
    readonly channel: "auto_detect" | "sms" | "whatsapp" | "rcs" | "mms" | "auto"
    readonly body: string | null
  }>
}

export interface SendMessageBody {
  readonly to: ReadonlyArray<string>
  readonly template?: {
    readonly id?: string | null
    readonly name?: string | null
    readonly parameters?: {
      readonly [name: string]: string | number | boolean | null
    } | null
  } | null
  readonly text?: string | null
  readonly channel?: ReadonlyArray<"auto_detect" | "sms" | "whatsapp" | "rcs" | "mms"> | null
  readonly media_urls?: ReadonlyArray<string> | null
  readonly subject?: string | null
  readonly scheduled_at?: string | null
  readonly sandbox?: boolean | null
}

export interface GetActivitiesResult {
  readonly message_id: string
  readonly activities: ReadonlyArray<{
    readonly status: MessageStatus
    readonly description: string
    readonly timestamp: string
    readonly from: string | null
    readonly price: string | null
    readonly active_contact_price: string | null
    readonly reason_code?: ReasonCode
    readonly reason?: string
    readonly scheduled_at?: string
  }>
  readonly pagination: Pagination
}

export interface CancelMessageBody {
  readonly sandbox?: boolean | null
}

export interface ResendMessageBody {
  readonly sandbox?: boolean | null
}

export interface MessagesCalls {
  /** Send a message to one or more recipients: `POST /v3/messages`. */
  readonly send: (body: SendMessageBody, options?: CallOptions) => Promise<Send>

  /** Read a message: `GET /v3/messages/:id`. */
  readonly get: (id: string, options?: CallOptions) => Promise<Message>

  /** Read what happened to a message, newest first: `GET /v3/messages/:id/activities`. */
  readonly activities: (id: string, options?: CallOptions) => Promise<GetActivitiesResult>

  /** Cancel a message that is held: `POST /v3/messages/:id/cancel`. */
  readonly cancel: (id: string, body?: CancelMessageBody, options?: CallOptions) => Promise<Message>

  /** Send a finished message again: `POST /v3/messages/:id/resend`. */
  readonly resend: (id: string, body?: ResendMessageBody, options?: CallOptions) => Promise<Send>
}
