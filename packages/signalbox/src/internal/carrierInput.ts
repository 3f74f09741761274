/**
 * Turns what a carrier or a host tells into the form of the service.
 */
import type { AttemptId, CarrierId, MessageId } from "@signalbox/core/Id"
import type { InboundMessage } from "@signalbox/core/Inbound"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt, Reported, Subject } from "@signalbox/core/Receipts"
import * as Result from "effect/Result"
import { readInput } from "./flaws.ts"
import * as Given from "./givenSchemas.ts"

type GivenReceipt = typeof Given.Receipt.Type

const subject = (carrier: CarrierId, { attempt, message, reference }: GivenReceipt): Subject | null => {
  // Its carriers name a message by the reference alone, so the recipient is no part of the name.
  const name = Given.nameOf(reference)
  if (name !== null) return { _tag: "Reference", carrier, reference: name }
  return message === undefined || attempt === undefined
    ? null
    : { _tag: "Attempt", message: message as MessageId, attempt: attempt as AttemptId, carrier }
}

const reported = ({ failure = "unknown", status }: GivenReceipt): Reported =>
  status === "failed" ? { _tag: "Failed", failure } : { _tag: status === "read" ? "Read" : "Delivered" }

type Outcome<A> = Result.Result<A, ReadonlyArray<string>>

/** Reads a receipt, or tells what is wrong with it: carriers' code is the host's. */
export const receipt = (carrier: CarrierId, told: unknown): Outcome<Receipt> =>
  Result.flatMap(readInput("receipt", Given.Receipt, told), (given): Outcome<Receipt> => {
    const named = subject(carrier, given)
    const { at, code, price, text } = given
    return named === null ?
      Result.fail(["receipt must have a reference, or a message and an attempt"]) :
      Result.succeed({
        subject: named,
        reported: reported(given),
        ...(at instanceof Date ? { at: Instant.make(at.getTime()) } : {}),
        ...(code === undefined && text === undefined ? {} : { detail: { code: code ?? "", text: text ?? "" } }),
        ...(price === undefined ? {} : { pricing: price })
      })
  })

export const inbound = (carrier: CarrierId, told: unknown): Outcome<InboundMessage> =>
  Result.map(
    readInput("inbound", Given.Inbound, told),
    ({ channel, from, media = [], part, reference, text, to }) => ({
      carrier,
      reference: Given.nameOf(reference),
      from: from as PhoneNumber,
      to: { _tag: "Number", number: to as PhoneNumber },
      channel,
      text,
      media: media.map(({ mimeType = null, sizeBytes = null, url }) => ({
        url,
        mimeType,
        sizeBytes,
        hashSha256: null
      })),
      ...(part === undefined ? {} : { part })
    })
  )
