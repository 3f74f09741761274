/**
 * The carriers that the service knows, on top of the simulated networks.
 */
import type { Carrier, SubmissionOutcome } from "@signalbox/core/Carrier"
import { Carriers } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { table } from "./CarrierTable.ts"
import { Network } from "./Network.ts"
import { ReceiptDelivery } from "./ReceiptDelivery.ts"

const unanswered: SubmissionOutcome = { _tag: "Unanswered" }

export const layer: Layer.Layer<Carriers, never, Network | ReceiptDelivery> = Layer.effect(
  Carriers,
  Effect.gen(function*() {
    const network = yield* Network
    const courier = yield* ReceiptDelivery
    return table.map(({ channels, id }): Carrier => ({
      id: id as CarrierId,
      channels,
      submit: (batch) =>
        Instant.now.pipe(
          Effect.flatMap((now) => network.submit(id as CarrierId, batch, now)),
          // It may have been kept, and only its answer lost.
          Effect.catch((error) =>
            Effect.as(Effect.logWarning("a carrier does not answer", error), batch.map(() => unanswered))
          ),
          Effect.tap(() => courier.wake)
        )
    }))
  })
)
