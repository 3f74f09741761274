/**
 * Operators as the carriers of a service.
 */
import { Carriers } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import type { Inbound } from "@signalbox/core/Inbound"
import type { Receipts } from "@signalbox/core/Receipts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Options } from "./Options.ts"
import { check } from "./Options.ts"
import * as SmppCarrier from "./SmppCarrier.ts"

/** The operators, in the order in which they are tried, as all the carriers of a service. Sessions end with the Layer. */
export const layer = (...operators: ReadonlyArray<Options>): Layer.Layer<Carriers, never, Receipts | Inbound> =>
  Layer.effect(Carriers, Effect.forEach(operators, SmppCarrier.make))

/** A carrier for `createSignalbox`. */
export interface Smpp {
  readonly kind: "carrier-layer"
  readonly id: string
  readonly channels: ReadonlyArray<Channel>
  readonly layer: Layer.Layer<Carriers, never, Receipts | Inbound>
}

/**
 * An operator as a carrier for `createSignalbox`. Its sessions open with the service and close with it.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const smpp = (options: Options): Smpp => ({
  kind: "carrier-layer",
  id: check(options).id,
  channels: ["sms"],
  layer: layer(options)
})
