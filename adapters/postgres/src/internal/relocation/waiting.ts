/**
 * Reads the work of some lanes, whether a node holds it or not, and puts into them what is kept apart since it mostly
 * lapses.
 */
import { make as instant } from "@signalbox/core/Instant"
import type { LaneNameQuery, SettleQuery, Waiting, WaitingQuery } from "@signalbox/core/Relocation"
import type { Lane } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { ripened } from "../commit/lapsing.ts"
import type { Database } from "../connection/database.ts"
import { millis } from "../statement/tables.ts"

/** A place in line: whole microseconds are exact. */
const micros = (at: string): string => `(extract(epoch from ${at}) * 1000000)::int8`

const fromMicros = (p: string): string => `(timestamptz 'epoch' + ${p}::text::int8 * interval '1 microsecond')`

interface Found {
  readonly lane: Lane
  readonly kind: string
  readonly key: string
  readonly at: number
  readonly failures: number
  readonly due: string
  readonly seq: string
}

export const read = (
  { query, tables: t }: Database,
  { after, lanes, limit }: WaitingQuery
): Effect.Effect<Waiting, SqlError> => {
  const [lane, due, seq] = after === null ? ["", "0", "0"] : JSON.parse(after) as [string, string, string]
  const part = (isHeld: string) =>
    `(select kind, key, due_at, seq, failures from ${t.work} w
      where w.lane = l.lane and w.epoch is ${isHeld} and (w.due_at, w.seq) > (
        case when l.lane = $2 then ${fromMicros("$3")} else '-infinity' end,
        case when l.lane = $2 then $4::text::int8 else 0 end
      )
      order by w.due_at, w.seq limit $5::text::int8)`
  return Effect.map(
    query<Found>(
      `select l.lane, w.kind, w.key, ${millis("w.due_at")}::float8 as at, w.failures, ${
        micros("w.due_at")
      }::text as due,
         w.seq::text as seq
       from (
         select lane collate "C" as lane from json_array_elements_text($1::text::json) as x(lane)
       ) l cross join lateral (${part("null")} union all ${part("not null")}) w
       where l.lane >= $2
       order by l.lane, w.due_at, w.seq limit $5::text::int8`,
      [JSON.stringify(lanes), lane, due, seq, String(limit)]
    ),
    (rows) => {
      const last = rows.at(-1)
      return {
        due: rows.map(({ at, failures, key, kind, lane: of }) => ({
          work: { kind, key },
          lane: of,
          at: instant(at),
          ...(failures === 0 ? {} : { failures })
        })),
        next: last === undefined || rows.length < limit ? null : JSON.stringify([last.lane, last.due, last.seq])
      }
    }
  )
}

/** Its place is that of a set among all: no index leads to those of an account, but they stand in the order of the index. */
export const settle = (
  { query, tables: t }: Database,
  { after, looked, owners }: SettleQuery
): Effect.Effect<string | null, SqlError> => {
  const [due, seq] = after === null ? ["0", "0"] : JSON.parse(after) as [string, string]
  return Effect.map(
    query<{ readonly due: string; readonly seq: string; readonly looked: number }>(
      `with looked as materialized (
         -- As a column this is a hash that is made once; as a condition it would be a join.
         select ctid, due_at, seq, split_part(lane, ':', 2) in (
           select json_array_elements_text($4::text::json)
         ) as own from ${t.lapsing}
         where (due_at, seq) > (${fromMicros("$1")}, $2::text::int8)
         order by due_at, seq limit $3::text::int8
       ), ripe as materialized (
         delete from ${t.lapsing} where ctid = any(array(
           select ctid from looked where own
         )) returning *
       ), ${ripened(t)}
       select ${micros("due_at")}::text as due, seq::text as seq, (select count(*)::int4 from looked) as looked
       from looked order by due_at desc, seq desc limit 1`,
      [due, seq, String(looked), JSON.stringify(owners)]
    ),
    ([last]) => last === undefined || last.looked < looked ? null : JSON.stringify([last.due, last.seq])
  )
}

export const held = (
  { query, tables: t }: Database,
  lanes: ReadonlyArray<Lane>
): Effect.Effect<number, SqlError> =>
  Effect.map(
    query<{ readonly held: number }>(
      `select coalesce(sum(w.held), 0)::float8 as held from json_array_elements_text($1::text::json) as l(lane)
       cross join lateral (
         select count(*) as held from ${t.work} w where w.lane = l.lane and w.epoch is not null
       ) w`,
      [JSON.stringify(lanes)]
    ),
    ([row]) => row?.held ?? 0
  )

/** Goes from one name to the next by an index, however much work a lane has. */
const namesOf = (name: string, from: string): string =>
  `${name}(lane) as (
     (select lane from ${from} and lane > $1 and lane < $2 order by lane limit 1)
     union all
     select (select w.lane from ${from} and w.lane > n.lane and w.lane < $2 order by w.lane limit 1) from ${name} n
     where n.lane is not null
   )`

export const lanes = (
  { query, tables: t }: Database,
  { after, kind, limit }: LaneNameQuery
): Effect.Effect<ReadonlyArray<Lane>, SqlError> =>
  Effect.map(
    query<{ readonly lane: Lane }>(
      `with recursive ${namesOf("free", `${t.work} w where epoch is null`)},
       ${namesOf("held", `${t.work} w where epoch is not null`)}
       select lane from (
         (select lane from free where lane is not null limit $3::text::int8)
         union (select lane from held where lane is not null limit $3::text::int8)
         union (
           select lane from ${t.pause} where lane > $1 and lane < $2 order by lane limit $3::text::int8
         )
       ) x order by lane limit $3::text::int8`,
      // A colon follows the kind, and a semicolon the colon.
      [after ?? `${kind}:`, `${kind};`, String(limit)]
    ),
    (rows) => rows.map(({ lane }) => lane)
  )
