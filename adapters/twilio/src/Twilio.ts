/**
 * Accounts with Twilio as the carriers of a service.
 */
import type { Carriers } from "@signalbox/core/Carrier"
import * as CarrierLayer from "@signalbox/http-carrier/CarrierLayer"
import type * as Layer from "effect/Layer"
import type { Options } from "./Options.ts"
import { check } from "./Options.ts"
import * as TwilioCarrier from "./TwilioCarrier.ts"

/** The accounts, in the order in which they are tried, as all the carriers of a service. */
export const layer = (...accounts: ReadonlyArray<Options>): Layer.Layer<Carriers, never, CarrierLayer.Ways> =>
  CarrierLayer.all(...accounts.map(TwilioCarrier.make))

/** A carrier for `createSignalbox`. */
export type Twilio = CarrierLayer.CarrierLayer

/**
 * An account with Twilio as a carrier for `createSignalbox`.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const twilio = (options: Options): Twilio => CarrierLayer.make(check(options), TwilioCarrier.make(options))
