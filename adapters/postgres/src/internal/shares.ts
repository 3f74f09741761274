/**
 * The shares that processes hold of the pools of sliding windows.
 *
 * Each process keeps an exact log of what it admits itself, and never admits more in any window than its share. The
 * shares of a pool never add up to more than its limit, so neither do the requests, whatever the processes do and
 * whenever a share changes hands: a process gives up only what its own window does not fill. The table is asked when a
 * share is used up (a share grows by a hundredth of the limit) and told every other second what is not needed.
 */
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "./database.ts"
import { transaction } from "./database.ts"

/** How many seconds beyond the window the share of a silent process still counts. */
export const silence = 15

export interface Wanted {
  readonly pool: string
  readonly units: number
}

/** Asks for a share of so many units. Returns the share that was granted, which may be smaller. */
export const ask = (
  db: Database,
  owner: string,
  { pool, units }: Wanted,
  limit: number,
  windowMillis: number
): Effect.Effect<number, SqlError> =>
  transaction(
    db,
    Effect.gen(function*() {
      const { query, tables: t } = db
      yield* query("select pg_advisory_xact_lock(hashtext($1), hashtext($2))::text", [t.rate_share, pool])
      const [row] = yield* query<{ readonly units: number }>(
        `with silent as (
           delete from ${t.rate_share} where pool = $1 and owner <> $2
             and seen_at < clock_timestamp() - $5::text::int8 * interval '1 millisecond'
           returning owner
         ), others as (
           select coalesce(sum(units), 0) as units from ${t.rate_share}
           where pool = $1 and owner <> $2 and owner not in (select owner from silent)
         )
         insert into ${t.rate_share} (pool, owner, units, seen_at)
         select $1, $2, greatest(0, least($3::text::int8, $4::text::int8 - others.units)), clock_timestamp() from others
         on conflict (pool, owner) do update set units = excluded.units, seen_at = excluded.seen_at
         returning units`,
        [pool, owner, String(units), String(limit), String(windowMillis + silence * 1000)]
      )
      return row!.units
    })
  )

/**
 * Confirms the shares of this process. Returns the pools in which it still has one; a share of no units is given up.
 */
export const keep = (
  { query, tables: t }: Database,
  owner: string,
  held: ReadonlyArray<Wanted>
): Effect.Effect<ReadonlySet<string>, SqlError> =>
  Effect.map(
    query<{ readonly pool: string }>(
      `with held as materialized (select * from json_to_recordset($2::json) as x(pool text, units int4)),
       gone as (
         delete from ${t.rate_share} r using held h where r.owner = $1 and r.pool = h.pool and h.units = 0
       )
       update ${t.rate_share} r set units = h.units, seen_at = clock_timestamp() from held h
       where r.owner = $1 and r.pool = h.pool and h.units > 0 returning r.pool`,
      [owner, JSON.stringify(held)]
    ),
    (rows) => new Set(rows.map(({ pool }) => pool))
  )
