/**
 * The calls of webhooks. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Json, Pagination } from "./Common.ts"

export interface Webhook {
  readonly id: string
  readonly customer_id: string
  readonly display_name: string
  readonly endpoint_url: string
  readonly signing_secret: string | null
  readonly is_active: boolean
  readonly event_types: ReadonlyArray<"message" | "templates" | "contact" | "channel" | (string & {})>
  readonly event_filters: {
    readonly [name: string]: ReadonlyArray<string>
  } | null
  readonly retry_count: number
  readonly timeout_seconds: number
  readonly last_delivery_attempt_at: string | null
  readonly last_successful_delivery_at: string | null
  readonly consecutive_failures: number
  readonly created_at: string
  readonly updated_at: string | null
}

export interface CreateWebhookBody {
  readonly display_name: string
  readonly endpoint_url: string
  readonly event_types?: ReadonlyArray<"message" | "templates" | "contact" | "channel"> | null
  readonly event_filters?: {
    readonly [name: string]: ReadonlyArray<string>
  } | null
  readonly retry_count?: number | null
  readonly timeout_seconds?: number | null
  readonly sender_profile?: {
    readonly event_types?: ReadonlyArray<"message" | "templates" | "contact" | "channel"> | null
    readonly event_filters?: {
      readonly [name: string]: ReadonlyArray<string>
    } | null
  } | null
  readonly sandbox?: boolean | null
}

export interface ListWebhooksQuery {
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
  readonly is_active?: "" | "true" | "false"
}

export interface ListWebhooksResult {
  readonly webhooks: ReadonlyArray<Webhook>
  readonly pagination: Pagination
}

export interface ListEventTypesResult {
  readonly event_types: ReadonlyArray<{
    readonly name: string
    readonly display_name: string
    readonly description: string | null
    readonly is_active: boolean
    readonly event_type:
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
      | "templates.pending"
      | "templates.approved"
      | "templates.rejected"
      | "templates.paused"
      | "templates.archived"
      | "contact.opt_in"
      | "contact.opt_out"
      | "contact.help"
      | "channel.submitted"
      | "channel.changes_requested"
      | "channel.approved"
      | "channel.activated"
      | "channel.deactivated"
      | "channel.rejected"
      | (string & {})
      | null
    readonly sub_types: ReadonlyArray<{
      readonly name: string
      readonly display_name: string
      readonly description: string | null
      readonly is_active: boolean
      readonly event_type:
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
        | "templates.pending"
        | "templates.approved"
        | "templates.rejected"
        | "templates.paused"
        | "templates.archived"
        | "contact.opt_in"
        | "contact.opt_out"
        | "contact.help"
        | "channel.submitted"
        | "channel.changes_requested"
        | "channel.approved"
        | "channel.activated"
        | "channel.deactivated"
        | "channel.rejected"
        | (string & {})
        | null
      readonly sub_types: null
    }>
  }>
  readonly pagination: Pagination
}

export interface UpdateWebhookBody {
  readonly display_name: string
  readonly endpoint_url: string
  readonly event_types?: ReadonlyArray<"message" | "templates" | "contact" | "channel"> | null
  readonly event_filters?: {
    readonly [name: string]: ReadonlyArray<string>
  } | null
  readonly retry_count?: number | null
  readonly timeout_seconds?: number | null
  readonly sender_profile?: {
    readonly event_types?: ReadonlyArray<"message" | "templates" | "contact" | "channel"> | null
    readonly event_filters?: {
      readonly [name: string]: ReadonlyArray<string>
    } | null
  } | null
  readonly sandbox?: boolean | null
}

export interface ToggleWebhookBody {
  readonly is_active: boolean
  readonly sandbox?: boolean | null
}

export interface RotateSecretBody {
  readonly sandbox?: boolean | null
}

export interface RotateSecretResult {
  readonly signing_secret: string | null
}

export interface TestWebhookBody {
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
    | "templates.pending"
    | "templates.approved"
    | "templates.rejected"
    | "templates.paused"
    | "templates.archived"
    | "contact.opt_in"
    | "contact.opt_out"
    | "contact.help"
    | "channel.submitted"
    | "channel.changes_requested"
    | "channel.approved"
    | "channel.activated"
    | "channel.deactivated"
    | "channel.rejected"
  readonly sandbox?: boolean | null
}

export interface TestWebhookResult {
  readonly success: boolean
  readonly message: string
}

export interface ListWebhookEventsQuery {
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
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
    | "templates.pending"
    | "templates.approved"
    | "templates.rejected"
    | "templates.paused"
    | "templates.archived"
    | "contact.opt_in"
    | "contact.opt_out"
    | "contact.help"
    | "channel.submitted"
    | "channel.changes_requested"
    | "channel.approved"
    | "channel.activated"
    | "channel.deactivated"
    | "channel.rejected"
  readonly delivery_status?: "" | "PENDING" | "RETRYING" | "DELIVERED" | "FAILED"
}

export interface ListWebhookEventsResult {
  readonly events: ReadonlyArray<{
    readonly id: string
    readonly webhook_id: string
    readonly customer_id: string | null
    readonly event_type:
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
      | "templates.pending"
      | "templates.approved"
      | "templates.rejected"
      | "templates.paused"
      | "templates.archived"
      | "contact.opt_in"
      | "contact.opt_out"
      | "contact.help"
      | "channel.submitted"
      | "channel.changes_requested"
      | "channel.approved"
      | "channel.activated"
      | "channel.deactivated"
      | "channel.rejected"
      | (string & {})
    readonly event_data: {
      readonly field: "message" | "templates" | "contact" | "channel" | (string & {})
      readonly event:
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
        | "templates.pending"
        | "templates.approved"
        | "templates.rejected"
        | "templates.paused"
        | "templates.archived"
        | "contact.opt_in"
        | "contact.opt_out"
        | "contact.help"
        | "channel.submitted"
        | "channel.changes_requested"
        | "channel.approved"
        | "channel.activated"
        | "channel.deactivated"
        | "channel.rejected"
        | (string & {})
      readonly timestamp: string
      readonly event_id: string
      readonly payload: {
        readonly [name: string]: Json
      }
    } | null
    readonly delivery_status: "PENDING" | "RETRYING" | "DELIVERED" | "FAILED"
    readonly delivery_attempts: number
    readonly http_status_code: number | null
    readonly response_body: string | null
    readonly error_message: string | null
    readonly created_at: string
    readonly processing_started_at: string | null
    readonly processing_completed_at: string | null
    readonly attempts: ReadonlyArray<{
      readonly attempt: number
      readonly started_at: string
      readonly duration_ms: number
      readonly http_status_code: number | null
      readonly response_body: string | null
      readonly error_message: string | null
    }>
  }>
  readonly pagination: Pagination
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
