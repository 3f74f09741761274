/**
 * Sentences about the fields of webhooks and of their events (specification "Webhook", "Events").
 */
import type { Descriptions } from "./Descriptions.ts"

export const descriptions: Descriptions = {
  webhooks: "The webhooks of the page, the newest first.",
  endpoint_url: "The http or https URL that events are delivered to; private and loopback addresses are refused.",
  signing_secret:
    "The key of the signatures, `whsec_` and base64; null but when the webhook is made or its secret rotated.",
  is_active: "Whether events are delivered.",
  event_types: "The families of events that are delivered: message, templates, contact, channel.",
  event_filters: "For each family the events that are delivered, such as `delivered`; all of them without an entry.",
  retry_count: "How often a failed delivery is tried again, 1 to 5: 3 when nothing is given.",
  timeout_seconds: "How many seconds, 5 to 120, the endpoint has to answer: 30 when nothing is given.",
  sender_profile: "The events for which the webhook is cloned onto every sender profile of the organization.",
  "sender_profile.event_types": "The families of the profiles' events; with none, the clones are deleted.",
  "sender_profile.event_filters": "For each family the profiles' events that are delivered.",
  last_delivery_attempt_at: "When a delivery was last tried; null when never.",
  last_successful_delivery_at: "When a delivery last succeeded; null when never.",
  consecutive_failures: "How many deliveries have failed since the last one that succeeded.",
  "Webhook.customer_id": "The account that owns the webhook: the profile's for a clone.",
  "webhooks.test.event_type": "The event of which a sample is delivered, such as `message.sent`.",
  "webhooks.test.data.success": "Whether the endpoint took the sample.",
  "webhooks.test.data.message": "What the endpoint answered, in words.",

  "webhooks.event_types.data.event_types": "The families of events.",
  "event_types.name": "The name of the family.",
  "event_types.display_name": "The name of the family, for people.",
  "event_types.description": "What the events of the family tell.",
  "event_types.is_active": "Whether the service emits the events.",
  "event_types.event_type": "Null for a family.",
  sub_types: "The events of the family.",
  "sub_types.name": "The name of the event within its family.",
  "sub_types.display_name": "The name of the event, for people.",
  "sub_types.description": "When the event is emitted.",
  "sub_types.is_active": "Whether the service emits the event.",
  "sub_types.event_type": "The whole name of the event, such as `message.delivered`.",
  "sub_types.sub_types": "Null, since an event has nothing below it.",

  events: "The deliveries of the page, the newest first.",
  "WebhookEvent.id": "The id of the delivery, as in the header `x-webhook-event-id`.",
  webhook_id: "The webhook or the clone through which it is delivered.",
  "WebhookEvent.customer_id": "The account that the event is of; null when the event is kept no more.",
  event_type: "The name of the event, such as `message.delivered`.",
  event_data:
    "The body that is delivered; null when it is kept no more. Its payload has nothing but ids once the account keeps bodies no longer.",
  delivery_status: "PENDING, RETRYING, DELIVERED or FAILED.",
  delivery_attempts: "How often the delivery was tried.",
  http_status_code: "The status that the endpoint answered last; null when it did not.",
  response_body: "How the body of that answer begins: at most 1,024 characters; null when it is kept no more.",
  error_message: "What was wrong with the last attempt; null when nothing was.",
  "WebhookEvent.created_at": "When the event was emitted.",
  processing_started_at: "When the first attempt began; null before it.",
  processing_completed_at: "When the delivery succeeded or failed for good; null before that.",
  attempts: "Every attempt, the first one first.",
  attempt: "The number of the attempt, from 1 on.",
  started_at: "When the attempt began.",
  duration_ms: "How many milliseconds the attempt took.",
  "attempts.http_status_code": "The status that the endpoint answered; null when it did not.",
  "attempts.error_message": "What was wrong with the attempt; null when nothing was.",

  field: "The family of the event.",
  event: "The name of the event.",
  "event_data.timestamp": "When the event was emitted.",
  event_id: "The id of the delivery, the same for every attempt, by which a receiver knows what it has seen.",
  payload: "What the event tells."
}
