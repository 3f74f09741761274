/**
 * Several nodes on one database: whatever they do at the same time, it is as if one had done it after the other.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { make, put } from "@signalbox/core/Commit"
import type { AccountId, ContactId, NodeId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import * as Contact from "@signalbox/core/internal/row/Contact"
import { uniqueText } from "@signalbox/core/Kind"
import { make as money } from "@signalbox/core/Money"
import { none } from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Row } from "@signalbox/core/Row"
import { Store, StoreError } from "@signalbox/core/Store"
import type { Due } from "@signalbox/core/Work"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import { lanes, suite } from "./Client.ts"

const { harness, node, postgres } = suite("nodes", { heartbeatMillis: 300 })

const alice = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
const now = instant(Date.UTC(2020, 0, 15, 12))
const [one, two] = ["one" as NodeId, "two" as NodeId]
const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

const phoneOf = (number: number): PhoneNumber => `+1201555${String(number).padStart(4, "0")}` as PhoneNumber

const contact = (number: number, account = alice, phone = number): Row =>
  put(Contact.Contacts, {
    id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId,
    account,
    phone: phoneOf(phone),
    optOut: false,
    createdAt: now,
    updatedAt: null
  })

const spend = (amount: number, once: string) => ({ account: alice, amount: money(amount), floor: money(0), once })

const due = (key: string, at: Instant = now): Due => ({
  work: { kind: "dispatch", key },
  lane: DispatchWork.lane.of(alice),
  at
})

const tags = (outcomes: ReadonlyArray<ReadonlyArray<Outcome>>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { _tag } of outcomes.flat()) counts[_tag] = (counts[_tag] ?? 0) + 1
  return counts
}

/** A case on several nodes that share one empty storage. */
const nodes = (
  count: number,
  body: (...nodes: ReadonlyArray<Services>) => Effect.Effect<void, StoreError, Scope.Scope>
) =>
() =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const first = yield* harness.make
    const others = yield* Effect.forEach(numbers(count - 1), () => node)
    yield* body(first, ...others)
  })))

describe("two nodes", () => {
  it(
    "never take more from one balance than there is",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        yield* a!.store.commit([make({ debits: [spend(-100, "top-up")] })])
        const outcomes = yield* Effect.forEach(numbers(60), (round) =>
          [a!, b!][round % 2]!.store.commit(
            numbers(5).map((each) =>
              make({ debits: [spend(1, `${round}/${each}`)], puts: [contact(round * 5 + each)] })
            )
          ), { concurrency: 8 })
        expect(tags(outcomes)).toEqual({ Done: 100, Insufficient: 200 })
        const { balances } = yield* b!.store.load({ ...none, balances: [alice] })
        expect(balances.get(alice)).toBe(0)
        const page = yield* b!.store.list({ list: "contacts", scope: alice, offset: 0, limit: 300 })
        expect([page.rows.length, page.total]).toEqual([100, 100])
      }))
  )

  it(
    "spend once with one key",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        for (const round of numbers(20)) {
          yield* a!.store.commit([make({ debits: [spend(-1, `top-up ${round}`)] })])
          const outcomes = yield* Effect.forEach(
            [a!, b!, a!, b!],
            ({ store }) => store.commit([make({ debits: [spend(1, `send ${round}`)] })]),
            { concurrency: "unbounded" }
          )
          expect(tags(outcomes)).toEqual({ Done: 4 })
        }
        const { balances } = yield* b!.store.load({ ...none, balances: [alice] })
        expect(balances.get(alice)).toBe(0)
      }))
  )

  it(
    "make one new contact once",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        for (const round of numbers(30)) {
          const row = contact(round)
          const create = make({ expects: [{ ref: { kind: row.kind, key: row.key }, version: 0 }], puts: [row] })
          const outcomes = yield* Effect.forEach([a!, b!, a!, b!], ({ store }) => store.commit([create]), {
            concurrency: "unbounded"
          })
          expect(tags(outcomes)).toEqual({ Done: 1, Stale: 3 })
        }
        expect((yield* a!.store.list({ list: "contacts", scope: alice, offset: 0, limit: 0 })).total).toBe(30)
      }))
  )

  it(
    "give one number to one contact",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        for (const round of numbers(30)) {
          const outcomes = yield* Effect.forEach([a!, b!, a!, b!], ({ store }, index) =>
            store.commit([make({ puts: [contact(4 * round + index, alice, round)] })]), { concurrency: "unbounded" })
          expect(tags(outcomes)).toEqual({ Done: 1, Taken: 3 })
        }
        expect((yield* a!.store.list({ list: "contacts", scope: alice, offset: 0, limit: 0 })).total).toBe(30)
      }))
  )

  it(
    "pass numbers on in opposite orders without standing in each other's way",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        const turned = (round: number) => numbers(10).map((number) => contact(number, alice, (number + round) % 10))
        const outcomes = yield* Effect.forEach(numbers(20), (round) =>
          round % 2 === 0
            ? a!.store.commit([make({ puts: turned(round) })])
            : b!.store.commit([make({ puts: turned(round).toReversed() })]), { concurrency: 4 })
        expect(tags(outcomes)).toEqual({ Done: 20 })
        const keys = numbers(10).map((number) => Contact.contactNumber(alice, phoneOf(number)))
        const { owners, rows } = yield* b!.store.load({ ...none, uniques: keys })
        for (const key of keys) {
          const row = rows.get(owners.get(uniqueText(key))!)!.row!
          expect(Contact.Contacts.unique(row.value as Contact.Contact)).toEqual([key])
        }
      }))
  )

  it(
    "cannot both rest on the absence of what the other makes",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        const absent = (row: Row) => [{ ref: { kind: row.kind, key: row.key }, version: 0 }]
        for (const round of numbers(30)) {
          const [left, right] = [contact(2 * round), contact(2 * round + 1)]
          const outcomes = yield* Effect.all([
            a!.store.commit([make({ expects: absent(left), puts: [right] })]),
            b!.store.commit([make({ expects: absent(right), puts: [left] })])
          ], { concurrency: "unbounded" })
          expect(tags(outcomes)).toEqual({ Done: 1, Stale: 1 })
        }
      }))
  )

  it(
    "put rows in opposite orders without standing in each other's way",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        const rows = numbers(40).map((number) => contact(number))
        const outcomes = yield* Effect.forEach(numbers(20), (round) =>
          round % 2 === 0
            ? a!.store.commit(rows.map((row) => make({ puts: [row] })))
            : b!.store.commit(rows.toReversed().map((row) => make({ puts: [row] }))), { concurrency: 4 })
        expect(tags(outcomes)).toEqual({ Done: 800 })
        const { rows: found } = yield* a!.store.load({ ...none, rows: [rows[0]!] })
        expect(found.get(rows[0]!)?.row).toEqual(rows[0])
      }))
  )

  it(
    "never hold one lane at the same time, and leave nothing behind",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        const keys = numbers(300).map(String)
        yield* a!.store.commit([make({ due: keys.slice(0, 200).map((key) => due(key)) })])
        const done: Array<string> = []
        const held = new Map<NodeId, number>([[one, 0], [two, 0]])
        const claims: Array<{ readonly mine: number; readonly theirs: number }> = []
        const work = (services: Services, node: NodeId) =>
          Effect.gen(function*() {
            while (done.length < keys.length) {
              const leases = yield* Leases.claim(services.store, { node, offset: 0, limit: 7, lanes })
              claims.push({ mine: leases.length, theirs: held.get(node === one ? two : one)! })
              held.set(node, leases.length)
              yield* Effect.yieldNow
              // From here on the other one may have the lane, before this one is told.
              held.set(node, 0)
              const outcomes = yield* services.store.commit(
                leases.map(({ token, work }) => make({ completes: [{ work, token }] }))
              )
              expect(outcomes.every(({ _tag }) => _tag === "Done")).toBe(true)
              done.push(...leases.map((lease) => lease.work.key))
            }
          })
        yield* Effect.all([
          work(a!, one),
          work(b!, two),
          Effect.forEach(keys.slice(200), (key) => b!.store.commit([make({ due: [due(key)] })]))
        ], { concurrency: "unbounded" })
        expect(done.toSorted()).toEqual(keys.toSorted())
        expect(claims.filter(({ mine }) => mine > 0).length).toBeGreaterThanOrEqual(300 / 7)
        expect(claims.filter(({ mine, theirs }) => mine > 0 && theirs > 0)).toEqual([])
      }))
  )

  it(
    "take requests from one pool, never more than the limit",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        const take = { pool: "account:a", limit: 200, millis: 60_000, shape: "sliding", now } as const
        const taken = yield* Effect.forEach(
          numbers(600),
          (number) => [a!, b!][number % 2]!.rateWindow.take(take),
          { concurrency: 20 }
        )
        const admitted = taken.filter(({ _tag }) => _tag === "Admitted").length
        expect(admitted).toBeLessThanOrEqual(200)
        // A node may hold a share of one hundredth that it does not use.
        expect(admitted).toBeGreaterThanOrEqual(198)
      }))
  )

  it(
    "execute a request with one key once",
    nodes(2, (a, b) =>
      Effect.gen(function*() {
        for (const round of numbers(20)) {
          const begun = yield* Effect.forEach(
            [a!, b!, a!, b!],
            ({ idempotency }) => idempotency.begin({ account: alice, key: `key-${round}` }, "request", now),
            { concurrency: "unbounded" }
          )
          expect(begun.map(({ _tag }) => _tag).toSorted()).toEqual([
            "InProgress",
            "InProgress",
            "InProgress",
            "Started"
          ])
        }
      }))
  )
})

describe("a node", () => {
  it(
    "that is silent for too long loses its work to one that watches, and cannot end it any more",
    nodes(1, (a) =>
      Effect.gen(function*() {
        yield* a!.store.commit([make({ due: [due("a"), due("b")] })])
        const held = yield* Leases.claim(a!.store, { node: two, offset: 0, limit: 1, lanes })
        expect(held).toHaveLength(1)
        const { client, schema } = postgres()
        // Its heartbeats go on, under a name that the table does not know: so it is silent.
        yield* Effect.orDie(client.unsafe(
          `update "${schema}".node set epoch = -epoch, seen_at = seen_at - interval '1 minute'`
        ))
        yield* Effect.orDie(client.unsafe(`update "${schema}".work set epoch = -epoch`))
        yield* Leases.claim(a!.store, {
          node: one,
          offset: 0,
          limit: 1,
          lanes: { ...lanes, send: { width: 0, shared: false } }
        })
        expect(yield* Leases.claim(a!.store, { node: one, offset: 0, limit: 9, lanes })).toEqual([])
        const taken = yield* Effect.repeat(
          Effect.delay(Leases.claim(a!.store, { node: one, offset: 0, limit: 9, lanes }), 50),
          { until: (leases) => leases.length > 0 }
        )
        expect(taken.map(({ work }) => work.key)).toEqual(["a", "b"])
        const settle = (leases: typeof held) => leases.map(({ token, work }) => make({ completes: [{ work, token }] }))
        expect(tags([yield* a!.store.commit(settle(held))])).toEqual({ Stale: 1 })
        expect(tags([yield* a!.store.commit(settle(taken))])).toEqual({ Done: 2 })
      }))
  )

  it(
    "that is silent for too long loses its work to nodes that come and go, none of which lives for long",
    () =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        // Nobody whose heart beats as often is there all the time.
        yield* Effect.scoped(harness.make)
        const { client, schema } = postgres()
        const rare = PostgresStore.layerClient({ schema, heartbeatMillis: 60_000 })
        const { claim, commit } = Context.get(
          yield* Effect.provideService(Layer.build(Layer.fresh(rare)), PgClient, client),
          Store
        )
        yield* commit([make({ due: [due("a")] })])
        yield* claim({ node: two, offset: 0, limit: 1, lanes })
        let before = yield* Scope.make()
        let taken = 0
        // Each lives for two heartbeats, and whoever judges must have watched for four.
        for (let number = 0; number < 20 && taken === 0; number++) {
          const scope = yield* Scope.make()
          const { store } = yield* Scope.provide(node, scope)
          taken = (yield* Leases.claim(store, { node: `short-${number}` as NodeId, offset: 0, limit: 9, lanes })).length
          yield* Effect.sleep(250)
          yield* Scope.close(before, Exit.void)
          before = scope
        }
        yield* Scope.close(before, Exit.void)
        expect(taken).toBe(1)
      })))
  )

  it(
    "that ends lets go of its work immediately",
    nodes(1, (a) =>
      Effect.gen(function*() {
        yield* a!.store.commit([make({ due: [due("a")] })])
        yield* Effect.scoped(
          Effect.flatMap(node, (b) => Leases.claim(b.store, { node: two, offset: 0, limit: 1, lanes }))
        )
        expect(yield* Leases.claim(a!.store, { node: one, offset: 0, limit: 1, lanes })).toHaveLength(1)
      }))
  )
})

describe("a store", () => {
  it("migrates once, however many nodes start at the same time", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { client, url } = postgres()
      const schema = `test_migrate_${process.pid}`
      const start = Layer.build(Layer.fresh(PostgresStore.layer({ url, schema, maxConnections: 2 })))
      yield* Effect.addFinalizer(() => Effect.orDie(client.unsafe(`drop schema if exists "${schema}" cascade`)))
      yield* Effect.all([start, start, start, start], { concurrency: "unbounded" })
      const applied = yield* client.unsafe(`select id from "${schema}".migration order by id`)
      expect(applied).toEqual([{ id: 1 }])
    }))))

  it("that cannot be reached is unavailable, and says so soon", async () => {
    const start = performance.now()
    const error = await Effect.runPromise(Effect.flip(Effect.scoped(
      Layer.build(Layer.fresh(PostgresStore.layer({ url: "postgres://nobody@127.0.0.1:1/none" })))
    )))
    expect(error).toBeInstanceOf(StoreError)
    expect(error.reason).toBe("unavailable")
    // A real connection is what is tested: whoever tried again would do so for longer.
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  it(
    "whose connections are ended is unavailable, and works again by itself",
    nodes(1, (a) =>
      Effect.gen(function*() {
        const reasons = new Set<string>()
        // By another client than the store's, which would end itself.
        const context = yield* Layer.build(
          Layer.fresh(PostgresStore.client({ url: postgres().url, maxConnections: 1 }))
        )
        const other = Context.get(context, PgClient)
        const end = other.unsafe(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like $1",
          [`%${postgres().schema}%`]
        )
        yield* Effect.all([
          // The pauses only spread the ends over the commits; no expectation depends on how long they are.
          Effect.orDie(Effect.forEach(numbers(20), () => Effect.andThen(end, Effect.sleep(5)))),
          Effect.forEach(numbers(400), (number) =>
            Effect.matchEffect(a!.store.commit([make({ puts: [contact(number)] })]), {
              onFailure: ({ reason }) =>
                Effect.sync(() => reasons.add(reason)),
              onSuccess: () => Effect.void
            }), { concurrency: 8 })
        ], { concurrency: "unbounded", discard: true })
        expect([...reasons]).toEqual(["unavailable"])
        const outcomes = yield* Effect.retry(a!.store.commit([make({ puts: [contact(999)] })]), { times: 20 })
        expect(tags([outcomes])).toEqual({ Done: 1 })
      }))
  )

  it("that is full is unavailable, not broken", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { client, url } = postgres()
      const role = `test_full_${process.pid}`
      yield* client.unsafe(`create role "${role}" login connection limit 0`)
      yield* Effect.addFinalizer(() => Effect.orDie(client.unsafe(`drop role "${role}"`)))
      const full = new URL(url)
      full.username = role
      const error = yield* Effect.flip(Layer.build(Layer.fresh(PostgresStore.layer({ url: full.href }))))
      expect(error.reason).toBe("unavailable")
    }))))

  it("that waits for a lock without end gives up", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const services = yield* harness.make
      const { client, schema } = postgres()
      yield* services.store.commit([make({ puts: [contact(1)] })])
      const error = yield* client.withTransaction(Effect.andThen(
        Effect.andThen(
          client.unsafe("set local idle_in_transaction_session_timeout = 0"),
          client.unsafe(`select key from "${schema}".rows for update`)
        ),
        // In a fiber of its own, outside of this transaction.
        Effect.promise(() => Effect.runPromise(Effect.flip(services.store.commit([make({ puts: [contact(1)] })]))))
      ))
      expect(error.reason).toBe("unavailable")
    }))))
})
