/**
 * The clocks of time zones. The runtime's own data (`Intl`) says how far a zone is ahead of UTC, so a change of the law
 * comes with the runtime.
 */
import * as Instant from "../value/Instant.ts"

/** A formatter takes a while to make and some memory to keep, so those that were used last are kept. */
const kept = 64

const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const found = formatters.get(zone) ?? new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
  formatters.delete(zone)
  formatters.set(zone, found)
  const [oldest] = formatters.keys()
  if (formatters.size > kept && oldest !== undefined) formatters.delete(oldest)
  return found
}

/** Such as `1/15/2030, GMT-05:00`; `GMT` alone is UTC. */
const written = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/

/** Returns how far the clock of a zone is ahead of UTC at an instant, in milliseconds. The zone must be one of `Intl`. */
export const offset = (zone: string, at: Instant.Instant): number => {
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = written.exec(formatterOf(zone).format(at)) ?? []
  const ahead = Number(hours) * Instant.hour + Number(minutes) * Instant.minute + Number(seconds) * Instant.second
  return sign === "-" ? -ahead : ahead
}

/** Returns the time of the day that the clock of a zone shows, in milliseconds since midnight. */
export const timeOfDay = (zone: string, at: Instant.Instant): number => past(at + offset(zone, at))

/** Returns how many milliseconds the clock goes on until it shows this time of the day, if nobody changes it. */
export const until = (from: number, time: number): number => past(time - from)

const past = (millis: number): number => ((millis % Instant.day) + Instant.day) % Instant.day

/**
 * Returns when the clock of a zone was changed between two instants, at which it is not equally far ahead of UTC: the
 * first instant of the new time.
 */
export const change = (zone: string, from: Instant.Instant, to: Instant.Instant): Instant.Instant => {
  const before = offset(zone, from)
  let [early, late] = [from, to]
  while (late - early > 1) {
    const middle = Instant.make((early + late) / 2)
    if (offset(zone, middle) === before) early = middle
    else late = middle
  }
  return late
}
