/**
 * Tells which steps the storage lacks to have the schema of this version. A storage without a schema, such as memory,
 * lacks nothing.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StoreError } from "./Store.ts"

export interface Migrations {
  /** The names of the steps that are not in place. */
  readonly missing: Effect.Effect<ReadonlyArray<string>, StoreError>
}

export const Migrations = Context.Reference<Migrations>("@signalbox/core/port/Migrations", {
  defaultValue: () => ({ missing: Effect.succeed([]) })
})
