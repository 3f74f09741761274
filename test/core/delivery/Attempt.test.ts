/** One attempt: what it is about, what it needs, and the request that it makes (decisions 7.1, specification "Events"). */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import * as Facts from "@signalbox/core/Facts"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import * as Attempt from "@signalbox/core/internal/delivery/Attempt"
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import * as EventEnvelope from "@signalbox/core/internal/delivery/EventEnvelope"
import * as Health from "@signalbox/core/internal/delivery/Health"
import type { Json, JsonObject } from "@signalbox/core/Json"
import * as Needs from "@signalbox/core/Needs"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Row } from "@signalbox/core/Row"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const id = "01900000-0000-7000-8000-000000000001" as EventId

const event = (payload: JsonObject, body = EventEnvelope.envelope("message.sent", Given.now, payload)): Event => ({
  id,
  account: Given.accountId(1),
  name: "message.sent",
  at: Given.now,
  body
})

it.each<[string, JsonObject]>([
  ["a", { phone_number: "a", inbound_number: "b", outbound_number: "c", template_id: "d" }],
  ["b", { inbound_number: "b", outbound_number: "c", template_id: "d" }],
  ["c", { outbound_number: "c", template_id: "d" }],
  ["d", { template_id: "d", message_id: "e" }],
  ["d", { phone_number: null, inbound_number: 7, template_id: "d" }],
  [id, { message_id: "e" }]
])("an event is about %s whose payload is %j", (subject, payload) => {
  expect(Attempt.subject(event(payload))).toBe(subject)
})

const names = ["phone_number", "inbound_number", "outbound_number", "template_id"] as const
const words = fc.oneof(
  fc.constantFrom("+12015550100", "", "\"", "\\", "{", "}", "a\"phone_number\":\"b", ",\"payload\":{", "\ud800"),
  fc.string()
)
const value: fc.Arbitrary<Json> = fc.oneof(words, fc.integer(), fc.constant(null), fc.array(words, { maxLength: 2 }))
const field = fc.constantFrom<string>(...names, "body", "message_id")
const flat = fc.dictionary(field, value, { maxKeys: 6 })
const payloads = fc.oneof(flat, fc.dictionary(field, fc.oneof(value, flat), { maxKeys: 6 }))

prop("an event is about the first text that JSON has under one of these names", payloads, (payload) => {
  const first = names.map((name) => payload[name]).find((each) => typeof each === "string")
  expect(Attempt.subject(event(payload))).toBe(first === undefined ? id : (JSON.parse(JSON.stringify(first)) as string))
})

it.each([
  "{,\"payload\":{\"phone_number\":\"a",
  "",
  "{",
  "null",
  "7",
  "{}",
  "{\"payload\":null}",
  "{\"payload\":\"a\"}"
])(
  "an event of which nothing can be read is about itself alone: %j",
  (body) => {
    expect(Attempt.subject(event({}, body))).toBe(id)
  }
)

it("what a receiver hears of in order is what one webhook is told of one subject", () => {
  const [one, other] = [event({ phone_number: "a" }), event({ phone_number: "b" })]
  const about = (each: Event, number: number) =>
    Attempt.about({
      delivery: Fanout.delivery(each, Given.webhookId(number)),
      event: each,
      webhook: Given.webhook({ id: Given.webhookId(number) }),
      organization: Given.accountId(1),
      endpoint: null
    })
  expect(new Set([about(one, 1), about(one, 2), about(other, 1)]).size).toBe(3)
  expect(about(one, 1)).toBe(about(event({ phone_number: "a", message_id: "x" }), 1))
})

const profile = Given.account({
  id: Given.accountId(2),
  type: "profile",
  organization: Given.accountId(1),
  numbers: []
})
const webhook = Given.webhook({ account: profile.id, timeoutSeconds: 7 })
const told = event({ phone_number: "a", message_id: Given.messageId(1) })
const pending = Fanout.delivery(told, webhook.id)
const endpoint = { ...Health.newEndpoint(webhook.id), consecutiveFailures: 2 }

const found = (...rows: ReadonlyArray<Row>) => {
  const store = new FactStore(rows)
  const lease = store.hold(DeliveryWork.due(pending.id, webhook.id, Given.now))
  let facts = Facts.empty
  for (;;) {
    const missing = Facts.missing(facts, Attempt.needs([lease], facts))
    if (Needs.isEmpty(missing)) return { attempt: Attempt.find(lease, facts), facts }
    facts = Facts.merge(facts, store.load(missing))
  }
}

const [ofProfile, ofWebhook, ofEvent, ofDelivery] = [
  put(Accounts, profile),
  put(Webhooks, webhook),
  put(Events, told),
  put(Deliveries, pending)
]

it("is found with all that it needs, and the organization of its account", () => {
  const rows = [ofProfile, ofWebhook, ofEvent, ofDelivery]
  const attempt = { delivery: pending, event: told, webhook, organization: Given.accountId(1), endpoint: null }
  expect(found(...rows).attempt).toEqual(attempt)
  const { attempt: later, facts } = found(...rows, put(Endpoints, endpoint))
  expect(later).toEqual({ ...attempt, endpoint })
  expect(Attempt.renewed(attempt, facts)).toEqual(later)
  const own = put(Accounts, { ...profile, type: "organization" as const, organization: null })
  expect(found(own, ofWebhook, ofEvent, ofDelivery).attempt).toEqual({ ...attempt, organization: profile.id })
})

it("takes nothing that is not loaded for what is not there", () => {
  const { facts } = found(ofProfile, ofWebhook, ofEvent, ofDelivery)
  const lease = new FactStore([]).hold(DeliveryWork.due(pending.id, webhook.id, Given.now))
  const refs = facts.rows.refs()
  expect(refs.map(({ kind }) => kind).toSorted()).toEqual(["account", "delivery", "endpoint", "event", "webhook"])
  for (const ref of refs) {
    const others = refs.flatMap((each) => each === ref ? [] : [[each, facts.rows.get(each)!] as const])
    expect(() => Attempt.find(lease, { ...facts, rows: fromEntries(others) }), ref.kind).toThrow(/not loaded/)
  }
})

it("is none where something is gone, is over, or is switched off", () => {
  expect(found(ofProfile, ofEvent, ofDelivery).attempt).toBeNull()
  expect(found(ofProfile, ofWebhook, ofDelivery).attempt).toBeNull()
  expect(found(ofProfile, ofWebhook, ofEvent).attempt).toBeNull()
  const off = put(Webhooks, { ...webhook, isActive: false })
  expect(found(ofProfile, off, ofEvent, ofDelivery).attempt).toBeNull()
  for (
    const [status, isOver] of [["PENDING", false], ["RETRYING", false], ["DELIVERED", true], ["FAILED", true]] as const
  ) {
    const delivery = put(Deliveries, { ...pending, status })
    expect(found(ofProfile, ofWebhook, ofEvent, delivery).attempt === null).toBe(isOver)
  }
})

it("asks with the number of the attempt, the time of now, and an id that stays the same", () => {
  const request = (attempts: number, later: number) =>
    Attempt.request(
      { delivery: { ...pending, attempts }, event: told, webhook, organization: Given.accountId(1) },
      plus(Given.now, later)
    )
  const [first, second] = [request(0, 0), request(1, 60_000)]
  const seconds = Math.floor(Given.now / 1000)
  expect(first).toMatchObject({
    owner: profile.id,
    organization: Given.accountId(1),
    url: webhook.endpointUrl,
    timeoutMillis: 7000,
    headers: {
      "x-webhook-id": webhook.id,
      "x-webhook-event-id": pending.id,
      "x-webhook-attempt": "1",
      "x-webhook-timestamp": String(seconds)
    }
  })
  expect(JSON.parse(first.body)).toEqual({ ...JSON.parse(told.body) as object, event_id: pending.id })
  expect(second.body).toBe(first.body)
  expect(second.headers).toMatchObject({ "x-webhook-attempt": "2", "x-webhook-timestamp": String(seconds + 60) })
  expect(second.headers["x-webhook-signature"]).not.toBe(first.headers["x-webhook-signature"])
})

it("the ids of an event are those of its values, once each, and never those within a text", () => {
  const [one, other] = [Given.messageId(1), Given.messageId(2)]
  const { body } = event({ message_id: one, template_id: other, again: one, text: `"${Given.messageId(3)}" ${one}` })
  expect(EventEnvelope.ids(body)).toEqual([one, other])
  expect(EventEnvelope.ids(EventEnvelope.envelope("message.sent", Given.now, {}))).toEqual([])
})
