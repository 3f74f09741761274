/**
 * One attempt to deliver an event: what it needs, and the request, signed with the webhook's current secret.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { WebhookRequest } from "../port/WebhookSender.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import type { Endpoint, Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { DeliveryWork, webhookOf } from "./DeliveryWork.ts"
import * as Signature from "./Signature.ts"

/** A delivery with all that an attempt needs. */
export interface Attempt {
  readonly delivery: Delivery
  readonly event: Event
  readonly webhook: Webhook
  /** Null before the first attempt at this endpoint. */
  readonly endpoint: Endpoint | null
}

export const isOver = (delivery: Delivery): boolean => delivery.status === "DELIVERED" || delivery.status === "FAILED"

export const needs = (lease: Lease, facts: Facts.Facts): Needs.Needs => {
  const id = DeliveryWork.target(lease)
  const webhook = webhookOf(lease.lane)
  const delivery = Facts.peek(facts, Deliveries, id)
  return Needs.all(
    Needs.row(Deliveries, id),
    Needs.row(Webhooks, webhook),
    Needs.row(Endpoints, webhook),
    delivery === undefined || delivery === null ? Needs.none : Needs.row(Events, delivery.event)
  )
}

/** Returns the attempt, or null when there is nothing to send any more. */
export const find = (lease: Lease, facts: Facts.Facts): Attempt | null => {
  const delivery = Facts.get(facts, Deliveries, DeliveryWork.target(lease))
  if (delivery === null || isOver(delivery)) return null
  const event = Facts.get(facts, Events, delivery.event)
  const webhook = Facts.get(facts, Webhooks, webhookOf(lease.lane))
  if (event === null || webhook === null || !webhook.isActive) return null
  return { delivery, event, webhook, endpoint: Facts.get(facts, Endpoints, webhook.id) }
}

export const request = ({ delivery, event, webhook }: Attempt, at: Instant): WebhookRequest => ({
  owner: webhook.account,
  url: webhook.endpointUrl,
  headers: Signature.headers({
    secret: webhook.secret,
    webhook: webhook.id,
    eventId: delivery.id,
    number: delivery.attempts + 1,
    at,
    body: event.body
  }),
  body: event.body,
  timeoutMillis: webhook.timeoutSeconds * 1000
})
