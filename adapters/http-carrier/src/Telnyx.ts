/**
 * Telnyx: SMS and MMS by its Messaging API v2, as a description. It follows what Telnyx has published
 * (developers.telnyx.com/docs/messaging) and was not tried against the live service.
 */
import type { FailureClass } from "@signalbox/core/FailureClass"
import * as Schema from "effect/Schema"
import type { CarrierLayer } from "./CarrierLayer.ts"
import type { Description } from "./Description.ts"
import { httpCarrier } from "./HttpCarrier.ts"
import * as HttpClient from "./HttpClient.ts"
import * as Settings from "./Settings.ts"

const optional = Schema.optionalKey

export const TelnyxOptions = Schema.Struct({
  apiKey: Settings.token,
  /** The key by which Telnyx signs its webhooks, as the portal shows it: 32 bytes in base64. */
  publicKey: Settings.ed25519,
  /** `telnyx` unless given. */
  id: optional(Settings.CarrierId),
  /** The profile whose numbers send what has no sender, and senders that are names. */
  messagingProfileId: optional(Settings.filled),
  /** The address of the carrier's hook, for messages whose profile names none. */
  publicUrl: optional(HttpClient.Url),
  /** 50 a second unless given, as many as an account may send. */
  pace: optional(Settings.Pace),
  http: optional(HttpClient.Options),
  /** `https://api.telnyx.com` unless given. */
  url: optional(HttpClient.Url)
})
export type TelnyxOptions = typeof TelnyxOptions.Type

/** Telnyx's codes of errors, in its answers and in its webhooks. */
export const codes: Readonly<Record<string, FailureClass>> = {
  10001: "sender_refused",
  10002: "invalid_number",
  10009: "sender_refused",
  10010: "sender_refused",
  10016: "invalid_number",
  40001: "no_route_to_network",
  40002: "carrier_filtered",
  40003: "sender_refused",
  40004: "undeliverable_by_route",
  40005: "handset_unreachable",
  40006: "temporary_carrier_error",
  40008: "undeliverable_by_route",
  40009: "content_not_acceptable",
  40011: "rate_limited",
  40300: "carrier_filtered",
  40305: "sender_refused",
  40310: "invalid_number"
}

export const description = (options: TelnyxOptions): Description => ({
  id: options.id ?? "telnyx",
  channels: ["sms", "mms"],
  request: {
    url: `${options.url ?? "https://api.telnyx.com"}/v2/messages`,
    auth: { bearer: options.apiKey },
    json: {
      from: "{from}",
      to: "{to}",
      text: "{text}",
      subject: "{subject}",
      media_urls: "{media}",
      webhook_url: "{callback}",
      ...(options.messagingProfileId === undefined ? {} : { messaging_profile_id: options.messagingProfileId })
    }
  },
  answer: {
    id: "data.id",
    code: "errors.0.code",
    text: "errors.0.title",
    codes: { ...codes, 10011: "busy", 40318: "busy" },
    optOuts: ["40300"]
  },
  callbacks: { events: "data" },
  receipts: {
    when: { event_type: ["message.sent", "message.finalized"] },
    id: "payload.id",
    state: "payload.to.0.status",
    states: { delivered: "delivered", sending_failed: "failed", delivery_failed: "failed" },
    code: "payload.errors.0.code",
    text: "payload.errors.0.title",
    codes,
    at: "payload.completed_at",
    price: { amount: "payload.cost.amount", currency: "payload.cost.currency" },
    optOuts: { codes: ["40300"], own: "payload.from.phone_number", recipient: "payload.to.0.phone_number" }
  },
  inbound: {
    when: { event_type: ["message.received"] },
    id: "payload.id",
    from: "payload.from.phone_number",
    to: "payload.to.0.phone_number",
    text: "payload.text",
    media: { list: "payload.media", url: "url", mimeType: "content_type", sizeBytes: "size" }
  },
  signature: {
    ed25519: options.publicKey,
    header: "telnyx-signature-ed25519",
    signed: "{timestamp}|{body}",
    timestamp: { header: "telnyx-timestamp" }
  },
  pace: options.pace ?? { perSecond: 50, inFlight: 50 },
  choosesSender: options.messagingProfileId !== undefined,
  ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
  ...(options.http === undefined ? {} : { http: options.http })
})

/**
 * Telnyx as a carrier.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const telnyx = (options: TelnyxOptions): CarrierLayer =>
  httpCarrier(description(Settings.check("telnyx", TelnyxOptions, options)))
