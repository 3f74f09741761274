/**
 * The storage that the options name, as Layers.
 */
import type { Idempotency } from "@signalbox/core/Idempotency"
import type { Lockout } from "@signalbox/core/Lockout"
import type { Pace } from "@signalbox/core/Pace"
import type { RateWindow } from "@signalbox/core/RateWindow"
import type { Store, StoreError } from "@signalbox/core/Store"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as HostClient from "@signalbox/postgres/HostClient"
import * as PostgresSignal from "@signalbox/postgres/PostgresSignal"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Layer from "effect/Layer"
import type { PostgresStorage, Storage } from "../Storage.ts"

export interface Place {
  readonly storage: Layer.Layer<Store | Idempotency | RateWindow | Lockout | Pace, StoreError>
  /** What wakes the workers of all nodes that keep their data here. */
  readonly signal: Layer.Layer<WorkSignal.WorkSignal, StoreError>
}

const memory: Place = { storage: Layer.fresh(MemoryStore.layer), signal: Layer.fresh(WorkSignal.layer) }

const clientOf = ({ database, maxConnections, pooler = false }: PostgresStorage) =>
  typeof database === "string"
    ? PostgresStore.client({ url: database, pooler, ...(maxConnections === undefined ? {} : { maxConnections }) })
    : HostClient.layerPool(database)

const postgres = (storage: PostgresStorage): Place => {
  const { database, migrate = "auto", pooler = false, schema } = storage
  const client = clientOf(storage)
  const named = schema === undefined ? {} : { schema }
  return {
    storage: PostgresStore.layerClient({ ...named, migrate }).pipe(Layer.provide(client)),
    // Listening needs a connection of its own, which neither a pooler nor the host's pool gives away for good.
    signal: PostgresSignal.layer({ ...named, pooler: pooler || typeof database !== "string" }).pipe(
      Layer.provide(client)
    )
  }
}

export const make = (storage: Storage): Place => storage.kind === "memory" ? memory : postgres(storage)
