/**
 * The deliveries of a store that holds what a test says: as many as there is room for, each with the instant of its next
 * attempt, and one more attempt only where one may follow.
 */
import * as Commit from "@signalbox/core/Commit"
import type { Delivery } from "@signalbox/core/Delivery"
import { Deliveries } from "@signalbox/core/Delivery"
import * as Facts from "@signalbox/core/Facts"
import type { DeliveryId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { RetryWork } from "@signalbox/core/Jobs"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { Operator } from "@signalbox/core/Operator"
import * as Outcome from "@signalbox/core/Outcome"
import { sandboxSecret } from "@signalbox/core/Secret"
import { Secrets, SecretsError } from "@signalbox/core/Secrets"
import * as Signature from "@signalbox/core/Signature"
import { Store } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import type { SentWebhook } from "@signalbox/emulator/webhook/SentWebhooks"
import { SentWebhooks } from "@signalbox/emulator/webhook/SentWebhooks"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import { delivery } from "@signalbox/testing/generate/Rows"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Asked from "./Asked.ts"

const [sample] = fc.sample(delivery, { numRuns: 1, seed: 1 })
const webhook = Given.webhookId(1)
const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}` as DeliveryId

const deliveryOf = (number: number, parts: Partial<Delivery> = {}): Delivery => ({
  ...sample!,
  id: idOf(number),
  webhook,
  status: "DELIVERED",
  attempts: 1,
  createdAt: Instant.plus(Given.now, number),
  completedAt: null,
  log: [],
  ...parts
})

interface World {
  readonly store: Store["Service"]
  /** All that was listed, committed and signalled, in this order. */
  readonly told: Array<unknown>
  readonly services: Layer.Layer<never>
}

interface Options {
  readonly accounts?: number
  readonly sent?: SentWebhook
  readonly isSealed?: boolean
  /** The store has another row by the time of the commit. */
  readonly isStale?: boolean
}

const world = (
  deliveries: ReadonlyArray<Delivery>,
  webhooks: ReadonlyArray<Webhook> = [Given.webhook()],
  { accounts = 1, isSealed = false, isStale = false, sent }: Options = {}
): Effect.Effect<World> =>
  Effect.gen(function*() {
    const store = Context.get(yield* Layer.build(Layer.fresh(MemoryStore.layer)), Store)
    yield* store.commit([Commit.make({
      puts: [
        ...webhooks.map((row) => Commit.put(Webhooks, row)),
        ...deliveries.map((row) => Commit.put(Deliveries, row))
      ]
    })])
    const told: Array<unknown> = []
    const services = Layer.mergeAll(
      Layer.succeed(Store, {
        ...store,
        list: (query) => {
          told.push([query.list, query.scope, query.offset, query.limit, query.isCounted])
          return store.list(query)
        },
        commit: (batch) => {
          told.push(batch)
          return isStale ? Effect.succeed([Outcome.stale("row")]) : store.commit(batch)
        }
      }),
      Layer.mock(Operator, {
        accounts: (...given) =>
          Effect.sync(() => {
            told.push(given)
            return {
              accounts: Array.from({ length: accounts }, (_, index) => ({
                account: Given.account({ id: Given.accountId(index + 1) }),
                balance: Money.zero
              })),
              total: accounts,
              after: null
            }
          })
      }),
      Layer.mock(WorkSignal, { raise: Effect.sync(() => void told.push("raised")) }),
      Layer.mock(Secrets, {
        open: (kept) => isSealed ? Effect.fail(new SecretsError({ message: "a test" })) : Effect.succeed(kept)
      }),
      Layer.succeed(SentWebhooks, { find: (id, attempt) => id === idOf(1) && attempt === 2 ? sent : undefined })
    )
    return { store, told, services }
  }).pipe(Effect.scoped, Effect.orDie)

const list = (services: Layer.Layer<never>, ...query: ReadonlyArray<readonly [string, string]>) =>
  Effect.map(
    Asked.ask("GET /emulator/deliveries", services, { query }),
    (all) => (all as ReadonlyArray<{ readonly id: DeliveryId }>).map(({ id }) => Number(id.slice(-12)))
  )

describe("the deliveries", () => {
  it("are fifty unless somebody wants others, the latest first", () =>
    Asked.run(Effect.gen(function*() {
      const many = Array.from({ length: 51 }, (_, index) => deliveryOf(index))
      // Two of one instant come by their ids.
      const together = deliveryOf(60, { createdAt: Instant.plus(Given.now, 50) })
      const { services, told } = yield* world([...many, together])
      const latest = [60, ...Array.from({ length: 51 }, (_, index) => 50 - index)]
      expect(yield* list(services)).toEqual(latest.slice(0, 50))
      expect(told).toEqual([
        [null, 200],
        ["webhooks", Given.accountId(1), 0, 200, false],
        ["deliveries", webhook, 0, 50, false]
      ])
      expect(yield* list(services, ["before", idOf(60)], ["limit", "3"])).toEqual([50, 49, 48])
    })))

  it("are those of the two hundred webhooks that were found first", () =>
    Asked.run(Effect.gen(function*() {
      const of = (number: number, account: number) =>
        Given.webhook({ id: Given.webhookId(number), account: Given.accountId(account) })
      const hooks = Array.from({ length: 198 }, (_, index) => of(index + 1, 1))
      const { services, told } = yield* world([], [...hooks, of(300, 2), of(301, 3), of(302, 3), of(303, 4)], {
        accounts: 4
      })
      yield* list(services)
      expect(told.slice(0, 4)).toEqual([
        [null, 200],
        ...[1, 2, 3].map((number) => ["webhooks", Given.accountId(number), 0, 200, false])
      ])
      expect(told).toHaveLength(1 + 3 + 200)
    })))

  it("tell when the next attempt is made, and of each attempt what was sent, as far as that is known here", () =>
    Asked.run(Effect.gen(function*() {
      const body = "{}"
      const at = (millis: number) => Instant.plus(Given.now, millis)
      const text = (millis: number) => Instant.toMillis(at(millis))
      const timestamp = 1_700_000_000
      const headers = {
        "x-webhook-timestamp": String(timestamp),
        "x-webhook-signature": Signature.sign(sandboxSecret, webhook, timestamp, body)
      }
      const sent = { url: "https://example.com/hook", headers, body, at: at(0) }
      const attempt = { httpStatus: null, responseBody: null, errorMessage: "no connection" }
      const tried = deliveryOf(1, {
        name: "message.sent",
        status: "RETRYING",
        attempts: 2,
        createdAt: at(0),
        completedAt: at(9),
        log: [{ ...attempt, at: at(1), millis: 3 }, { ...attempt, at: at(100), millis: 30, httpStatus: 500 }]
      })
      const shown = {
        id: tried.id,
        webhook_id: webhook,
        account: Given.accountId(1),
        url: "https://example.com/hook",
        event: "message.sent",
        event_id: tried.event,
        status: "RETRYING",
        created_at: text(0),
        completed_at: text(9),
        // It begins when the second one has ended, and waits twice as long as behind the first.
        next_retry_at: text(100 + 30 + 120_000)
      }
      const told = { response_body: null, error: "no connection" }
      const first = { ...told, attempt: 1, at: text(1), duration_ms: 3, status_code: null }
      const second = { ...told, attempt: 2, at: text(100), duration_ms: 30, status_code: 500 }
      const unknown = { headers: null, body: null, verified: null }
      const show = (rows: ReadonlyArray<Delivery>, hooks: ReadonlyArray<Webhook>, options: Options) =>
        Effect.flatMap(
          world(rows, hooks, options),
          ({ services }) => Asked.ask("GET /emulator/deliveries/:id", services, { parameters: { id: tried.id } })
        )
      const hooks = [Given.webhook()]
      expect(yield* show([tried], hooks, { sent })).toStrictEqual({
        ...shown,
        attempts: [{ ...first, ...unknown }, { ...second, headers, body, verified: true }]
      })
      for (
        const wrong of [{ ...headers, "x-webhook-timestamp": "1700000001" }, {
          "x-webhook-timestamp": String(timestamp)
        }, {}]
      ) {
        expect(yield* show([tried], hooks, { sent: { ...sent, headers: wrong } })).toMatchObject({
          attempts: [unknown, { headers: wrong, body, verified: false }]
        })
      }
      expect(yield* show([tried], hooks, { sent, isSealed: true })).toMatchObject({
        attempts: [unknown, { headers, body, verified: null }]
      })
      // Of a webhook that is gone nobody knows the secret.
      expect(yield* show([tried], [], { sent })).toMatchObject({
        account: null,
        url: null,
        attempts: [unknown, { headers, body, verified: null }]
      })
      for (const parts of [{ status: "FAILED" }, { log: [] }] as const) {
        expect(yield* show([{ ...tried, ...parts }], hooks, {})).toMatchObject({ next_retry_at: null })
      }
    })))
})

describe("one more attempt", () => {
  const again = (given: Delivery, hook: Webhook | null = Given.webhook(), options: Options = {}) =>
    Effect.gen(function*() {
      const { services, store, told } = yield* world([given], hook === null ? [] : [hook], options)
      const answer = yield* Asked.ask("POST /emulator/deliveries/:id/redeliver", services, {
        parameters: { id: given.id }
      })
      const facts = yield* store.load(Needs.row(Deliveries, given.id))
      return { answer, told, row: Facts.get(facts, Deliveries, given.id) }
    }).pipe(Effect.orDie)

  it("is due now, and the worker is told", () =>
    Asked.run(Effect.gen(function*() {
      const failed = deliveryOf(1, { status: "FAILED", attempts: 3, completedAt: Given.now })
      const { answer, row, told } = yield* again(failed)
      const retrying = { ...failed, status: "RETRYING", completedAt: null }
      expect([answer, row]).toEqual([{ id: failed.id, status: "RETRYING", attempt: 4 }, retrying])
      expect(told).toEqual([
        [expect.objectContaining({
          expects: [expect.anything()],
          puts: [expect.objectContaining({ kind: "delivery", value: retrying })],
          due: [RetryWork.due(failed.id, webhook, Instant.make(0))]
        })],
        "raised"
      ])
    })))

  it.each<readonly [string, Delivery, Webhook | null, Options, message: string]>([
    [
      "the first one is to come",
      deliveryOf(1, { status: "PENDING" }),
      Given.webhook(),
      {},
      "its first attempt is still to come"
    ],
    ["the webhook is off", deliveryOf(1), Given.webhook({ isActive: false }), {}, "its webhook is not active"],
    ["the webhook is gone", deliveryOf(1), null, {}, "its webhook is not active"],
    [
      "one has just ended",
      deliveryOf(1),
      Given.webhook(),
      { isStale: true },
      "an attempt has ended at this moment: ask again"
    ]
  ])("is refused while %s", (_, given, hook, options, message) =>
    Asked.run(Effect.gen(function*() {
      const { answer, row, told } = yield* again(given, hook, options)
      expect(answer).toEqual({ status: 409, message, details: [] })
      expect(row).toEqual(given)
      expect(told).not.toContain("raised")
    })))
})
