/**
 * Quiet hours: the hours of the night, by the recipient's own clock, at which no message goes out (specification
 * "Message statuses", decisions 4.1 "Quiet hours windows"). All of it is pure: a number and an instant are enough to tell
 * until when a message is held.
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"
import * as Instant from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { regionOf } from "../value/PhoneNumber.ts"
import * as LocalTime from "./LocalTime.ts"
import * as NumberZones from "./NumberZones.ts"

/** A time of the day of 24 hours: `21:00`. */
export const TimeOfDay = Schema.String.check(
  Schema.makeFilter((text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), {
    message: "must be a time of the day such as 21:00"
  })
)

/** From `start` on, and before `end`. A window whose end comes before its start goes over midnight. */
export const Window = Schema.Struct({ start: TimeOfDay, end: TimeOfDay }).check(
  Schema.makeFilter(({ end, start }: { readonly start: string; readonly end: string }) => start !== end, {
    message: "must begin and end at different times"
  })
)
export type Window = typeof Window.Type

/** A region: ISO 3166-1 alpha-2. */
export const Region = Schema.String.check(
  Schema.makeFilter((text: string) => /^[A-Z]{2}$/.test(text), { message: "must be a region such as US" })
)

/** No quiet hours, or those of the law of the United States (TCPA). */
export const Preset = Schema.Literals(["off", "us-tcpa"])
export type Preset = typeof Preset.Type

export const Table = Schema.Struct({
  /** Where a region has no window, there are no quiet hours. */
  windows: Schema.Record(Region, Window),
  /** Messages of these categories go out at any hour. */
  exempt: Schema.Array(Category)
})
export type Table = typeof Table.Type

/** An account's setting: the name of a preset, or a table of its own. */
export const QuietHours = Schema.Union([Preset, Table])
export type QuietHours = typeof QuietHours.Type

const night: Window = { start: "21:00", end: "08:00" }

const presets: Readonly<Record<Preset, Table>> = {
  off: { windows: {}, exempt: [] },
  "us-tcpa": { windows: { US: night, CA: night, PR: night }, exempt: [] }
}

/** Returns the table of a setting. */
const tableOf = (self: QuietHours): Table => typeof self === "string" ? presets[self] : self

/** A zone that a number may be in, and the time that the clock shows there. */
export interface Place {
  /** The zone, as `Intl` names it. */
  readonly zone: string
  /** The local time of the day: `21:59:59`. */
  readonly time: string
  /** Whether it is inside the window. */
  readonly isQuiet: boolean
}

export interface Explanation {
  /** The region that the number belongs to; `ZZ` when it belongs to none. */
  readonly region: string
  /** The window of the region, or null when it has none. */
  readonly window: Window | null
  /** Every place that the number may be in. */
  readonly places: ReadonlyArray<Place>
  /** The first instant at which the message may go out, or null when it may go out now. */
  readonly heldUntil: Instant.Instant | null
}

const windowOf = (self: QuietHours, region: string): Window | null => {
  const { windows } = tableOf(self)
  return Object.hasOwn(windows, region) ? windows[region] ?? null : null
}

/** A number of North America whose area is too new to be known is judged like one of the United States. */
const judgedAs = (phone: PhoneNumber): string => {
  const region = regionOf(phone)
  return region === "ZZ" && phone.startsWith("+1") ? "US" : region
}

const millis = (time: string): number =>
  Number(time.slice(0, 2)) * Instant.hour + Number(time.slice(3)) * Instant.minute

/** Returns whether a time of the day, in milliseconds, is inside the window. */
const isInside = (window: Window, time: number): boolean => {
  const [start, end] = [millis(window.start), millis(window.end)]
  return start < end ? start <= time && time < end : start <= time || time < end
}

const isQuiet = (window: Window, zone: string, at: Instant.Instant): boolean =>
  isInside(window, LocalTime.timeOfDay(zone, at))

/** Returns when a zone that is inside the window leaves it: its clock shows the end, or is changed to a time outside. */
const leaves = (window: Window, zone: string, at: Instant.Instant): Instant.Instant => {
  let from = at
  while (true) {
    const ends = Instant.plus(from, LocalTime.until(LocalTime.timeOfDay(zone, from), millis(window.end)))
    if (LocalTime.offset(zone, ends) === LocalTime.offset(zone, from)) return ends
    from = LocalTime.change(zone, from, ends)
    if (!isQuiet(window, zone, from)) return from
  }
}

/** How far ahead an instant is looked for at which all zones are outside. */
const horizon = 2 * Instant.day

/**
 * Returns the first instant, from `at` on, at which none of the zones is inside the window. Where zones are so far apart
 * that there is none, the first instant counts at which the fewest are inside: a message is not held for ever.
 */
export const release = (window: Window, zones: ReadonlyArray<string>, at: Instant.Instant): Instant.Instant => {
  let [best, fewest] = [at, Number.POSITIVE_INFINITY]
  let next = at
  while (next - at <= horizon) {
    const quiet = zones.filter((zone) => isQuiet(window, zone, next))
    if (quiet.length === 0) return next
    if (quiet.length < fewest) [best, fewest] = [next, quiet.length]
    // Only when a zone leaves the window can fewer of them be inside.
    next = Instant.make(Math.min(...quiet.map((zone) => leaves(window, zone, next))))
  }
  return best
}

const shown = (time: number): string =>
  [time / Instant.hour, time / Instant.minute % 60, time / Instant.second % 60]
    .map((part) => String(Math.floor(part)).padStart(2, "0"))
    .join(":")

/**
 * Explains whether a message to this number would be held at this instant: which window its region has, where the number
 * may be and what the clock shows there, and until when the message is held. A number without a known zone is never
 * held.
 */
export const explain = (self: QuietHours, phone: PhoneNumber, at: Instant.Instant): Explanation => {
  const region = judgedAs(phone)
  const window = windowOf(self, region)
  const zones = NumberZones.of(phone)
  const free = window === null ? at : release(window, zones, at)
  return {
    region,
    window,
    places: zones.map((zone) => {
      const time = LocalTime.timeOfDay(zone, at)
      return { zone, time: shown(time), isQuiet: window !== null && isInside(window, time) }
    }),
    heldUntil: free > at ? free : null
  }
}

/**
 * Returns until when a message of this category is held, or null when it may go out now. A free-form message has no
 * category.
 */
export const heldUntil = (
  self: QuietHours,
  phone: PhoneNumber,
  category: Category | null,
  at: Instant.Instant
): Instant.Instant | null => {
  if (self === "off") return null
  if (category !== null && tableOf(self).exempt.includes(category)) return null
  const window = windowOf(self, judgedAs(phone))
  if (window === null) return null
  const free = release(window, NumberZones.of(phone), at)
  return free > at ? free : null
}
