/**
 * Fan-out: for each webhook that subscribes to an event, the store creates one delivery in the commit that carries the
 * event, up to a bound; work creates the others.
 */
import * as Context from "effect/Context"
import * as Limit from "../catalogue/Limit.ts"
import type { Commit } from "../commit/Commit.ts"
import type { Delivery, Event } from "../row/Delivery.ts"
import * as Digest from "../value/Digest.ts"
import type { DeliveryId, EventId, WebhookId } from "../value/Id.ts"
import type { Due } from "../work/Work.ts"
import { DeliveryWork } from "./DeliveryWork.ts"
import * as EventEnvelope from "./EventEnvelope.ts"
import { FanoutWork } from "./FanoutWork.ts"

/**
 * The id of a delivery is a UUID of version 7 with the event's time and its place within that millisecond, so deliveries
 * are in the order of their events; the other bits come from a hash of event and webhook. It needs no randomness, so that
 * a store can compute it in its own language: `event[0..14) + "7" + event[15..18) + "-" + "89ab"[h[3] & 3] + h[4..7) +
 * "-" + h[7..19)` with h = sha256hex("event/webhook").
 */
export const deliveryId = (event: EventId, webhook: WebhookId): DeliveryId => {
  const hash = Digest.sha256(`${event}/${webhook}`)
  const variant = "89ab"[Number.parseInt(hash[3]!, 16) & 3]!
  const order = `${event.slice(0, 14)}7${event.slice(15, 18)}`
  return `${order}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}` as DeliveryId
}

/** Returns the webhook that another one is a clone of, or undefined. */
export type ParentOf = (webhook: WebhookId) => WebhookId | undefined

const noParent: ParentOf = () => undefined

/**
 * @param parent the webhook that this one is a clone of
 * @param ids the ids in the event's body, for whoever makes many deliveries of one event
 */
export const delivery = (
  event: Event,
  webhook: WebhookId,
  parent: WebhookId | undefined = undefined,
  ids: ReadonlyArray<string> = EventEnvelope.ids(event.body)
): Delivery => ({
  id: deliveryId(event.id, webhook),
  webhook,
  ...(parent === undefined ? {} : { parent }),
  event: event.id,
  name: event.name,
  ...(ids.length === 0 ? {} : { ids }),
  status: "PENDING",
  attempts: 0,
  httpStatus: null,
  responseBody: null,
  errorMessage: null,
  createdAt: event.at,
  startedAt: null,
  completedAt: null
})

export const due = (delivery: Delivery): Due => DeliveryWork.due(delivery.id, delivery.webhook, delivery.createdAt)

type Expanded = Pick<Commit, "puts" | "due">

/**
 * Returns the rows and the work that the fan-out of one event to these webhooks adds to a commit. `later` are webhooks
 * that get it by work: the event keeps their ids until then.
 */
export const expand = (
  given: Event,
  webhooks: ReadonlyArray<WebhookId>,
  later: ReadonlyArray<WebhookId> = [],
  parentOf: ParentOf = noParent
): Expanded => {
  if (webhooks.length === 0 && later.length === 0) return { puts: [], due: [] }
  const { account, at, body, id, name } = given
  const event: Event = { id, account, name, at, body }
  const ids = EventEnvelope.ids(body)
  const deliveries = webhooks.map((webhook) => delivery(event, webhook, parentOf(webhook), ids))
  const kept: Event = later.length === 0 ? event : { ...event, subscribers: later }
  return {
    puts: [
      { kind: "event", key: event.id, value: kept },
      ...deliveries.map((each) => ({ kind: "delivery" as const, key: each.id, value: each }))
    ],
    due: [
      ...deliveries.map(due),
      ...(later.length === 0 ? [] : [FanoutWork.due(event.id, event.account, event.at)])
    ]
  }
}

/** How many pairs of an event and a webhook one commit turns into deliveries; a setting, so that tests need fewer. */
export const Pairs = Context.Reference<number>("@signalbox/core/delivery/Fanout/Pairs", {
  defaultValue: () => Limit.fanout.pairs
})

/**
 * Returns what the events of one commit add to it. As many pairs as it has room for become deliveries in it, in the order
 * of events and subscribers; the others are left to work.
 */
export const expandAll = (
  events: ReadonlyArray<Event>,
  subscribers: (event: Event) => ReadonlyArray<WebhookId>,
  pairs: number,
  parentOf: ParentOf = noParent
): ReadonlyArray<Expanded> => {
  let left = pairs
  return events.map((event) => {
    const webhooks = subscribers(event)
    const now = webhooks.slice(0, left)
    left -= now.length
    return expand(event, now, webhooks.slice(now.length), parentOf)
  })
}
