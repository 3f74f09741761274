/** The nodes of a crash test keep their data in a PostgreSQL server that outlives them, or in a file. */
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Schema from "../postgres/Schema.ts"
import * as Kept from "./Kept.ts"
import * as Tables from "./Tables.ts"

export interface Database {
  /** A node finds the database by these, in its environment. */
  readonly settings: Readonly<Record<string, string>>
  /** Returns what the database holds, while the node at this address is up. */
  readonly kept: (url: string) => Promise<Kept.Kept>
  /** All that helps whoever looks into a failure. */
  readonly tables: () => Promise<object>
  readonly remove: () => Promise<void>
}

export interface Postgres extends Database {
  readonly schema: Schema.Schema
  /** Waits until nobody holds work in the name of this node any more; tells whether that was so in time. */
  readonly isBuried: (id: string, millis: number) => Promise<boolean>
}

/**
 * @param remove ends it, once no node uses it any more
 * @param pooler whether a pooler stands before it that keeps no sessions
 */
export const on = (schema: Schema.Schema, remove: () => Promise<void>, pooler = false): Postgres => ({
  schema,
  settings: { DATABASE_URL: schema.url, DATABASE_SCHEMA: schema.name },
  // Read past every node.
  kept: () =>
    Kept.read.pipe(
      Effect.provide(PostgresStore.layer({ url: schema.url, schema: schema.name, heartbeatMillis: 300, pooler })),
      Effect.runPromise
    ),
  isBuried: async (id, millis) => {
    const end = performance.now() + millis
    while (await Tables.hasNode(schema, id)) {
      if (performance.now() > end) return false
      await sleep(100)
    }
    return true
  },
  tables: () => Tables.read(schema),
  remove
})

export const postgres = async (): Promise<Postgres> => {
  const scope = Scope.makeUnsafe()
  const schema = await Effect.runPromise(Effect.provideService(Schema.fresh({ durable: true }), Scope.Scope, scope))
  return on(schema, () => Effect.runPromise(Scope.close(scope, Exit.void)))
}

/** A node has the file to itself, so the node is asked what is in it. */
export const sqlite = (): Database => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-crash-"))
  return {
    settings: { SQLITE_FILE: join(folder, `${randomUUID()}.db`) },
    kept: async (url) => await (await fetch(`${url}/kept`, { method: "POST", body: "{}" })).json() as Kept.Kept,
    tables: () => Promise.resolve({}),
    remove: () => Promise.resolve(rmSync(folder, { recursive: true, force: true }))
  }
}
