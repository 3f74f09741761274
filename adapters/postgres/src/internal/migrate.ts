/**
 * Brings the schema up to date, forward only. Nodes that start at once take turns by an advisory lock. A step that meets
 * a deadlock with nodes at work is done again.
 */
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "./database.ts"
import { transaction } from "./database.ts"
import { derive } from "./deriving.ts"
import { migrations } from "./migrations.ts"

/** Any number will do, as long as it stays the same: together with the schema's name it names the lock. */
const lockClass = 7_061_927

/** Returns the names of the migrations that are not in place. What a newer version has added is no matter. */
export const pending = Effect.fnUntraced(function*({ query, tables }: Database) {
  const [found] = yield* query<{ readonly table: string | null }>("select to_regclass($1)::text as table", [
    tables.migration
  ])
  const made = found!.table === null ? [] : yield* query<{ readonly id: number }>(`select id from ${tables.migration}`)
  const ids = new Set(made.map(({ id }) => id))
  return migrations.filter(({ id }) => !ids.has(id)).map(({ name }) => name)
})

/** Returns the names of the migrations that it has made. */
export const migrate = (db: Database, schema: string): Effect.Effect<ReadonlyArray<string>, SqlError> => {
  const { query, tables } = db
  return transaction(
    db,
    Effect.gen(function*() {
      // A large step may take its time, and so may the wait for another node's.
      yield* query("select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)")
      yield* query("select pg_advisory_xact_lock($1::int4, hashtext($2))::text", [lockClass, schema])
      const found = yield* query("select 1 as found from pg_namespace where nspname = $1", [schema])
      // A database user without the permission to create schemas can be given one.
      if (found.length === 0) yield* query(`create schema ${tables.schema}`)
      yield* query(
        `create table if not exists ${tables.migration}
        (id int4 primary key, name text not null, applied_at timestamptz not null default now())`
      )
      const [last] = yield* query<{ readonly id: number }>(
        `select coalesce(max(id), 0)::int4 as id from ${tables.migration}`
      )
      const pending = migrations.filter(({ id }) => id > last!.id)
      for (const { id, name, statements } of pending) {
        for (const statement of statements(tables)) yield* query(statement)
        yield* query(`insert into ${tables.migration} (id, name) values ($1::int4, $2)`, [id, name])
      }
      // Rows are derived by the current rules, whatever the steps in between were.
      const kinds = new Set(pending.flatMap(({ derives = [] }) => derives))
      for (const kind of kinds) yield* derive(db, kind)
      return pending.map(({ name }) => name)
    })
  )
}
