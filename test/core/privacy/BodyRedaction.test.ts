/**
 * Webhooks were told bodies that go when they are old enough and over, and not before (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import type { EventId, WebhookId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import * as EventEnvelope from "@signalbox/core/internal/delivery/EventEnvelope"
import * as Fanout from "@signalbox/core/internal/delivery/Fanout"
import { RedactBodies } from "@signalbox/core/internal/privacy/BodyRedaction"
import { BodyRedactionWork } from "@signalbox/core/internal/privacy/BodyRedactionWork"
import * as RedactedEvent from "@signalbox/core/internal/privacy/RedactedEvent"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import { Redactions } from "@signalbox/core/internal/row/Redaction"
import * as Limit from "@signalbox/core/Limit"
import type * as Needs from "@signalbox/core/Needs"
import { Webhooks } from "@signalbox/core/Webhook"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { gathered, held } from "../Decided.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import { expectFacts } from "../Lacking.ts"

const account = Given.account({ retention: { webhookBodies: 2 } })
const [one, other] = [
  Given.webhook({ account: account.id }),
  Given.webhook({
    account: account.id,
    id: Given.webhookId(2)
  })
] as const
const ids = Given.ids(7)
const old = Instant.plus(Given.now, -3 * Instant.day)

const text = "Hello Ada"
const ofMessage = { message_id: Given.messageId(1), outbound_number: "+12015550001", body: text, price: 0.1 }

const event = (at: Instant.Instant, more: Partial<Event> = {}): Event => ({
  id: ids.id(at) as EventId,
  account: account.id,
  name: "message.sent",
  at,
  body: EventEnvelope.envelope("message.sent", at, ofMessage),
  ...more
})

const delivery = (of: Event, webhook: WebhookId, status: Delivery["status"] = "DELIVERED"): Delivery => ({
  ...Fanout.delivery(of, webhook),
  status,
  attempts: 1,
  httpStatus: 200,
  responseBody: `I have read: ${text}`,
  log: [{ at: of.at, millis: 5, httpStatus: 200, responseBody: text, errorMessage: null }]
})

const world = (events: ReadonlyArray<Event>, deliveries: ReadonlyArray<Delivery>, more: Commit.Commit["puts"] = []) =>
  new FactStore([
    Commit.put(Accounts, account),
    Commit.put(Webhooks, one),
    Commit.put(Webhooks, other),
    ...events.map((each) => Commit.put(Events, each)),
    ...deliveries.map((each) => Commit.put(Deliveries, each)),
    ...more
  ])

const step = (store: FactStore, now = Given.now, webhook = one.id, event: EventId | null = null, due = now) => {
  const lease = store.hold(BodyRedactionWork.due({ account: account.id, webhook, event }, account.id, due))
  store.run(RedactBodies, { lease }, now, Given.ids())
}

const payloadOf = (store: FactStore, { id }: Event): unknown => JSON.parse(store.get(Events, id)!.body).payload

const dueKeys = (store: FactStore) => [...store.work.values()].map(({ at, work }) => [work.key, at])

describe("a redacted event", () => {
  const payload = fc.dictionary(
    fc.constantFrom("message_id", "account_id", "body", "text", "reference", "metadata", "template_id"),
    fc.oneof(fc.uuid(), fc.string(), fc.integer(), fc.dictionary(fc.string(), fc.uuid()))
  )
  prop("tells its ids, its type and its time, and nothing else [XPR-113, XPR-114]", payload, (told) => {
    const whole = event(old, { body: EventEnvelope.envelope("message.sent", old, told as never) })
    const left = RedactedEvent.event(whole)
    const { payload: kept, ...envelope } = JSON.parse(left.body)
    const { payload: _, ...before } = JSON.parse(whole.body)
    expect(envelope).toEqual(before)
    for (const [name, value] of Object.entries(kept)) {
      expect([name.endsWith("_id"), EventEnvelope.ids(JSON.stringify([value]))]).toEqual([true, [value]])
    }
    expect(EventEnvelope.delivered(left.body, Fanout.deliveryId(whole.id, one.id))).toContain("event_id")
    expect(RedactedEvent.event(left)).toBe(left)
  })
})

describe("the bodies of a webhook", () => {
  it("go when they are old enough, with what endpoints have answered, and the rest stays [XPR-113, XPR-114]", () => {
    const [gone, kept] = [event(old), event(Instant.plus(Given.now, -Instant.day))]
    const store = world([gone, kept], [delivery(gone, one.id), delivery(gone, other.id), delivery(kept, one.id)])
    step(store)
    expect(payloadOf(store, gone)).toEqual({ message_id: ofMessage.message_id })
    expect(payloadOf(store, kept)).toEqual(ofMessage)
    const whole = delivery(gone, one.id)
    expect(store.get(Deliveries, whole.id)).toEqual({
      ...whole,
      responseBody: null,
      log: [{ ...whole.log![0]!, responseBody: null }]
    })
    expect(store.get(Deliveries, delivery(kept, one.id).id)).toEqual(delivery(kept, one.id))
    // The answers of the other endpoint go with its own item.
    expect(store.get(Deliveries, delivery(gone, other.id).id)).toEqual(delivery(gone, other.id))
    step(store, Given.now, other.id)
    expect(store.get(Deliveries, delivery(gone, other.id).id)).toMatchObject({ responseBody: null, httpStatus: 200 })
    step(store, Instant.plus(Given.now, 2 * Instant.day))
    expect(payloadOf(store, kept)).toEqual({ message_id: ofMessage.message_id })
  })

  it("leave a delivery that has no answers as it is", () => {
    const gone = event(old)
    const silent: Delivery = { ...delivery(gone, one.id), responseBody: null, log: [] }
    const store = world([gone], [silent])
    const version = store.version(Deliveries, silent.id)
    step(store)
    expect(payloadOf(store, gone)).toEqual({ message_id: ofMessage.message_id })
    expect(store.version(Deliveries, silent.id)).toBe(version)
  })

  it.each([["PENDING", {}], ["RETRYING", {}], ["DELIVERED", { subscribers: [other.id] }]] as const)(
    "stay while a delivery is %s, and go a day after it is over [XPR-115]",
    (status, more) => {
      const waiting = event(old, more)
      const store = world([waiting], [delivery(waiting, one.id, status), delivery(waiting, other.id)])
      step(store)
      const later = Instant.plus(Given.now, Instant.day)
      const item = [`${account.id}/${one.id}/${waiting.id}`, later] as const
      expect(payloadOf(store, waiting)).toEqual(ofMessage)
      expect(dueKeys(store)).toContainEqual(item)
      // The other webhook has its delivery, and leaves the event to those that have not.
      step(store, Given.now, other.id)
      expect(payloadOf(store, waiting)).toEqual(ofMessage)
      step(store, later, one.id, waiting.id)
      expect(dueKeys(store)).toContainEqual([item[0], Instant.plus(later, Instant.day)])
      store.put(Commit.put(Events, { ...event(old), id: waiting.id }))
      store.put(Commit.put(Deliveries, delivery(waiting, one.id)))
      step(store, Instant.plus(later, Instant.day), one.id, waiting.id)
      expect(payloadOf(store, waiting)).toEqual({ message_id: ofMessage.message_id })
      expect(dueKeys(store).filter(([key]) => key === item[0])).toEqual([])
    }
  )

  it("wait after an outage, so that what is due is told first [XPR-115]", () => {
    const late = event(old)
    const store = world([late], [delivery(late, one.id)])
    step(store, Given.now, one.id, null, Instant.plus(Given.now, -2 * Limit.redaction.pause))
    expect(payloadOf(store, late)).toEqual(ofMessage)
    expect(dueKeys(store)).toEqual([[`${account.id}/${one.id}`, Instant.plus(Given.now, Limit.redaction.pause)]])
  })

  it("of one that is deleted go as well, and then nothing of it is looked at any more [XPR-116]", () => {
    const [gone, kept] = [event(old), event(Instant.plus(Given.now, -Instant.day))]
    const store = world([gone, kept], [delivery(gone, one.id), delivery(kept, one.id)], [
      Commit.put(DeletedWebhooks, { id: one.id, account: account.id, at: Instant.plus(Given.now, -Instant.hour) })
    ])
    store.remove(Webhooks, one.id)
    step(store)
    expect([payloadOf(store, gone), payloadOf(store, kept)]).toEqual([
      { message_id: ofMessage.message_id },
      ofMessage
    ])
    step(store, Instant.plus(Given.now, 2 * Instant.day))
    expect(payloadOf(store, kept)).toEqual({ message_id: ofMessage.message_id })
    expect(dueKeys(store)).toHaveLength(1)
    step(store, Instant.plus(Given.now, 3 * Instant.day))
    expect([dueKeys(store), store.values(Redactions), store.values(DeletedWebhooks)]).toEqual([[], [], []])
  })

  it("are looked for again while the webhook is there, though it was told nothing, and for a day after", () => {
    const item = [`${account.id}/${one.id}`, Instant.plus(Given.now, Limit.redaction.pause)]
    const left = (more: Commit.Commit["puts"], isThere = true) => {
      const store = world([], [], more)
      if (!isThere) store.remove(Webhooks, one.id)
      step(store)
      return { items: dueKeys(store), deleted: store.values(DeletedWebhooks).length }
    }
    const deleted = (ago: number) => [
      Commit.put(DeletedWebhooks, { id: one.id, account: account.id, at: Instant.plus(Given.now, -ago) })
    ]
    // A fan-out may have it among its subscribers until then.
    const ending = Commit.put(Webhooks, { ...one, deletedAt: Given.now })
    expect(left([])).toEqual({ items: [item], deleted: 0 })
    expect(left(deleted(Instant.day))).toEqual({ items: [item], deleted: 1 })
    expect(left([...deleted(Instant.day), ending])).toEqual({ items: [item], deleted: 1 })
    expect(left([...deleted(Instant.day + 1), ending])).toEqual({ items: [], deleted: 0 })
    expect(left([...deleted(Instant.day + 1)], false)).toEqual({ items: [], deleted: 0 })
    expect(left([...deleted(Instant.day)], false)).toEqual({ items: [item], deleted: 1 })
    expect(left([], false)).toEqual({ items: [], deleted: 0 })
    expect(left([ending])).toEqual({ items: [], deleted: 0 })
  })

  it("are taken in bounded steps, each behind the one before, and no more without such a retention [XPR-117]", () => {
    const many = Array.from({ length: 120 }, (_, index) => event(Instant.plus(old, index)))
    const store = world(many, many.map((each) => delivery(each, one.id)))
    const redacted = () => many.filter((each) => !store.get(Events, each.id)!.body.includes(text)).length
    const most = Math.floor(Limit.redaction.deliveries / 22)
    for (const expected of [most, 2 * most, 120]) {
      step(store)
      expect(redacted()).toBe(expected)
    }
    expect(dueKeys(store)).toEqual([[`${account.id}/${one.id}`, Instant.plus(Given.now, Limit.redaction.pause)]])
    store.put(Commit.put(Accounts, { ...account, retention: { texts: 1 } }))
    step(store)
    expect([dueKeys(store), store.values(Redactions)]).toEqual([[], []])
  })

  it("rest on each event and each delivery that they are part of", () => {
    const [gone, deleted] = [event(old), event(old)]
    const deliveries = [delivery(gone, one.id), delivery(gone, other.id), delivery(deleted, one.id, "PENDING")]
    const rows = [
      Commit.put(Accounts, account),
      Commit.put(Webhooks, one),
      Commit.put(Webhooks, other),
      ...[gone, deleted].map((each) => Commit.put(Events, each)),
      ...deliveries.map((each) => Commit.put(Deliveries, each))
    ]
    for (const [webhook, of] of [[one.id, null], [one.id, gone.id], [Given.webhookId(7), null]] as const) {
      const target = { account: account.id, webhook, event: of }
      const command = { lease: held(BodyRedactionWork.due(target, account.id, Given.now)) }
      const facts = gathered(rows, (known) => Continuation.needs(RedactBodies, command, known))
      expectFacts(RedactBodies, command, facts, Given.now, ["account", "service_settings", "webhooks"])
      expect(facts.rows.size).toBeGreaterThan(2)
    }
  })
})

it("a step looks for deliveries only once it knows to how many webhooks they go", () => {
  const lease = held(
    BodyRedactionWork.due({ account: account.id, webhook: one.id, event: null }, account.id, Given.now)
  )
  const rows = [Commit.put(Accounts, account), Commit.put(Webhooks, one), Commit.put(Webhooks, other)]
  const listsOf = (needs: Needs.Needs) => needs.lists.map(({ list }) => list)
  const wanted: Array<ReadonlyArray<string>> = []
  const facts = gathered(rows, (known) => {
    const needs = Continuation.needs(RedactBodies, { lease }, known)
    wanted.push(listsOf(needs))
    return { ...needs, lists: [] }
  })
  expect(wanted).toStrictEqual([[], ["webhooks"]])
  expect(listsOf(Continuation.needs(RedactBodies, { lease }, facts))).toStrictEqual(["webhooks"])
})
