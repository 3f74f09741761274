/**
 * The references that a carrier gave to an attempt: one, or one for each part of an SMS.
 */
import * as Commit from "../commit/Commit.ts"
import type { Attempt } from "../row/Attempt.ts"
import { CarrierReferences } from "../row/CarrierReference.ts"
import type { Message } from "../row/Message.ts"

/** The way in which references name a message: alone, or only together with its recipient. */
export type By = "alone" | "with recipient"

/** Returns the fields of an attempt whose carrier gave these references. */
export const fields = (references: ReadonlyArray<string>): Partial<Attempt> => {
  const [first] = references
  if (first === undefined) return {}
  return references.length === 1
    ? { reference: first }
    : { reference: first, parts: references.map((reference) => ({ reference, report: null })) }
}

/** Returns the part of a commit that stores the references, so that receipts find the attempt by them. */
export const stored = (
  message: Message,
  attempt: Attempt,
  references: ReadonlyArray<string>,
  by: By
): Partial<Commit.Commit> => ({
  puts: references.map((reference) =>
    Commit.put(CarrierReferences, {
      carrier: attempt.carrier,
      reference,
      ...(by === "with recipient" ? { to: message.phone } : {}),
      message: message.id,
      attempt: attempt.id
    })
  )
})
