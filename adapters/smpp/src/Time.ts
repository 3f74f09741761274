/**
 * Times as SMPP writes them (SMPP 3.4, 7.1), and as receipts do.
 */
import * as Instant from "@signalbox/core/Instant"

const two = (value: number): string => String(value).padStart(2, "0")

/** Returns `YYMMDDhhmmsstnnp` in UTC. */
export const absolute = (instant: Instant.Instant): string => {
  const at = new Date(instant)
  const day = two(at.getUTCFullYear() % 100) + two(at.getUTCMonth() + 1) + two(at.getUTCDate())
  const time = two(at.getUTCHours()) + two(at.getUTCMinutes()) + two(at.getUTCSeconds())
  return `${day}${time}${Math.floor(at.getUTCMilliseconds() / 100)}00+`
}

/** Returns `YYMMDDhhmmss000R` for a duration below a month of 30 days. */
export const relative = (millis: number): string => {
  const seconds = Math.max(1, Math.floor(millis / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60
  ]
  return `0000${two(days)}${two(hours)}${two(minutes)}${two(seconds % 60)}000R`
}

const digits = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?$/

/**
 * Reads `YYMMDDhhmm`, with seconds, and with a year of four digits. Null for what is no such time.
 *
 * @param offset how many minutes the clock that wrote it is ahead of UTC
 */
export const ofReceipt = (text: string, offset: number): Instant.Instant | null => {
  const [, year, month, day, hour, minute, second] =
    (text.length > 12 ? digits : /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?$/)
      .exec(text) ?? []
  if (year === undefined) return null
  const full = year.length === 4 ? Number(year) : 2000 + Number(year)
  const parts = [full, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second ?? 0)] as const
  const millis = Date.UTC(...parts)
  const back = new Date(millis)
  const isReal = back.getUTCMonth() === parts[1] && back.getUTCDate() === parts[2] && parts[3] < 24 && parts[4] < 60
  return isReal ? Instant.make(millis - offset * 60_000) : null
}
