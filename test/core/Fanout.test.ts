/**
 * Fan-out: the delivery that a webhook gets of an event (decisions 4.5, 7.1).
 */
import { Delivery as DeliverySchema } from "@signalbox/core/Delivery"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId, WebhookId } from "@signalbox/core/Id"
import * as Mint from "@signalbox/core/Mint"
import { event as anyEvent } from "@signalbox/testing/generate/Rows"
import { uuid } from "@signalbox/testing/generate/Values"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { validate, version } from "uuid"
import { describe, expect } from "vitest"
import * as Given from "./Given.ts"

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
    const mint = Mint.make(() => random, () => random)
    const ids = Array.from({ length: 40 }, () => Fanout.deliveryId(mint.id(Given.now) as EventId, webhook))
    expect(ids.toSorted()).toEqual(ids)
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
    "keeps the event once and makes one pending delivery for each webhook, due at once",
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
