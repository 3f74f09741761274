/**
 * The table's side of sliding windows: what processes hold of their pools.
 *
 * A process's reserve is how many requests it may have admitted that the table was not told of. What it reports, the
 * table counts until the request leaves the window, by the server's clock: a report says how long that is from then on,
 * so it does not matter by how much the clocks of processes differ, and what a report was on its way it counts longer.
 *
 * All that the table counts never adds up to more than the limit, so neither do the requests.
 */
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { transaction } from "../connection/database.ts"
import type { Tables } from "../statement/tables.ts"

/** The number of seconds beyond the window for which the reserve of a silent process still counts. */
export const silence = 15

/** The part of a pool that the other processes hold. */
export interface Others {
  readonly held: number
  /**
   * The milliseconds after which so many of their requests as were asked about will have left; null when that is never.
   */
  readonly wait: number | null
}

/** Requests that were reported together, and the milliseconds after which each of them leaves the window. */
export interface Report {
  readonly number: number
  readonly waits: ReadonlyArray<number>
  readonly counts: ReadonlyArray<number>
}

/** The part of a pool that a process holds from here on. */
export interface Held {
  readonly units: number
  /** The numbers of all its reports that count, and those among them that are new or changed. */
  readonly live: ReadonlyArray<number>
  readonly reports: ReadonlyArray<Report>
}

/** The reports of a pool that a process gives up. */
export interface Left extends Report {
  readonly pool: string
}

export interface Shares {
  /** Runs an effect while no other process can ask for a share of the pool. */
  readonly locked: <A>(pool: string, effect: Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>
  /** Returns what others hold, and when so many of their requests will have left. */
  readonly look: (pool: string, windowMillis: number, leaving: number) => Effect.Effect<Others, SqlError>
  /** Tells what this process holds of the pool from here on. */
  readonly tell: (pool: string, held: Held) => Effect.Effect<void, SqlError>
  /** Confirms reserves in some pools and gives up those in others. Returns the pools in which there still is one. */
  readonly keep: (
    held: ReadonlyArray<string>,
    idle: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlySet<string>, SqlError>
  /** Gives the reserves of these pools up, and reports what they were used for. */
  readonly leave: (pools: ReadonlyArray<Left>) => Effect.Effect<void, SqlError>
  /** Clears reports away of which all requests have left their windows. */
  readonly sweep: Effect.Effect<void, SqlError>
}

const reportColumns = "number int8, waits int4[], counts int4[]"

/** $1 pool, $2 owner, $3 after which silence a reserve does not count, $4 leaving */
const look = (t: Tables): string =>
  `with silent as (
     delete from ${t.rate_share} where pool = $1 and owner <> $2
       and seen_at < clock_timestamp() - $3::text::int8 * interval '1 millisecond'
     returning owner
   ), clock as materialized (
     select clock_timestamp() as now
   ), leaving as (
     select r.told_at + run.wait * interval '1 millisecond' as at, run.count
     from ${t.rate_taken} r cross join clock cross join unnest(r.waits, r.counts) as run(wait, count)
     where r.pool = $1 and r.owner <> $2 and r.ends_at > clock.now
       and r.told_at + run.wait * interval '1 millisecond' > clock.now
   ), line as (
     select at, sum(count) over (order by at) as gone from leaving
   )
   select (select coalesce(sum(units), 0) from ${t.rate_share}
       where pool = $1 and owner <> $2 and owner not in (select owner from silent))::float8
       + (select coalesce(sum(count), 0) from leaving)::float8 as held,
     (select extract(epoch from min(line.at) - min(clock.now)) * 1000 from line, clock
       where line.gone >= $4::text::int8)::float8 as wait`

/** Reports of this pool, which count from now on by the server's clock. */
const insert = (t: Tables, pool: string, owner: string, source: string): string =>
  `insert into ${t.rate_taken} (pool, owner, number, told_at, waits, counts, ends_at)
   select ${pool}, ${owner}, r.number, clock.now, r.waits, r.counts,
     clock.now + (select max(w) from unnest(r.waits) w) * interval '1 millisecond'
   from ${source} r cross join (select clock_timestamp() as now) clock
   where cardinality(r.waits) > 0`

/** $1 pool, $2 owner, $3 units, $4 numbers of the reports that count, $5 reports */
const tell = (t: Tables): string =>
  `with gone as (
     delete from ${t.rate_taken} where pool = $1 and owner = $2
       and number not in (select n::int8 from json_array_elements_text($4::text::json) n)
   ), report as materialized (
     select * from json_to_recordset($5::text::json) as x(${reportColumns})
   ), told as (
     ${insert(t, "$1", "$2", "report")}
     on conflict (pool, owner, number) do update set told_at = excluded.told_at, waits = excluded.waits,
       counts = excluded.counts, ends_at = excluded.ends_at
   )
   insert into ${t.rate_share} (pool, owner, units, seen_at) values ($1, $2, $3::text::int4, clock_timestamp())
   on conflict (pool, owner) do update set units = excluded.units, seen_at = excluded.seen_at`

/** $1 owner, $2 pools whose reserves are confirmed, $3 pools that are given up */
const keep = (t: Tables): string =>
  `with gone as (
     delete from ${t.rate_share} where owner = $1 and pool in (select json_array_elements_text($3::text::json))
   )
   update ${t.rate_share} set seen_at = clock_timestamp()
   where owner = $1 and pool in (select json_array_elements_text($2::text::json)) returning pool`

/** $1 owner, $2 reports by pool */
const leave = (t: Tables): string =>
  `with held as materialized (
     select * from json_to_recordset($2::text::json) as x(pool text, ${reportColumns})
   ), told as (
     ${insert(t, "r.pool", "$1", "held")}
   )
   delete from ${t.rate_share} s using held h where s.owner = $1 and s.pool = h.pool`

const sweep = (t: Tables): string =>
  `delete from ${t.rate_taken} where (pool, owner, number) in (
     select pool, owner, number from ${t.rate_taken} where ends_at <= clock_timestamp() limit 1000
     for update skip locked
   )`

export const make = (db: Database, owner: string): Shares => {
  const { query, tables: t } = db
  return {
    locked: (pool, effect) =>
      transaction(
        db,
        Effect.andThen(
          query("select pg_advisory_xact_lock(hashtext($1), hashtext($2))::text", [t.rate_share, pool]),
          effect
        )
      ),
    look: (pool, windowMillis, leaving) =>
      Effect.map(
        query<Others>(look(t), [pool, owner, String(windowMillis + silence * 1000), String(leaving)]),
        ([others]) => others!
      ),
    tell: (pool, { live, reports, units }) =>
      Effect.asVoid(query(tell(t), [pool, owner, String(units), JSON.stringify(live), JSON.stringify(reports)])),
    keep: (held, idle) =>
      Effect.map(
        query<{ readonly pool: string }>(keep(t), [owner, JSON.stringify(held), JSON.stringify(idle)]),
        (rows) => new Set(rows.map(({ pool }) => pool))
      ),
    leave: (pools) => Effect.asVoid(query(leave(t), [owner, JSON.stringify(pools)])),
    sweep: Effect.suspend(() => Effect.asVoid(query(sweep(t))))
  }
}
