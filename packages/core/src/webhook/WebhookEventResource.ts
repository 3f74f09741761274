/**
 * The shape in which the API shows an entry of a webhook's log (decisions 3.1).
 */
import * as Schema from "effect/Schema"
import { EventName, Family } from "../catalogue/EventName.ts"
import * as EventEnvelope from "../delivery/EventEnvelope.ts"
import * as Format from "../operation/Format.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { DeliveryStatus } from "../row/Delivery.ts"
import type { Instant } from "../value/Instant.ts"
import { toMillis } from "../value/Instant.ts"

const nullable = Schema.NullOr

/** One attempt. Nothing published names these fields. */
const Attempt = Schema.Struct({
  attempt: Schema.Int,
  started_at: Format.timestamp,
  duration_ms: Schema.Int,
  http_status_code: nullable(Schema.Int),
  response_body: nullable(Schema.String),
  error_message: nullable(Schema.String)
})

/** The body that was delivered, or will be. */
const EventData = Schema.Struct({
  field: Format.open(Family.literals),
  event: Format.open(EventName.literals),
  timestamp: Format.timestamp,
  event_id: Format.uuid,
  payload: Schema.Record(Schema.String, Schema.Json)
})

export const WebhookEventResource = Schema.Struct({
  id: Format.uuid,
  /** The webhook or the clone through which it is delivered, and whose it is: not published. */
  webhook_id: Format.uuid,
  customer_id: nullable(Format.uuid),
  event_type: Format.open(EventName.literals),
  event_data: nullable(EventData),
  delivery_status: DeliveryStatus,
  delivery_attempts: Schema.Int,
  http_status_code: nullable(Schema.Int),
  response_body: nullable(Schema.String),
  error_message: nullable(Schema.String),
  created_at: Format.timestamp,
  processing_started_at: nullable(Format.timestamp),
  processing_completed_at: nullable(Format.timestamp),
  /** Every attempt, the first one first. */
  attempts: Schema.Array(Attempt)
}).annotate({ identifier: "WebhookEvent" })
export type WebhookEventResource = typeof WebhookEventResource.Type

const instant = (at: Instant | null): string | null => at === null ? null : toMillis(at)

/** @param event null when it is not kept any more */
export const fromDelivery = (delivery: Delivery, event: Event | null): WebhookEventResource => ({
  id: delivery.id,
  webhook_id: delivery.webhook,
  customer_id: event?.account ?? null,
  event_type: delivery.name,
  event_data: event === null
    ? null
    : JSON.parse(EventEnvelope.delivered(event.body, delivery.id)) as typeof EventData.Type,
  delivery_status: delivery.status,
  delivery_attempts: delivery.attempts,
  http_status_code: delivery.httpStatus,
  response_body: delivery.responseBody,
  error_message: delivery.errorMessage,
  created_at: toMillis(delivery.createdAt),
  processing_started_at: instant(delivery.startedAt),
  processing_completed_at: instant(delivery.completedAt),
  attempts: (delivery.log ?? []).map((attempt, index) => ({
    attempt: index + 1,
    started_at: toMillis(attempt.at),
    duration_ms: attempt.millis,
    http_status_code: attempt.httpStatus,
    response_body: attempt.responseBody,
    error_message: attempt.errorMessage
  }))
})
