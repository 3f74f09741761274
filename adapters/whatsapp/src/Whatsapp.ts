/**
 * WhatsApp as a carrier of a service, and Meta as the reviewer of its templates.
 */
import { Carriers } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import type { Reviewer } from "@signalbox/core/Reviewer"
import type { Verdicts } from "@signalbox/core/Verdicts"
import type { Ways } from "@signalbox/http-carrier/CarrierLayer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Options } from "./Options.ts"
import { check } from "./Options.ts"
import * as TemplateReviewer from "./TemplateReviewer.ts"
import * as WhatsappCarrier from "./WhatsappCarrier.ts"

/** All the carriers of a service, in the order in which they are tried. Their connections end with the Layer. */
export const layer = (...accounts: ReadonlyArray<Options>): Layer.Layer<Carriers, never, Ways | Verdicts> =>
  Layer.effect(Carriers, Effect.forEach(accounts, WhatsappCarrier.make))

/** Meta as the reviewer of a service. It needs a `businessAccount`. */
export const reviewerLayer = (options: Options): Layer.Layer<Reviewer> => TemplateReviewer.layer(options)

/** A carrier for `createSignalbox`. */
export interface Whatsapp {
  readonly kind: "carrier-layer"
  readonly id: string
  readonly channels: ReadonlyArray<Channel>
  readonly layer: Layer.Layer<Carriers, never, Ways | Verdicts>
}

/**
 * The numbers of a WhatsApp Business Account as a carrier for `createSignalbox`. Meta calls its webhook at
 * `/carriers/whatsapp`.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const whatsapp = (options: Options): Whatsapp => ({
  kind: "carrier-layer",
  id: check(options).id,
  channels: ["whatsapp"],
  layer: layer(options)
})

/** A reviewer for `createSignalbox`. */
export interface WhatsappReview {
  readonly kind: "reviewer-layer"
  readonly layer: Layer.Layer<Reviewer>
}

/**
 * Meta as the reviewer of templates, for `createSignalbox`, by the options of the carrier.
 *
 * @throws TypeError for options that are not as they should be, and without a `businessAccount`
 */
export const whatsappReview = (options: Options): WhatsappReview => ({
  kind: "reviewer-layer",
  layer: reviewerLayer(options)
})
