/**
 * The store in memory, as the simulated world wants it: empty, and answering immediately. Each decision in it is held to what it
 * has read.
 */
import { Directory } from "@signalbox/core/Directory"
import { Idempotency } from "@signalbox/core/Idempotency"
import { DecisionWatch } from "@signalbox/core/internal/engine/DecisionWatch"
import { Store } from "@signalbox/core/Store"
import * as MemoryDirectory from "@signalbox/memory/MemoryDirectory"
import { MemoryNodes } from "@signalbox/memory/MemoryNodes"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import type { Backend } from "@signalbox/testing/simulation/Simulation"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Expectations from "../core/DecisionWatch.ts"

export const memory: Effect.Effect<Backend, never, Scope.Scope> = Effect.map(
  Layer.build(Layer.fresh(MemoryStore.layerStore)),
  (context) => ({
    store: Context.get(context, Store),
    idempotency: Context.get(context, Idempotency),
    killNode: Context.get(context, MemoryNodes).forget,
    references: Context.make(DecisionWatch, Expectations.watch)
  })
)

/** A directory in memory, for a world with several cells. */
export const directory: Effect.Effect<Directory["Service"], never, Scope.Scope> = Effect.map(
  Layer.build(Layer.fresh(MemoryDirectory.layer)),
  Context.get(Directory)
)
