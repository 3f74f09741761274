/**
 * The carriers that a node cannot reach for now, as they have told it themselves (Busy that holds the node). Meanwhile the
 * node leaves their lines to nodes that reach them.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { CarrierId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"

export class CarrierReach extends Context.Service<CarrierReach, {
  /** The carrier takes nothing from this node before the instant. */
  readonly lose: (carrier: CarrierId, until: Instant) => void
  /** Returns whether this node may ask the carrier at an instant. */
  readonly isReached: (carrier: CarrierId, at: Instant) => boolean
  /** Returns the carriers that it may not ask. */
  readonly unreached: (at: Instant) => ReadonlyArray<CarrierId>
}>()("@signalbox/core/carrier/CarrierReach") {}

const make = (): CarrierReach["Service"] => {
  const lost = new Map<CarrierId, Instant>()
  const isReached = (carrier: CarrierId, at: Instant): boolean => (lost.get(carrier) ?? -Infinity) <= at
  return {
    lose: (carrier, until) => void lost.set(carrier, until),
    isReached,
    unreached: (at) => [...lost.keys()].filter((carrier) => !isReached(carrier, at))
  }
}

/** The carriers as one worker reaches them. */
export const layer: Layer.Layer<CarrierReach> = Layer.sync(CarrierReach, make)
