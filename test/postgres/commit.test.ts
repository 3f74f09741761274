/**
 * A commit costs one statement when nothing stands against it, however much is in the batch, and comes to the same
 * verdicts as ever when something does.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { make, put } from "@signalbox/core/Commit"
import { Deliveries, type Event } from "@signalbox/core/Delivery"
import { deliveryId } from "@signalbox/core/Fanout"
import type { AccountId, EventId, NodeId, WebhookId } from "@signalbox/core/Id"
import { make as instant, plus } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { ref } from "@signalbox/core/Kind"
import { make as money } from "@signalbox/core/Money"
import { none } from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { type Webhook, Webhooks } from "@signalbox/core/Webhook"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Rows from "@signalbox/testing/generate/Rows"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import { lanes, suite } from "./Client.ts"

const { harness, postgres } = suite("commit")

const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
const now = instant(Date.UTC(2020, 0, 15, 12))
const node = "one" as NodeId

const sample = <A>(arbitrary: fc.Arbitrary<A>): A => fc.sample(arbitrary, { seed: 7, numRuns: 1 })[0]!

const webhook = (number: number): Webhook => ({
  ...sample(Rows.webhook),
  id: `bbbbbbbb-0000-7000-8000-00000000000${number}` as WebhookId,
  account,
  subscribes: ["message.queued"]
})

const event = (number: number): Event => ({
  ...sample(Rows.event),
  id: `01900000-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
  account,
  name: "message.queued"
})

const spend = (amount: number, once: string) => ({ account, amount: money(amount), floor: money(0), once })

const due = (key: string) => ({
  work: { kind: "dispatch" as const, key },
  lane: DispatchWork.lane.of(account),
  at: now
})

interface Watched {
  readonly store: Store["Service"]
  /** Returns how much the store has said to the database since it was last asked. */
  readonly said: () => { readonly statements: number; readonly transactions: number }
}

/** A store on the suite's schema that is watched. */
const watched: Effect.Effect<Watched, never, Scope.Scope> = Effect.gen(function*() {
  const { client, schema } = postgres()
  let [statements, transactions] = [0, 0]
  const counting = (inner: PgClient): PgClient =>
    new Proxy(inner, {
      get: (target, name) => {
        if (name === "withoutTransforms") return () => counting(target.withoutTransforms() as PgClient)
        if (name === "unsafe") statements++
        if (name === "withTransaction") transactions++
        return Reflect.get(target, name) as unknown
      }
    })
  const context = yield* Layer.build(Layer.fresh(PostgresStore.layerClient({ schema, heartbeatMillis: 60_000 }))).pipe(
    Effect.provideService(PgClient, counting(client)),
    Effect.orDie
  )
  return {
    store: Context.get(context, Store),
    said: () => {
      const said = { statements, transactions }
      statements = transactions = 0
      return said
    }
  }
})

const two = (body: (a: Watched, b: Watched) => Effect.Effect<void, unknown, Scope.Scope>) => () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    yield* harness.make
    yield* body(yield* watched, yield* watched)
  })))

const prepared = Effect.fnUntraced(function*({ store }: Watched) {
  yield* store.commit([
    make({ puts: [put(Webhooks, webhook(1))], debits: [spend(-100, "top-up")], due: [due("held")] })
  ])
  // Who subscribes is learnt from the first batch of an account.
  yield* store.commit([make({ events: [event(0)] })])
  const [lease] = yield* Leases.claim(store, { node, offset: 0, limit: 1, lanes })
  const { rows } = yield* store.load({ ...none, rows: [ref(Webhooks, webhook(1).id)] })
  return { lease: lease!, version: rows.get(ref(Webhooks, webhook(1).id))!.version }
})

describe("a batch whose guards hold", () => {
  it(
    "is one statement: guards, sums, work, and events to all who subscribe",
    two((a) =>
      Effect.gen(function*() {
        const { lease, version } = yield* prepared(a)
        a.said()
        const outcomes = yield* a.store.commit([
          make({
            expects: [{ ref: ref(Webhooks, webhook(1).id), version }],
            puts: [put(Webhooks, { ...webhook(1), displayName: "renamed" })],
            debits: [spend(30, "first")],
            events: [event(1)],
            completes: [lease]
          }),
          make({ debits: [spend(70, "second")], events: [event(2), event(3)], due: [due("next")] })
        ])
        expect(a.said()).toEqual({ statements: 1, transactions: 0 })
        expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Done", "Done"])

        const { balances, rows } = yield* a.store.load({
          ...none,
          rows: [ref(Webhooks, webhook(1).id)],
          balances: [account]
        })
        expect(balances.get(account)).toBe(0)
        expect(rows.get(ref(Webhooks, webhook(1).id))?.row?.value).toMatchObject({ displayName: "renamed" })
        const deliveries = yield* a.store.list({ list: "deliveries", scope: webhook(1).id, offset: 0, limit: 9 })
        expect([deliveries.rows.length, deliveries.total]).toEqual([4, 4])
        const leases = yield* Leases.claim(a.store, { node, offset: 0, limit: 9, lanes })
        expect(leases.map(({ work }) => work.kind).toSorted()).toEqual([
          ...Array<string>(4).fill("delivery"),
          "dispatch"
        ])
      })
    )
  )
})

describe("a batch that holds and releases leases and pauses lanes", () => {
  const lane = DispatchWork.lane.of(account)
  const until = plus(now, 100 * 365 * 86_400_000)

  it(
    "is one statement as well",
    two((a) =>
      Effect.gen(function*() {
        yield* a.store.commit([make({ due: ["a", "b", "c"].map(due) })])
        const [first, second] = yield* Leases.claim(a.store, { node, offset: 0, limit: 2, lanes })
        a.said()
        yield* a.store.commit([make({ holds: [first!, second!], puts: [put(Webhooks, webhook(2))] })])
        expect(a.said()).toEqual({ statements: 1, transactions: 0 })
        const outcomes = yield* a.store.commit([
          make({ holds: [first!], puts: [put(Webhooks, webhook(1))] }),
          make({ holds: [first!], releases: [second!], pauses: [{ lane, until }] }),
          make({ completes: [first!], pauses: [{ lane, until: null }, { lane: "dispatch:other", until }] })
        ])
        expect(a.said()).toEqual({ statements: 1, transactions: 0 })
        expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Done", "Done", "Done"])
        const leases = yield* Leases.claim(a.store, { node, offset: 0, limit: 9, lanes })
        expect(leases.map(({ work }) => work.key)).toEqual(["b", "c"])
      })
    )
  )

  it(
    "and has lost one of them writes nothing else of that commit",
    two((a, b) =>
      Effect.gen(function*() {
        yield* a.store.commit([make({ due: ["a", "b"].map(due) })])
        const [first, second] = yield* Leases.claim(a.store, { node, offset: 0, limit: 2, lanes })
        yield* b.store.commit([make({ releases: [second!] })])
        const outcomes = yield* a.store.commit([
          make({ holds: [first!, second!], pauses: [{ lane, until }] }),
          make({ holds: [first!], puts: [put(Webhooks, webhook(1))] })
        ])
        expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Stale", "Done"])
        expect(yield* Leases.claim(a.store, { node, offset: 0, limit: 9, lanes })).toHaveLength(1)
      })
    )
  )
})

describe("a batch whose guards do not all hold", () => {
  it(
    "keeps what it may and tells the rest apart",
    two((a) =>
      Effect.gen(function*() {
        const { version } = yield* prepared(a)
        const outcomes = yield* a.store.commit([
          make({ debits: [spend(60, "first")], events: [event(1)] }),
          make({ debits: [spend(60, "too much")], events: [event(2)] }),
          make({ expects: [{ ref: ref(Webhooks, webhook(1).id), version: version - 1 }], events: [event(3)] }),
          make({ debits: [spend(40, "rest")] })
        ])
        expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Done", "Insufficient", "Stale", "Done"])
        const deliveries = yield* a.store.list({ list: "deliveries", scope: webhook(1).id, offset: 0, limit: 9 })
        expect(deliveries.total).toBe(2)
      })
    )
  )

  it(
    "sees the webhooks that another node has made and deleted since",
    two((a, b) =>
      Effect.gen(function*() {
        yield* prepared(a)
        yield* b.store.commit([
          make({ puts: [put(Webhooks, webhook(2))], deletes: [ref(Webhooks, webhook(1).id)] })
        ])
        yield* a.store.commit([make({ events: [event(1)] })])
        const { rows } = yield* a.store.load({
          ...none,
          rows: [1, 2].map((number) => ref(Deliveries, deliveryId(event(1).id, webhook(number).id)))
        })
        expect([...rows.values()].map(({ row }) => row !== null)).toEqual([false, true])
      })
    )
  )

  it(
    "sees what a webhook subscribes to by now",
    two((a, b) =>
      Effect.gen(function*() {
        yield* prepared(a)
        yield* b.store.commit([make({ puts: [put(Webhooks, { ...webhook(1), subscribes: ["message.sent"] })] })])
        yield* a.store.commit([make({ events: [event(1)] })])
        const deliveries = yield* a.store.list({ list: "deliveries", scope: webhook(1).id, offset: 0, limit: 9 })
        expect(deliveries.total).toBe(1)
      })
    )
  )

  it(
    "waits for whoever has the row, and is stale when that one has changed it",
    two((a, b) =>
      Effect.gen(function*() {
        const { version } = yield* prepared(a)
        const { client, schema } = postgres()
        const rename = (name: string) =>
          make({
            expects: [{ ref: ref(Webhooks, webhook(1).id), version }],
            puts: [put(Webhooks, { ...webhook(1), displayName: name })],
            debits: [spend(30, name)]
          })
        // Outside of the transaction: within one, what others do is seen once only.
        const waiting = Effect.promise(() =>
          Effect.runPromise(client.unsafe<{ readonly n: number }>(
            "select count(*)::int4 as n from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
            [`%${schema}%`]
          ))
        ).pipe(Effect.map(([row]) => row?.n ?? 0))
        let outcomes: Promise<ReadonlyArray<ReadonlyArray<string>>> | undefined
        yield* client.withTransaction(Effect.gen(function*() {
          yield* client.unsafe(`select 1 from "${schema}".rows where kind = 'webhook' for update`)
          // Fibers of their own, outside of this transaction.
          outcomes = Promise.all([a, b].map(({ store }, index) =>
            Effect.runPromise(Effect.map(
              store.commit([rename(`number ${index}`)]),
              (verdicts) => verdicts.map(({ _tag }) => _tag)
            ))
          ))
          while ((yield* waiting) < 2) yield* Effect.yieldNow
        }))
        const all = yield* Effect.promise(() => outcomes!)
        expect(all.flat().toSorted()).toEqual(["Done", "Stale"])
        const { balances } = yield* a.store.load({ ...none, balances: [account] })
        expect(balances.get(account)).toBe(70)
      })
    )
  )
})

describe("a template that is loaded again", () => {
  it(
    "is the very same value until it changes, so that what was compiled from it is found",
    two((a, b) =>
      Effect.gen(function*() {
        const template = sample(Rows.of("template_revision")) as Extract<Row, { readonly kind: "template_revision" }>
        const load = Effect.fnUntraced(function*() {
          const { rows } = yield* a.store.load({ ...none, rows: [template] })
          return rows.get(template)!
        })
        yield* a.store.commit([make({ puts: [template] })])
        const first = yield* load()
        expect((yield* load()).row).toBe(first.row)
        const changed = { ...template, value: { ...template.value, definition: { body: {} } } }
        yield* b.store.commit([make({ expects: [{ ref: template, version: first.version }], puts: [changed] })])
        expect(yield* load()).toMatchObject({ row: changed })
        expect((yield* load()).row).toBe((yield* load()).row)
      })
    )
  )
})
