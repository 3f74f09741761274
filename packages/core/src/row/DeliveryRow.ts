/**
 * An event and its deliveries, as they are kept.
 */
import * as Schema from "effect/Schema"
import { EventName } from "../catalogue/EventName.ts"
import { AccountId, Canonical, DeliveryId, EventId, WebhookId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"

/**
 * The events that get their deliveries by work after another one of their commit, in order, each with the place of its
 * audience: events of one commit mostly have the same subscribers, whose ids are written once.
 */
const Followers = Schema.Struct({
  audiences: Schema.Array(Schema.Array(WebhookId)),
  events: Schema.Array(Schema.Tuple([EventId, Schema.Int])),
  /** How many webhooks of the first of these events have their delivery already. */
  reached: Schema.Int
})
export type Followers = typeof Followers.Type

export const Event = Schema.Struct({
  id: EventId,
  account: AccountId,
  name: EventName,
  at: Instant,
  /** The body that every attempt sends, as text. It never changes. */
  body: Schema.String,
  /** The webhooks that have no delivery of it yet; absent when each has. */
  subscribers: Schema.optionalKey(Schema.Array(WebhookId)),
  /** Absent when no other event waits for this one. */
  followers: Schema.optionalKey(Followers)
})
export type Event = typeof Event.Type

export const DeliveryStatus = Schema.Literals(["PENDING", "RETRYING", "DELIVERED", "FAILED"])

/** One attempt to deliver an event, as the log of its webhook keeps it. */
export const LoggedAttempt = Schema.Struct({
  at: Instant,
  /** How long it took, in milliseconds. */
  millis: Schema.Int,
  httpStatus: Schema.NullOr(Schema.Int),
  /** The beginning of the endpoint's answer; null when there was none. */
  responseBody: Schema.NullOr(Schema.String),
  /** Null when the endpoint took the event. */
  errorMessage: Schema.NullOr(Schema.String)
})
export type LoggedAttempt = typeof LoggedAttempt.Type

export const Delivery = Schema.Struct({
  /** Also the value of `X-Webhook-Event-ID`. */
  id: DeliveryId,
  webhook: WebhookId,
  /** The organization's webhook that this delivery's webhook is a clone of. The parent's log shows the delivery too. */
  parent: Schema.optionalKey(WebhookId),
  event: EventId,
  /** The name of the event. */
  name: EventName,
  /** The ids in the event's payload, by which the log is searched; absent when there are none. */
  ids: Schema.optionalKey(Schema.Array(Canonical)),
  status: DeliveryStatus,
  attempts: Schema.Int,
  /** Every attempt, the first one first. Absent before the first one. */
  log: Schema.optionalKey(Schema.Array(LoggedAttempt)),
  httpStatus: Schema.NullOr(Schema.Int),
  responseBody: Schema.NullOr(Schema.String),
  errorMessage: Schema.NullOr(Schema.String),
  createdAt: Instant,
  startedAt: Schema.NullOr(Instant),
  completedAt: Schema.NullOr(Instant)
})
export type Delivery = typeof Delivery.Type
