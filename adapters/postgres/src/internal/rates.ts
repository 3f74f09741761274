/**
 * Rate windows. A fixed window is one row and one statement for each request: such pools are small. A sliding window
 * costs a round trip for each hundredth of its limit (`shares.ts`).
 */
import type { Instant } from "@signalbox/core/Instant"
import { make as instantOf } from "@signalbox/core/Instant"
import type { RateWindow, Take, Taken } from "@signalbox/core/RateWindow"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "./database.ts"
import { operation, retrying } from "./database.ts"
import { unstorable } from "./failure.ts"
import * as Shares from "./shares.ts"
import { isStorableText } from "./storable.ts"
import { instant, millis } from "./tables.ts"
import { Window } from "./window.ts"

const elapsed: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** How long a share may be used without being confirmed, in elapsed milliseconds. */
const trust = 10_000

/** How long the table is not asked again after it has refused, in elapsed milliseconds. */
const pause = 200

/**
 * The wait that is reported when other processes hold the whole pool, in milliseconds: nobody knows when they will give
 * some of it up.
 */
const guess = 1000

/** The number of calls that may ask at once; tidying up takes all permits. */
const permits = 1024

interface Pool {
  readonly window: Window
  readonly turn: Semaphore.Semaphore
  units: number
  confirmedAt: number
  deniedUntil: number
  limit: number
  millis: number
  /** The latest instant of a request, and the elapsed time at which it came. */
  now: Instant
  nowAt: number
}

const admitted: Taken = { _tag: "Admitted" }

const shareOf = (limit: number): number => Math.max(1, Math.ceil(limit / 100))

export interface Rates {
  readonly take: RateWindow["Service"]["take"]
  /** Gives unused shares back and confirms the others. Must be called every other second. */
  readonly tidy: Effect.Effect<void, SqlError>
  /**
   * Gives back what has left a window since, where that is more than a share: until then other processes refuse requests
   * for it. It asks the table for nothing while there is nothing to give. Must be called several times a second.
   */
  readonly giveBack: Effect.Effect<void, SqlError>
}

export const make = (db: Database, owner: string): Effect.Effect<Rates> =>
  Effect.gen(function*() {
    const { query, tables: t } = db
    const pools = new Map<string, Pool>()
    const traffic = yield* Semaphore.make(permits)
    let fixedTakes = 0

    const fixed = ({ limit, millis: length, now, pool }: Take): Effect.Effect<Taken, SqlError> =>
      Effect.map(
        retrying(query<{ readonly admitted: boolean; readonly until: number }>(
          `insert into ${t.rate_fixed} as r (pool, started_at, ends_at, count, admitted)
           select $1, now, now + $4::text::int8 * interval '1 millisecond', least(1, $3::text::int4), $3::text::int4 > 0
           from (select ${instant("$2::text::int8")} as now) x
           on conflict (pool) do update set
             started_at = case when excluded.started_at >= r.ends_at then excluded.started_at else r.started_at end,
             ends_at = case when excluded.started_at >= r.ends_at then excluded.ends_at else r.ends_at end,
             count = case when excluded.started_at >= r.ends_at then excluded.count
               when r.count < $3::text::int4 then r.count + 1 else r.count end,
             admitted = case when excluded.started_at >= r.ends_at then excluded.admitted
               else r.count < $3::text::int4 end
           returning admitted, ${millis("ends_at")}::float8 as until`,
          [pool, String(now), String(limit), String(length)]
        )),
        ([row]) => row!.admitted ? admitted : { _tag: "Exhausted", until: instantOf(row!.until) }
      )

    const sweepFixed = (now: Instant) =>
      Effect.ignore(query(
        `delete from ${t.rate_fixed} where pool in (
           select pool from ${t.rate_fixed} where ends_at <= ${instant("$1::text::int8")} limit 1000
           for update skip locked
         )`,
        [String(now)]
      ))

    const poolOf = Effect.fnUntraced(function*(take: Take, at: number) {
      const found = pools.get(take.pool) ?? {
        window: new Window(),
        turn: yield* Semaphore.make(1),
        units: 0,
        confirmedAt: 0,
        deniedUntil: 0,
        limit: take.limit,
        millis: take.millis,
        now: take.now,
        nowAt: at
      }
      pools.set(take.pool, found)
      return Object.assign(found, { limit: take.limit, millis: take.millis, now: take.now, nowAt: at })
    })

    /** Answers from this process's share alone, or returns null when the table must be asked. */
    const alone = ({ confirmedAt, deniedUntil, units, window }: Pool, take: Take, at: number): Taken | null => {
      window.forget(take.now - take.millis)
      const allowed = Math.min(units, take.limit)
      if (window.total < allowed && at - confirmedAt < trust) {
        window.admit(take.now)
        return admitted
      }
      if (window.total >= take.limit) {
        return { _tag: "Exhausted", until: instantOf(window.until(take.limit, take.millis) ?? take.now + take.millis) }
      }
      if (at >= deniedUntil) return null
      return { _tag: "Exhausted", until: instantOf(window.until(allowed, take.millis) ?? take.now + guess) }
    }

    const grow = Effect.fnUntraced(function*(pool: Pool, take: Take) {
      const at = yield* elapsed
      const wanted = Math.min(take.limit, Math.max(pool.units, pool.window.total) + shareOf(take.limit))
      pool.units = yield* Shares.ask(db, owner, { pool: take.pool, units: wanted }, take.limit, take.millis)
      pool.confirmedAt = at
      if (pool.units <= pool.window.total) pool.deniedUntil = at + pause
    })

    const sliding = Effect.fnUntraced(function*(take: Take) {
      // One statement tidies up all pools, and a name that cannot be stored would make it fail forever.
      if (!isStorableText(take.pool)) return yield* Effect.fail(unstorable())
      const at = yield* elapsed
      const pool = yield* poolOf(take, at)
      const first = alone(pool, take, at)
      if (first !== null) return first
      return yield* Semaphore.withPermit(
        traffic,
        Semaphore.withPermit(
          pool.turn,
          Effect.gen(function*() {
            // A caller that came first may have obtained enough for the others.
            while (true) {
              const answer = alone(pool, take, yield* elapsed)
              if (answer !== null) return answer
              yield* grow(pool, take)
            }
          })
        )
      )
    })

    /** What the window fills by now. */
    const filled = ({ millis, now, nowAt, window }: Pool, at: number): number => {
      window.forget(now + at - nowAt - millis)
      return window.total
    }

    /** Tells the table what these pools need, and learns which of them it still knows. */
    const confirm = Effect.fnUntraced(function*(chosen: ReadonlyMap<string, Pool>, at: number) {
      for (const [name, pool] of chosen) {
        const total = filled(pool, at)
        // Units that are given up must not be used from here on, even when the table does not learn of it.
        pool.units = total === 0 ? 0 : Math.min(pool.units, total + shareOf(pool.limit))
        if (total === 0 && at - pool.nowAt > pool.millis) pools.delete(name)
      }
      const kept = yield* Shares.keep(db, owner, [...chosen].map(([pool, { units }]) => ({ pool, units })))
      for (const [name, pool] of chosen) {
        if (kept.has(name)) pool.confirmedAt = at
        else pool.units = 0
      }
    })

    const tidy = Effect.flatMap(elapsed, (at) => pools.size === 0 ? Effect.void : confirm(pools, at))

    /** The pools of which a process holds more than a share that their windows do not fill. */
    const idle = Effect.map(elapsed, (at) =>
      new Map([...pools].filter(([, pool]) => pool.units > filled(pool, at) + shareOf(pool.limit))))

    const giveBack = Effect.flatMap(elapsed, (at) =>
      Effect.flatMap(idle, (chosen) => confirm(chosen, at)))

    return {
      take: (take) => {
        if (take.shape === "sliding") return operation(sliding(take))
        const taken = operation(fixed(take))
        return ++fixedTakes % 256 === 0 ? Effect.tap(taken, sweepFixed(take.now)) : taken
      },
      tidy: Semaphore.withPermits(traffic, permits)(tidy),
      giveBack: Effect.flatMap(idle, ({ size }) =>
        size === 0 ? Effect.void : Semaphore.withPermits(traffic, permits)(giveBack))
    }
  })
