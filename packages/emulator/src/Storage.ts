/**
 * The emulator keeps its data in memory, or in the PostgreSQL that `DATABASE_URL` names. The simulated networks are
 * kept in the same place, in tables of their own, unless they are told to stay in memory.
 */
import type { StoreError } from "@signalbox/core/Store"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as PostgresSignal from "@signalbox/postgres/PostgresSignal"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { Storage } from "./Emulator.ts"
import * as MemoryNetwork from "./network/MemoryNetwork.ts"
import { Network } from "./network/Network.ts"
import * as PostgresNetwork from "./network/PostgresNetwork.ts"
import type { Settings } from "./Settings.ts"

export interface StorageLayers {
  readonly storage: Layer.Layer<Storage, StoreError>
  readonly network: Layer.Layer<Network, StoreError>
  /** The signal that wakes the workers of all emulators that keep their data here. */
  readonly signal: Layer.Layer<WorkSignal.WorkSignal, StoreError>
  /** Forgets everything that was kept; nothing may be using it meanwhile. */
  readonly wipe: Effect.Effect<void, StoreError>
}

/** Memory is empty each time it is built. */
const memory: StorageLayers = {
  storage: Layer.fresh(MemoryStore.layer),
  network: Layer.fresh(MemoryNetwork.layer),
  signal: Layer.fresh(WorkSignal.layer),
  wipe: Effect.void
}

/**
 * @param kept where the networks keep what they took; `memory`: what the carriers took does not outlive this process, and the database carries the service
 *   alone
 */
export const make = (databaseUrl: Redacted.Redacted | null, kept: Settings["network"] = "storage"): StorageLayers => {
  if (databaseUrl === null) return memory
  const client = PostgresStore.client({ url: databaseUrl })
  const network = kept === "memory" ? memory.network : PostgresNetwork.layer().pipe(Layer.provide(client))
  return {
    storage: PostgresStore.layerClient().pipe(Layer.provide(client)),
    network,
    signal: PostgresSignal.layer().pipe(Layer.provide(client)),
    wipe: Effect.andThen(PostgresStore.wipe(), Effect.flatMap(Network, ({ wipe }) => wipe)).pipe(
      Effect.provide(Layer.merge(client, network))
    )
  }
}
