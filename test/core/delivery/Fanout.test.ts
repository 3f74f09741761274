/**
 * Fan-out: the delivery that a webhook gets of an event (decisions 4.5, 7.1).
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import { Delivery as DeliverySchema } from "@signalbox/core/Delivery"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId, WebhookId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { event as anyEvent } from "@signalbox/testing/generate/Rows"
import { uuid } from "@signalbox/testing/generate/Values"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { validate, version } from "uuid"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const eventId = fc.uuid({ version: 7 }) as fc.Arbitrary<string> as fc.Arbitrary<EventId>
const webhookId = uuid<WebhookId>()
const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })

describe("Fanout.deliveryId", () => {
  prop("is a UUID of version 7 with the event's time", eventId, webhookId, (event, webhook) => {
    const id = Fanout.deliveryId(event, webhook)
    expect(validate(id) && version(id) === 7).toBe(true)
    expect(id.slice(0, 14)).toBe(event.slice(0, 14))
  })

  prop("is made as its comment tells other languages to", eventId, webhookId, (event, webhook) => {
    const h = createHash("sha256").update(`${event}/${webhook}`).digest("hex")
    const variant = "89ab"[Number(`0x${h[3]}`) & 3]
    expect(Fanout.deliveryId(event, webhook)).toBe(
      `${event.slice(0, 14)}7${event.slice(15, 18)}-${variant}${h.slice(4, 7)}-${h.slice(7, 19)}`
    )
  })

  prop("is in the order of the events, also of those of one millisecond", bytes, webhookId, (random, webhook) => {
    const ids = IdGenerator.make(() => random, () => random)
    const made = Array.from({ length: 40 }, () => Fanout.deliveryId(ids.id(Given.now) as EventId, webhook))
    expect(made.toSorted()).toEqual(made)
  })

  prop("is the same again, and differs by event and by webhook [SIG-006]", eventId, eventId, webhookId, webhookId, (
    one,
    other,
    mine,
    yours
  ) => {
    const id = Fanout.deliveryId(one, mine)
    expect(Fanout.deliveryId(one, mine)).toBe(id)
    if (one !== other) expect(Fanout.deliveryId(other, mine)).not.toBe(id)
    if (mine !== yours) expect(Fanout.deliveryId(one, yours)).not.toBe(id)
  })
})

describe("Fanout.expand", () => {
  prop(
    "keeps the event once and makes one pending delivery for each webhook, due immediately",
    anyEvent,
    fc.uniqueArray(
      webhookId,
      { maxLength: 4 }
    ),
    (event, webhooks) => {
      const { due, puts } = Fanout.expand(event, webhooks)
      const deliveries = puts.flatMap((row) => row.kind === "delivery" ? [row.value] : [])
      expect(puts.filter(({ kind }) => kind === "event").map(({ value }) => value)).toEqual(
        webhooks.length === 0 ? [] : [event]
      )
      expect(deliveries.map(({ webhook }) => webhook)).toEqual(webhooks)
      for (const delivery of deliveries) {
        expect(Schema.is(DeliverySchema)(delivery)).toBe(true)
        expect(delivery).toEqual({
          id: Fanout.deliveryId(event.id, delivery.webhook),
          webhook: delivery.webhook,
          event: event.id,
          name: event.name,
          status: "PENDING",
          attempts: 0,
          httpStatus: null,
          responseBody: null,
          errorMessage: null,
          createdAt: event.at,
          startedAt: null,
          completedAt: null
        })
      }
      expect(due).toEqual(deliveries.map(({ id, webhook }) => ({
        work: { kind: "delivery", key: id },
        lane: `delivery:${webhook}`,
        at: event.at
      })))
    }
  )
})

describe("Fanout.expandAll", () => {
  const happened = fc.array(
    fc.record({ account: fc.nat({ max: 1 }), name: fc.constantFrom("message.sent", "message.read") }),
    { maxLength: 12 }
  )
  const sizes = fc.record({
    pairs: fc.nat({ max: 20 }),
    most: fc.integer({ min: 1, max: 9 }),
    webhooks: fc.nat({ max: 5 }),
    readers: fc.nat({ max: 3 })
  })

  prop(
    "and its steps give every event to each of its subscribers once, in order, and never more at the same time than allowed",
    happened,
    sizes,
    (given, { most, pairs, readers, webhooks }) => {
      const events = given.map(({ account, name }, number) => ({
        id: `0195aaaa-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
        account: Given.accountId(account),
        name: name as "message.sent" | "message.read",
        at: Given.now,
        body: "{}"
      }))
      const asked: Array<string> = []
      const subscribers = ({ account, name }: Event): ReadonlyArray<WebhookId> => {
        asked.push(`${account}/${name}`)
        const count = name === "message.sent" ? webhooks : readers
        return Array.from({ length: count }, (_, number) => Given.webhookId(number))
      }
      const wanted = events.map((event) => subscribers(event).map((webhook) => Fanout.deliveryId(event.id, webhook)))
      asked.length = 0
      const kept = new Map<string, Event>()
      const made: Array<string> = []
      const apply = ({ puts }: Pick<Commit, "puts">): number => {
        const before = made.length
        for (const row of puts) {
          if (row.kind === "event") kept.set(row.key, row.value)
          if (row.kind === "delivery") made.push(row.key)
        }
        return made.length - before
      }
      const expanded = Fanout.expandAll(events, subscribers, new Fanout.Room(pairs))
      expect(asked.length).toBe(new Set(asked).size)
      expect(expanded.reduce((sum, each) => sum + apply(each), 0)).toBeLessThanOrEqual(2 * pairs)
      // Every account has one work item at most, and each item ends.
      const work = expanded.flatMap(({ due }) => due).filter(({ work: { kind } }) => kind === "fanout")
      expect(new Set(work.map(({ lane }) => lane)).size).toBe(work.length)
      for (const { work: { key } } of work) {
        for (let steps = 0, isLeft = true; isLeft; steps++) {
          expect(steps).toBeLessThan(100)
          const head = kept.get(key)!
          const step = Fanout.step(head, most)
          const next = Fanout.advance(head, step, (id) => kept.get(id) ?? null, () => undefined)
          const count = apply(next)
          isLeft = next.due.some(({ work: { kind } }) => kind === "fanout")
          if (isLeft) expect(count).toBe(most)
          else expect(count).toBeLessThanOrEqual(most)
        }
      }
      expect(made.toSorted()).toEqual(wanted.flat().toSorted())
      for (const account of [0, 1]) {
        const own: ReadonlyArray<string> = wanted.filter((_, number) => given[number]!.account === account).flat()
        expect(made.filter((id) => own.includes(id))).toEqual(own)
      }
      // Nothing of the work stays behind.
      for (const event of kept.values()) expect(event).toEqual(events.find(({ id }) => id === event.id))
    }
  )
})

describe("a step of the fan-out of an event", () => {
  const [a, b, c, d] = [1, 2, 3, 4].map(Given.webhookId) as [WebhookId, WebhookId, WebhookId, WebhookId]
  const [id, one, two, three] = [1, 2, 3, 4].map((number) =>
    `01900000-0000-7000-8000-00000000000${number}` as EventId
  ) as [EventId, EventId, EventId, EventId]
  const head: Event = { id, account: Given.accountId(1), name: "message.sent", at: Given.now, body: "{}" }
  const audiences = [[a, b, c], [d], []]
  const behind = { audiences, events: [[one, 0], [two, 1], [three, 0]] as const, reached: 1 }
  const followers = (reached: number, ...events: ReadonlyArray<readonly [EventId, number]>) => ({
    audiences,
    events,
    reached
  })

  it.each<readonly [what: string, parts: Partial<Event>, most: number, step: Fanout.Step]>([
    ["of which nothing is left", {}, 5, { now: [], later: [], followers: null }],
    ["that leaves some", { subscribers: [a, b, c] }, 2, { now: [[id, [a, b]]], later: [c], followers: null }],
    ["that leaves none", { subscribers: [a, b, c] }, 3, { now: [[id, [a, b, c]]], later: [], followers: null }],
    [
      "that has no room for those behind it",
      { subscribers: [a, b], followers: behind },
      2,
      { now: [[id, [a, b]]], later: [], followers: followers(1, [one, 0], [two, 1], [three, 0]) }
    ],
    [
      "that ends within one behind it",
      { subscribers: [a, b], followers: behind },
      3,
      { now: [[id, [a, b]], [one, [b]]], later: [], followers: followers(2, [one, 0], [two, 1], [three, 0]) }
    ],
    [
      "that ends with one behind it",
      { subscribers: [a, b], followers: behind },
      4,
      { now: [[id, [a, b]], [one, [b, c]]], later: [], followers: followers(0, [two, 1], [three, 0]) }
    ],
    [
      "that ends within the last one",
      { followers: behind },
      5,
      { now: [[one, [b, c]], [two, [d]], [three, [a, b]]], later: [], followers: followers(2, [three, 0]) }
    ],
    [
      "that is the last one",
      { followers: behind },
      6,
      { now: [[one, [b, c]], [two, [d]], [three, [a, b, c]]], later: [], followers: null }
    ],
    [
      "beside events that nobody gets",
      { followers: followers(0, [one, 2], [two, 9], [three, 1]) },
      1,
      { now: [[three, [d]]], later: [], followers: null }
    ]
  ])("gives as many deliveries as it may: one %s", (_, parts, most, step) => {
    expect(Fanout.step({ ...head, ...parts }, most)).toStrictEqual(step)
  })
})
