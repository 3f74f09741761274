/**
 * Very many webhooks: how many an account may have, and how many deliveries one commit makes (decisions 9.4).
 */
import * as Commits from "@signalbox/core/Commit"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import * as Fanout from "@signalbox/core/Fanout"
import { Store } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"
import * as Scene from "../core/Scene.ts"

const hook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["message"] }

describe("an account", () => {
  it("may have so many webhooks as its operator says, and the next is 422 BUSINESS_008", async () => {
    const caller = { account: { ...Scene.account, webhooks: 3 }, keyAccount: Scene.account }
    await Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        yield* Scene.seed(1000)
        for (let count = 0; count < 3; count++) {
          expect((yield* Scene.ask("webhooks.create", hook, caller)).status).toBe(201)
        }
        const refused = yield* Scene.ask("webhooks.create", hook, caller)
        expect([refused.status, refused.error.code]).toEqual([422, "BUSINESS_008"])
        // Another account has its own.
        const other = { ...Given.account({ id: Given.accountId(2) }), webhooks: 3 }
        expect((yield* Scene.ask("webhooks.create", hook, { account: other, keyAccount: other })).status).toBe(201)
        // The sandbox looks nothing up.
        expect((yield* Scene.ask("webhooks.create", { ...hook, sandbox: true }, caller)).status).toBe(201)
      })
    )
  })

  it("has no more of them when many come at the same time", async () => {
    const caller = { account: { ...Scene.account, webhooks: 5 }, keyAccount: Scene.account }
    const statuses = await Bench.run(
      Bench.layer(),
      Effect.andThen(
        Scene.seed(1000),
        Effect.map(
          Effect.forEach(Array.from({ length: 20 }), () => Scene.ask("webhooks.create", hook, caller), {
            concurrency: "unbounded"
          }),
          (answers) => answers.map(({ status }) => status).toSorted()
        )
      )
    )
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 201), ...Array.from({ length: 15 }, () => 422)])
  })

  it("may have a hundred unless its operator says otherwise, and never more than a thousand", async () => {
    await Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const store = yield* Store
        yield* Scene.seed(1000)
        const count = { counter: `webhooks/${Scene.account.id}`, by: 99, ceiling: null, once: "many" }
        yield* store.commit([Commits.make({ counts: [count] })])
        expect((yield* Scene.ask("webhooks.create", hook)).status).toBe(201)
        expect((yield* Scene.ask("webhooks.create", hook)).status).toBe(422)
        const caller = { account: { ...Scene.account, webhooks: 5000 }, keyAccount: Scene.account }
        yield* store.commit([Commits.make({ counts: [{ ...count, by: 899, once: "more" }] })])
        expect((yield* Scene.ask("webhooks.create", hook, caller)).status).toBe(201)
        expect((yield* Scene.ask("webhooks.create", hook, caller)).status).toBe(422)
      })
    )
  })
})

describe("a send to many recipients with many webhooks", () => {
  const sizes = fc.record({
    recipients: fc.integer({ min: 1, max: 12 }),
    webhooks: fc.integer({ min: 0, max: 9 }),
    pairs: fc.integer({ min: 0, max: 40 })
  })

  prop("makes no more deliveries in its commit than it has room for, and all in the end", sizes, async (given) => {
    const commits: Array<number> = []
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) => {
        for (const { puts } of batch) commits.push(puts.filter(({ kind }) => kind === "delivery").length)
        return store.commit(batch)
      }
    })
    const carrier = Scene.carrier("sms-a", ["sms"]).carrier
    const layer = Bench.layer({ carriers: [carrier], tap }).pipe(
      Layer.provide(Layer.succeed(Fanout.Pairs, given.pairs))
    )
    const { deliveries, made } = await Bench.run(
      layer,
      Effect.gen(function*() {
        const hooks = Array.from(
          { length: given.webhooks },
          (_, number) => Given.webhook({ id: Given.webhookId(number), subscribes: ["message.queued"] })
        )
        yield* Scene.seed(1_000_000, ...hooks.map((webhook) => Commits.put(Webhooks, FixedSecrets.kept(webhook))))
        const to = Array.from({ length: given.recipients }, (_, number) => Given.phone(number))
        yield* Scene.ask("messages.send", Scene.send(...to))
        const page = (webhook: string) => Scene.deliveries(webhook)
        const inCommit = yield* Effect.forEach(hooks, ({ id }) => page(id))
        yield* Bench.idle
        return { made: inCommit.flat().length, deliveries: yield* Effect.forEach(hooks, ({ id }) => page(id)) }
      })
    )
    expect(made).toBe(Math.min(given.pairs, given.recipients * given.webhooks))
    for (const each of deliveries) {
      expect(each.length).toBe(given.recipients)
      expect(new Set(each.map(({ status }) => status))).toEqual(new Set(["DELIVERED"]))
    }
    expect(Math.max(0, ...commits)).toBeLessThanOrEqual(100)
  })

  it("is worked off a part of its deliveries in each commit, and the event forgets whom it has reached", async () => {
    const sizes: Array<number> = []
    const tap: Bench.Tap = (store) => ({
      ...store,
      commit: (batch) => {
        for (const { puts } of batch) {
          if (puts.some(({ kind }) => kind === "event")) {
            sizes.push(puts.filter(({ kind }) => kind === "delivery").length)
          }
        }
        return store.commit(batch)
      }
    })
    const webhooks = Array.from({ length: 2500 }, (_, number) => Given.webhookId(number))
    const event = {
      id: "0195aaaa-0000-7000-8000-00000000000f" as never,
      account: Scene.account.id,
      name: "message.sent" as const,
      at: Given.now,
      body: "{}"
    }
    const [kept, count] = await Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        const store = yield* Store
        const { due, puts } = Fanout.expand(event, [], webhooks)
        yield* store.commit([Commits.make({ puts, due })])
        sizes.length = 0
        yield* Bench.idle
        const refs = webhooks.map((id) => ({ kind: "delivery", key: Fanout.deliveryId(event.id, id) }))
        const facts = yield* store.load({
          rows: [{ kind: "event", key: event.id }, ...refs],
          uniques: [],
          balances: [],
          counters: [],
          lists: [],
          usages: []
        })
        const rows = [...facts.rows.values()].flatMap(({ row }) => row === null ? [] : [row])
        return [
          rows.find(({ kind }) => kind === Events.name)?.value,
          rows.filter(({ kind }) => kind === Deliveries.name)
        ] as const
      })
    )
    expect(sizes).toEqual(Array.from({ length: 25 }, () => 100))
    expect(kept).toEqual(event)
    expect(count.length).toBe(2500)
  })
})
