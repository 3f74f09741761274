/**
 * The health of an endpoint (decisions 4.5), against a model of any sequence of outcomes and instants: how long first
 * attempts wait after a failure, and when a webhook is switched off.
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import { DeliveryWork, RetryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import * as Health from "@signalbox/core/internal/delivery/Health"
import { command, Settle } from "@signalbox/core/internal/delivery/Settle"
import { revived } from "@signalbox/core/internal/webhook/Revival"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import type { WebhookResult } from "@signalbox/core/WebhookSender"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const second = 1000
const minute = 60 * second

const ok: WebhookResult = { _tag: "Answered", status: 204, body: "" }
const broken: WebhookResult = { _tag: "Answered", status: 500, body: "" }
const refused: WebhookResult = { _tag: "Failed", message: "connection refused" }
const unsent: WebhookResult = { _tag: "Unsent", message: "the resolver is full" }

const webhook = Given.webhookId(1)
const lane = DeliveryWork.lane.of(webhook)

const event = (number: number): Event => ({
  id: `01900000-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
  account: Given.accountId(1),
  name: "message.sent",
  at: Given.now,
  body: "{}"
})
const delivery = (number: number) => Fanout.delivery(event(number), webhook)

const start = (deliveries: number, minutes: number | undefined): FactStore =>
  new FactStore([
    put(Accounts, Given.account(minutes === undefined ? {} : { webhookDisableMinutes: minutes })),
    put(Webhooks, Given.webhook({ retryCount: 5 })),
    ...Array.from({ length: deliveries }, (_, index) => [
      put(Events, event(index)),
      put(Deliveries, delivery(index))
    ]).flat()
  ])

/** An attempt of a delivery, in the lane in which it is due. */
const settle = (store: FactStore, number: number, result: WebhookResult | null, at: Instant): void => {
  const { attempts, id } = store.get(Deliveries, delivery(number).id)!
  const due = (attempts === 0 ? DeliveryWork : RetryWork).due(id, webhook, at)
  const outcomes = [{ lease: store.hold(due), result, began: at, ended: at }]
  store.run(Settle, command(webhook, outcomes), at, Given.ids())
}

/** The texts of decisions 4.5, as numbers. */
interface Model {
  failures: number
  since: Instant | null
  /** Until when first attempts wait. */
  waits: Instant | null
  isActive: boolean
}

const wait = (failures: number): number => [1, 2, 4, 8, 16][failures - 1] ?? 30

describe("an endpoint", () => {
  const attempts = fc.array(
    fc.record({
      result: fc.constantFrom(ok, broken, broken, refused, refused, refused, unsent),
      gap: fc.oneof(fc.nat({ max: 2 * second }), fc.nat({ max: 2 * minute })),
      enable: fc.oneof({ weight: 19, arbitrary: fc.constant(false) }, fc.constant(true))
    }),
    { maxLength: 40, size: "max" }
  )

  propWith({ runs: 300 })(
    "makes first attempts wait after each failure, and is switched off after ten over five minutes [WHK-028, WHK-057]",
    attempts,
    fc.constantFrom(undefined, 0, 1, 5),
    (all, minutes) => {
      const limit = minutes ?? 5
      const store = start(all.length, minutes)
      const model: Model = { failures: 0, since: null, waits: null, isActive: true }
      let at = Given.now
      for (const [index, { enable, gap, result }] of all.entries()) {
        at = plus(at, gap)
        if (enable && !model.isActive) {
          store.put(put(Webhooks, Given.webhook({ retryCount: 5 })))
          store.put(put(Endpoints, revived(store.get(Endpoints, webhook)!)))
          Object.assign(model, { isActive: true, failures: 0, since: null })
        }
        settle(store, index, model.isActive ? result : null, at)
        const row = store.get(Deliveries, delivery(index).id)!
        if (!model.isActive) {
          expect(row).toMatchObject({ status: "FAILED", attempts: 0 })
        } else if (result === unsent) {
          // It was no attempt: the delivery is as it was, and stays in line.
          expect(row).toEqual(delivery(index))
          expect([...store.work.keys()].filter((key) => key.endsWith(row.id))).toEqual([`delivery:${row.id}`])
          model.waits = plus(at, second)
        } else if (result === ok) {
          Object.assign(model, { failures: 0, since: null, waits: null })
        } else {
          model.failures++
          model.since ??= at
          model.waits = limit === 0 ? null : plus(at, wait(model.failures) * second)
          if (model.failures >= 10 && at - model.since >= limit * minute) {
            Object.assign(model, { isActive: false, waits: null })
          }
        }
        const endpoint = store.get(Endpoints, webhook)
        expect({
          failures: endpoint?.consecutiveFailures ?? 0,
          waits: endpoint?.waitsUntil ?? null,
          isActive: store.get(Webhooks, webhook)!.isActive
        }).toEqual({ failures: model.failures, waits: model.waits, isActive: model.isActive })
        if (model.failures > 0) expect(endpoint?.failingSince).toBe(model.since)
        expect(store.pauses.get(lane) ?? null).toBe(model.waits)
      }
    }
  )

  it("that fails for less than five minutes is not switched off, however often", () => {
    const store = start(60, undefined)
    for (let number = 0; number < 59; number++) settle(store, number, refused, plus(Given.now, number * 5 * second))
    expect(store.get(Webhooks, webhook)!.isActive).toBe(true)
    settle(store, 59, refused, plus(Given.now, 5 * minute - 1))
    expect(store.get(Webhooks, webhook)!.isActive).toBe(true)
    settle(store, 58, refused, plus(Given.now, 5 * minute))
    expect(store.get(Webhooks, webhook)).toMatchObject({ isActive: false, subscribes: [] })
  })

  it("that fails nine times in an hour is not switched off", () => {
    const store = start(10, undefined)
    for (let number = 0; number < 9; number++) settle(store, number, refused, plus(Given.now, number * 7 * minute))
    expect(store.get(Webhooks, webhook)!.isActive).toBe(true)
    settle(store, 9, refused, plus(Given.now, 63 * minute))
    expect(store.get(Webhooks, webhook)!.isActive).toBe(false)
  })

  it("waits 1 s, doubling, and never more than 30 s", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 40, 2000].map(Health.wait)).toEqual(
      [1, 2, 4, 8, 16, 30, 30, 30, 30].map((seconds) => seconds * second)
    )
  })
})

describe("a retry that could not be sent", () => {
  it("is made a second later, and holds up no first attempt", () => {
    const store = start(1, undefined)
    settle(store, 0, refused, Given.now)
    const [retry] = [...store.work.values()]
    expect(retry).toMatchObject({ work: { kind: "retry" }, lane: `retry:${webhook}`, at: Given.now + minute })
    settle(store, 0, unsent, plus(Given.now, minute))
    expect([...store.work.values()]).toMatchObject([{ work: { kind: "retry" }, at: Given.now + minute + second }])
    expect(store.get(Deliveries, delivery(0).id)).toMatchObject({ status: "RETRYING", attempts: 1 })
    expect(store.pauses.get(lane)).toBe(Given.now + second)
  })
})
