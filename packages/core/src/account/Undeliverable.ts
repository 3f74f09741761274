/**
 * Tells the operator when a recipient writes to a number that nobody owns. The message may be a STOP, and losing a STOP
 * is a breach of law, so it is never passed over in silence (decisions 7.7).
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { Channel } from "../value/Channel.ts"
import type { CarrierId } from "../value/Id.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"
import * as Recent from "../value/Recent.ts"
import * as Addressee from "./Addressee.ts"

/** Naming a metric costs more than counting. */
const counter = Recent.make((carrier: CarrierId) =>
  Metric.counter("signalbox_inbound_undeliverable", {
    description: "What recipients wrote to numbers that no account has.",
    incremental: true,
    attributes: { carrier }
  })
)

export interface Brought {
  readonly carrier: CarrierId
  readonly channel: Channel
  readonly to: Addressee.Addressee
}

export const tell = ({ carrier, channel, to }: Brought): Effect.Effect<void> =>
  Effect.andThen(
    Effect.logWarning("a recipient wrote to a number that nobody owns", {
      carrier,
      channel,
      number: PhoneNumber.masked(Addressee.shown(to))
    }),
    Metric.update(counter.of(carrier), 1)
  )
