/**
 * The nodes that hold work. One process has the file to itself, so whatever another process held is free again as soon
 * as the file is opened; only a node that ended within the process has to be forgotten.
 */
import type { NodeId } from "@signalbox/core/Id"
import type { StoreError } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class SqliteNodes extends Context.Service<SqliteNodes, {
  /** Frees everything that the node holds. */
  readonly forget: (node: NodeId) => Effect.Effect<void, StoreError>
}>()("@signalbox/sqlite/SqliteNodes") {}
