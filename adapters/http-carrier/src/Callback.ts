/**
 * Stores what a callback has brought before it is answered: what cannot be stored now the provider brings again.
 */
import type { CarrierResponse } from "@signalbox/core/Carrier"
import type { CarrierConsent } from "@signalbox/core/ConsentSignals"
import { ConsentSignals } from "@signalbox/core/ConsentSignals"
import type { InboundMessage } from "@signalbox/core/Inbound"
import { Inbound } from "@signalbox/core/Inbound"
import type { Receipt } from "@signalbox/core/Receipts"
import { Receipts } from "@signalbox/core/Receipts"
import * as RequestLog from "@signalbox/core/RequestLog"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Ways } from "./CarrierLayer.ts"

export interface Brought {
  readonly receipts?: ReadonlyArray<Receipt>
  readonly inbound?: ReadonlyArray<InboundMessage>
  readonly consents?: ReadonlyArray<CarrierConsent>
}

export interface CallbackOptions {
  readonly carrier: string
  /**
   * The answer to a receipt about a message that nobody knows: `again` lets the provider repeat it, `taken` does not.
   * `again` unless given.
   */
  readonly unknownReceipts?: "again" | "taken"
}

/** The provider is to bring it again. */
export const again: CarrierResponse = { status: 503, headers: { "retry-after": "1" } }

/** The provider's signature is missing or wrong. */
export const forged: CarrierResponse = { status: 403 }

/** So many messages of one callback are stored at the same time. */
const storedTogether = 16

/** Makes what stores. Its answer is 200 without a body, or `again`. */
export const make = Effect.fnUntraced(function*(
  { carrier, unknownReceipts = "again" }: CallbackOptions
): Effect.fn.Return<(brought: Brought) => Effect.Effect<CarrierResponse>, never, Ways> {
  const receipts = yield* Receipts
  const inbound = yield* Inbound
  const signals = yield* ConsentSignals

  const unstored = (cause: Cause.Cause<unknown>) =>
    Effect.as(
      Effect.logError("what a carrier brought cannot be stored", { carrier, cause: RequestLog.origin(cause) }),
      false
    )

  /** Tells whether it was taken. What no service will ever take counts as taken, since it would come again and again. */
  const taken = <A, E>(storing: Effect.Effect<A, E>): Effect.Effect<boolean> =>
    Effect.flatMap(Effect.exit(storing), (exit) => {
      if (Exit.isSuccess(exit)) return Effect.succeed(true)
      const error: unknown = Option.getOrNull(Exit.findErrorOption(exit))
      return typeof error === "object" && error !== null && Reflect.get(error, "_tag") === "Refused"
        ? Effect.as(Effect.logWarning("what a carrier brought names no phone number or channel", { carrier }), true)
        : unstored(exit.cause)
    })

  return Effect.fnUntraced(function*(brought) {
    const reports = brought.receipts ?? []
    const told = reports.length === 0 ? [] : yield* receipts.reportAll(reports)
    const failed = told.find(Exit.isFailure)
    const stored = yield* Effect.forEach(
      [
        ...(brought.inbound ?? []).map((message) => taken(inbound.receive(message))),
        ...(brought.consents ?? []).map((signal) => taken(signals.report(signal)))
      ],
      (storing) => storing,
      { concurrency: storedTogether }
    )
    if (failed !== undefined) yield* unstored(failed.cause)
    const isUnknown = told.some((exit) => Exit.isSuccess(exit) && exit.value === "unknown")
    if (failed !== undefined || stored.includes(false) || (isUnknown && unknownReceipts === "again")) return again
    return { status: 200 }
  })
})
