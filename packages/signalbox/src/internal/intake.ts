/**
 * What the host brings by itself: receipts and inbound messages.
 */
import type { CarrierId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import { Receipts } from "@signalbox/core/Receipts"
import * as Effect from "effect/Effect"
import type { InboundCalls, ReceiptCalls } from "../Signalbox.ts"
import type { SignalboxError } from "../SignalboxError.ts"
import * as Brought from "./brought.ts"
import * as Errors from "./errors.ts"

export type Run = <A>(effect: Effect.Effect<A, SignalboxError, Receipts | Inbound>) => Promise<A>

/** Refuses at once what is not as it should be. */
const sound = <A>(what: string, flaws: ReadonlyArray<string>, effect: () => A): A => {
  if (flaws.length > 0) throw Errors.wrong(what, flaws)
  return effect()
}

export const receipts = (run: Run): ReceiptCalls => ({
  report: async (given) =>
    sound("receipts.report", Brought.receiptFlaws(given), () => {
      const { carrier, ...receipt } = given
      const told = Brought.receipt(carrier as CarrierId, receipt)
      return run(
        Effect.flatMap(Receipts, ({ report }) => Effect.mapError(report(told), (error) => Errors.fromExecution(error)))
      )
    })
})

export const inbound = (run: Run): InboundCalls => ({
  receive: async (given) =>
    sound("inbound.receive", Brought.inboundFlaws(given), () => {
      const { carrier, ...message } = given
      const told = Brought.inbound(carrier as CarrierId, message)
      return run(
        Effect.flatMap(
          Inbound,
          ({ receive }) => Effect.mapError(Effect.asVoid(receive(told)), (error) => Errors.fromExecution(error))
        )
      )
    })
})
