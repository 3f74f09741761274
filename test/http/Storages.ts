/**
 * The storages that the HTTP suites run on.
 */
import type * as Emulator from "@signalbox/emulator/Emulator"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "../postgres/Schema.ts"

export type Storage = Layer.Layer<Emulator.Storage, unknown>

export const memory: Storage = MemoryStore.layer

/** A database of its own each time it is built. */
export const sqlite: Storage = SqliteStore.layer({ file: ":memory:" })

/** A schema of its own each time it is built. */
export const postgres: Storage = Layer.unwrap(
  Effect.map(Schema.fresh(), ({ name, url }) => PostgresStore.layer({ url, schema: name }))
)

/** Returns the storage that a process of its own is told: `SUBJECT_URL` and `SUBJECT_SCHEMA`, or nothing for memory. */
export const fromEnvironment = (): Storage => {
  const url = process.env["SUBJECT_URL"]
  const schema = process.env["SUBJECT_SCHEMA"]
  return url === undefined || schema === undefined ? memory : PostgresStore.layer({ url, schema })
}
