/**
 * The references that carriers give to the messages that they accept or deliver to the service.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Digest from "../value/Digest.ts"
import * as Text from "../value/Text.ts"

/** Returns whether every store can hold the reference unchanged. */
const isStorable = (reference: string): boolean =>
  reference.length <= Limit.carrierReferenceLength && Text.isClean(reference)

/** Returns the reference of a carrier that names its messages by numbers as a text. A number that was rounded is no name. */
export const named = (reference: unknown): unknown =>
  typeof reference === "bigint" || Number.isSafeInteger(reference) ? String(reference) : reference

/**
 * Returns the form in which a reference is stored, or null when it is not a text or is empty. A reference that some
 * store could not hold is replaced by its digest: a cut or mended one could be mistaken for another message's.
 * JSON.stringify keeps lone surrogates distinct.
 */
export const kept = (reference: unknown): string | null => {
  if (typeof reference !== "string" || reference === "") return null
  return isStorable(reference) ? reference : `sha256:${Digest.sha256(JSON.stringify(reference))}`
}
