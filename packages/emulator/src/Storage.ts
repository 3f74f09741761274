/**
 * Where the emulator keeps its data: in memory, or in the PostgreSQL that `DATABASE_URL` names.
 */
import type { StoreError } from "@signalbox/core/port/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { Storage } from "./Emulator.ts"

export const layer = (databaseUrl: Redacted.Redacted | null): Layer.Layer<Storage, StoreError> =>
  databaseUrl === null ? MemoryStore.layer : PostgresStore.layer({ url: databaseUrl })
