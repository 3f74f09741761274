/**
 * The number that a message goes out from, by the id that Meta gives it.
 */
import type { Settings } from "./Options.ts"

type Numbers = Pick<Settings, "phoneNumberId" | "phoneNumberIds">

/** Returns null when nothing says which number is meant. A sender of digits alone is such an id itself. */
export const idOf = (from: string | null, { phoneNumberId, phoneNumberIds }: Numbers): string | null => {
  if (from === null) return phoneNumberId
  if (/^\d{1,32}$/.test(from)) return from
  return Object.hasOwn(phoneNumberIds, from) ? phoneNumberIds[from]! : phoneNumberId
}
