/**
 * The names that carriers give to what they took or brought.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Text from "../value/Text.ts"

/** Whether every store can hold it as it is. A name that was mended would be another one. */
export const isKept = (reference: unknown): reference is string =>
  typeof reference === "string" && reference !== "" && reference.length <= Limit.carrierReferenceLength &&
  Text.isClean(reference)
