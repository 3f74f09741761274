/**
 * The pace of carriers over all processes, in shares.
 *
 * Each process keeps an exact log of what has begun in the last second of its own elapsed time, of what is still to
 * begin, and of what is under way; its row in the table is never less than that. A process asks the table at every
 * turn, and takes only what the rows of the others leave. It gives back within moments what has left its second or is
 * done. Of a process that is silent, the last second counts for five seconds, and what was under way for fifteen.
 *
 * Processes that have to wait take turns: each that waits has a place in line, and while the first one comes as soon as
 * it was told to, nobody else takes anything.
 */
import type { Pace, PaceRequest, Used } from "@signalbox/core/Pace"
import { fitting } from "@signalbox/core/Pace"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { operation, transaction } from "../connection/database.ts"
import { unstorable } from "../connection/failure.ts"
import { isStorableText } from "../statement/storable.ts"
import type { Tables } from "../statement/tables.ts"
import { silence } from "./shares.ts"
import { Window } from "./window.ts"

const second = 1000

/**
 * The delay after which a process gives back what it needs no more, and asks again for what others hold, in elapsed
 * milliseconds.
 */
const moment = 50

/** The delay before a process asks again that waits for itself to be done with something, in milliseconds. */
const look = 100

/** The time for which a process keeps its place in line after it was told to ask again, in milliseconds. */
const grace = 500

/** After so many seconds without a word of a process, its last second has long passed. */
const lastWord = 5

/** The interval at which a share that goes on is confirmed, in elapsed milliseconds. */
const confirmed = 2000

const elapsed: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

interface Pool {
  readonly window: Window
  readonly turn: Semaphore.Semaphore
  /** The parts that were admitted and have not begun. */
  toBegin: number
  underWay: number
  /** The numbers in its row; null when nobody knows. */
  told: Used | null
  toldAt: number
  askedAt: number
}

const used = ({ toBegin, underWay, window }: Pool, now: number): Used => {
  window.forget(now - second)
  return { recent: window.total + toBegin, underWay }
}

const isSame = (a: Used, b: Used): boolean => a.recent === b.recent && a.underWay === b.underWay

const plus = (a: Used, b: Used): Used => ({ recent: a.recent + b.recent, underWay: a.underWay + b.underWay })

const isNothing = ({ recent, underWay }: Used): boolean => recent === 0 && underWay === 0

/** The numbers of the others, as they are known while the pool is locked. */
interface Others extends Used {
  /** True when one of them stands in line before this process. */
  readonly ahead: boolean
}

/** $1 pool, $2 owner */
const stand = (t: Tables): string =>
  `with silent as (
     delete from ${t.pace_share} where pool = $1 and owner <> $2
       and seen_at < clock_timestamp() - interval '${silence} seconds'
     returning owner
   ), other as (
     select * from ${t.pace_share} where pool = $1 and owner <> $2 and owner not in (select owner from silent)
   )
   select coalesce(sum(recent) filter (
       where seen_at > clock_timestamp() - interval '${lastWord} seconds'
     ), 0)::float8 as recent, coalesce(sum(under_way), 0)::float8 as "underWay",
     coalesce(bool_or(place < coalesce(
       (select place from ${t.pace_share} where pool = $1 and owner = $2), ${Number.MAX_SAFE_INTEGER}
     ) and waits_until > clock_timestamp()), false) as ahead
   from other`

/** $1 pool, $2 owner, $3 recent, $4 under way, $5 "keep" or "leave" its place in line or go to its "end", $6 patience */
const tell = (t: Tables): string =>
  `insert into ${t.pace_share} as s (pool, owner, recent, under_way, place, waits_until, seen_at)
   select $1, $2, $3::text::int4, $4::text::int4, case when $5::text <> 'leave' then ${t.next} end,
     clock_timestamp() + $6::text::float8 * interval '1 millisecond', clock_timestamp()
   on conflict (pool, owner) do update set recent = excluded.recent, under_way = excluded.under_way,
     place = case when $5::text = 'keep' then coalesce(s.place, excluded.place) else excluded.place end,
     waits_until = excluded.waits_until, seen_at = excluded.seen_at`

/** Confirms between its turns the share of a process that goes on: $1 pool, $2 owner, $3 recent, $4 under way */
const confirm = (t: Tables): string =>
  `insert into ${t.pace_share} as s (pool, owner, recent, under_way, seen_at)
   values ($1, $2, $3::text::int4, $4::text::int4, clock_timestamp())
   on conflict (pool, owner) do update set recent = excluded.recent, under_way = excluded.under_way,
     seen_at = excluded.seen_at`

/** Returns the milliseconds after which so many parts more fit into the second of this process, which adds some now. */
const wait = (pool: Pool, { perSecond }: PaceRequest, parts: number, adds: Used, now: number): number => {
  const { toBegin, window } = pool
  const room = perSecond - Math.min(parts, perSecond) - adds.recent - toBegin
  if (window.total <= room || room < 0) return look
  const at = window.until(room + 1, second)
  return at === null ? second : at - now
}

const again = (own: number, { ahead, recent, underWay }: Others): number =>
  ahead || recent > 0 || underWay > 0 ? Math.min(own, moment) : own

export const make = (db: Database, owner: string): Effect.Effect<Pace["Service"], never, Scope.Scope> =>
  Effect.gen(function*() {
    const { query, tables: t } = db
    const pools = new Map<string, Pool>()
    const changed = yield* Latch.make(false)

    const poolOf = Effect.fnUntraced(function*(name: string) {
      const found = pools.get(name) ??
        {
          window: new Window(),
          turn: yield* Semaphore.make(1),
          toBegin: 0,
          underWay: 0,
          told: null,
          toldAt: 0,
          askedAt: 0
        }
      pools.set(name, found)
      return found
    })

    const takeOnce = (pool: Pool, request: PaceRequest) =>
      transaction(
        db,
        Effect.gen(function*() {
          yield* query("select pg_advisory_xact_lock(hashtext($1), hashtext($2))::text", [t.pace_share, request.pool])
          const [others] = yield* query<Others>(stand(t), [request.pool, owner])
          const now = yield* elapsed
          const mine = used(pool, now)
          const { admitted, adds } = fitting(
            others!.ahead ? { ...request, parts: [] } : request,
            plus(mine, others!)
          )
          const next = request.parts[admitted]
          const rest = next === undefined ? 0 : again(wait(pool, request, next, adds, now), others!)
          const place = next === undefined ? "leave" : admitted === 0 ? "keep" : "end"
          const told = plus(mine, adds)
          yield* query(tell(t), [
            request.pool,
            owner,
            String(told.recent),
            String(told.underWay),
            place,
            String(rest + grace)
          ])
          return { paced: { admitted, again: rest }, adds, told }
        })
      )

    const takeInTurn = Effect.fnUntraced(function*(pool: Pool, request: PaceRequest) {
      // The pool has been given up while this turn was waited for.
      if (pools.get(request.pool) !== pool) return null
      // The row may be written although its answer is lost.
      pool.told = null
      const { adds, paced, told } = yield* takeOnce(pool, request)
      const now = yield* elapsed
      pool.toBegin += adds.recent
      pool.underWay += adds.underWay
      Object.assign(pool, { told, toldAt: now, askedAt: now })
      return paced
    })

    const take = Effect.fnUntraced(function*(request: PaceRequest) {
      if (!isStorableText(request.pool)) return yield* Effect.fail(unstorable())
      while (true) {
        const pool = yield* poolOf(request.pool)
        const paced = yield* Semaphore.withPermit(pool.turn, takeInTurn(pool, request))
        if (paced !== null) return paced
      }
    })

    /** Tells the table what it does not know yet of a pool. Returns whether there is more to come. */
    const flush = (name: string, pool: Pool): Effect.Effect<boolean, SqlError> =>
      Semaphore.withPermit(
        pool.turn,
        Effect.gen(function*() {
          const now = yield* elapsed
          const rest = used(pool, now)
          const isOver = isNothing(rest) && now - pool.askedAt > second + grace
          if (isOver) {
            yield* query(`delete from ${t.pace_share} where pool = $1 and owner = $2`, [name, owner])
            pools.delete(name)
            return false
          }
          if (pool.told === null || !isSame(pool.told, rest) || now - pool.toldAt >= confirmed) {
            yield* query(confirm(t), [name, owner, String(rest.recent), String(rest.underWay)])
            Object.assign(pool, { told: rest, toldAt: now })
          }
          return true
        })
      )

    yield* changed.await.pipe(
      Effect.andThen(changed.close),
      Effect.andThen(Effect.sleep(moment)),
      Effect.andThen(
        Effect.suspend(() =>
          Effect.forEach([...pools], ([name, pool]) => Effect.orElseSucceed(operation(flush(name, pool)), () => true))
        )
      ),
      Effect.flatMap((more) => more.includes(true) ? changed.open : Effect.void),
      Effect.forever,
      Effect.forkScoped
    )

    yield* Effect.addFinalizer(() =>
      Effect.forEach([...pools], ([name, pool]) => Effect.ignore(operation(flush(name, pool))))
    )

    return {
      take: (request) => operation(Effect.ensuring(take(request), changed.open)),
      begin: (name, parts) =>
        Effect.map(elapsed, (now) => {
          const pool = pools.get(name)
          const begun = Math.min(parts, pool?.toBegin ?? 0)
          if (pool === undefined || begun === 0) return
          pool.toBegin -= begun
          pool.window.admit(now, begun)
        }),
      done: (name, parts) =>
        Effect.suspend(() => {
          const pool = pools.get(name)
          if (pool === undefined) return Effect.void
          pool.underWay = Math.max(0, pool.underWay - parts)
          return Effect.asVoid(changed.open)
        })
    }
  })
