/**
 * One attempt to deliver an event: what it needs, what it is about, and the request, signed with the webhook's current
 * secret.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { WebhookRequest } from "../port/WebhookSender.ts"
import { Accounts } from "../row/Account.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import { Deliveries, Events } from "../row/Delivery.ts"
import type { Endpoint, Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { DeliveryWork, webhookOf } from "./DeliveryWork.ts"
import * as EventEnvelope from "./EventEnvelope.ts"
import * as Signature from "./Signature.ts"

/** A delivery with all that an attempt needs. */
export interface Attempt {
  readonly delivery: Delivery
  readonly event: Event
  readonly webhook: Webhook
  /** The organization of the webhook's account. */
  readonly organization: AccountId
  /** Null before the first attempt at this endpoint. */
  readonly endpoint: Endpoint | null
}

/**
 * An inbound message names its sender in `inbound_number`, all other messages their recipient in `outbound_number`. The
 * first of these that an event's payload has says what it is about.
 */
const names = ["phone_number", "inbound_number", "outbound_number", "template_id"] as const

/** A body is read once, however often it is asked what its event is about. */
const subjects = new WeakMap<Event, string>()

/** Returns the subject of an event: a recipient by the number, a template by its id, or itself alone. */
export const subject = (event: Event): string => {
  const known = subjects.get(event) ?? EventEnvelope.textOf(event.body, names) ?? event.id
  subjects.set(event, known)
  return known
}

/** Names what a receiver should hear of in the order in which it happened. */
export const about = ({ event, webhook }: Attempt): string => `${webhook.id}/${subject(event)}`

export const isOver = (delivery: Delivery): boolean => delivery.status === "DELIVERED" || delivery.status === "FAILED"

/** Returns whether no attempt was made yet. */
export const isFirst = ({ attempts }: Delivery): boolean => attempts === 0

/** Attempts at one endpoint share this, and all of it may change while they wait. */
export const needsOfEndpoint = (webhook: WebhookId, facts: Facts.Facts): Needs.Needs => {
  const owner = Facts.peek(facts, Webhooks, webhook)?.account
  return Needs.all(
    Needs.row(Webhooks, webhook),
    Needs.row(Endpoints, webhook),
    owner === undefined ? Needs.none : Needs.row(Accounts, owner)
  )
}

/** @param leases of one lane */
export const needs = (leases: ReadonlyArray<Lease>, facts: Facts.Facts): Needs.Needs => {
  const deliveries = leases.map((lease) => DeliveryWork.target(lease))
  const events = deliveries.flatMap((id) => Facts.peek(facts, Deliveries, id)?.event ?? [])
  return Needs.all(
    Needs.rows(Deliveries, deliveries),
    needsOfEndpoint(webhookOf(leases[0]!.lane), facts),
    Needs.rows(Events, events)
  )
}

/** Returns the attempt, or null when there is nothing to send any more. */
export const find = (lease: Lease, facts: Facts.Facts): Attempt | null => {
  const delivery = Facts.get(facts, Deliveries, DeliveryWork.target(lease))
  if (delivery === null || isOver(delivery)) return null
  const event = Facts.get(facts, Events, delivery.event)
  return event === null ? null : of(webhookOf(lease.lane), delivery, event, facts)
}

const of = (id: WebhookId, delivery: Delivery, event: Event, facts: Facts.Facts): Attempt | null => {
  const webhook = Facts.get(facts, Webhooks, id)
  if (webhook === null || !webhook.isActive) return null
  const organization = Facts.get(facts, Accounts, webhook.account)?.organization ?? webhook.account
  return { delivery, event, webhook, organization, endpoint: Facts.get(facts, Endpoints, webhook.id) }
}

/** Returns the attempt as the endpoint is now. Neither the event nor, while its lease lasts, the delivery changes. */
export const renewed = ({ delivery, event, webhook }: Attempt, facts: Facts.Facts): Attempt | null =>
  of(webhook.id, delivery, event, facts)

export const request = (
  { delivery, event, organization, webhook }: Omit<Attempt, "endpoint">,
  at: Instant
): WebhookRequest => {
  const body = EventEnvelope.delivered(event.body, delivery.id)
  return {
    owner: webhook.account,
    organization,
    url: webhook.endpointUrl,
    headers: Signature.headers({
      secret: webhook.secret,
      webhook: webhook.id,
      eventId: delivery.id,
      number: delivery.attempts + 1,
      at,
      body
    }),
    body,
    timeoutMillis: webhook.timeoutSeconds * 1000
  }
}
