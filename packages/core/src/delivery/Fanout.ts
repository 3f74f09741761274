/**
 * Fan-out: for each webhook that subscribes to an event, the store creates one delivery in the commit that carries the
 * event, up to a bound; work creates the others.
 */
import * as Context from "effect/Context"
import * as Limit from "../catalogue/Limit.ts"
import type { Commit } from "../commit/Commit.ts"
import { KeyedCounter } from "../engine/KeyedCounter.ts"
import type { Delivery, Event, Followers } from "../row/Delivery.ts"
import * as Digest from "../value/Digest.ts"
import type { AccountId, DeliveryId, EventId, WebhookId } from "../value/Id.ts"
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

/** The rows and the work of one event's deliveries, without the event. */
const deliver = (
  event: Event,
  webhooks: ReadonlyArray<WebhookId>,
  parentOf: ParentOf
): Expanded => {
  const ids = webhooks.length === 0 ? [] : EventEnvelope.ids(event.body)
  const deliveries = webhooks.map((webhook) => delivery(event, webhook, parentOf(webhook), ids))
  return {
    puts: deliveries.map((each) => ({ kind: "delivery" as const, key: each.id, value: each })),
    due: deliveries.map(due)
  }
}

const nothing: Expanded = { puts: [], due: [] }

/** The event as it is kept while these are left to work, and what it becomes now. */
const keep = (
  { account, at, body, id, name }: Event,
  webhooks: ReadonlyArray<WebhookId>,
  later: ReadonlyArray<WebhookId>,
  followers: Followers | null,
  parentOf: ParentOf
): Expanded => {
  const event: Event = { id, account, name, at, body }
  const isLeft = later.length > 0 || followers !== null
  const kept: Event = {
    ...event,
    ...(later.length === 0 ? {} : { subscribers: later }),
    ...(followers === null ? {} : { followers })
  }
  const { due, puts } = deliver(event, webhooks, parentOf)
  return {
    puts: [{ kind: "event", key: id, value: kept }, ...puts],
    due: isLeft ? [...due, FanoutWork.due(id, account, at)] : due
  }
}

/**
 * Returns the rows and the work that the fan-out of one event to these webhooks adds to a commit.
 *
 * @param later the webhooks that get it by work: the event keeps their ids until then
 */
export const expand = (
  event: Event,
  webhooks: ReadonlyArray<WebhookId>,
  later: ReadonlyArray<WebhookId> = [],
  parentOf: ParentOf = noParent
): Expanded => webhooks.length === 0 && later.length === 0 ? nothing : keep(event, webhooks, later, null, parentOf)

/**
 * The most pairs of an event and a webhook that one transaction turns into deliveries for an account; a setting for
 * tests.
 */
export const Pairs = Context.Reference<number>("@signalbox/core/delivery/Fanout/Pairs", {
  defaultValue: () => Limit.fanout.pairs
})

/**
 * Counts the pairs that one transaction has room left for. Each account has room of its own, so that the events of
 * others become deliveries immediately whatever one of them causes.
 */
export class Room {
  private readonly taken = new KeyedCounter<AccountId>()
  private readonly pairs: number

  constructor(pairs: number) {
    this.pairs = pairs
  }

  /** Returns how many of so many pairs of the account there is room for, and takes that room. */
  take(account: AccountId, wanted: number): number {
    const taken = Math.min(this.pairs - this.taken.of(account), wanted)
    this.taken.add(account, taken)
    return taken
  }
}

/** The events of one account for which a commit had no room, behind the first of them. */
interface Line {
  readonly head: Event
  readonly audiences: Array<ReadonlyArray<WebhookId>>
  readonly events: Array<readonly [EventId, number]>
}

const follow = ({ audiences, events }: Line, event: EventId, audience: ReadonlyArray<WebhookId>): void => {
  const known = audiences.indexOf(audience)
  events.push([event, known < 0 ? audiences.push(audience) - 1 : known])
}

/**
 * Returns what the events of one commit add to it, in their order. As many pairs as there is room for become deliveries
 * in it, in the order of events and subscribers; the others are left to one work item for each account.
 *
 * @param subscribers is asked once for each name of an account's events
 * @param room what the commits before it in its transaction have left
 */
export const expandAll = (
  events: ReadonlyArray<Event>,
  subscribers: (event: Event) => ReadonlyArray<WebhookId>,
  room: Room,
  parentOf: ParentOf = noParent
): ReadonlyArray<Expanded> => {
  // Most commits tell of nothing.
  if (events.length === 0) return []
  const audiences = new Map<string, ReadonlyArray<WebhookId>>()
  const audienceOf = (event: Event): ReadonlyArray<WebhookId> => {
    const text = `${event.account}/${event.name}`
    const found = audiences.get(text) ?? subscribers(event)
    audiences.set(text, found)
    return found
  }
  const lines = new Map<AccountId, Line>()
  const parts = events.map((event) => {
    const audience = audienceOf(event)
    const now = room.take(event.account, audience.length)
    const line = lines.get(event.account)
    if (now < audience.length && line !== undefined) follow(line, event.id, audience)
    else if (now < audience.length) lines.set(event.account, { head: event, audiences: [], events: [] })
    return { event, audience, now }
  })
  return parts.map(({ audience, event, now }) => {
    if (audience.length === 0) return nothing
    const line = lines.get(event.account)
    if (line?.head !== event) return keep(event, audience.slice(0, now), [], null, parentOf)
    const followers = line.events.length === 0 ? null : { audiences: line.audiences, events: line.events, reached: 0 }
    return keep(event, audience.slice(0, now), audience.slice(now), followers, parentOf)
  })
}

/** The part of an event's outstanding fan-out that one commit does, and the part that it leaves. */
export interface Step {
  /** The events that get deliveries now, in order, and for which webhooks. */
  readonly now: ReadonlyArray<readonly [EventId, ReadonlyArray<WebhookId>]>
  readonly later: ReadonlyArray<WebhookId>
  readonly followers: Followers | null
}

/** @param most how many deliveries one commit makes */
export const step = ({ followers, id, subscribers = [] }: Event, most: number): Step => {
  const now: Array<readonly [EventId, ReadonlyArray<WebhookId>]> = []
  const take = (event: EventId, webhooks: ReadonlyArray<WebhookId>): void => {
    if (webhooks.length > 0) now.push([event, webhooks])
  }
  take(id, subscribers.slice(0, most))
  const later = subscribers.slice(most)
  if (followers === undefined) return { now, later, followers: null }
  let left = most - (subscribers.length - later.length)
  let { reached } = followers
  let done = 0
  for (const [event, place] of followers.events) {
    const audience = followers.audiences[place] ?? []
    const end = Math.min(audience.length, reached + left)
    take(event, audience.slice(reached, end))
    left -= end - reached
    reached = end
    if (end < audience.length) break
    reached = 0
    done++
  }
  const events = followers.events.slice(done)
  return { now, later, followers: events.length === 0 ? null : { ...followers, events, reached } }
}

/** Returns the rows and the work of a step, with the event that it is a step of. */
export const advance = (
  head: Event,
  { followers, later, now }: Step,
  eventOf: (id: EventId) => Event | null,
  parentOf: ParentOf
): Expanded => {
  const own = now.find(([id]) => id === head.id)?.[1] ?? []
  const others = now.flatMap(([id, webhooks]) => {
    const event = id === head.id ? null : eventOf(id)
    return event === null ? [] : [deliver(event, webhooks, parentOf)]
  })
  const { due, puts } = keep(head, own, later, followers, parentOf)
  return {
    puts: [...puts, ...others.flatMap((each) => each.puts)],
    due: [...due, ...others.flatMap((each) => each.due)]
  }
}
