/**
 * The storage that the options name, as Layers.
 */
import type { Directory } from "@signalbox/core/Directory"
import type { Idempotency } from "@signalbox/core/Idempotency"
import type { Lockout } from "@signalbox/core/Lockout"
import type { Pace } from "@signalbox/core/Pace"
import type { RateWindow } from "@signalbox/core/RateWindow"
import type { Store, StoreError } from "@signalbox/core/Store"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryDirectory from "@signalbox/memory/MemoryDirectory"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CellsStorage, PostgresStorage, SqliteStorage, Storage } from "../Storage.ts"

export interface StorageLayer {
  readonly storage: Layer.Layer<Store | Idempotency | RateWindow | Lockout | Pace, StoreError>
  /** The signal that wakes the workers of all nodes that keep their data here. */
  readonly signal: Layer.Layer<WorkSignal.WorkSignal, StoreError>
  /** The directory of cells, where this storage has one. */
  readonly directory: Layer.Layer<Directory, StoreError>
  /** Ends all connections of its own immediately, for whoever cannot wait for a database that is silent. */
  readonly cut: () => void
}

const memory = (): StorageLayer => ({
  storage: Layer.fresh(MemoryStore.layer),
  signal: Layer.fresh(WorkSignal.layer),
  directory: Layer.fresh(MemoryDirectory.layer),
  cut: () => {}
})

/** A host that keeps its data elsewhere does not load PostgreSQL. */
const postgres = (storage: PostgresStorage): StorageLayer => {
  const ending = new AbortController()
  // Both layers share one client.
  let loading: Promise<Omit<StorageLayer, "cut">> | null = null
  const loaded = Effect.promise(() =>
    loading ??= import("./postgresLayer.ts").then((PostgresLayer) => PostgresLayer.make(storage, ending.signal))
  )
  return {
    storage: Layer.unwrap(Effect.map(loaded, (made) => made.storage)),
    signal: Layer.unwrap(Effect.map(loaded, (made) => made.signal)),
    directory: Layer.unwrap(Effect.map(loaded, (made) => made.directory)),
    cut: () => ending.abort()
  }
}

/** A host that keeps its data elsewhere does not load SQLite, of which some versions of Node warn. */
const sqlite = ({ file, missingLog = "refuse" }: SqliteStorage): StorageLayer => ({
  storage: Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@signalbox/sqlite/SqliteStore")),
      (SqliteStore) => SqliteStore.layer({ file, missingLog })
    )
  ),
  signal: Layer.fresh(WorkSignal.layer),
  directory: Layer.fresh(MemoryDirectory.layer),
  cut: () => {}
})

export const make = (storage: Exclude<Storage, CellsStorage>): StorageLayer => {
  switch (storage.kind) {
    case "memory":
      return memory()
    case "postgres":
      return postgres(storage)
    case "sqlite":
      return sqlite(storage)
  }
}
