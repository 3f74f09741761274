/**
 * Tells when the next work falls due: whoever asks for that, and a claim that brings nothing in its own statement.
 */
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { first as firstLapsing } from "../commit/lapsing.ts"
import type { Database } from "../connection/database.ts"
import type { Tables } from "../statement/tables.ts"
import { millis, serviceClock } from "../statement/tables.ts"
import { pauseOf } from "./pauses.ts"

/** The first item of all work that no node holds, which is read only where somebody asks for it. */
export const head = (t: Tables): string =>
  `head as materialized (
     select due_at, lane from ${t.work} where epoch is null and seq > 0 order by due_at limit 1
   )`

/**
 * Selects the earliest instant of work that no node holds, given the parts `clock` and `head`.
 *
 * The first item of all is the answer, unless its lane is paused. Then the items behind it may all be of that lane,
 * so nobody reads over them: work that is due already is looked for in the lanes whose entries of `lane_ready` are due,
 * later work is found from now on, and each paused lane adds the end of its pause.
 */
export const soonest = (t: Tables): string => {
  const isPaused = (lane: string): string => `exists (select from ${pauseOf(t, lane, "(select now from clock)")})`
  const firstOf = (lane: string): string =>
    `(select w.due_at from ${t.work} w where w.lane = ${lane} and w.epoch is null order by w.due_at, w.seq limit 1) f`
  return `select ${millis("min(at)")} from (
     select due_at as at from head where not ${isPaused("head.lane")}
     union all
     select least(
       (
         select min(f.due_at) from (
           select distinct lane from (
             -- By their instants, not by their lanes.
             select lane from ${t.lane_ready} where at <= (select now from clock) offset 0
           ) b
         ) b cross join lateral ${firstOf("b.lane")} where not ${isPaused("b.lane")}
       ),
       (
         select w.due_at from ${t.work} w
         where w.epoch is null and w.seq > 0 and w.due_at > (select now from clock) and not ${isPaused("w.lane")}
         order by w.due_at limit 1
       ),
       (
         select min(greatest(f.due_at, p.until)) from ${t.pause} p
         cross join lateral ${firstOf("p.lane")} where p.until > (select now from clock)
       )
     ) from head where ${isPaused("head.lane")}
     union all select ${firstLapsing(t)}
   ) x`
}

/** $1 offset */
const next = (t: Tables): string =>
  `with clock as materialized (select ${serviceClock("$1")} as now), ${head(t)} select (${soonest(t)})::float8 as at`

export const nextDue = ({ query, tables }: Database, offset: number): Effect.Effect<number | null, SqlError> =>
  Effect.map(query<{ readonly at: number | null }>(next(tables), [String(offset)]), ([row]) => row!.at)
