/**
 * The form in which packages bring carriers to a service, whoever composes it.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import type { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { Inbound } from "@signalbox/core/Inbound"
import type { Receipts } from "@signalbox/core/Receipts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** The services to which a carrier's hook brings what it is told. */
export type Ways = Receipts | Inbound | ConsentSignals

/** A carrier for `createSignalbox`, whose Layer is also one for services of Effect. */
export interface CarrierLayer {
  readonly kind: "carrier-layer"
  readonly id: string
  readonly channels: ReadonlyArray<Channel>
  readonly layer: Layer.Layer<Carriers, never, Ways>
}

/** All the carriers of a service, in the order in which they are tried. What they hold open ends with the Layer. */
export const all = (
  ...carriers: ReadonlyArray<Effect.Effect<Carrier, never, Ways | Scope.Scope>>
): Layer.Layer<Carriers, never, Ways> => Layer.effect(Carriers, Effect.forEach(carriers, (carrier) => carrier))

export const make = (
  { channels, id }: { readonly id: string; readonly channels: ReadonlyArray<Channel> },
  carrier: Effect.Effect<Carrier, never, Ways | Scope.Scope>
): CarrierLayer => ({ kind: "carrier-layer", id, channels, layer: all(carrier) })
