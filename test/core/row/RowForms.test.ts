/**
 * The forms in which deliveries, events, contacts and references of carriers have been stored so far, which are read for
 * good, as that of messages is (`MessageForm.test.ts`).
 */
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import { DeliveryId, EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { CarrierReference } from "@signalbox/core/internal/row/CarrierReference"
import { CarrierReferences } from "@signalbox/core/internal/row/CarrierReference"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import type { Json } from "@signalbox/core/Json"
import type { Kind } from "@signalbox/core/Kind"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const eventId = EventId.make("00000000-0000-7000-8000-0000000000e1")

const later = (millis: number) => plus(Given.now, millis)

const delivery: Delivery = {
  id: DeliveryId.make("00000000-0000-7000-8000-0000000000d1"),
  webhook: Given.webhookId(1),
  event: eventId,
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

const failed: Delivery = {
  ...delivery,
  parent: Given.webhookId(2),
  ids: [Given.messageId(1)],
  status: "FAILED",
  attempts: 2,
  log: [
    { at: later(10), millis: 20, httpStatus: 500, responseBody: "oops", errorMessage: "HTTP 500" },
    { at: later(1000), millis: 30, httpStatus: 204, responseBody: "", errorMessage: null }
  ],
  httpStatus: 204,
  responseBody: "",
  startedAt: later(10),
  completedAt: later(1030)
}

const event: Event = {
  id: eventId,
  account: Given.accountId(1),
  name: "message.sent",
  at: Given.now,
  body: "{}"
}

const reference: CarrierReference = {
  carrier: Given.carrierId("sms-a"),
  reference: "ref/1",
  message: Given.messageId(1),
  attempt: Given.attemptId(1)
}

/** Texts are compared, since the order of what is stored matters to a database that logs the part that has changed. */
const check = <Value>(kind: Kind<string, Value>, value: Value, form: Json): void => {
  const text = JSON.stringify(form)
  expect(JSON.stringify(kind.stored.encode(value))).toBe(text)
  expect(kind.stored.decode(JSON.parse(text) as Json, kind.key(value))).toEqual(value)
}

const millis: number = Given.now

describe("a delivery", () => {
  it("is stored without what a new one has", () => {
    check(Deliveries, delivery, { s: "PENDING", n: "message.sent", e: eventId, w: Given.webhookId(1), t: millis })
  })

  it("is stored with its attempts, from which the rest follows", () => {
    check(Deliveries, failed, {
      l: [[10, 20, 500, "oops", "HTTP 500"], [1000, 30, 204, ""]],
      s: "FAILED",
      n: "message.sent",
      e: eventId,
      w: Given.webhookId(1),
      p: Given.webhookId(2),
      i: [Given.messageId(1)],
      t: millis
    })
  })

  it("is stored without an end as long as it is tried again", () => {
    const log = [{ at: later(10), millis: 20, httpStatus: 500, responseBody: "oops", errorMessage: null }]
    const outcome = { log, attempts: 1, httpStatus: 500, responseBody: "oops", startedAt: later(10) }
    check(Deliveries, { ...delivery, ...outcome, status: "RETRYING" }, {
      l: [[10, 20, 500, "oops"]],
      s: "RETRYING",
      n: "message.sent",
      e: eventId,
      w: Given.webhookId(1),
      t: millis
    })
  })

  it("is stored with whatever does not follow from its attempts", () => {
    const odd: Delivery = {
      ...delivery,
      status: "DELIVERED",
      attempts: 3,
      httpStatus: 200,
      responseBody: "ok",
      errorMessage: "late",
      startedAt: later(1),
      completedAt: later(2)
    }
    check(Deliveries, odd, {
      a: 3,
      h: 200,
      r: "ok",
      m: "late",
      b: millis + 1,
      c: millis + 2,
      s: "DELIVERED",
      n: "message.sent",
      e: eventId,
      w: Given.webhookId(1),
      t: millis
    })
  })
})

describe("other rows", () => {
  it("are events", () => {
    check(Events, event, { u: Given.accountId(1), n: "message.sent", w: millis, b: "{}" })
    const followers = { audiences: [[Given.webhookId(2)]], events: [[eventId, 0] as const], reached: 1 }
    check(Events, { ...event, subscribers: [Given.webhookId(1)], followers }, {
      u: Given.accountId(1),
      n: "message.sent",
      w: millis,
      b: "{}",
      subscribers: [Given.webhookId(1)],
      followers: { audiences: [[Given.webhookId(2)]], events: [[eventId, 0]], reached: 1 }
    })
  })

  it("are references of carriers, whose text is in their key", () => {
    check(CarrierReferences, reference, { m: Given.messageId(1), a: Given.attemptId(1) })
    check(CarrierReferences, { ...reference, carrier: Given.carrierId("a/b"), to: Given.phone(1) }, {
      m: Given.messageId(1),
      a: Given.attemptId(1),
      to: "+12015550001",
      c: "a/b"
    })
  })

  it("are contacts, whose id is their key", () => {
    check(Contacts, Given.contact(), { w: millis, n: "+12015550001", u: Given.accountId(1) })
    const known = Given.contact({ optOut: true, updatedAt: Given.now, openedBy: Given.messageId(1), language: "de" })
    check(Contacts, known, {
      language: "de",
      optOut: true,
      updatedAt: millis,
      x: Given.messageId(1),
      w: millis,
      n: "+12015550001",
      u: Given.accountId(1)
    })
  })
})
