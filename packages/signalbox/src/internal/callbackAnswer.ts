/**
 * Reads what the callback of a carrier returns. Whatever is not understood is refused, because the carrier brings it
 * again when its request fails, and nobody would miss a receipt that was passed over.
 */
import type { CarrierResponse } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import type { InboundMessage } from "@signalbox/core/Inbound"
import type { Receipt } from "@signalbox/core/Receipts"
import * as Result from "effect/Result"
import * as CarrierInput from "./carrierInput.ts"
import { defined, flaws, isObject } from "./flaws.ts"
import * as Schemas from "./givenSchemas.ts"
import { isPlain } from "./plain.ts"

export interface Read {
  readonly receipts: ReadonlyArray<Receipt>
  readonly inbound: ReadonlyArray<InboundMessage>
  readonly response: CarrierResponse
}

const expected =
  "expected nothing, or an object with receipts (a list), inbound (a list) and response ({ status, headers, body })"

const items = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

/** Reads each of a list. What is wrong is told with its place. */
const all = <A>(
  name: string,
  list: unknown,
  read: (each: unknown) => Result.Result<A, ReadonlyArray<string>>
): Result.Result<ReadonlyArray<A>, ReadonlyArray<string>> => {
  const each = items(list).map(read)
  const wrong = each.flatMap((one, index) =>
    Result.isFailure(one) ? one.failure.map((flaw) => `${name}[${index}]: ${flaw}`) : []
  )
  return wrong.length > 0
    ? Result.fail(wrong)
    : Result.succeed(each.flatMap((one) => Result.isSuccess(one) ? [one.success] : []))
}

export const read = (carrier: CarrierId, answer: unknown): Result.Result<Read, ReadonlyArray<string>> => {
  const given = defined(answer ?? {})
  // A response of the runtime has no fields of its own, and would count as nothing.
  const shape = isObject(given) && !isPlain(given)
    ? ["answer must be a plain object"]
    : flaws("answer", Schemas.CallbackAnswer, given)
  if (shape.length > 0) return Result.fail([expected, ...shape])
  const { inbound, receipts, response } = given as { readonly [Name in keyof Read]?: unknown }
  const wrong = response === undefined ? [] : flaws("answer.response", Schemas.Response, defined(response))
  if (wrong.length > 0) return Result.fail(wrong)
  const brought = {
    receipts: all("receipts", receipts, (each) => CarrierInput.receipt(carrier, each)),
    inbound: all("inbound", inbound, (each) => CarrierInput.inbound(carrier, each)),
    response: Result.succeed(response === undefined ? { status: 200 } : response as CarrierResponse)
  }
  return Result.all(brought)
}
