/**
 * Instants as clients write them: ISO 8601 with `Z` or an offset, and back in UTC.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { Instant } from "./Instant.ts"
import { make, minute, toMillis, toSeconds } from "./Instant.ts"

const form = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:[zZ]|([+-])(\d{2}):?(\d{2}))$/

/**
 * Returns the instant that a text names, or null. A local time without an offset names none, and neither does 30
 * February.
 */
export const parse = (text: string): Instant | null => {
  const found = form.exec(text)
  if (found === null) return null
  const [, date, hours, minutes, seconds = "00", decimals = "", sign, offsetHours = "0", offsetMinutes = "0"] = found
  const written = `${date}T${hours}:${minutes}:${seconds}.${decimals.slice(0, 3).padEnd(3, "0")}Z`
  const read = Option.getOrNull(DateTime.make(written))
  // A day or an hour that does not exist is parsed as another one.
  if (read === null || DateTime.formatIso(read) !== written) return null
  const [ahead, more] = [Number(offsetHours), Number(offsetMinutes)]
  if (ahead > 23 || more > 59) return null
  return make(read.epochMilliseconds - (sign === "-" ? -1 : 1) * (ahead * 60 + more) * minute)
}

/** Formats an instant in UTC, with milliseconds only when there are any (decisions part 1). */
export const show = (at: Instant): string => at % 1000 === 0 ? toSeconds(at) : toMillis(at)
