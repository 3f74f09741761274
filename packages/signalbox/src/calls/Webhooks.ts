/**
 * The calls of webhooks. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Json, Pagination } from "./Common.ts"

export interface Webhook {
  /** The id of the resource. */
  readonly id: string
  /** The account that owns the webhook: the profile's for a clone. */
  readonly customer_id: string
  /** The name that people read. */
  readonly display_name: string
  /** The http or https URL that events are delivered to; private and loopback addresses are refused. */
  readonly endpoint_url: string
  /** The key of the signatures, `whsec_` and base64; null but when the webhook is made or its secret rotated. */
  readonly signing_secret: string | null
  /** Whether events are delivered. */
  readonly is_active: boolean
  /** The families of events that are delivered: message, templates, contact, channel. */
  readonly event_types: ReadonlyArray<
    "message" | "templates" | "contact" | "channel" | "verification" | "account" | (string & {})
  >
  /** For each family the events that are delivered, such as `delivered`; all of them without an entry. */
  readonly event_filters: {
    readonly [name: string]: ReadonlyArray<string>
  } | null
  /** How often a failed delivery is tried again, 1 to 5: 3 when nothing is given. */
  readonly retry_count: number
  /** How many seconds, 5 to 120, the endpoint has to answer: 30 when nothing is given. */
  readonly timeout_seconds: number
  /** When a delivery was last tried; null when never. */
  readonly last_delivery_attempt_at: string | null
  /** When a delivery last succeeded; null when never. */
  readonly last_successful_delivery_at: string | null
  /** How many deliveries have failed since the last one that succeeded. */
  readonly consecutive_failures: number
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last; null when it never was. */
  readonly updated_at: string | null
}

export type WebhookEventName =
  | "message.queued"
  | "message.routed"
  | "message.scheduled"
  | "message.cancelled"
  | "message.sent"
  | "message.delivered"
  | "message.read"
  | "message.failed"
  | "message.filtered"
  | "message.blocked"
  | "message.received"
  | "message.feedback"
  | "templates.pending"
  | "templates.approved"
  | "templates.rejected"
  | "templates.paused"
  | "templates.archived"
  | "contact.opt_in"
  | "contact.opt_out"
  | "contact.help"
  | "contact.preference"
  | "channel.submitted"
  | "channel.changes_requested"
  | "channel.approved"
  | "channel.activated"
  | "channel.deactivated"
  | "channel.rejected"
  | "verification.pending"
  | "verification.approved"
  | "verification.expired"
  | "verification.failed"
  | "verification.canceled"
  | "account.spend_warning"
  | "account.prefix_paused"
  | (string & {})

export interface CreateWebhookBody {
  /** The name that people read. */
  readonly display_name: string
  /** The http or https URL that events are delivered to; private and loopback addresses are refused. */
  readonly endpoint_url: string
  /** The families of events that are delivered: message, templates, contact, channel. */
  readonly event_types?:
    | ReadonlyArray<"message" | "templates" | "contact" | "channel" | "verification" | "account">
    | null
  /** For each family the events that are delivered, such as `delivered`; all of them without an entry. */
  readonly event_filters?: {
    readonly [name: string]: ReadonlyArray<string>
  } | null
  /** How often a failed delivery is tried again, 1 to 5: 3 when nothing is given. */
  readonly retry_count?: number | null
  /** How many seconds, 5 to 120, the endpoint has to answer: 30 when nothing is given. */
  readonly timeout_seconds?: number | null
  /** The events for which the webhook is cloned onto every sender profile of the organization. */
  readonly sender_profile?: {
    /** The families of the profiles' events; with none, the clones are deleted. */
    readonly event_types?:
      | ReadonlyArray<"message" | "templates" | "contact" | "channel" | "verification" | "account">
      | null
    /** For each family the profiles' events that are delivered. */
    readonly event_filters?: {
      readonly [name: string]: ReadonlyArray<string>
    } | null
  } | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface ListWebhooksQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
  /** Only webhooks whose name or URL holds these characters. */
  readonly search?: string
  /** Only webhooks that are switched on, or only those that are off. */
  readonly is_active?: "" | "true" | "false"
}

export interface ListWebhooksResult {
  /** The webhooks of the page, the newest first. */
  readonly webhooks: ReadonlyArray<Webhook>
  /** Which part of the list the page is. */
  readonly pagination: Pagination
}

export interface ListEventTypesResult {
  /** The families of events that are delivered: message, templates, contact, channel. */
  readonly event_types: ReadonlyArray<{
    /** The name of the family. */
    readonly name: string
    /** The name of the family, for people. */
    readonly display_name: string
    /** What the events of the family tell. */
    readonly description: string | null
    /** Whether the service emits the events. */
    readonly is_active: boolean
    /** Null for a family. */
    readonly event_type: WebhookEventName | null
    /** The events of the family. */
    readonly sub_types: ReadonlyArray<{
      /** The name of the event within its family. */
      readonly name: string
      /** The name of the event, for people. */
      readonly display_name: string
      /** When the event is emitted. */
      readonly description: string | null
      /** Whether the service emits the event. */
      readonly is_active: boolean
      /** The whole name of the event, such as `message.delivered`. */
      readonly event_type: WebhookEventName | null
      /** Null, since an event has nothing below it. */
      readonly sub_types: null
    }>
  }>
  /** Which part of the list the page is. */
  readonly pagination: Pagination
}

export interface UpdateWebhookBody {
  /** The name that people read. */
  readonly display_name: string
  /** The http or https URL that events are delivered to; private and loopback addresses are refused. */
  readonly endpoint_url: string
  /** The families of events that are delivered: message, templates, contact, channel. */
  readonly event_types?:
    | ReadonlyArray<"message" | "templates" | "contact" | "channel" | "verification" | "account">
    | null
  /** For each family the events that are delivered, such as `delivered`; all of them without an entry. */
  readonly event_filters?: {
    readonly [name: string]: ReadonlyArray<string>
  } | null
  /** How often a failed delivery is tried again, 1 to 5: 3 when nothing is given. */
  readonly retry_count?: number | null
  /** How many seconds, 5 to 120, the endpoint has to answer: 30 when nothing is given. */
  readonly timeout_seconds?: number | null
  /** The events for which the webhook is cloned onto every sender profile of the organization. */
  readonly sender_profile?: {
    /** The families of the profiles' events; with none, the clones are deleted. */
    readonly event_types?:
      | ReadonlyArray<"message" | "templates" | "contact" | "channel" | "verification" | "account">
      | null
    /** For each family the profiles' events that are delivered. */
    readonly event_filters?: {
      readonly [name: string]: ReadonlyArray<string>
    } | null
  } | null
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface ToggleWebhookBody {
  /** Whether events are delivered. */
  readonly is_active: boolean
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface RotateSecretBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface RotateSecretResult {
  /** The key of the signatures, `whsec_` and base64; null but when the webhook is made or its secret rotated. */
  readonly signing_secret: string | null
}

export interface TestWebhookBody {
  /** The event of which a sample is delivered, such as `message.sent`. */
  readonly event_type:
    | "templates"
    | "message.queued"
    | "message.routed"
    | "message.scheduled"
    | "message.cancelled"
    | "message.sent"
    | "message.delivered"
    | "message.read"
    | "message.failed"
    | "message.filtered"
    | "message.blocked"
    | "message.received"
    | "message.feedback"
    | "templates.pending"
    | "templates.approved"
    | "templates.rejected"
    | "templates.paused"
    | "templates.archived"
    | "contact.opt_in"
    | "contact.opt_out"
    | "contact.help"
    | "contact.preference"
    | "channel.submitted"
    | "channel.changes_requested"
    | "channel.approved"
    | "channel.activated"
    | "channel.deactivated"
    | "channel.rejected"
    | "verification.pending"
    | "verification.approved"
    | "verification.expired"
    | "verification.failed"
    | "verification.canceled"
    | "account.spend_warning"
    | "account.prefix_paused"
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface TestWebhookResult {
  /** Whether the endpoint took the sample. */
  readonly success: boolean
  /** What the endpoint answered, in words. */
  readonly message: string
}

export interface ListWebhookEventsQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
  /** Signalbox, beyond v3: `true` when `pagination.cursors` is to tell from where the list goes on. */
  readonly cursors?: "true"
  /** Signalbox, beyond v3: a cursor of a page of this list: answers what is older. */
  readonly after?: string
  /** Signalbox, beyond v3: a cursor of a page of this list: answers what is newer. */
  readonly before?: string
  /** Only deliveries in whose event these characters stand. */
  readonly search?: string
  /** Only deliveries of this event. */
  readonly event_type?:
    | ""
    | "message.queued"
    | "message.routed"
    | "message.scheduled"
    | "message.cancelled"
    | "message.sent"
    | "message.delivered"
    | "message.read"
    | "message.failed"
    | "message.filtered"
    | "message.blocked"
    | "message.received"
    | "message.feedback"
    | "templates.pending"
    | "templates.approved"
    | "templates.rejected"
    | "templates.paused"
    | "templates.archived"
    | "contact.opt_in"
    | "contact.opt_out"
    | "contact.help"
    | "contact.preference"
    | "channel.submitted"
    | "channel.changes_requested"
    | "channel.approved"
    | "channel.activated"
    | "channel.deactivated"
    | "channel.rejected"
    | "verification.pending"
    | "verification.approved"
    | "verification.expired"
    | "verification.failed"
    | "verification.canceled"
    | "account.spend_warning"
    | "account.prefix_paused"
  /** Only deliveries with this status. */
  readonly delivery_status?: "" | "PENDING" | "RETRYING" | "DELIVERED" | "FAILED"
}

export interface ListWebhookEventsResult {
  /** The deliveries of the page, the newest first. */
  readonly events: ReadonlyArray<{
    /** The id of the delivery, as in the header `x-webhook-event-id`. */
    readonly id: string
    /** The webhook or the clone through which it is delivered. */
    readonly webhook_id: string
    /** The account that the event is of; null when the event is kept no more. */
    readonly customer_id: string | null
    /** The name of the event, such as `message.delivered`. */
    readonly event_type: WebhookEventName
    /** The body that is delivered; null when it is kept no more. Its payload has nothing but ids once the account keeps bodies no longer. */
    readonly event_data: {
      /** The family of the event. */
      readonly field: "message" | "templates" | "contact" | "channel" | "verification" | "account" | (string & {})
      /** The name of the event. */
      readonly event: WebhookEventName
      /** When the event was emitted. */
      readonly timestamp: string
      /** The id of the delivery, the same for every attempt, by which a receiver knows what it has seen. */
      readonly event_id: string
      /** What the event tells. */
      readonly payload: {
        readonly [name: string]: Json
      }
    } | null
    /** PENDING, RETRYING, DELIVERED or FAILED. */
    readonly delivery_status: "PENDING" | "RETRYING" | "DELIVERED" | "FAILED"
    /** How often the delivery was tried. */
    readonly delivery_attempts: number
    /** The status that the endpoint answered last; null when it did not. */
    readonly http_status_code: number | null
    /** How the body of that answer begins: at most 1,024 characters; null when it is kept no more. */
    readonly response_body: string | null
    /** What was wrong with the last attempt; null when nothing was. */
    readonly error_message: string | null
    /** When the event was emitted. */
    readonly created_at: string
    /** When the first attempt began; null before it. */
    readonly processing_started_at: string | null
    /** When the delivery succeeded or failed for good; null before that. */
    readonly processing_completed_at: string | null
    /** Every attempt, the first one first. */
    readonly attempts: ReadonlyArray<{
      /** The number of the attempt, from 1 on. */
      readonly attempt: number
      /** When the attempt began. */
      readonly started_at: string
      /** How many milliseconds the attempt took. */
      readonly duration_ms: number
      /** The status that the endpoint answered; null when it did not. */
      readonly http_status_code: number | null
      /** How the body of that answer begins: at most 1,024 characters; null when it is kept no more. */
      readonly response_body: string | null
      /** What was wrong with the attempt; null when nothing was. */
      readonly error_message: string | null
    }>
  }>
  /** Which part of the list the page is. */
  readonly pagination: {
    /** The page that was asked for; the first one is 1. */
    readonly page: number
    /** How many items a page has at most. */
    readonly page_size: number
    /** How many items there are in all; with a cursor, how many there were at the first page. */
    readonly total_count: number
    /** How many pages there are in all. */
    readonly total_pages: number
    /** Whether there is a page after this one. */
    readonly has_more: boolean
    /** Null, unless the request asks for cursors: from where the list goes on, in both directions. */
    readonly cursors: {
      /** The cursor of what is older; null when there is nothing more. */
      readonly after: string | null
      /** The cursor of what is newer; null when there is nothing more. */
      readonly before: string | null
    } | null
  }
}

export interface WebhooksCalls {
  /** Register a webhook: `POST /v3/webhooks`. */
  readonly create: (body: CreateWebhookBody, options?: CallOptions) => Promise<Webhook>

  /** List the webhooks, the newest first: `GET /v3/webhooks`. */
  readonly list: (query?: ListWebhooksQuery, options?: CallOptions) => Promise<ListWebhooksResult>

  /** List the events that a webhook can subscribe to: `GET /v3/webhooks/event-types`. */
  readonly eventTypes: (options?: CallOptions) => Promise<ListEventTypesResult>

  /** Read a webhook: `GET /v3/webhooks/:id`. */
  readonly get: (id: string, options?: CallOptions) => Promise<Webhook>

  /** Replace a webhook: `PUT /v3/webhooks/:id`. */
  readonly update: (id: string, body: UpdateWebhookBody, options?: CallOptions) => Promise<Webhook>

  /** Delete a webhook and its clones: `DELETE /v3/webhooks/:id`. */
  readonly delete: (id: string, options?: CallOptions) => Promise<void>

  /** Switch a webhook off or on: `PATCH /v3/webhooks/:id/toggle-status`. */
  readonly toggle: (id: string, body: ToggleWebhookBody, options?: CallOptions) => Promise<Webhook>

  /** Give a webhook a new signing secret: `POST /v3/webhooks/:id/rotate-secret`. */
  readonly rotateSecret: (id: string, body?: RotateSecretBody, options?: CallOptions) => Promise<RotateSecretResult>

  /** Deliver a sample to a webhook: `POST /v3/webhooks/:id/test`. */
  readonly test: (id: string, body: TestWebhookBody, options?: CallOptions) => Promise<TestWebhookResult>

  /** List what was delivered to a webhook, the newest first: `GET /v3/webhooks/:id/events`. */
  readonly events: (
    id: string,
    query?: ListWebhookEventsQuery,
    options?: CallOptions
  ) => Promise<ListWebhookEventsResult>
}
