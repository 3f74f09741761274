/**
 * Brings the schema up to date, forward only. Nodes that start at the same time take turns by an advisory lock. A step
 * that meets a deadlock with nodes at work is done again.
 */
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { transaction } from "../connection/database.ts"
import { derive } from "./deriving.ts"
import type { Migration } from "./migrations.ts"
import { migrations } from "./migrations.ts"

/** Any number will do, as long as it stays the same: together with the schema's name it names the lock. */
const lockClass = 7_061_927

/** A step that this version does not know, and whether it stops nodes that do not know it. */
interface Later {
  readonly name: string
  readonly stops: boolean
}

interface Standing {
  /** The names of the steps that are not in place. */
  readonly missing: ReadonlyArray<string>
  /** The steps that newer versions have made. */
  readonly later: ReadonlyArray<Later>
}

/** Compares the schema with what this version knows. What a newer version has only added is no matter. */
export const standing = Effect.fnUntraced(function*(
  { query, tables }: Database,
  steps: ReadonlyArray<Migration> = migrations
) {
  const latest = Math.max(...steps.map(({ id }) => id))
  const [found] = yield* query<{ readonly table: string | null }>("select to_regclass($1)::text as table", [
    tables.migration
  ])
  const made = found!.table === null ? [] : yield* query<Later & { readonly id: number }>(
    `select id, name, stops_earlier as stops from ${tables.migration} order by id`
  )
  const ids = new Set(made.map(({ id }) => id))
  return {
    missing: steps.filter(({ id }) => !ids.has(id)).map(({ name }) => name),
    later: made.filter(({ id }) => id > latest).map(({ name, stops }) => ({ name, stops }))
  } satisfies Standing
})

/** Returns the names of the migrations that are not in place. */
export const pending = (db: Database, steps: ReadonlyArray<Migration> = migrations) =>
  Effect.map(standing(db, steps), ({ missing }) => missing)

/** Returns the names of the migrations that it has made. */
export const migrate = (
  db: Database,
  schema: string,
  steps: ReadonlyArray<Migration> = migrations
): Effect.Effect<ReadonlyArray<string>, SqlError> => {
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
        (id int4 primary key, name text not null, applied_at timestamptz not null default now(),
         stops_earlier boolean not null default false)`
      )
      const [last] = yield* query<{ readonly id: number }>(
        `select coalesce(max(id), 0)::int4 as id from ${tables.migration}`
      )
      const pending = steps.filter(({ id }) => id > last!.id)
      for (const { id, name, statements, stopsEarlier = false } of pending) {
        for (const statement of statements(tables)) yield* query(statement)
        yield* query(
          `insert into ${tables.migration} (id, name, stops_earlier) values ($1::int4, $2, $3::boolean)`,
          [id, name, stopsEarlier]
        )
      }
      // Rows are derived by the current rules, whatever the steps in between were.
      const kinds = new Set(pending.flatMap(({ derives = [] }) => derives))
      for (const kind of kinds) yield* derive(db, kind)
      return pending.map(({ name }) => name)
    })
  )
}
