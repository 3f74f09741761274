/**
 * A store keeps of a delivery what does not follow from its attempts: there are as many of them as events.
 */
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { Deliveries, encodeRest, Events } from "@signalbox/core/Delivery"
import type { DeliveryId, EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const fresh: Delivery = {
  id: "dddddddd-0000-4000-8000-000000000001" as DeliveryId,
  webhook: Given.webhookId(1),
  event: "eeeeeeee-0000-7000-8000-000000000001" as EventId,
  name: "message.sent",
  status: "PENDING",
  attempts: 0,
  httpStatus: null,
  responseBody: null,
  errorMessage: null,
  createdAt: Given.now,
  startedAt: null,
  completedAt: null
}

const first = { at: plus(Given.now, 5), millis: 20, httpStatus: 503, responseBody: "busy", errorMessage: "HTTP 503" }
const second = { at: plus(Given.now, 1000), millis: 7, httpStatus: 200, responseBody: "ok", errorMessage: null }

const { at: _at, millis: _first, ...failed } = first
const { at: _second, millis: _millis, ...went } = second
const retrying: Delivery = { ...fresh, ...failed, status: "RETRYING", attempts: 1, startedAt: first.at, log: [first] }

const content = { n: fresh.name, e: fresh.event, w: fresh.webhook, t: fresh.createdAt }
const lines = [[5, 20, 503, "busy", "HTTP 503"], [1000, 7, 200, "ok"]]

it.each<[Delivery, object]>([
  [fresh, {}],
  [retrying, { l: lines.slice(0, 1) }],
  [
    {
      ...retrying,
      ...went,
      status: "DELIVERED",
      attempts: 2,
      log: [first, second],
      completedAt: plus(second.at, 7)
    },
    { l: lines }
  ],
  [{ ...retrying, status: "FAILED", completedAt: plus(first.at, 20) }, { l: lines.slice(0, 1) }],
  // One that was given up between two attempts ended at another time, for a reason of its own.
  [
    { ...retrying, status: "FAILED", errorMessage: "webhook disabled", completedAt: plus(Given.now, 50) },
    { l: lines.slice(0, 1), m: "webhook disabled", c: plus(Given.now, 50) }
  ]
])("keeps what does not follow from its attempts: $status", (delivery, state) => {
  const stored = JSON.parse(JSON.stringify(Deliveries.stored.encode(delivery))) as object
  expect(stored).toEqual({ ...content, s: delivery.status, ...state })
  expect(Deliveries.stored.decode(stored as never, delivery.id)).toStrictEqual(delivery)
})

it("keeps of an event whom it follows and who subscribes only where it has them", () => {
  const { event: id, name } = fresh
  const event = { id, account: Given.accountId(1), name, at: Given.now, body: "{}" }
  const rests = [
    {},
    { followers: [Given.webhookId(1)] },
    { subscribers: [Given.webhookId(2)] },
    { subscribers: [Given.webhookId(2)], followers: [] }
  ]
  for (const rest of rests) {
    const value = { ...event, ...rest } as unknown as Event
    expect(encodeRest(value)).toStrictEqual(rest)
    expect(Events.stored.decode(Events.stored.encode(value), id)).toStrictEqual(value)
  }
})
