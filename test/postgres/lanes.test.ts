/**
 * Lanes while several processes claim, release and pause at the same time, with the interleavings that matter forced.
 */
import type { Pause } from "@signalbox/core/Commit"
import { make } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import { make as instant, plus } from "@signalbox/core/Instant"
import type { StoreError } from "@signalbox/core/Store"
import type { Due, Lane, Lease } from "@signalbox/core/Work"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import { ownDatabase, suite } from "./Client.ts"

// Others wait for locks as well.
const { harness, node, postgres } = suite("lanes", { heartbeatMillis: 60_000 }, undefined, ownDatabase())

const now = instant(Date.UTC(2020, 0, 15, 12))
const [one, two] = ["one" as NodeId, "two" as NodeId]
const shared: Lane = "submission:sms-a/account"
const exclusive: Lane = "dispatch:account"

const due = (key: string, lane: Lane = shared): Due => ({ work: { kind: "submission", key }, lane, at: now })

const keys = (leases: ReadonlyArray<Pick<Lease, "work">>): ReadonlyArray<string> => leases.map(({ work }) => work.key)

const terms = {
  offset: 0,
  limit: 4,
  lanes: { submission: { width: 100, shared: true }, dispatch: { width: 100, shared: false } }
}

const claim = ({ store }: Services, node: NodeId, limit = terms.limit) => Leases.claim(store, { ...terms, node, limit })

/** A case on two processes that share one empty storage. Each has claimed before, so that it is known. */
const processes = (body: (a: Services, b: Services) => Effect.Effect<void, StoreError, Scope.Scope>) => () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const a = yield* harness.make
    const b = yield* node
    yield* claim(a, one)
    yield* claim(b, two)
    yield* body(a, b)
  })))

const apart = <A>(effect: Effect.Effect<A, StoreError>): Promise<A> => Effect.runPromise(effect)

const sql = (text: string, params: ReadonlyArray<unknown> = []) =>
  Effect.orDie(postgres().client.unsafe<{ readonly n: number }>(text, params))

/** Counts the sessions that wait for a lock in a statement about the suite's schema. */
const waiting = Effect.promise(() =>
  Effect.runPromise(sql(
    `select count(*)::int4 as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'
       and (query like $1 or query like '%advisory_xact_lock%')`,
    [`%${postgres().schema}%`]
  ))
).pipe(Effect.map(([row]) => row?.n ?? 0))

/** Lets a claim look at the lanes and stops it there; then something happens; then the claim goes on. */
const meanwhile = <A>(claiming: Effect.Effect<A, StoreError>, body: Effect.Effect<void, StoreError>) =>
  Effect.gen(function*() {
    const { client, schema } = postgres()
    let slow: Promise<A> | undefined
    yield* client.withTransaction(Effect.gen(function*() {
      // A claim locks its node after it has begun to look.
      yield* client.unsafe(`select 1 from "${schema}".node where id = 'one' for update`)
      slow = apart(claiming)
      while ((yield* waiting) < 1) yield* Effect.yieldNow
      yield* Effect.promise(() => apart(body))
    }))
    return yield* Effect.promise(() => slow!)
  }).pipe(Effect.orDie)

const pausing = ({ store }: Services, ...pauses: ReadonlyArray<Pause>) =>
  Effect.asVoid(store.commit([make({ pauses })]))

const year = 365 * 86_400_000

describe("a claim", () => {
  it(
    "that finds its lane locked by another claim waits for that, and takes its part of a shared lane",
    processes((a) =>
      Effect.gen(function*() {
        yield* a.store.commit([make({ due: ["a", "b"].map((key) => due(key)) })])
        const { client, schema } = postgres()
        let mine: Promise<ReadonlyArray<Lease>> | undefined
        yield* client.withTransaction(Effect.gen(function*() {
          yield* client.unsafe("select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 511)::text", [schema, shared])
          mine = apart(claim(a, one))
          while ((yield* waiting) < 1) yield* Effect.yieldNow
        }))
        expect(keys(yield* Effect.promise(() => mine!))).toEqual(["a", "b"])
      }).pipe(Effect.orDie)
    )
  )

  it(
    "does not wait for a lane that another claim has locked while there is work elsewhere",
    processes((a) =>
      Effect.gen(function*() {
        yield* a.store.commit([make({ due: [due("a"), due("b", "submission:sms-b/account")] })])
        const { client, schema } = postgres()
        yield* client.withTransaction(Effect.gen(function*() {
          yield* client.unsafe("select pg_advisory_xact_lock(hashtext($1), hashtext($2) & 511)::text", [schema, shared])
          expect(keys(yield* Effect.promise(() => apart(claim(a, one))))).toEqual(["b"])
        }))
        expect(keys(yield* claim(a, one))).toEqual(["a"])
      }).pipe(Effect.orDie)
    )
  )

  it(
    "tells when the next work falls due where it brings nothing, and only there",
    processes((a, b) =>
      Effect.gen(function*() {
        const looks = a.store.claim({ ...terms, node: one })
        expect(yield* looks).toEqual({ leases: [], next: null })
        const [soon, later] = [plus(yield* a.store.now, year), plus(yield* a.store.now, 2 * year)]
        yield* a.store.commit([make({ due: [{ ...due("b"), at: later }] })])
        yield* b.store.commit([make({ due: [{ ...due("c"), at: soon }] })])
        expect(yield* looks).toEqual({ leases: [], next: soon })
        yield* a.store.commit([make({ due: [due("a")] })])
        const brought = yield* looks
        expect(keys(brought.leases)).toEqual(["a"])
        expect(brought).not.toHaveProperty("next")
        yield* a.store.commit([make({ due: [due("d")], pauses: [{ lane: shared, until: later }] })])
        expect(yield* looks).toEqual({ leases: [], next: later })
        expect(yield* a.store.nextDue(0)).toEqual(Option.some(later))
      })
    )
  )

  it(
    "takes nothing of a lane that is paused after it has looked at the lanes",
    processes((a, b) =>
      Effect.gen(function*() {
        yield* a.store.commit([make({ due: [due("a")] })])
        const until = plus(yield* a.store.now, year)
        // What it has seen of the lanes is over, so it does not tell either when the next work falls due.
        expect(yield* meanwhile(a.store.claim({ ...terms, node: one }), pausing(b, { lane: shared, until })))
          .toEqual({ leases: [] })
        expect(yield* a.store.nextDue(0)).toEqual(Option.some(until))
        yield* pausing(b, { lane: shared, until: null })
        expect(keys(yield* claim(a, one))).toEqual(["a"])
      })
    )
  )

  it(
    "does not make others miss that a lane was opened after it has looked at the lanes",
    processes((a, b) =>
      Effect.gen(function*() {
        const until = plus(yield* a.store.now, year)
        yield* a.store.commit([make({ due: [due("a")], pauses: [{ lane: shared, until }] })])
        expect(yield* meanwhile(claim(a, one), pausing(b, { lane: shared, until: null }))).toEqual([])
        expect(keys(yield* claim(a, one))).toEqual(["a"])
      })
    )
  )

  it(
    "takes what was due before the end of a pause, and before what fell due after it",
    processes((a) =>
      Effect.gen(function*() {
        const other: Lane = "submission:sms-b/account"
        const until = plus(yield* a.store.now, 20)
        yield* a.store.commit([
          make({ due: [due("a"), due("b", other)], pauses: [shared, other].map((lane) => ({ lane, until })) })
        ])
        // The lanes have no entry but that for the end of the pause.
        expect(yield* claim(a, one)).toEqual([])
        while ((yield* a.store.now) <= until) yield* Effect.yieldNow
        yield* a.store.commit([make({ due: [{ ...due("c", other), at: yield* a.store.now }] })])
        const taken = yield* claim(a, one)
        expect(keys(taken.filter(({ lane }) => lane === shared))).toEqual(["a"])
        expect(keys(taken.filter(({ lane }) => lane === other))).toEqual(["b", "c"])
      })
    )
  )

  it(
    "of an exclusive lane sees what another process releases and what it still holds",
    processes((a, b) =>
      Effect.gen(function*() {
        yield* a.store.commit([make({ due: ["a", "b", "c"].map((key) => due(key, exclusive)) })])
        const [first, second] = yield* claim(a, one, 2)
        yield* a.store.commit([make({ releases: [first!] })])
        expect(yield* claim(b, two)).toEqual([])
        yield* a.store.commit([make({ releases: [second!] })])
        expect(keys(yield* claim(b, two))).toEqual(["a", "b", "c"])
      })
    )
  )
})

describe("two processes on shared, exclusive and paused lanes", () => {
  it(
    "do every item once and leave nothing behind, whatever they release and pause",
    { timeout: 60_000 },
    processes((a, b) =>
      Effect.gen(function*() {
        const lanes = [shared, "submission:sms-b/account", exclusive] as const
        const all = Array.from({ length: 300 }, (_, index) => due(`${index}`, lanes[index % 3]!))
        yield* a.store.commit([make({ due: all.slice(0, 200) })])
        const ended: Array<string> = []
        let turn = 0
        const work = (services: Services, node: NodeId) =>
          Effect.gen(function*() {
            while (ended.length < all.length) {
              const leases = yield* claim(services, node, 7)
              turn++
              const done = leases.filter((_, index) => (index + turn) % 3 !== 0)
              const rest = leases.filter((lease) => !done.includes(lease))
              const until = turn % 5 === 0 ? plus(yield* services.store.now, 20) : null
              const outcomes = yield* services.store.commit([
                make({ holds: leases, pauses: [{ lane: lanes[turn % 3]!, until }] }),
                make({ completes: done, releases: rest })
              ])
              expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Done", "Done"])
              ended.push(...keys(done))
            }
          })
        yield* Effect.all([
          work(a, one),
          work(b, two),
          Effect.forEach(all.slice(200), (each) => b.store.commit([make({ due: [each] })]))
        ], { concurrency: "unbounded" })
        expect(ended.toSorted()).toEqual(keys(all).toSorted())
        expect(yield* a.store.nextDue(0)).toEqual(Option.none())
      })
    )
  )
})

describe("what a node of the schema before has written", () => {
  it(
    "is claimed as work that never failed, in lanes of carriers without an account",
    processes((a) =>
      Effect.gen(function*() {
        const { schema } = postgres()
        yield* sql(
          `insert into "${schema}".work (kind, key, lane, due_at, seq)
           values ('submission', 'old', 'submission:sms-a', now() - interval '1 minute', 1)`
        )
        yield* sql(`insert into "${schema}".lane_ready (lane, at, turn) values ('submission:sms-a', now(), 1)`)
        const [lease] = yield* claim(a, one)
        expect(lease).toMatchObject({ work: { key: "old" }, lane: "submission:sms-a", failures: 0 })
      })
    )
  )
})
