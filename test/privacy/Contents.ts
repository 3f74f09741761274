/**
 * Storages whose content can be read as it is: what was deleted is not in it.
 */
import * as Needs from "@signalbox/core/Needs"
import type { KindName } from "@signalbox/core/Row"
import { encode, kinds } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { Traces } from "@signalbox/core/Traces"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Storage } from "../http/Storages.ts"
import * as Dumps from "../stores/Dumps.ts"

export interface Readable {
  readonly storage: Storage
  /** All that is kept, a row a line. */
  readonly contents: () => Promise<ReadonlyArray<string>>
  /** Whether it can be read only when the service has stopped. */
  readonly isRead: "always" | "after"
}

const names = Object.keys(kinds) as ReadonlyArray<KindName>

/** Every row has every key in common with the empty text. */
const rows = (store: Store["Service"], traces: Traces) =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    for (const kind of names) {
      const { keys } = yield* traces.find({ kind, text: "", after: "", looked: 1e6, found: 1e6 })
      const facts = yield* store.load({ ...Needs.none, rows: keys.map((key) => ({ kind, key })) })
      for (const { row } of facts.rows.of(kind).values()) {
        if (row !== null) lines.push(JSON.stringify([kind, row.key, encode(row)]))
      }
    }
    return lines
  })

const memory = (): Readable => {
  let read: (() => Promise<ReadonlyArray<string>>) | null = null
  const watching = Layer.effect(
    Store,
    Effect.gen(function*() {
      const store = yield* Store
      const traces = yield* Traces
      read = () => Effect.runPromise(rows(store, traces))
      return store
    })
  )
  return {
    storage: Layer.provideMerge(watching, MemoryStore.layer) as Storage,
    contents: () => read!(),
    isRead: "always"
  }
}

const sqlite = (): Readable => {
  const file = join(mkdtempSync(join(tmpdir(), "privacy-")), "box.db")
  return {
    storage: SqliteStore.layer({ file }),
    contents: () => {
      const database = new DatabaseSync(file, { readOnly: true })
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      const lines = tables.flatMap(({ name }) =>
        database.prepare(`SELECT * FROM "${String(name)}"`).all().map((row) => JSON.stringify([name, row]))
      )
      database.close()
      return Promise.resolve(lines)
    },
    isRead: "after"
  }
}

const postgres = async (): Promise<Readable> => {
  const [, , [, make]] = Dumps.all
  const { dump, storage } = await make()
  return { storage, contents: async () => (await dump()).split("\n"), isRead: "always" }
}

/** By the name of the storage. */
export const all = [["memory", memory], ["SQLite", sqlite], ["PostgreSQL", postgres]] as const
