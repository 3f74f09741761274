/**
 * Two batches each of which writes a row that the other one expects: the rows are locked in one order, so one of the
 * batches waits for the other, and the server never has to break a deadlock. The same holds of what is inserted, and of
 * what is only looked at before its update locks it.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { CellName } from "@signalbox/core/CellName"
import type { Commit } from "@signalbox/core/Commit"
import { make, put } from "@signalbox/core/Commit"
import type { AccountId, ContactId, MessageId, NodeId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as Guard from "@signalbox/core/internal/cells/Guard"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import type { State } from "@signalbox/core/internal/row/Residence"
import { Residences } from "@signalbox/core/internal/row/Residence"
import type { Ref } from "@signalbox/core/Kind"
import { ref, uniqueText } from "@signalbox/core/Kind"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import { none } from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Messages_ from "@signalbox/testing/generate/Messages"
import * as Rows from "@signalbox/testing/generate/Rows"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlError } from "effect/sql/SqlError"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import { lanes, suite } from "./Client.ts"

const { harness, postgres } = suite("lock_order", { heartbeatMillis: 60_000 })

const sample = (number: number): Contact => ({
  ...fc.sample(Rows.contact, { seed: number, numRuns: 1 })[0]!,
  id: `0190000${number}-0000-7000-8000-000000000000` as ContactId
})

const contact = (number: number) => put(Contacts, sample(number))

const [a, b] = [contact(1), contact(2)]

/** A store on the suite's schema, and the failures of its statements. */
const watched = Effect.gen(function*() {
  const { client, schema } = postgres()
  const failures: Array<string> = []
  const watching = (inner: PgClient): PgClient =>
    new Proxy(inner, {
      get: (target, name) => {
        if (name === "withoutTransforms") return () => watching(target.withoutTransforms() as PgClient)
        if (name !== "unsafe") return Reflect.get(target, name) as unknown
        return (text: string, params?: ReadonlyArray<unknown>) =>
          Effect.tapError(
            target.unsafe(text, params),
            (error) => Effect.sync(() => void failures.push(error instanceof SqlError ? error.reason._tag : "unknown"))
          )
      }
    })
  const context = yield* Layer.build(Layer.fresh(PostgresStore.layerClient({ schema, heartbeatMillis: 60_000 }))).pipe(
    Effect.provideService(PgClient, watching(client)),
    Effect.orDie
  )
  return { store: Context.get(context, Store), failures }
})

const waiting = Effect.promise(() =>
  Effect.runPromise(Effect.orDie(
    postgres().client.unsafe<{ readonly n: number }>(
      "select count(*)::int4 as n from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
      [`%${postgres().schema}%`]
    )
  ))
).pipe(Effect.map(([row]) => row?.n ?? 0))

const until = (count: number) => Effect.repeat(waiting, { until: (found) => found >= count })

/** Returns what a commit expects of rows, as the store has them now. */
const expected = (store: Store["Service"], refs: ReadonlyArray<Ref>) => {
  const rows = refs.map(({ key, kind }) => ({ kind, key }))
  return Effect.map(
    store.load({ ...none, rows }),
    (facts) => rows.map((ref) => ({ ref, version: facts.rows.get(ref)!.version }))
  )
}

/** Lets two commits wait for a row, the first one in front, and returns what they come to. */
const cross = Effect.fnUntraced(
  function*(store: Store["Service"], { key, kind }: Ref, commits: readonly [Commit, Commit]) {
    const { client, schema } = postgres()
    const running: Array<ReturnType<typeof run>> = []
    const run = (commit: Commit) => Effect.runPromise(store.commit([commit]))
    yield* client.withTransaction(Effect.gen(function*() {
      const table = kind === "message" ? "message_state" : "rows"
      yield* client.unsafe(`select 1 from "${schema}".${table} where key::text = $1 for update`, [key])
      for (const commit of commits) {
        running.push(run(commit))
        yield* until(running.length)
      }
    }))
    return (yield* Effect.promise(() => Promise.all(running))).flat()
  }
)

describe("two batches that cross", () => {
  it.each([
    ["in one statement each", []],
    // A batch that deletes reads first.
    ["that read first", [ref(Contacts, "01900009-0000-7000-8000-000000000000")]]
  ])("%s do not deadlock", { timeout: 60_000 }, (_, deletes: ReadonlyArray<Ref>) =>
    Effect.gen(function*() {
      yield* harness.make
      const { failures, store } = yield* watched
      yield* store.commit([make({ puts: [a, b] })])
      const expects = yield* expected(store, [a, b])
      const commit = (puts: typeof a, inOrder: typeof expects): Commit =>
        make({ puts: [puts], expects: inOrder, deletes })
      // By another order the second one would hold "b" when the first one asks for it.
      const outcomes = yield* cross(store, a, [commit(a, expects), commit(b, expects.toReversed())])
      expect(outcomes).toEqual([{ _tag: "Done" }, { _tag: "Stale", because: "row" }])
      expect(failures).toEqual([])
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("what is not locked before it is written", () => {
  const [first, second] = [1, 2].map((number) => {
    const { reference: _, ...message } = fc.sample(Messages_.message, { seed: number, numRuns: 1 })[0]!
    return put(Messages, { ...message, id: `0190000${number}-0000-7000-8000-000000000000` as MessageId })
  }) as [Row, Row]

  it(
    "is locked in the order of the keys all the same: messages that take a step",
    { timeout: 60_000 },
    () =>
      Effect.gen(function*() {
        yield* harness.make
        const { failures, store } = yield* watched
        yield* store.commit([make({ puts: [first, second] })])
        const expects = yield* expected(store, [first, second])
        const commit = (puts: ReadonlyArray<Row>): Commit => make({ puts, expects })
        const outcomes = yield* cross(store, first, [commit([first, second]), commit([second, first])])
        expect(outcomes).toEqual([{ _tag: "Done" }, { _tag: "Stale", because: "row" }])
        expect(failures).not.toContain("DeadlockError")
      }).pipe(Effect.scoped, Effect.runPromise)
  )

  it(
    "is refused when another transaction was faster, and so is what else its batch writes",
    { timeout: 60_000 },
    () =>
      Effect.gen(function*() {
        yield* harness.make
        const { store } = yield* watched
        const { client, schema } = postgres()
        yield* store.commit([make({ puts: [first] })])
        const expects = yield* expected(store, [first])
        const account = sample(1).account
        const debits = [{ account, amount: money(-5), floor: money(0), once: null }]
        const running = yield* client.withTransaction(Effect.gen(function*() {
          yield* client.unsafe(
            `update "${schema}".message_state set version = nextval('"${schema}".sequence') where key::text = $1`,
            [first.key]
          )
          const running = Effect.runPromise(store.commit([make({ puts: [first, a], expects, debits })]))
          yield* until(1)
          return running
        }))
        expect(yield* Effect.promise(() => running)).toEqual([{ _tag: "Stale", because: "row" }])
        const { balances, rows } = yield* store.load({ ...none, rows: [ref(Contacts, a.key)], balances: [account] })
        expect([rows.get(ref(Contacts, a.key))?.row, balances.get(account)]).toEqual([null, 0])
      }).pipe(Effect.scoped, Effect.runPromise)
  )

  it.each([["ends", []], ["gives its row to other work", ["next"]]])(
    "is refused when another transaction has just taken the work over that %s",
    { timeout: 60_000 },
    (_, following) =>
      Effect.gen(function*() {
        yield* harness.make
        const { store } = yield* watched
        const { client, schema } = postgres()
        const due = (key: string) => ({
          work: { kind: "submission", key },
          lane: "submission:one" as const,
          at: instant(0)
        })
        yield* store.commit([make({ due: [due("first")] })])
        const [lease] = yield* Leases.claim(store, { node: "one" as NodeId, offset: 0, limit: 1, lanes })
        const completes = [{ work: lease!.work, token: lease!.token }]
        const running = yield* client.withTransaction(Effect.gen(function*() {
          yield* client.unsafe(`update "${schema}".work set epoch = null, token = null`)
          const running = Effect.runPromise(store.commit([make({ completes, due: following.map(due) })]))
          yield* until(1)
          return running
        }))
        expect(yield* Effect.promise(() => running)).toEqual([{ _tag: "Stale", because: "lease" }])
        const left = yield* client.unsafe<{ readonly key: string }>(`select key from "${schema}".work`)
        expect(left.map(({ key }) => key)).toEqual(["first"])
      }).pipe(Effect.scoped, Effect.runPromise)
  )
})

describe("a batch of contacts", () => {
  it(
    "inserts them in the order of their numbers, whatever their ids",
    { timeout: 60_000 },
    () =>
      Effect.gen(function*() {
        yield* harness.make
        const { failures, store } = yield* watched
        const { client, schema } = postgres()
        const [low, high] = ["+12015550001", "+12015550002"] as [PhoneNumber, PhoneNumber]
        const { account } = sample(1)
        const numbered = (number: number, phone: PhoneNumber) => put(Contacts, { ...sample(number), account, phone })
        const insert = (phone: PhoneNumber) =>
          client.unsafe(
            `insert into "${schema}".rows (kind, key, version, value, uniques)
           values ('contact', $1, 0, '', array[$2]) on conflict do nothing`,
            [phone, uniqueText(contactNumber(account, phone))]
          )
        const running: Array<Promise<unknown>> = []
        yield* client.withTransaction(Effect.gen(function*() {
          yield* insert(low)
          running.push(Effect.runPromise(store.commit([make({ puts: [numbered(1, high), numbered(2, low)] })])))
          yield* until(1)
          // By the order of ids the batch would hold this number now, and each would wait for the other.
          yield* insert(high)
          yield* client.unsafe(`delete from "${schema}".rows where kind = 'contact' and version = 0`)
        }))
        expect(yield* Effect.promise(() => Promise.all(running))).toEqual([[{ _tag: "Done" }]])
        expect(failures).toEqual([])
      }).pipe(Effect.scoped, Effect.runPromise)
  )
})

describe("a commit about an account that leaves its cell", () => {
  const id = "01900001-0000-4000-8000-000000000001" as AccountId
  const residence = (state: State) => put(Residences, { account: id, state })
  const about = make({ puts: [put(Contacts, { ...sample(3), account: id })] })

  it(
    "is not applied when it was decided before, and comes to the residence behind it",
    { timeout: 60_000 },
    () =>
      Effect.gen(function*() {
        yield* harness.make
        const { store } = yield* watched
        const guard = Guard.make(store, 60_000)
        yield* store.commit([make({ puts: [residence({ _tag: "Here" })] })])
        const { commit } = yield* guard.look([about])
        const leave = make({ puts: [residence({ _tag: "Leaving", to: "us" as CellName })] })
        const both = {
          ...store,
          commit: (batch: ReadonlyArray<Commit>) => (batch[0] === leave ? store : { commit }).commit(batch)
        }
        const outcomes = yield* cross(both, ref(Residences, id), [leave, about])
        expect(outcomes).toEqual([{ _tag: "Done" }, { _tag: "Stale", because: "row" }])
        const look = yield* guard.look([about])
        expect(look.isHere(about)).toBe(false)
      }).pipe(Effect.scoped, Effect.runPromise)
  )
})
