/**
 * The row cache of a process spares the database the values of rows, and never shows: every load is as one that asks
 * for everything.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { Commit } from "@signalbox/core/Commit"
import { make, put } from "@signalbox/core/Commit"
import type { Facts } from "@signalbox/core/Facts"
import type { AccountId, CarrierId, ContactId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { CarrierReferences, key as referenceKey } from "@signalbox/core/internal/row/CarrierReference"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import type { User } from "@signalbox/core/internal/row/User"
import { userEmail, Users } from "@signalbox/core/internal/row/User"
import { ref, uniqueText } from "@signalbox/core/Kind"
import type { Needs } from "@signalbox/core/Needs"
import { none } from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Store } from "@signalbox/core/Store"
import type { HostConnection } from "@signalbox/postgres/HostClient"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Rows from "@signalbox/testing/generate/Rows"
import { propWith } from "@signalbox/testing/Prop"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { suite } from "./Client.ts"
import * as Proxy_ from "./Proxy.ts"
import * as Schema from "./Schema.ts"

const { harness, postgres } = suite("memory")

const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
const now = instant(Date.UTC(2020, 0, 15, 12))
const sample = <A>(arbitrary: fc.Arbitrary<A>): A => fc.sample(arbitrary, { seed: 7, numRuns: 1 })[0]!

const contact = (number: number, more: Partial<Contact> = {}): Contact => ({
  optOut: false,
  updatedAt: null,
  id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId,
  account,
  phone: `+1201555${String(number).padStart(4, "0")}` as PhoneNumber,
  createdAt: now,
  ...more
})

const byId = (number: number): Needs => ({ ...none, rows: [ref(Contacts, contact(number).id)] })
const numberOf = (number: number) => contactNumber(account, contact(number).phone)
const byNumber = (number: number): Needs => ({ ...none, uniques: [numberOf(number)] })

const all = (...needs: ReadonlyArray<Needs>): Needs => ({
  ...none,
  rows: needs.flatMap(({ rows }) => rows),
  uniques: needs.flatMap(({ uniques }) => uniques)
})

const known = (facts: Facts, number: number) => facts.rows.get(ref(Contacts, contact(number).id))!

interface Watched {
  readonly store: Store["Service"]
  /** The keys of the rows whose values have come since this was last asked. */
  readonly sent: () => ReadonlyArray<string>
}

/** A store whose connections are watched. */
const watched = Effect.fnUntraced(function*(
  inner: PgClient,
  options: PostgresStore.ClientOptions
) {
  let sent: Array<string> = []
  const watching = (client: PgClient): PgClient =>
    new Proxy(client, {
      get: (target, name) => {
        if (name === "withoutTransforms") return () => watching(target.withoutTransforms() as PgClient)
        if (name !== "unsafe") return Reflect.get(target, name) as unknown
        return (text: string, params?: ReadonlyArray<unknown>) =>
          Effect.tap(target.unsafe<{ readonly key?: string; readonly value?: string | null }>(text, params), (rows) =>
            Effect.sync(() => {
              for (const { key, value } of rows) {
                if (typeof value === "string") {
                  sent.push(key!)
                }
              }
            }))
      }
    })
  const context = yield* Layer.build(
    Layer.fresh(PostgresStore.layerClient({ heartbeatMillis: 60_000, ...options }))
  ).pipe(Effect.provideService(PgClient, watching(inner)), Effect.orDie)
  return {
    store: Context.get(context, Store),
    sent: () => {
      const all = sent.toSorted()
      sent = []
      return all
    }
  }
})

const node = (options: PostgresStore.ClientOptions = {}) =>
  Effect.suspend(() => watched(postgres().client, { ...options, schema: postgres().schema }))

const on = (body: Effect.Effect<void, unknown, Scope.Scope>) => () =>
  Effect.runPromise(Effect.scoped(Effect.andThen(harness.make, body)))

/** Loads what the store has, whatever the row cache holds: a load in a caller's transaction does without it. */
const fresh = ({ store }: Watched, needs: Needs) => Effect.orDie(postgres().client.withTransaction(store.load(needs)))

const commit = ({ store }: Watched, ...batch: ReadonlyArray<Commit>) =>
  Effect.map(store.commit(batch), (outcomes) => outcomes.map(({ _tag }) => _tag))

describe("a process remembers", () => {
  it(
    "what it has written and read, and asks for nothing but the versions",
    on(Effect.gen(function*() {
      const [a, b] = [yield* node(), yield* node()]
      expect(yield* commit(a, make({ puts: [put(Contacts, contact(1)), put(Contacts, contact(2))] }))).toEqual(["Done"])
      const needs = all(byId(1), byNumber(1), byNumber(2), byId(3), byNumber(3))
      const mine = yield* a.store.load(needs)
      expect(a.sent()).toEqual([])
      expect(mine).toEqual(yield* fresh(a, needs))
      expect(known(mine, 1).row).toEqual(put(Contacts, contact(1)))
      a.sent()
      expect(yield* b.store.load(needs)).toEqual(mine)
      expect(b.sent()).toEqual([1, 1, 2].map((number) => contact(number).id))
      expect(yield* b.store.load(needs)).toEqual(mine)
      expect(b.sent()).toEqual([])
      // What it has changed by the long way, too, where a commit lost.
      const { version } = known(mine, 1)
      const rename = (name: string, version: number) =>
        make({
          expects: [{ ref: ref(Contacts, contact(1).id), version }],
          puts: [put(Contacts, contact(1, { optOut: name === "out" }))]
        })
      expect(yield* commit(a, rename("out", version), rename("in", version))).toEqual(["Done", "Stale"])
      const again = yield* a.store.load(needs)
      expect(a.sent()).toEqual([])
      expect(again).toEqual(yield* fresh(a, needs))
      expect(known(again, 1).row?.value).toMatchObject({ optOut: true })
    }))
  )

  it(
    "no more than it may, and longest what is used",
    on(Effect.gen(function*() {
      const most = 6000
      const a = yield* node({ rowCacheBytes: most })
      const bytes = JSON.stringify(contact(1)).length
      const many = 50
      for (let first = 1; first <= many; first += 5) {
        const rows = [0, 1, 2, 3, 4].map((more) => put(Contacts, contact(first + more)))
        yield* commit(a, make({ puts: rows }))
        yield* a.store.load(byNumber(1))
      }
      expect(a.sent()).toEqual([])
      const numbers = Array.from({ length: many - 1 }, (_, index) => index + 2)
      const facts = yield* a.store.load(all(...numbers.map(byId)))
      const gone = a.sent().length
      expect(many - 1 - gone).toBeGreaterThan(0)
      expect((many - 1 - gone) * bytes).toBeLessThan(most)
      expect(facts).toEqual(yield* fresh(a, all(...numbers.map(byId))))
      const none = yield* node({ rowCacheBytes: 0 })
      for (const _ of [1, 2]) {
        yield* none.store.load(byId(1))
        expect(none.sent()).toEqual([contact(1).id])
      }
    }))
  )
})

describe("what others do", () => {
  it(
    "is seen, although an older version is remembered",
    on(Effect.gen(function*() {
      const [a, b] = [yield* node(), yield* node()]
      const needs = all(byId(1), byNumber(1), byNumber(2))
      yield* commit(a, make({ puts: [put(Contacts, contact(1))] }))
      yield* a.store.load(needs)
      // Changed, then under another number, then gone, then there again, then of another row.
      for (
        const change of [
          make({ puts: [put(Contacts, contact(1, { optOut: true }))] }),
          make({ puts: [put(Contacts, contact(1, { phone: contact(2).phone }))] }),
          make({ deletes: [ref(Contacts, contact(1).id)] }),
          make({ puts: [put(Contacts, contact(1))] }),
          make({
            deletes: [ref(Contacts, contact(1).id)],
            puts: [put(Contacts, contact(3, { phone: contact(1).phone }))]
          })
        ]
      ) {
        expect(yield* commit(b, change)).toEqual(["Done"])
        expect(yield* a.store.load(byNumber(1))).toEqual(yield* fresh(b, byNumber(1)))
        const seen = yield* a.store.load(needs)
        expect(seen).toEqual(yield* fresh(b, needs))
        expect(seen).toEqual(yield* a.store.load(needs))
      }
      expect((yield* a.store.load(needs)).owners.get(uniqueText(numberOf(1)))).toEqual({
        kind: "contact",
        key: contact(3).id
      })
    }))
  )

  it(
    "decides where rows were before they are written again",
    on(Effect.gen(function*() {
      const [a, b, none] = [yield* node(), yield* node(), yield* node({ rowCacheBytes: 0 })]
      yield* commit(a, make({ puts: [put(Contacts, contact(1))] }))
      yield* commit(b, make({ puts: [put(Contacts, contact(1, { suppressedAt: now, phone: contact(2).phone }))] }))
      // One knows it at an older version, one at this, and one has it not in its cache.
      for (const watched of [a, b, none]) {
        const before = known(yield* fresh(b, byId(1)), 1)
        const isSuppressed = (before.row!.value as Contact).suppressedAt !== undefined
        const number = (before.row!.value as Contact).phone === contact(1).phone ? 2 : 1
        const next = contact(1, { phone: contact(number).phone, ...(isSuppressed ? {} : { suppressedAt: now }) })
        const expects = [{ ref: ref(Contacts, contact(1).id), version: before.version }]
        expect(yield* commit(watched, make({ expects, puts: [put(Contacts, next)] }))).toEqual(["Done"])
        const list = yield* watched.store.list({ list: "suppressions", scope: account, offset: 0, limit: 9 })
        expect([list.total, list.rows.length]).toEqual(isSuppressed ? [0, 0] : [1, 1])
        const { owners } = yield* fresh(b, all(byNumber(1), byNumber(2)))
        const owner = { kind: "contact", key: contact(1).id }
        expect([1, 2].map((each) => owners.get(uniqueText(numberOf(each))))).toEqual(
          number === 1 ? [owner, null] : [null, owner]
        )
      }
    }))
  )
})

describe("a row that a process has never seen", () => {
  it(
    "gives up the key that it had",
    on(Effect.gen(function*() {
      const [a, b] = [yield* node(), yield* node()]
      const user = { ...sample(Rows.of("user")).value as User, account, email: "ada@example.com" }
      yield* commit(a, make({ puts: [put(Users, user)] }))
      const { version } = (yield* a.store.load({ ...none, rows: [ref(Users, user.id)] })).rows.get(ref(Users, user.id))!
      const expects = [{ ref: ref(Users, user.id), version }]
      const renamed = { ...user, email: "lovelace@example.com" }
      expect(yield* commit(b, make({ expects, puts: [put(Users, renamed)] }))).toEqual(["Done"])
      const [old, now] = [user, renamed].map(({ email }) => userEmail(account, email))
      const { owners } = yield* fresh(a, { ...none, uniques: [old!, now!] })
      expect([owners.get(uniqueText(old!)), owners.get(uniqueText(now!))]).toEqual([
        null,
        { kind: "user", key: user.id }
      ])
    }))
  )
})

describe("what was not committed", () => {
  it(
    "by the caller's transaction leaves nothing behind",
    on(Effect.gen(function*() {
      const a = yield* node()
      const { client } = postgres()
      const needs = all(byId(1), byNumber(1), byId(2), byNumber(2))
      yield* commit(a, make({ puts: [put(Contacts, contact(1))] }))
      const before = yield* a.store.load(needs)
      const out = contact(1, { optOut: true })
      yield* Effect.flip(client.withTransaction(Effect.gen(function*() {
        yield* commit(a, make({ puts: [put(Contacts, out), put(Contacts, contact(2))] }))
        a.sent()
        const within = yield* a.store.load(needs)
        expect(known(within, 1).row?.value).toEqual(out)
        // Nothing is taken from the memory there.
        expect(a.sent()).toEqual([contact(1).id, contact(1).id, contact(2).id, contact(2).id].toSorted())
        return yield* Effect.fail("rolled back" as const)
      })))
      a.sent()
      expect(yield* a.store.load(needs)).toEqual(before)
      expect(a.sent()).toEqual([])
      // Nor is anything kept that it has committed.
      yield* client.withTransaction(commit(a, make({ puts: [put(Contacts, contact(2))] })))
      yield* a.store.load(byId(2))
      expect(a.sent()).toEqual([contact(2).id])
    }))
  )

  it(
    "and a transaction of the host's own connection neither knows nor tells",
    on(Effect.gen(function*() {
      const a = yield* node()
      const { client, schema } = postgres()
      yield* commit(a, make({ puts: [put(Contacts, contact(1))] }))
      const before = yield* a.store.load(byId(1))
      const connection = yield* client.reserve
      const query = (text: string, params: ReadonlyArray<unknown> = []) =>
        Effect.runPromise(connection.execute(text, params, undefined)).then((rows) => ({ rows }))
      yield* Effect.promise(() => query("begin"))
      yield* Effect.gen(function*() {
        const store = yield* Store
        yield* store.commit([make({ puts: [put(Contacts, contact(1, { optOut: true }))] })])
        expect(known(yield* store.load(byId(1)), 1).row?.value).toMatchObject({ optOut: true })
      }).pipe(
        Effect.provide(PostgresStore.layerTransaction({ query } as HostConnection, { schema })),
        Effect.ensuring(Effect.promise(() => query("rollback")))
      )
      expect(yield* a.store.load(byId(1))).toEqual(before)
    }))
  )

  it(
    "since another node was first leaves nothing behind",
    on(Effect.gen(function*() {
      const [a, b] = [yield* node(), yield* node()]
      yield* commit(a, make({ puts: [put(Contacts, contact(1))] }))
      const { version } = known(yield* a.store.load(byId(1)), 1)
      const expects = [{ ref: ref(Contacts, contact(1).id), version }]
      expect(yield* commit(b, make({ expects, puts: [put(Contacts, contact(1, { optOut: true }))] }))).toEqual(["Done"])
      const lost = make({ expects, puts: [put(Contacts, contact(1)), put(Contacts, contact(2))] })
      expect(yield* commit(a, lost)).toEqual(["Stale"])
      a.sent()
      const seen = yield* a.store.load(all(byId(1), byId(2), byNumber(2)))
      expect(a.sent()).toEqual([contact(1).id])
      expect([known(seen, 1).row?.value, known(seen, 2).row]).toEqual([contact(1, { optOut: true }), null])
    }))
  )
})

describe("an answer that was lost", () => {
  it("makes a process forget everything, and what was kept is found", () =>
    Effect.gen(function*() {
      const schema = yield* Schema.fresh()
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => Proxy_.start(schema.url)),
        (made) => Effect.promise(() => made.stop())
      )
      // Each statement is sent with its text.
      const client = Context.get(
        yield* Layer.build(Layer.fresh(PostgresStore.client({ url: proxy.url, pooler: true }))),
        PgClient
      )
      const a = yield* watched(client, { schema: schema.name })
      yield* commit(a, make({ puts: [put(Contacts, contact(1)), put(Contacts, contact(2))] }))
      const { version } = known(yield* a.store.load(byId(1)), 1)
      expect(a.sent()).toEqual([])
      const out = contact(1, { optOut: true })
      proxy.lose("assumed as (")
      const error = yield* Effect.flip(a.store.commit([
        make({ expects: [{ ref: ref(Contacts, contact(1).id), version }], puts: [put(Contacts, out)] })
      ]))
      expect(error.reason).toBe("unavailable")
      const seen = yield* a.store.load(all(byId(1), byId(2)))
      expect(known(seen, 1).row?.value).toEqual(out)
      expect(a.sent()).toEqual([contact(1).id, contact(2).id])
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("a version", () => {
  const reference = { ...sample(Rows.carrierReference), carrier: "sms-a" as CarrierId, reference: "r" }
  const needs: Needs = { ...none, rows: [ref(CarrierReferences, referenceKey(reference))] }
  const versionOf = (facts: Facts): number => [...facts.rows.values()][0]!.version

  it(
    "rises although another node was given a later number and wrote first",
    on(Effect.gen(function*() {
      const a = yield* node()
      const { client, schema } = postgres()
      yield* commit(a, make({ puts: [put(CarrierReferences, reference)] }))
      const waiting = client.unsafe<{ readonly n: number }>(
        "select count(*)::int4 as n from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
        [`%${schema}%`]
      )
      const other = yield* client.reserve
      const say = (text: string) => other.execute(text, [], undefined)
      yield* say("begin")
      yield* say(`select 1 from "${schema}".rows where kind = 'carrier_reference' for update`)
      const writes = yield* Effect.forkChild(commit(a, make({ puts: [put(CarrierReferences, reference)] })))
      yield* Effect.repeat(waiting, { until: ([row]) => row!.n > 0 })
      const [later] = (yield* say(
        `update "${schema}".rows set version = nextval('"${schema}"."sequence"') where kind = 'carrier_reference'
         returning version::float8 as version`
      )) as ReadonlyArray<{ readonly version: number }>
      yield* say("commit")
      expect(yield* Fiber.join(writes)).toEqual(["Done"])
      const seen = yield* a.store.load(needs)
      expect(versionOf(seen)).toBeGreaterThan(later!.version)
      expect(seen).toEqual(yield* fresh(a, needs))
    }))
  )
})

describe("what a process remembers never shows", () => {
  const few = fc.integer({ min: 1, max: 3 })
  const step = fc.record({
    who: fc.nat(2),
    number: few,
    phone: few,
    how: fc.constantFrom("put", "put", "delete", "load", "within", "undone"),
    optOut: fc.boolean()
  })

  propWith({ runs: 15, timeout: 60_000 })(
    "whatever several processes do",
    fc.array(step, { minLength: 1, maxLength: 24 }),
    (steps) =>
      on(Effect.gen(function*() {
        // One of them forgets almost immediately.
        const nodes = [yield* node(), yield* node(), yield* node({ rowCacheBytes: 2500 })]
        const numbers = [1, 2, 3]
        const everything = all(...numbers.map(byId), ...numbers.map(byNumber))
        const { client } = postgres()
        for (const { how, number, optOut, phone, who } of steps) {
          const node = nodes[who]!
          const change = how === "delete"
            ? make({ deletes: [ref(Contacts, contact(number).id)] })
            : make({ puts: [put(Contacts, contact(number, { optOut, phone: contact(phone).phone }))] })
          if (how === "load") yield* node.store.load(all(byId(number), byNumber(phone)))
          else if (how === "within") yield* client.withTransaction(commit(node, change))
          else if (how === "undone") {
            yield* Effect.flip(client.withTransaction(Effect.andThen(commit(node, change), Effect.fail("undone"))))
          } else yield* commit(node, change)
          expect(yield* nodes[who]!.store.load(everything)).toEqual(yield* fresh(node, everything))
        }
        for (const node of nodes) expect(yield* node.store.load(everything)).toEqual(yield* fresh(node, everything))
      }))()
  )
})
