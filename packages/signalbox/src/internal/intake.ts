/**
 * Takes what the host brings by itself: receipts and inbound messages.
 */
import { Carriers } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import { Inbound } from "@signalbox/core/Inbound"
import type { ExecutionError } from "@signalbox/core/Operator"
import { Receipts } from "@signalbox/core/Receipts"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { InboundCalls, ReceiptCalls } from "../Signalbox.ts"
import type { SignalboxError } from "../SignalboxError.ts"
import * as CarrierInput from "./carrierInput.ts"
import * as Errors from "./errors.ts"
import { isObject, readInput } from "./flaws.ts"
import * as Given from "./given.ts"
import * as Schemas from "./givenSchemas.ts"
import { nearest } from "./nearest.ts"
import * as Waiting from "./waiting.ts"

export type Run = <A>(effect: Effect.Effect<A, SignalboxError, Carriers | Receipts | Inbound>) => Promise<A>

/** Takes the carrier off what is brought. What it says besides is another's to read. */
const carrierOf = (given: unknown): Result.Result<CarrierId, ReadonlyArray<string>> => {
  const { carrier }: { readonly carrier?: unknown } = isObject(given) ? given : {}
  return Result.map(
    readInput("", Schemas.OfCarrier, carrier === undefined ? {} : { carrier }),
    (read) => read.carrier as CarrierId
  )
}

/** Reads what is brought, and refuses it with everything that is wrong. */
const read = <A>(
  call: string,
  given: unknown,
  reading: (carrier: CarrierId, told: unknown) => Result.Result<A, ReadonlyArray<string>>
): { readonly carrier: CarrierId; readonly told: A } => {
  const carrier = carrierOf(given)
  const told = reading(Result.getOrElse(carrier, () => "" as CarrierId), given)
  if (Result.isFailure(carrier) || Result.isFailure(told)) {
    const wrong = [carrier, told].map((each: Result.Result<unknown, ReadonlyArray<string>>) => Result.flip(each))
    throw Errors.wrong(call, wrong.flatMap((each) => Result.getOrElse(each, () => [])))
  }
  return { carrier: carrier.success, told: told.success }
}

const operated = <A, R extends Receipts | Inbound>(effect: Effect.Effect<A, ExecutionError, R>) =>
  Effect.mapError(effect, (error) => Errors.fromExecution(error))

/** The time that a receipt is kept while nobody knows its message, in milliseconds. */
const known = 30_000

/** The number of receipts that are kept at the same time. */
const room = 1000

/** A receipt may overtake the commit that makes its message known, so it is tried again until that has come. */
export const receipts = (run: Run): ReceiptCalls => {
  let kept = 0
  return {
    report: async (given, options) => {
      const { told } = read("receipts.report", given, CarrierInput.receipt)
      const { knownWithinMs = known } = Given.read("receipts.report", "options", Schemas.Report, options)
      kept++
      try {
        const answer = await Waiting.until({
          look: () => run(Effect.flatMap(Receipts, ({ report }) => operated(report(told)))),
          isEnough: (found) => found !== "unknown",
          wake: () => () => {},
          timeoutMs: kept > room ? 0 : knownWithinMs
        })
        if (answer !== "unknown") return answer
      } finally {
        kept--
      }
      throw Errors.later("receipts.report: no message is known by this name yet; report it again.")
    }
  }
}

const isThere = Effect.fnUntraced(function*(carrier: CarrierId) {
  const known: ReadonlyArray<string> = (yield* Carriers).map(({ id }) => id)
  if (known.includes(carrier)) return
  const meant = nearest(carrier, known)
  const there = meant === null ? `there are ${known.join(", ") || "none"}` : `did you mean ${meant}?`
  return yield* Effect.fail(Errors.wrong("inbound.receive", [`there is no carrier ${carrier}; ${there}`]))
})

export const inbound = (run: Run): InboundCalls => ({
  receive: async (given) => {
    const { carrier, told } = read("inbound.receive", given, CarrierInput.inbound)
    return run(Effect.gen(function*() {
      yield* isThere(carrier)
      const { receive } = yield* Inbound
      const answer = yield* operated(receive(told))
      if (answer._tag === "UnknownNumber") {
        return yield* Effect.fail(Errors.error("RESOURCE_013", "No account has the number that was written to."))
      }
    }))
  }
})
