/**
 * Stand-ins for what stores receipts, messages and consents, and for the log, which tests look into.
 */
import type { CarrierConsent } from "@signalbox/core/ConsentSignals"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { ContactId, MessageId } from "@signalbox/core/Id"
import type { InboundMessage } from "@signalbox/core/Inbound"
import { Inbound } from "@signalbox/core/Inbound"
import type { Answer, Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import type { Ways } from "@signalbox/http-carrier/CarrierLayer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"

export interface Kept {
  readonly receipts: Array<Receipt>
  readonly messages: Array<InboundMessage>
  readonly consents: Array<CarrierConsent>
  /** The answer to a receipt; `applied` unless set. */
  answer: (receipt: Receipt) => Answer
  /** Whether nothing can be stored. */
  isBroken: boolean
  /** The lines that were logged, whole. */
  readonly log: Array<string>
}

const broken = Effect.die(new Error("the store is away"))

export const make = (): Kept => ({
  receipts: [],
  messages: [],
  consents: [],
  answer: () => "applied",
  isBroken: false,
  log: []
})

const report = (kept: Kept, receipt: Receipt): Effect.Effect<Answer> =>
  Effect.suspend(() => {
    if (kept.isBroken) return broken
    const answer = kept.answer(receipt)
    if (answer !== "unknown") kept.receipts.push(receipt)
    return Effect.succeed(answer)
  })

export const layer = (kept: Kept): Layer.Layer<Ways> =>
  Layer.mergeAll(
    Layer.succeed(Receipts, {
      report: (receipt) => report(kept, receipt),
      reportAll: (receipts) => Effect.forEach(receipts, (each) => Effect.exit(report(kept, each)))
    }),
    Layer.succeed(Inbound, {
      receive: (message) =>
        Effect.suspend(() => {
          if (kept.isBroken) return broken
          kept.messages.push(message)
          return Effect.succeed({ _tag: "Received" as const, message: "" as MessageId })
        })
    }),
    Layer.succeed(ConsentSignals, {
      report: (signal) =>
        Effect.suspend(() => {
          if (kept.isBroken) return broken
          kept.consents.push(signal)
          return Effect.succeed({ _tag: "Taken" as const, contact: "" as ContactId })
        })
    }),
    Logger.layer([Logger.make(({ message }) => void kept.log.push(JSON.stringify(message)))]),
    Layer.succeed(References.MinimumLogLevel, "All")
  )
