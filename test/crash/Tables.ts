/** Reads the tables of nodes and work: who counts as alive, and all of it for whoever looks into a failure. */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Schema } from "../postgres/Schema.ts"

const asked = <A, E>({ url }: Schema, question: Effect.Effect<A, E, PgClient>): Promise<A> =>
  question.pipe(
    Effect.provide(Layer.fresh(PostgresStore.client({ url, maxConnections: 1 }))),
    Effect.scoped,
    Effect.runPromise
  )

/** Returns whether a node of this name counts as alive. */
export const hasNode = (schema: Schema, id: string): Promise<boolean> =>
  asked(
    schema,
    Effect.flatMap(PgClient, (client) =>
      Effect.map(
        client.unsafe<object>(`select 1 from "${schema.name}".node where id = $1`, [id]),
        (rows) => rows.length > 0
      ))
  )

const tables = ["node", "work", "lane_ready"] as const

export const read = (schema: Schema): Promise<object> =>
  asked(
    schema,
    Effect.flatMap(PgClient, (client) =>
      Effect.all(Object.fromEntries(tables.map((table) => [
        table,
        client.unsafe<object>(`select row_to_json(t)::text as row from "${schema.name}".${table} t limit 200`)
      ]))))
  )
