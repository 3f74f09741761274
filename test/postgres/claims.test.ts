/** A claim reads as many entries of indexes with a hundred lanes whose work is due as with thousands of them. */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { NodeId } from "@signalbox/core/Id"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import * as Database from "./Database.ts"

const limit = 8

const claim = Effect.flatMap(Store, (store) =>
  Leases.claim(store, {
    node: "one" as NodeId,
    offset: 0,
    limit,
    lanes: { submission: { width: 1, shared: true }, delivery: { width: 4, shared: false } }
  }))

/** Returns how many entries of all indexes the only session has read since it began. */
const read = Effect.gen(function*() {
  const client = yield* PgClient
  yield* client.unsafe("select pg_stat_force_next_flush()")
  const [row] = yield* client.unsafe<{ readonly entries: number }>(
    "select sum(idx_scan + idx_tup_read)::float8 as entries from pg_stat_user_indexes"
  )
  return row!.entries
})

const cost = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const before = yield* read
    const value = yield* effect
    return { value, entries: (yield* read) - before }
  })

/**
 * Lanes with one work item each that has been due for a while, and its lane_ready entry, written immediately or later.
 */
const lanesDue = (from: number, to: number) =>
  Effect.flatMap(PgClient, (client) =>
    client.unsafe(
      `with number as (select generate_series($1::text::int8, $2::text::int8) as n), work as (
         insert into signalbox.work (kind, key, lane, due_at, seq)
         select 'submission', n::text, 'submission:' || n, now() - interval '1 hour', n from number
       )
       insert into signalbox.lane_ready (lane, at, turn, was_due)
       select 'submission:' || n, now() - interval '1 hour', n, n % 2 = 0 from number`,
      [String(from), String(to)]
    ))

describe("a claim", () => {
  let database: Database.Database

  beforeAll(async () => {
    database = await Database.fresh()
  })

  afterAll(() => database.drop())

  const alone = <A, E>(effect: Effect.Effect<A, E, Store | PgClient>): Promise<A> =>
    effect.pipe(
      Effect.provide(Layer.provideMerge(
        Layer.fresh(PostgresStore.layerClient({ heartbeatMillis: 60_000 })),
        Layer.fresh(PostgresStore.client({ url: database.url, maxConnections: 1 }))
      )),
      Effect.runPromise
    )

  it(
    "reads no more when a hundred times as many lanes have due work",
    { timeout: 60_000 },
    () =>
      alone(Effect.gen(function*() {
        // The first one makes the node known.
        yield* claim
        yield* lanesDue(1, 200)
        const few = yield* cost(claim)
        expect(few.value).toHaveLength(limit)
        yield* lanesDue(201, 20_000)
        const many = yield* cost(claim)
        expect(many.value).toHaveLength(limit)
        expect(many.entries).toBeLessThan(2 * few.entries)
        expect(many.entries).toBeLessThan(1650)
      }))
  )

  it(
    "passes over the lanes that its node has filled, and finds the one behind them",
    { timeout: 60_000 },
    () =>
      alone(Effect.gen(function*() {
        const client = yield* PgClient
        yield* client.unsafe("truncate signalbox.work, signalbox.lane_ready")
        yield* lanesDue(1, 400)
        let held = 0
        for (let taken = yield* claim; taken.length > 0; taken = yield* claim) held += taken.length
        expect(held).toBe(400)
        // One more item of each lane, all of which are full; then a lane that is not.
        yield* client.unsafe(
          `insert into signalbox.work (kind, key, lane, due_at, seq)
         select kind, key || '/2', lane, due_at, seq + 1000 from signalbox.work`
        )
        yield* client.unsafe(
          `insert into signalbox.lane_ready (lane, at, turn, was_due)
         select lane, due_at, seq, seq % 2 = 0 from signalbox.work where epoch is null`
        )
        yield* lanesDue(1000, 1000)
        expect((yield* claim).map(({ lane }) => lane)).toEqual(["submission:1000"])
      }))
  )

  it(
    "clears entries away that no work stands behind, however many stand in front",
    { timeout: 60_000 },
    () =>
      alone(Effect.gen(function*() {
        const client = yield* PgClient
        yield* client.unsafe("truncate signalbox.work, signalbox.lane_ready")
        yield* client.unsafe(
          `insert into signalbox.lane_ready (lane, at, turn, was_due)
         select 'submission:' || n, now() - interval '2 hours', n, n % 2 = 0 from generate_series(1, 500) n`
        )
        yield* lanesDue(1000, 1000)
        expect((yield* claim).map(({ lane }) => lane)).toEqual(["submission:1000"])
      }))
  )

  it("passes over what is left of earlier work while a snapshot keeps the server from clearing it away", () =>
    alone(
      Effect.gen(function*() {
        const client = yield* PgClient
        yield* client.unsafe("truncate signalbox.work, signalbox.lane_ready")
        const observer = yield* Layer.build(Layer.fresh(PostgresStore.client({ url: database.url, maxConnections: 1 })))
        const { claimed, entries } = yield* Effect.provide(
          Effect.flatMap(PgClient, (other) =>
            other.withTransaction(Effect.gen(function*() {
              yield* other.unsafe("set transaction isolation level repeatable read")
              yield* other.unsafe("select from signalbox.work")
              yield* lanesDue(1, 3000).pipe(Effect.provideService(PgClient, client))
              yield* client.unsafe("update signalbox.work set lane = 'submission:1'")
              yield* client.unsafe("delete from signalbox.work")
              yield* client.unsafe("truncate signalbox.lane_ready")
              yield* client.unsafe(
                `with work as (
                 insert into signalbox.work (kind, key, lane, due_at, seq)
                 values ('submission', 'next', 'submission:1', now() - interval '1 minute', 5000) returning lane, due_at
               )
               insert into signalbox.lane_ready (lane, at, turn, was_due) select lane, due_at, 1, true from work`
              )
              const { entries, value } = yield* cost(claim).pipe(Effect.provideService(PgClient, client))
              return { entries, claimed: value }
            }))),
          observer
        )
        expect(claimed.map(({ work }) => work.key)).toEqual(["next"])
        expect(entries).toBeLessThan(300)
      }).pipe(Effect.scoped)
    ))
})
