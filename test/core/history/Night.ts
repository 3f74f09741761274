/**
 * The recipient's night, looked at by the clock on the wall (decisions 4.1 "Quiet hours windows"). The recipient of all
 * histories is in New Jersey; the windows of histories end at half hours, and so do those of their clocks.
 */
import type { QuietHours } from "@signalbox/core/QuietHours"
import * as fc from "fast-check"

const halfHour = 1_800_000

const wall = new Intl.DateTimeFormat("en-GB", {
  timeZone: "America/New_York",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23"
})

/** Until when a message of this category is held that is about to go out now; null: it goes out. */
export const endOf = (quietHours: QuietHours, category: "UTILITY" | null, now: number): number | null => {
  if (quietHours === "off") return null
  const { exempt, windows } = quietHours === "us-tcpa"
    ? { exempt: [], windows: { US: { start: "21:00", end: "08:00" } } }
    : quietHours
  const window = windows["US"]
  if (window === undefined || category !== null && exempt.includes(category)) return null
  const isQuiet = (at: number): boolean => {
    const { end, start } = window
    const shown = wall.format(at)
    return start < end ? start <= shown && shown < end : start <= shown || shown < end
  }
  if (!isQuiet(now)) return null
  for (let next = now - now % halfHour + halfHour;; next += halfHour) if (!isQuiet(next)) return next
}

/** Returns when it is next night, or day, for a message of no category; where there is no night, now. */
export const until = (quietHours: QuietHours, isNight: boolean, now: number): number => {
  if (quietHours === "off") return now
  for (let next = now - now % halfHour; next < now + 48 * halfHour;) {
    next += halfHour
    if ((endOf(quietHours, null, next) !== null) === isNight) return next
  }
  return now
}

const windows = fc.constantFrom(
  { start: "21:00", end: "08:00" },
  { start: "07:00", end: "08:30" },
  { start: "12:00", end: "20:30" },
  { start: "00:00", end: "22:00" }
)

/** As often as not there are no quiet hours. */
export const quietHours: fc.Arbitrary<QuietHours> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<QuietHours>("off") },
  { weight: 3, arbitrary: fc.constant<QuietHours>("us-tcpa") },
  {
    weight: 3,
    arbitrary: fc.record({
      windows: windows.map((US) => ({ US })),
      exempt: fc.constantFrom<QuietHours & object>(
        { windows: {}, exempt: [] },
        { windows: {}, exempt: ["AUTHENTICATION"] },
        { windows: {}, exempt: ["UTILITY"] }
      ).map(({ exempt }) => exempt)
    })
  }
)
