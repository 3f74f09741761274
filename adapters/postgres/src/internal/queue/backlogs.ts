/**
 * The lanes in which work waits. From one lane to the next it goes by the index of free work, so that it looks at as many
 * lanes as it returns, and counts each only as far as it is asked to.
 */
import { make as instantOf } from "@signalbox/core/Instant"
import type { LaneBacklog, LaneQuery } from "@signalbox/core/LaneBacklog"
import type { Lane } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import type { Tables } from "../statement/tables.ts"
import { millis, serviceClock } from "../statement/tables.ts"
import { pauseOf } from "./pauses.ts"

/** $1 the lane before the first one, $2 the end of the kind, $3 limit, $4 depth, $5 offset */
const found = (t: Tables): string => {
  const next = (after: string): string =>
    `(select w.lane from ${t.work} w where w.epoch is null and w.lane > ${after} and w.lane < $2::text collate "C"
      order by w.lane limit 1)`
  const counted = (state: string): string =>
    `(select count(*)::int4 from (
       select from ${t.work} w where w.lane = n.lane and w.epoch ${state} limit $4::text::int8
     ) x)`
  return `with recursive name as (
     select ${next(`$1::text collate "C"`)} as lane, 1 as number
     union all
     select ${next("name.lane")}, name.number + 1 from name
     where name.lane is not null and name.number < $3::text::int8
   )
   select n.lane, (
       select ${millis("w.due_at")}::float8 from ${t.work} w where w.lane = n.lane and w.epoch is null
       order by w.due_at, w.seq limit 1
     ) as first_at, ${counted("is null")} as waiting, ${counted("is not null")} as held, (
       select ${millis("p.until")}::float8 from ${pauseOf(t, "n.lane", serviceClock("$5"))}
     ) as paused_until
   from name n where n.lane is not null order by n.number`
}

interface Row {
  readonly lane: Lane
  readonly first_at: number
  readonly waiting: number
  readonly held: number
  readonly paused_until: number | null
}

/** The character after the colon, by which lanes of a kind end. */
const end = (kind: string): string => `${kind};`

export const read = (
  { query, tables }: Database,
  { after, depth, kind, limit, offset }: LaneQuery
): Effect.Effect<ReadonlyArray<LaneBacklog>, SqlError> =>
  limit < 1 ? Effect.succeed([]) : Effect.map(
    query<Row>(found(tables), [after ?? `${kind}:`, end(kind), String(limit), String(depth), String(offset)]),
    (rows) =>
      rows.map((row) => ({
        lane: row.lane,
        firstAt: instantOf(row.first_at),
        waiting: row.waiting,
        held: row.held,
        pausedUntil: row.paused_until === null ? null : instantOf(row.paused_until)
      }))
  )
