/**
 * The operations of the service on a store, without HTTP and without a worker: reviews happen when the test says so.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import { operations } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import type { Delivery } from "@signalbox/core/Delivery"
import { Events } from "@signalbox/core/Delivery"
import * as EventName from "@signalbox/core/EventName"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import type { NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as Instant from "@signalbox/core/Instant"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import { laneTerms } from "@signalbox/core/Jobs"
import type { Json, JsonObject } from "@signalbox/core/Json"
import { zero } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import type { Operation } from "@signalbox/core/Operation"
import * as Operations from "@signalbox/core/Operations"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Given from "../core/Given.ts"
import * as Leases from "../stores/Leases.ts"

export interface Answer {
  readonly status: number
  readonly data: JsonObject | null
  readonly code: string | null
}

const node = "reviewing" as NodeId

const templateEvents = EventName.families.templates.map((name) => `templates.${name}` as const)

export const make = Effect.fnUntraced(function*({ idempotency, store }: Services, accounts: number, seed: number) {
  const context = yield* Layer.build(Layer.fresh(
    Operations.layer.pipe(
      Layer.provideMerge(Service.engineLayer),
      Layer.provide(FixedSecrets.layer),
      Layer.provide(Layer.mergeAll(
        Layer.succeed(Store, store),
        Layer.succeed(Idempotency, idempotency),
        Layer.succeed(WebhookSender, { refuse: () => Effect.succeed(null), send: () => Effect.die("nobody sends") })
      )),
      Layer.provide(IdGenerator.layer(Given.seeded(seed), Given.seeded(seed)))
    )
  ))
  const executor = Context.get(context, Executor)
  const service = Context.get(context, Operations.Operations)
  const rows = Array.from(
    { length: accounts },
    (_, index) => Given.account({ id: Given.accountId(index + 1), numbers: [] })
  )
  const webhooks = rows.map(({ id }, index) =>
    Given.webhook({ id: Given.webhookId(index + 1), account: id, subscribes: templateEvents })
  )
  for (const account of rows) yield* executor.run(CreateAccount, { account, apiKeys: [], balance: zero })
  yield* store.commit([
    Commit.make({ puts: webhooks.map((webhook) => Commit.put(Webhooks, FixedSecrets.kept(webhook))) })
  ])

  // A reviewer that has not decided is asked again after a second, which none of these histories waits for.
  const claim = Effect.flatMap(
    Instant.now,
    (now) =>
      Effect.flatMap(
        store.now,
        (at) => Leases.claim(store, { node, offset: now - at + Instant.minute, limit: 100, lanes: laneTerms })
      )
  )

  return {
    executor,
    /** A request as HTTP would hand it over. */
    ask: Effect.fnUntraced(function*(
      name: OperationName,
      account: number,
      input: { readonly path?: object; readonly query?: object; readonly body?: Json }
    ) {
      const operation = operations[name] as unknown as Operation<object, object, object, unknown, Json>
      const caller = { account: rows[account]!, keyAccount: rows[account]! }
      const { path = {}, query = {}, body = {} } = input
      const answer = yield* service.run(operation, caller, { path, query, body, requestId: "req", idempotency: null })
      const { outcome, status } = answer
      const part = outcome === null ? null : JSON.parse(outcome.json) as JsonObject
      return {
        status,
        data: outcome?.part === "data" ? part : null,
        code: outcome?.part === "error" ? String(part?.["code"]) : null
      } satisfies Answer
    }),
    /** The reviews that are due, in the hands of this node. */
    due: Effect.map(claim, (leases) => leases.filter(({ work }) => work.kind === "review")),
    /** The bodies that the webhooks were to get, of all accounts. */
    told: Effect.gen(function*() {
      const pages = yield* Effect.forEach(
        webhooks,
        ({ id }) => store.list({ list: "deliveries", scope: id, offset: 0, limit: 10_000 })
      )
      const ids = pages.flatMap(({ rows }) => rows.map(({ value }) => (value as Delivery).event))
      const facts = yield* store.load(Needs.rows(Events, ids))
      return ids.map((id) => Facts.get(facts, Events, id)!.body)
    }),
    store
  }
})

export type Subject = Effect.Success<ReturnType<typeof make>>
