/**
 * `npm run bench:claims`: what a claim of a few items costs on PostgreSQL, by how many lanes have work that is due, next
 * to a round trip and to the smallest transaction that writes, in the same run and in turns. A claim is four round trips
 * and one flush to the disk, so those two say what of it is the machine's.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { Store } from "@signalbox/core/Store"
import type { Due } from "@signalbox/core/Work"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fileURLToPath } from "node:url"
import * as Schema from "../postgres/Schema.ts"
import * as Leases from "../stores/Leases.ts"

export interface Claimed {
  readonly lanes: number
  /** The median of each, in milliseconds. */
  readonly claim: number
  readonly roundTrip: number
  readonly transaction: number
}

/** A claim brings so many items, and so many claims are measured after those that warm up. */
const items = 8
const warmUp = 20
const turns = 60

const node = "claims" as NodeId
const terms = { delivery: { width: 8, shared: false } }

const dueOf = (index: number): Due => ({
  work: { kind: "delivery", key: String(index) },
  lane: `delivery:${index}`,
  at: instant(Date.UTC(2020, 0, 1) + index)
})

const middle = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

const measured = (lanes: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    const store = yield* Store
    const client = yield* PgClient
    yield* client.unsafe("create table bench_touched as select 0 as n")
    const found: Array<Claimed> = []
    let made = 0
    for (const count of lanes) {
      for (; made < count; made += 1000) {
        const due = Array.from({ length: Math.min(1000, count - made) }, (_, index) => dueOf(made + index))
        yield* store.commit([Commit.make({ due })])
      }
      // As autovacuum does sooner or later.
      yield* client.unsafe("analyze")
      const times: { readonly [Name in "claim" | "roundTrip" | "transaction"]: Array<number> } = {
        claim: [],
        roundTrip: [],
        transaction: []
      }
      const timed = <A, E>(name: keyof typeof times, turn: number, effect: Effect.Effect<A, E>) =>
        Effect.flatMap(Effect.sync(() => performance.now()), (start) =>
          Effect.tap(effect, () =>
            Effect.sync(() => {
              if (turn >= warmUp) times[name].push(performance.now() - start)
            })))
      for (let turn = 0; turn < warmUp + turns; turn++) {
        yield* timed("roundTrip", turn, client.unsafe("select 1"))
        yield* timed("transaction", turn, client.unsafe("update bench_touched set n = n + 1"))
        const leases = yield* timed("claim", turn, Leases.claim(store, { node, offset: 0, limit: items, lanes: terms }))
        if (leases.length !== items) throw new Error(`a claim has brought ${leases.length} items`)
        yield* store.commit([
          Commit.make({ completes: leases.map(({ token, work }) => ({ token, work })) }),
          // There are as many lanes as before.
          Commit.make({ due: leases.map((_, index) => dueOf(made + index)) })
        ])
        made += items
      }
      found.push({
        lanes: count,
        claim: middle(times.claim),
        roundTrip: middle(times.roundTrip),
        transaction: middle(times.transaction)
      })
    }
    yield* client.unsafe("drop table bench_touched")
    return found
  })

const postgres = Layer.unwrap(
  Effect.map(
    Schema.fresh({ durable: true }),
    ({ name, url }) => Layer.provideMerge(PostgresStore.layer({ url, schema: name }), PostgresStore.client({ url }))
  )
)

/** @param lanes how many of them have due work, in rising order */
export const measure = (lanes: ReadonlyArray<number> = [1000, 10_000, 100_000]): Promise<ReadonlyArray<Claimed>> =>
  Effect.runPromise(Effect.scoped(Effect.provide(measured(lanes), postgres)))

export const show = ({ claim, lanes, roundTrip, transaction }: Claimed): string =>
  `${lanes.toLocaleString("en").padStart(7)} due lanes: a claim of ${items} takes ${claim.toFixed(1)} ms, ` +
  `a round trip ${roundTrip.toFixed(1)} ms, the smallest transaction ${transaction.toFixed(1)} ms`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const each of await measure()) console.log(show(each))
  process.exit(0)
}
