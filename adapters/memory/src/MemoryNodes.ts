/**
 * The nodes that work on a store in memory. They end with its process, so nothing here watches them: a test that
 * simulates several nodes on one store declares the dead ones itself.
 */
import type { NodeId } from "@signalbox/core/Id"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class MemoryNodes extends Context.Service<MemoryNodes, {
  /** Declares a node dead: its leases are void and others may claim its work. A node of that name may come back. */
  readonly forget: (node: NodeId) => Effect.Effect<void>
}>()("@signalbox/memory/MemoryNodes") {}
