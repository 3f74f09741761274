/**
 * Fixed windows: one row and one statement for each request, since such pools are small.
 */
import type { Instant } from "@signalbox/core/Instant"
import { make as instantOf } from "@signalbox/core/Instant"
import type { Take, Taken } from "@signalbox/core/RateWindow"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { retrying } from "../connection/database.ts"
import { instant, millis } from "../statement/tables.ts"

const admitted: Taken = { _tag: "Admitted" }

export const make = (db: Database): (take: Take) => Effect.Effect<Taken, SqlError> => {
  const { query, tables: t } = db
  let takes = 0

  const takeOne = ({ limit, millis: length, now, pool }: Take): Effect.Effect<Taken, SqlError> =>
    Effect.map(
      retrying(
        db,
        query<{ readonly admitted: boolean; readonly until: number }>(
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
        )
      ),
      ([row]) => row!.admitted ? admitted : { _tag: "Exhausted", until: instantOf(row!.until) }
    )

  const sweep = (now: Instant) =>
    Effect.ignore(query(
      `delete from ${t.rate_fixed} where pool in (
         select pool from ${t.rate_fixed} where ends_at <= ${instant("$1::text::int8")} limit 1000
         for update skip locked
       )`,
      [String(now)]
    ))

  return (take) => {
    const taken = takeOne(take)
    return ++takes % 256 === 0 ? Effect.tap(taken, sweep(take.now)) : taken
  }
}
