/** A filtered log of a webhook looks at so many of its newest deliveries, and its cursors go on behind them. */
import { ListWebhookEvents } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import { Executor } from "@signalbox/core/Executor"
import * as Fanout from "@signalbox/core/Fanout"
import type { DeliveryId, EventId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { plus } from "@signalbox/core/Instant"
import * as Limit from "@signalbox/core/Limit"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const engine = Service.engineLayer.pipe(
  Layer.provideMerge(MemoryStore.layerStore),
  Layer.provide(FixedSecrets.layer),
  Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
)

const account = Given.account()
const webhook = Given.webhook()

const event: Event = {
  id: "eeeeeeee-0000-7000-8000-000000000001" as EventId,
  account: account.id,
  name: "message.sent",
  at: Given.now,
  body: "{}"
}

/** The oldest one alone has failed. */
const delivery = (index: number): Delivery => ({
  ...Fanout.delivery(event, webhook.id),
  id: `dddddddd-0000-7000-8000-${index.toString(16).padStart(12, "0")}` as DeliveryId,
  status: index === 0 ? "FAILED" : "DELIVERED",
  createdAt: plus(Given.now, index)
})

it("looks at the newest 10,000, and its cursor goes on behind them; without a filter all are counted", () =>
  Effect.gen(function*() {
    const store = yield* Store
    const count = Limit.deliveriesLookedAt + 1
    const deliveries = Array.from({ length: count }, (_, index) => Commit.put(Deliveries, delivery(index)))
    yield* store.commit([
      Commit.make({
        puts: [Commit.put(Webhooks, FixedSecrets.kept(webhook)), Commit.put(Events, event), ...deliveries]
      })
    ])
    const executor = yield* Executor
    const list = (query: Parameters<typeof ListWebhookEvents.decides.needs>[0]["query"]) =>
      Effect.map(
        executor.run(ListWebhookEvents.decides, {
          path: { id: webhook.id },
          query: { page_size: 1, ...query },
          body: {},
          caller: { account, keyAccount: account },
          consulted: undefined
        }),
        ({ answer }) => answer
      )
    expect((yield* list({})).pagination.total_count).toBe(count)
    expect((yield* list({ search: "sent" })).pagination.total_count).toBe(count - 1)
    const none = yield* list({ delivery_status: "FAILED", cursors: "true" })
    expect(none).toMatchObject({ events: [], pagination: { total_count: 0, has_more: true } })
    const one = yield* list({ delivery_status: "FAILED", after: none.pagination.cursors!.after! })
    expect(one.events.map(({ id }) => id)).toEqual([delivery(0).id])
    expect(one.pagination).toMatchObject({ has_more: false, cursors: { after: null } })
  }).pipe(Effect.provide(engine), Effect.scoped, Effect.runPromise))
