/**
 * The nodes that work on a store in PostgreSQL. A node that is silent for three heartbeats (fifteen seconds by default)
 * counts as dead; `forget` declares one dead earlier.
 */
import type { NodeId } from "@signalbox/core/Id"
import type { StoreError } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class PostgresNodes extends Context.Service<PostgresNodes, {
  /** Declares a node dead: its leases are void and others may claim its work. A node of that name may come back. */
  readonly forget: (node: NodeId) => Effect.Effect<void, StoreError>
}>()("@signalbox/postgres/PostgresNodes") {}
