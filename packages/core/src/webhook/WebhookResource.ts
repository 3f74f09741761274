/**
 * The shape in which the API shows a webhook (specification "Webhook").
 */
import * as Schema from "effect/Schema"
import { Family } from "../catalogue/EventName.ts"
import * as Format from "../operation/Format.ts"
import type { Endpoint, Webhook } from "../row/Webhook.ts"
import type { Instant } from "../value/Instant.ts"
import { toMillis } from "../value/Instant.ts"
import type { SigningSecret } from "../value/Secret.ts"

const nullable = Schema.NullOr

export const WebhookResource = Schema.Struct({
  id: Format.uuid,
  customer_id: Format.uuid,
  display_name: Schema.String,
  endpoint_url: Schema.String,
  signing_secret: nullable(Schema.String),
  is_active: Schema.Boolean,
  event_types: Schema.Array(Format.open(Family.literals)),
  event_filters: nullable(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  retry_count: Schema.Int,
  timeout_seconds: Schema.Int,
  last_delivery_attempt_at: nullable(Format.timestamp),
  last_successful_delivery_at: nullable(Format.timestamp),
  consecutive_failures: Schema.Int,
  created_at: Format.timestamp,
  updated_at: nullable(Format.timestamp)
}).annotate({ identifier: "Webhook" })
export type WebhookResource = typeof WebhookResource.Type

const instant = (at: Instant | null): string | null => at === null ? null : toMillis(at)

/** @param secret the secret in plain text, where the answer shows it: on create only */
export const fromWebhook = (
  webhook: Webhook,
  endpoint: Endpoint | null,
  secret: SigningSecret | null = null
): WebhookResource => ({
  id: webhook.id,
  customer_id: webhook.account,
  display_name: webhook.displayName,
  endpoint_url: webhook.endpointUrl,
  signing_secret: secret,
  is_active: webhook.isActive,
  event_types: webhook.eventTypes,
  event_filters: webhook.eventFilters,
  retry_count: webhook.retryCount,
  timeout_seconds: webhook.timeoutSeconds,
  last_delivery_attempt_at: instant(endpoint?.lastAttemptAt ?? null),
  last_successful_delivery_at: instant(endpoint?.lastSuccessAt ?? null),
  consecutive_failures: endpoint?.consecutiveFailures ?? 0,
  created_at: toMillis(webhook.createdAt),
  updated_at: instant(webhook.updatedAt)
})
