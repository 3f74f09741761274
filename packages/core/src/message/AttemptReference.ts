/**
 * The references that a carrier gave to an attempt: one, or one for each part of an SMS.
 */
import * as Commit from "../commit/Commit.ts"
import type { Attempt, Part } from "../row/Attempt.ts"
import { CarrierReferences } from "../row/CarrierReference.ts"
import type { Message } from "../row/Message.ts"

/** The way in which references name a message: alone, or only together with its recipient. */
export type By = "alone" | "with recipient"

/** Returns the fields of an attempt whose carrier gave these references. What was heard of a part before stays known. */
export const fields = ({ parts }: Attempt, references: ReadonlyArray<string>): Partial<Attempt> => {
  const [first] = references
  if (first === undefined) return {}
  if (references.length === 1 && parts === undefined) return { reference: first }
  const named = references.map((reference) =>
    parts?.find((part) => part.reference === reference) ?? { reference, report: null }
  )
  return { reference: first, parts: named }
}

/**
 * Returns the fields of an attempt whose carrier has taken only these parts, as far as anybody knows. The others have no
 * name, so that no receipt makes a success of the whole. Where there is but one part, and nobody knows whether the carrier
 * has it, its name is that of the whole: a receipt decides.
 *
 * @param others the report of each of the others
 */
export const partly = (
  { segments }: Attempt,
  references: ReadonlyArray<string>,
  others: Part["report"]
): Partial<Attempt> => {
  const [only, ...further] = references
  if (others === null && segments === 1 && only !== undefined && further.length === 0) return { reference: only }
  const left = Math.max(1, segments - references.length)
  return {
    reference: references[0] ?? null,
    parts: [
      ...references.map((reference) => ({ reference, report: null })),
      ...Array.from({ length: left }, () => ({ reference: "", report: others }))
    ]
  }
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
