/**
 * What a node knows of its own worker. Some steps make sense only where the next one happens on the same node, so whoever
 * commits asks whether the worker takes work now.
 *
 * A node without a worker, one that is being drained, one whose clock is off, and a call within a host's transaction
 * never take any.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { HeldAtOnce } from "./HeldAtOnce.ts"
import * as News from "./News.ts"

export interface LocalWorker {
  /** Returns whether the worker of this node takes work now. */
  readonly isTaking: () => boolean
  /** The worker says whether it takes work from now on. */
  readonly takes: (isTaking: boolean) => void
  readonly hands: () => Hands
  /** The worker says what it does for those who commit from now on. */
  readonly lends: (hands: Hands) => void
}

/** What a worker does for those who commit on its node. */
export interface Hands {
  /** Commits such that the worker holds at once what it is about to do. */
  readonly commit: HeldAtOnce["commit"]
  readonly known: () => News.Known
}

export const none: Hands = { commit: (commits, apply) => apply(commits), known: () => News.nothing }

/** Outside of an engine there is no worker. */
export const LocalWorker = Context.Reference<LocalWorker>("@signalbox/core/engine/LocalWorker", {
  defaultValue: () => ({ isTaking: () => false, takes: () => {}, hands: () => none, lends: () => {} })
})

const make = (): LocalWorker => {
  let isTaking = false
  let hands = none
  return {
    hands: () => hands,
    lends: (now) => {
      hands = now
    },
    isTaking: () => isTaking,
    takes: (now) => {
      isTaking = now
    }
  }
}

/** Each engine has one of its own. */
export const layer: Layer.Layer<never> = Layer.fresh(Layer.sync(LocalWorker, make))
