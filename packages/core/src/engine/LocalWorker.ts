/**
 * What a node knows of its own worker. Some steps make sense only where the next one happens on the same node, so whoever
 * commits asks whether the worker takes work now.
 *
 * A node without a worker, one that is being drained, one whose clock is off, and a call within a host's transaction
 * never take any.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

export interface LocalWorker {
  /** Returns whether the worker of this node takes work now. */
  readonly isTaking: () => boolean
  /** The worker says whether it takes work from now on. */
  readonly takes: (isTaking: boolean) => void
}

/** Outside of an engine there is no worker. */
export const LocalWorker = Context.Reference<LocalWorker>("@signalbox/core/engine/LocalWorker", {
  defaultValue: () => ({ isTaking: () => false, takes: () => {} })
})

const make = (): LocalWorker => {
  let isTaking = false
  return {
    isTaking: () => isTaking,
    takes: (now) => {
      isTaking = now
    }
  }
}

/** Each engine has one of its own. */
export const layer: Layer.Layer<never> = Layer.fresh(Layer.sync(LocalWorker, make))
