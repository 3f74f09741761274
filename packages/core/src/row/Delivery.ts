/**
 * An event and its deliveries. The store creates one delivery for each webhook that subscribes to the event, in the
 * same commit. An event without subscribers is not stored.
 */
import * as Schema from "effect/Schema"
import { EventName } from "../catalogue/EventName.ts"
import { AccountId, DeliveryId, EventId, WebhookId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Filters from "./Filters.ts"
import * as Kind from "./Kind.ts"

export const Event = Schema.Struct({
  id: EventId,
  account: AccountId,
  name: EventName,
  at: Instant,
  /** The body that every attempt sends, as text. It never changes. */
  body: Schema.String,
  /** The webhooks that have no delivery of it yet; absent when each has. */
  subscribers: Schema.optionalKey(Schema.Array(WebhookId))
})
export type Event = typeof Event.Type

export const Events = Kind.make({
  name: "event",
  schema: Event,
  key: (event: Event) => event.id
})

export const DeliveryStatus = Schema.Literals(["PENDING", "RETRYING", "DELIVERED", "FAILED"])

export const Delivery = Schema.Struct({
  /** Also the value of `X-Webhook-Event-ID`. */
  id: DeliveryId,
  webhook: WebhookId,
  /** The organization's webhook that this delivery's webhook is a clone of. The parent's log shows the delivery too. */
  parent: Schema.optionalKey(WebhookId),
  event: EventId,
  /** The name of the event. */
  name: EventName,
  status: DeliveryStatus,
  attempts: Schema.Int,
  httpStatus: Schema.NullOr(Schema.Int),
  responseBody: Schema.NullOr(Schema.String),
  errorMessage: Schema.NullOr(Schema.String),
  createdAt: Instant,
  startedAt: Schema.NullOr(Instant),
  completedAt: Schema.NullOr(Instant)
})
export type Delivery = typeof Delivery.Type

export const Deliveries = Kind.make({
  name: "delivery",
  schema: Delivery,
  key: (delivery: Delivery) => delivery.id,
  listings: ({ createdAt, parent, webhook }) => {
    const own = { list: "deliveries", scope: webhook, at: createdAt } as const
    return parent === undefined ? [own] : [own, { ...own, scope: parent }]
  },
  filters: ({ name, status }) => Filters.make({ event: name, status })
})
