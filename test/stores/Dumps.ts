/**
 * Stores whose whole content can be read as one text, for tests of what is at rest.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Store } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "vitest"
import type { Storage } from "../http/Storages.ts"
import * as Schema from "../postgres/Schema.ts"

export interface DumpableStorage {
  readonly storage: Storage
  /** All that is kept, as one text. */
  readonly dump: () => Promise<string>
}

/** All that the memory store was ever given: it keeps it as it is. */
const memory = (): DumpableStorage => {
  const kept: Array<string> = []
  const recording = Layer.effect(
    Store,
    Effect.map(Store, (store) => ({
      ...store,
      commit: (batch) => {
        kept.push(JSON.stringify(batch))
        return store.commit(batch)
      }
    }))
  )
  return {
    storage: Layer.provideMerge(recording, MemoryStore.layer) as Storage,
    dump: () => Promise.resolve(kept.join("\n"))
  }
}

const sqlite = (): DumpableStorage => {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"))
  return {
    storage: SqliteStore.layer({ file: join(folder, "box.db") }),
    dump: () =>
      Promise.resolve(readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1")).join("\n"))
  }
}

const postgres = async (): Promise<DumpableStorage> => {
  const scope = await Effect.runPromise(Scope.make())
  const { name, url } = await Effect.runPromise(Effect.provideService(Schema.fresh(), Scope.Scope, scope))
  const texts = Effect.gen(function*() {
    const client = yield* PgClient
    const tables = yield* client.unsafe<{ readonly name: string }>(
      "select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = $1 and relkind = 'r'",
      [name]
    )
    expect(tables.length).toBeGreaterThan(10)
    const all = tables.map((table) => `select t::text as row from "${name}"."${table.name}" t`)
    const found = yield* client.unsafe<{ readonly row: string }>(all.join(" union all "))
    return found.map(({ row }) => row).join("\n")
  })
  return {
    storage: PostgresStore.layer({ url, schema: name }),
    dump: () =>
      Effect.runPromise(
        Effect.scoped(Effect.provide(texts, Layer.fresh(PostgresStore.client({ url, maxConnections: 1 }))))
      )
  }
}

/** By the name of the storage. */
export const all = [["memory", memory], ["SQLite", sqlite], ["PostgreSQL", postgres]] as const
