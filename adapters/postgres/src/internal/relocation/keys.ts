/**
 * Finds the keys of rows in their order: a range of them by the index, or those of a kind with few rows whose JSON has a
 * text in a field, by looking through all of the kind.
 */
import type { KeyQuery, Keys } from "@signalbox/core/Relocation"
import type { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { refused } from "../connection/failure.ts"
import { isApart } from "../statement/tables.ts"

const byPrefix = (
  { query, tables: t }: Database,
  { after, found, kind, looked }: KeyQuery,
  prefix: string
): Effect.Effect<Keys, SqlError> => {
  const limit = Math.min(looked, found)
  return Effect.map(
    query<{ readonly key: string }>(
      `select key from ${t.rows} where kind = $1 and key >= $2 and key < $3 and key > $4
       order by key limit $5::text::int8`,
      // What begins so comes before the character that follows the slash, which is 0.
      [kind, prefix, `${prefix.slice(0, -1)}0`, after, String(limit)]
    ),
    (rows) => ({
      keys: rows.map(({ key }) => key),
      next: rows.length < limit ? null : rows.at(-1)?.key ?? null
    })
  )
}

const byField = (
  { query, tables: t }: Database,
  { after, found, kind, looked }: KeyQuery,
  field: string,
  values: ReadonlyArray<string>
): Effect.Effect<Keys, SqlError> =>
  Effect.map(
    query<{ readonly key: string; readonly hit: boolean; readonly looked: number }>(
      `with looked as materialized (
         select key, value from ${t.rows} where kind = $1 and key > $2 order by key limit $3::text::int8
       ), judged as materialized (
         select key, coalesce(
           value::json ->> $4 in (select json_array_elements_text($5::text::json)), false
         ) as hit from looked
       ), hits as (
         select key, hit from judged where hit order by key limit $6::text::int8
       )
       select key, hit, (select count(*)::int4 from looked) as looked from hits
       union all select max(key), false, count(*)::int4 from looked having count(*) > 0`,
      [kind, after, String(looked), field, JSON.stringify(values), String(found)]
    ),
    (rows) => {
      const keys = rows.flatMap(({ hit, key }) => hit ? [key] : [])
      if (keys.length === found) return { keys, next: keys.at(-1) ?? null }
      const last = rows.at(-1)
      return { keys, next: last !== undefined && last.looked === looked ? last.key : null }
    }
  )

export const find = (db: Database, query: KeyQuery): Effect.Effect<Keys, SqlError | StoreError> =>
  isApart(query)
    ? Effect.fail(refused(`rows of kind ${query.kind} are not looked through`))
    : "prefix" in query.by
    ? byPrefix(db, query, query.by.prefix)
    : byField(db, query, query.by.field, query.by.values)
