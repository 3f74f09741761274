/**
 * The names that carriers give to what they took or brought.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Digest from "../value/Digest.ts"
import * as Text from "../value/Text.ts"

/** Whether every store can hold it as it is. */
const isStorable = (reference: string): boolean =>
  reference.length <= Limit.carrierReferenceLength && Text.isClean(reference)

/**
 * The name under which a reference is kept, or null for what is no name. One that no store could hold goes by its
 * digest: mended or cut it would be the name of something else. JSON keeps half characters apart.
 */
export const kept = (reference: unknown): string | null => {
  if (typeof reference !== "string" || reference === "") return null
  return isStorable(reference) ? reference : `sha256:${Digest.sha256(JSON.stringify(reference))}`
}
