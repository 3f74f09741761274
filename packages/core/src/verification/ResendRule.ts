/**
 * How soon a code may be sent again: each time later than the time before, and not at all after the last of the waits
 * (decisions 16.4).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Verification } from "../row/Verification.ts"
import * as Instant from "../value/Instant.ts"

/** Returns from when on the code may be sent again, or null when this verification sends it no more. */
export const next = ({ expiresAt, sends }: Verification): Instant.Instant | null => {
  const wait = Limit.verificationWaits[sends.length - 1]
  const last = sends.at(-1)
  if (wait === undefined || last === undefined) return null
  const at = Instant.plus(last.at, wait)
  return at < expiresAt ? at : null
}
