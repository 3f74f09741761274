/**
 * An attempt to deliver changes its delivery, its endpoint and the webhook (decisions 4.5) as a model says, for any
 * sequence of outcomes.
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
import * as Retry from "@signalbox/core/internal/delivery/Retry"
import { command, Settle } from "@signalbox/core/internal/delivery/Settle"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import type { WebhookResult } from "@signalbox/core/WebhookSender"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const second = 1000

const result: fc.Arbitrary<WebhookResult> = fc.oneof(
  fc.record({
    _tag: fc.constant("Answered" as const),
    status: fc.oneof(fc.constantFrom(200, 204, 299, 300, 301, 199, 400, 404, 500), fc.integer({ min: 100, max: 599 })),
    body: fc.oneof(fc.string(), fc.constant("x".repeat(2000)))
  }),
  fc.record({ _tag: fc.constant("Failed" as const), message: fc.constantFrom("blocked address", "timeout") })
)

const isSuccess = (of: WebhookResult): boolean => of._tag === "Answered" && /^2\d\d$/.test(String(of.status))

const answered = (status: number): WebhookResult => ({ _tag: "Answered", status, body: "" })
const failed: WebhookResult = { _tag: "Failed", message: "timeout" }

const event = (number: number): Event => ({
  id: `01900000-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
  account: Given.accountId(1),
  name: "message.sent",
  at: Given.now,
  body: "{}"
})

const pending = Fanout.delivery(event(1), Given.webhookId(1))

describe("Retry.delay", () => {
  it("is a minute, doubling, at most an hour", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 20].map((number) => Retry.delay(number) / second)).toEqual([
      60,
      120,
      240,
      480,
      960,
      1920,
      3600,
      3600,
      3600
    ])
  })
})

describe("Retry.succeeded", () => {
  prop("is a 2xx and nothing else [EVT-019, EVT-020, EVT-021]", result, (of) => {
    expect(Retry.succeeded(of)).toBe(isSuccess(of))
  })
})

describe("Retry.after", () => {
  const results = fc.array(result, { minLength: 1, maxLength: 8 })
  const retries = fc.integer({ min: 1, max: 5 })

  prop(
    "makes 1 + retry_count attempts at most, and ends with the first success [EVT-022]",
    results,
    retries,
    (all, count) => {
      let delivery = pending
      const log: Array<unknown> = []
      for (const [index, each] of all.entries()) {
        const began = plus(Given.now, index * 10_000)
        const ended = plus(began, 5_000)
        const verdict = Retry.after(delivery, { result: each, began, ended }, count)
        const number = index + 1
        const isOver = isSuccess(each) || number === 1 + count
        log.push({
          at: began,
          millis: 5_000,
          httpStatus: each._tag === "Answered" ? each.status : null,
          responseBody: each._tag === "Answered" ? each.body.slice(0, 1024) : null,
          errorMessage: isSuccess(each) ? null : expect.stringMatching(/./)
        })
        expect(verdict.delivery).toEqual({
          ...pending,
          log,
          attempts: number,
          status: isSuccess(each) ? "DELIVERED" : isOver ? "FAILED" : "RETRYING",
          httpStatus: each._tag === "Answered" ? each.status : null,
          responseBody: each._tag === "Answered" ? each.body.slice(0, 1024) : null,
          errorMessage: isSuccess(each) ? null : expect.stringMatching(/./),
          startedAt: Given.now,
          completedAt: isOver ? ended : null
        })
        // Measured from the end of the failed attempt.
        expect(verdict.retryAt).toBe(isOver ? null : ended + Math.min(3600, 60 * 2 ** (number - 1)) * second)
        if (isOver) return
        delivery = verdict.delivery
      }
    }
  )

  it("keeps the first 1,024 characters of the answer, and the endpoint's words of a failure [WHK-054, WHK-055]", () => {
    const after = (result: WebhookResult) =>
      Retry.after(pending, { result, began: Given.now, ended: Given.now }, 3).delivery
    const delivery = after({ _tag: "Answered", status: 500, body: "é".repeat(1025) })
    expect(delivery.responseBody).toBe("é".repeat(1024))
    const split: WebhookResult = { _tag: "Answered", status: 500, body: `${"x".repeat(1023)}😀` }
    expect(after(split).responseBody).toBe("x".repeat(1023))
    expect(delivery.errorMessage).toContain("500")
    expect(after(failed).errorMessage).toBe("timeout")
  })
})

/** The texts of decisions 4.5, as numbers. */
interface Model {
  failures: number
  isActive: boolean
  lastAttempt: Instant | null
  lastSuccess: Instant | null
}

const webhookKey = Given.webhookId(1)

const settle = (store: FactStore, number: number, of: WebhookResult | null, at: Instant, began = at): void => {
  const { attempts, id } = store.get(Deliveries, Fanout.delivery(event(number), webhookKey).id)!
  const due = (attempts === 0 ? DeliveryWork : RetryWork).due(id, webhookKey, at)
  const outcomes = [{ lease: store.hold(due), result: of, began, ended: at }]
  store.run(Settle, command(webhookKey, outcomes), at, Given.ids())
}

const start = (retryCount: number, deliveries: number): FactStore =>
  new FactStore([
    // As published: ten failures switch a webhook off, however quick they were.
    put(Accounts, Given.account({ webhookDisableMinutes: 0 })),
    put(Webhooks, Given.webhook({ retryCount })),
    ...Array.from({ length: deliveries }, (_, index) => [
      put(Events, event(index)),
      put(Deliveries, Fanout.delivery(event(index), webhookKey))
    ]).flat()
  ])

describe("DeliveryJob.Settle", () => {
  const attempts = fc.array(
    fc.record({
      delivery: fc.nat({ max: 5 }),
      result,
      enable: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true))
    }),
    { maxLength: 60, size: "max" }
  )

  propWith({ runs: 300 })(
    "counts failures in a row, forgets them on success and switches off at ten [WHK-028, WHK-029, WHK-030, WHK-057]",
    attempts,
    fc.integer({ min: 1, max: 5 }),
    (all, retryCount) => {
      const store = start(retryCount, 6)
      const model: Model = { failures: 0, isActive: true, lastAttempt: null, lastSuccess: null }
      const over = new Set<number>()
      const counts = new Map<number, number>()
      for (const [index, { delivery, enable, result: of }] of all.entries()) {
        const at = plus(Given.now, index * second)
        if (enable && !model.isActive) {
          // As toggle-status does.
          store.put(put(Webhooks, Given.webhook({ retryCount })))
          store.put(put(Endpoints, { ...store.get(Endpoints, webhookKey)!, consecutiveFailures: 0 }))
          model.isActive = true
          model.failures = 0
        }
        settle(store, delivery, model.isActive ? of : null, at)
        if (!over.has(delivery)) {
          if (model.isActive) {
            const number = (counts.get(delivery) ?? 0) + 1
            counts.set(delivery, number)
            model.failures = isSuccess(of) ? 0 : model.failures + 1
            model.lastAttempt = at
            if (isSuccess(of)) model.lastSuccess = at
            if (isSuccess(of) || number > retryCount) over.add(delivery)
            if (model.failures >= 10) model.isActive = false
          } else {
            over.add(delivery)
          }
        }
        const endpoint = store.get(Endpoints, webhookKey)
        const webhook = store.get(Webhooks, webhookKey)!
        const { attempts: made, status } = store.get(Deliveries, Fanout.delivery(event(delivery), webhookKey).id)!
        expect({
          failures: endpoint?.consecutiveFailures ?? 0,
          isActive: webhook.isActive,
          lastAttempt: endpoint?.lastAttemptAt ?? null,
          lastSuccess: endpoint?.lastSuccessAt ?? null
        }).toEqual(model)
        expect(webhook.subscribes).toEqual(model.isActive ? ["message.sent"] : [])
        expect(made).toBe(counts.get(delivery) ?? 0)
        expect(status === "DELIVERED" || status === "FAILED").toBe(over.has(delivery))
        expect([...store.work.keys()].filter((key) => key.endsWith(Fanout.delivery(event(delivery), webhookKey).id)))
          .toEqual(over.has(delivery) ? [] : [`retry:${Fanout.delivery(event(delivery), webhookKey).id}`])
      }
    }
  )

  it("lets nine failures pass and disables with the tenth [WHK-057]", () => {
    const store = start(5, 2)
    for (let number = 1; number <= 10; number++) {
      settle(store, number <= 6 ? 0 : 1, answered(500), Given.now)
      expect(store.get(Webhooks, webhookKey)!.isActive).toBe(number < 10)
    }
  })

  it("tells when the first attempt began and the last one ended, and waits from the end of each", () => {
    const store = start(3, 1)
    const at = (seconds: number) => plus(Given.now, seconds * second)
    const { id } = Fanout.delivery(event(0), webhookKey)
    settle(store, 0, failed, at(7), at(2))
    expect(store.get(Deliveries, id)).toMatchObject({ startedAt: at(2), completedAt: null })
    expect([...store.work.values()].map((due) => due.at)).toEqual([at(67)])
    settle(store, 0, answered(200), at(90), at(80))
    expect(store.get(Deliveries, id)).toMatchObject({ startedAt: at(2), completedAt: at(90) })
    expect(store.get(Endpoints, webhookKey)).toMatchObject({ lastAttemptAt: at(90), lastSuccessAt: at(90) })
  })

  it("gives up what is queued for a webhook that is switched off, and says why", () => {
    const store = start(3, 1)
    settle(store, 0, null, plus(Given.now, 7))
    expect(store.get(Deliveries, Fanout.delivery(event(0), webhookKey).id)).toMatchObject({
      status: "FAILED",
      attempts: 0,
      errorMessage: "webhook disabled",
      completedAt: Given.now + 7
    })
    expect(store.get(Endpoints, webhookKey)).toBe(null)
  })

  it("counts as many retries as the webhook has at the time of the failure", () => {
    const store = start(1, 1)
    settle(store, 0, failed, Given.now)
    store.put(put(Webhooks, Given.webhook({ retryCount: 2 })))
    settle(store, 0, failed, Given.now)
    const { id } = Fanout.delivery(event(0), webhookKey)
    expect(store.get(Deliveries, id)).toMatchObject({ status: "RETRYING", attempts: 2 })
    settle(store, 0, failed, Given.now)
    expect(store.get(Deliveries, id)).toMatchObject({ status: "FAILED", attempts: 3 })
  })

  it("changes nothing of a delivery that has ended", () => {
    const store = start(3, 1)
    settle(store, 0, answered(204), Given.now)
    settle(store, 0, failed, Given.now)
    const { id } = Fanout.delivery(event(0), webhookKey)
    expect(store.get(Deliveries, id)).toMatchObject({ status: "DELIVERED", attempts: 1 })
    expect(store.get(Endpoints, webhookKey)!.consecutiveFailures).toBe(0)
  })
})
