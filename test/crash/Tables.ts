/**
 * What the tables of work hold, for whoever looks into a failure.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Schema } from "../postgres/Schema.ts"

const tables = ["node", "work", "bell"] as const

export const read = ({ name, url }: Schema): Promise<object> =>
  Effect.flatMap(PgClient, (client) =>
    Effect.all(Object.fromEntries(tables.map((table) => [
      table,
      client.unsafe<object>(`select row_to_json(t)::text as row from "${name}".${table} t limit 200`)
    ])))).pipe(
      Effect.provide(Layer.fresh(PostgresStore.client({ url, maxConnections: 1 }))),
      Effect.scoped,
      Effect.runPromise
    )
