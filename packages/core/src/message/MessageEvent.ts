/**
 * The webhook body of a message event (specification "Message events", decisions 7.1 and 7.2).
 */
import type { EventName } from "../catalogue/EventName.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Event } from "../row/Delivery.ts"
import type { Message } from "../row/Message.ts"
import type { EventId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { toSeconds } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"
import { truncate } from "../value/Text.ts"
import * as Timestamp from "../value/Timestamp.ts"
import * as MessageState from "./MessageState.ts"

// These three events show the requested channel, even when a route is known already.
const showsRequest: ReadonlySet<EventName> = new Set<EventName>([
  "message.queued",
  "message.routed",
  "message.scheduled"
])

/** When the event is about an attempt that the message was routed away from, the body is null (decisions 7.2). */
export const payload = (name: EventName, message: Message, at: Instant, abandoned = false): JsonObject => ({
  updated_at: toSeconds(at),
  account_id: message.account,
  message_id: message.id,
  template_id: message.template?.id ?? null,
  ...(message.template === null ? {} : { template_name: message.template.name }),
  outbound_number: message.phone,
  message_status: message.status,
  channel: showsRequest.has(name) ? message.requested : message.channel,
  body: message.rendered === null || abandoned ? null : truncate(message.rendered.plain, Limit.webhookBodyLength),
  ...(message.code !== null && MessageState.carriesReason(message.status)
    ? { reason_code: message.code, reason: OutcomeCode.reason(message.code) }
    : {}),
  ...(message.scheduledAt !== null && MessageState.showsSchedule(message.status)
    ? { scheduled_at: Timestamp.show(message.scheduledAt) }
    : {})
})

/**
 * Makes the event. Its body is written when somebody reads it: most events have no subscriber, and then nobody does.
 */
export const make = (id: EventId, name: EventName, message: Message, at: Instant, abandoned = false): Event => {
  let written: string | null = null
  return {
    id,
    account: message.account,
    name,
    at,
    get body() {
      return written ??= envelope(name, at, payload(name, message, at, abandoned))
    }
  }
}
