/**
 * The file as an operator sees it, while the process has it to itself.
 */
import type { StoreError } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class SqliteFile extends Context.Service<SqliteFile, {
  /**
   * Writes a copy of the whole database to a path, while the service goes on, and checks it. It holds all that was
   * committed before, and maybe some of what is committed meanwhile. A file that is there is replaced once the copy is
   * whole; after a failure it is as it was.
   */
  readonly backup: (path: string) => Effect.Effect<void, StoreError>
}>()("@signalbox/sqlite/SqliteFile") {}
