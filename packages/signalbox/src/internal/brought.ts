/**
 * What a carrier or a host tells, in the form of the service.
 */
import type { AttemptId, CarrierId, MessageId } from "@signalbox/core/Id"
import type { InboundMessage } from "@signalbox/core/Inbound"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt, Reported, Subject } from "@signalbox/core/Receipts"
import type { CarrierInbound, CarrierReceipt } from "../Carrier.ts"
import { defined, flaws } from "./flaws.ts"
import * as Given from "./givenSchemas.ts"

/** What is wrong with what a carrier tells: carriers' code is the host's. */
export const receiptFlaws = (told: unknown): ReadonlyArray<string> => {
  const found = flaws("receipt", Given.Receipt, defined(told))
  const { attempt, message, reference } = (told ?? {}) as { readonly [name: string]: unknown }
  return found.length > 0 || reference !== undefined || (message !== undefined && attempt !== undefined)
    ? found
    : ["receipt must have a reference, or a message and an attempt"]
}

export const inboundFlaws = (told: unknown): ReadonlyArray<string> => flaws("inbound", Given.Inbound, defined(told))

const subject = (carrier: CarrierId, receipt: CarrierReceipt): Subject =>
  "reference" in receipt
    ? {
      _tag: "Reference",
      carrier,
      reference: receipt.reference,
      ...(receipt.to === undefined ? {} : { to: receipt.to as PhoneNumber })
    }
    : { _tag: "Attempt", message: receipt.message as MessageId, attempt: receipt.attempt as AttemptId }

const reported = ({ failure = "unknown", status }: CarrierReceipt): Reported =>
  status === "failed" ? { _tag: "Failed", failure } : { _tag: status === "read" ? "Read" : "Delivered" }

export const receipt = (carrier: CarrierId, told: CarrierReceipt): Receipt => ({
  subject: subject(carrier, told),
  reported: reported(told),
  ...(told.at === undefined ? {} : { at: Instant.make(told.at.getTime()) }),
  ...(told.code === undefined && told.text === undefined
    ? {}
    : { detail: { code: told.code ?? "", text: told.text ?? "" } }),
  ...(told.price === undefined ? {} : { pricing: told.price })
})

export const inbound = (
  carrier: CarrierId,
  { channel, from, media = [], part, reference, text, to }: CarrierInbound
): InboundMessage => ({
  carrier,
  reference,
  from: from as PhoneNumber,
  to: { _tag: "Number", number: to as PhoneNumber },
  channel,
  text,
  media: media.map(({ mimeType = null, sizeBytes = null, url }) => ({ url, mimeType, sizeBytes, hashSha256: null })),
  ...(part === undefined ? {} : { part })
})
