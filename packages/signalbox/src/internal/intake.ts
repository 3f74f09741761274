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

export const receipts = (run: Run): ReceiptCalls => ({
  report: ({ carrier, ...receipt }) =>
    run(Effect.flatMap(
      Receipts,
      ({ report }) =>
        Effect.mapError(
          report(Brought.receipt(carrier as CarrierId, receipt)),
          (error) => Errors.fromExecution(error)
        )
    ))
})

export const inbound = (run: Run): InboundCalls => ({
  receive: ({ carrier, ...message }) =>
    run(Effect.flatMap(
      Inbound,
      ({ receive }) =>
        Effect.mapError(
          Effect.asVoid(receive(Brought.inbound(carrier as CarrierId, message))),
          (error) => Errors.fromExecution(error)
        )
    ))
})
