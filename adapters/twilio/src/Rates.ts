/**
 * The rates that Twilio publishes for its kinds of senders. Twilio queues what comes faster, for up to ten hours, so a pace
 * above the sender's is no failure; but then it is Twilio's queue in which messages wait, and not the service's.
 */
import type { CarrierPace } from "@signalbox/core/Carrier"
import type { Channel } from "@signalbox/core/Channel"
import * as Schema from "effect/Schema"

export const Kind = Schema.Literals(["long code", "toll-free", "short code", "mms", "whatsapp"])
export type Kind = typeof Kind.Type

/** Parts of SMS, or messages of the other channels, for each second and sender. */
export const published: Readonly<Record<Kind, CarrierPace>> = {
  "long code": { perSecond: 1, inFlight: 2 },
  "toll-free": { perSecond: 3, inFlight: 3 },
  "short code": { perSecond: 100, inFlight: 30 },
  mms: { perSecond: 25, inFlight: 10 },
  whatsapp: { perSecond: 80, inFlight: 30 }
}

/** Returns the fastest rate that is published for senders of these channels. */
export const usual = (channels: ReadonlyArray<Channel>): CarrierPace =>
  published[channels.includes("sms") ? "short code" : channels.includes("whatsapp") ? "whatsapp" : "mms"]
