/**
 * A node keeps this state of its callers only for itself, stores it nowhere and forgets it when it ends. All mounts of one
 * service share it, and two services of one process share nothing.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as KeyedQueue from "@signalbox/core/KeyedQueue"
import * as Limit from "@signalbox/core/Limit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CallerCache from "./CallerCache.ts"

export class NodeState extends Context.Service<NodeState, {
  /** Remembers what the store has said of callers. */
  readonly callers: CallerCache.CallerCache
  /**
   * The forms of each account. A few of them are read at the same time, so that one account cannot take the memory of all: the next
   * one waits until another is answered, and its bytes stay with the client meanwhile.
   */
  readonly forms: KeyedQueue.KeyedQueue<AccountId, void>
}>()("@signalbox/http/NodeState") {}

export const make = (): NodeState["Service"] => ({
  callers: CallerCache.make(),
  forms: KeyedQueue.make<AccountId, void>(Effect.void, { places: Limit.concurrentForms })
})

/** Each service has its own, also where several are built together. */
export const layer: Layer.Layer<NodeState> = Layer.fresh(Layer.sync(NodeState, make))
