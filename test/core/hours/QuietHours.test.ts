/**
 * Quiet hours (decisions 4.1 "Quiet hours windows"), against a model that looks at the clocks minute by minute.
 */
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import * as LocalTime from "@signalbox/core/internal/hours/LocalTime"
import { lines } from "@signalbox/core/internal/hours/ZoneTable"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { QuietHours, Window } from "@signalbox/core/QuietHours"
import { explain, heldUntil, release } from "@signalbox/core/QuietHours"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const zones = [...new Set(lines.trim().split("\n").flatMap((line) => line.split(" ")[0]!.split("&")))]

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the time that a clock on the wall shows: `21:00`. */
const clock = (zone: string, at: number): string => {
  const found = clocks.get(zone) ??
    new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
  clocks.set(zone, found)
  return found.format(at)
}

/** Times of the day compare like their texts. */
const isQuiet = ({ end, start }: Window, zone: string, at: number): boolean => {
  const shown = clock(zone, at)
  return start < end ? shown >= start && shown < end : shown >= start || shown < end
}

/** Minute by minute, for two days: the first one at which nobody sleeps, or at which the fewest do. */
const naive = (window: Window, places: ReadonlyArray<string>, at: number): number => {
  let [best, fewest] = [at, Infinity]
  for (let next = at; next <= at + 2 * day; next = Math.floor(next / minute) * minute + minute) {
    const asleep = places.filter((zone) => isQuiet(window, zone, next)).length
    if (asleep < fewest) [best, fewest] = [next, asleep]
    if (asleep === 0) break
  }
  return best
}

const year = Date.UTC(2026, 0, 1)

/** Returns when the clocks of a zone are changed in 2026, to the quarter of an hour. */
const changes = (zone: string): ReadonlyArray<number> => {
  const ahead = (at: number) => clock(zone, at) === clock(zone, at + day)
  const days = Array.from({ length: 365 }, (_, index) => year + index * day).filter((at) => !ahead(at))
  return days.map((at) => {
    let next = at
    while (clock(zone, next) === clock(zone, next + day)) next += hour / 4
    while (clock(zone, next) !== clock(zone, next + day)) next += hour / 4
    return next
  })
}

const changed = new Map(zones.map((zone) => [zone, changes(zone)] as const).filter(([, found]) => found.length > 0))

const anyTime = fc.tuple(fc.nat({ max: 23 }), fc.constantFrom(0, 15, 30, 59)).map(([hours, minutes]) =>
  `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`
)
const anyWindow: fc.Arbitrary<Window> = fc.oneof(
  fc.constant({ start: "21:00", end: "08:00" }),
  fc.record({ start: anyTime, end: anyTime }).filter(({ end, start }) => end !== start)
)
const anyInstant = fc.integer({ min: year, max: year + 365 * day })
const nearChange = fc.constantFrom(...changed).chain(([zone, found]) =>
  fc.tuple(fc.constant(zone), fc.constantFrom(...found), fc.integer({ min: -26 * hour, max: 3 * hour }))
)

describe("a window is left", () => {
  propWith({ runs: 60, timeout: 60_000 })(
    "when no clock is inside any more [SCH-002]",
    anyWindow,
    fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 5 }),
    anyInstant,
    (window, places, at) => {
      expect(release(window, places, instant(at))).toBe(naive(window, places, at))
    }
  )

  propWith({ runs: 150, timeout: 60_000 })(
    "when no clock is inside any more, also in the night in which clocks are changed",
    anyWindow,
    nearChange,
    fc.uniqueArray(fc.constantFrom(...zones), { maxLength: 2 }),
    (window, [zone, change, millis], more) => {
      const places = [zone, ...more]
      expect(release(window, places, instant(change + millis))).toBe(naive(window, places, change + millis))
    }
  )

  // Clocks that jump over the end, or show it twice.
  it.each<Window>([
    { start: "21:00", end: "08:00" },
    { start: "23:00", end: "02:30" },
    { start: "00:30", end: "02:00" },
    { start: "01:15", end: "01:45" }
  ])("in every zone whose clocks are changed, on both days: %j", (window) => {
    expect(changed.size).toBeGreaterThan(80)
    const wrong: Array<string> = []
    for (const [zone, found] of changed) {
      for (const change of found) {
        for (const millis of [-3 * hour, -hour / 2, 0, hour / 2]) {
          const at = instant(change + millis)
          if (release(window, [zone], at) !== naive(window, [zone], at)) wrong.push(`${zone} ${at}`)
        }
      }
    }
    expect(wrong).toEqual([])
  }, 60_000)

  it("when the fewest are inside, where the zones are too far apart for an hour at which none is", () => {
    const [moscow, kamchatka] = ["Europe/Moscow", "Asia/Kamchatka"]
    const window = { start: "17:00", end: "10:00" }
    const noon = instant(Date.UTC(2026, 6, 1, 0))
    // 03:00 in Moscow, 12:00 in Kamchatka: one of them is awake, and never both.
    expect(release(window, [moscow, kamchatka], noon)).toBe(noon)
    const nobody = instant(Date.UTC(2026, 6, 1, 6))
    // 09:00 and 18:00: both sleep, until it is 10:00 in Moscow.
    expect(release(window, [moscow, kamchatka], nobody)).toBe(Date.UTC(2026, 6, 1, 7))
  })
})

describe("a clock", () => {
  prop("shows what clocks there show, whichever zones were asked for before", fc.constantFrom(...zones), anyInstant, (
    zone,
    at
  ) => {
    const shown = LocalTime.timeOfDay(zone, instant(at))
    expect(shown - shown % minute).toBe(
      Number(clock(zone, at).slice(0, 2)) * hour + Number(clock(zone, at).slice(3)) * minute
    )
    expect(shown % minute).toBe(at % minute)
  })
})

const at = (text: string): Instant => instant(Date.parse(text))
const newYork = "+12125550123" as PhoneNumber

describe("an explanation", () => {
  it("tells where the number may be, what the clock shows there, and until when it is held [SCH-002]", () => {
    expect(explain("us-tcpa", "+18005550123" as PhoneNumber, at("2026-01-15T10:20:30Z"))).toEqual({
      region: "US",
      window: { start: "21:00", end: "08:00" },
      places: [
        { zone: "America/Los_Angeles", time: "02:20:30", isQuiet: true },
        { zone: "America/New_York", time: "05:20:30", isQuiet: true }
      ],
      heldUntil: at("2026-01-15T16:00:00Z")
    })
  })

  it("tells where a number is that is never held", () => {
    expect(explain("us-tcpa", "+919876543210" as PhoneNumber, at("2026-01-15T20:00:00.999Z"))).toEqual({
      region: "IN",
      window: null,
      places: [{ zone: "Asia/Calcutta", time: "01:30:00", isQuiet: false }],
      heldUntil: null
    })
    const satellite = explain("us-tcpa", "+870773111632" as PhoneNumber, at("2026-01-15T20:00:00Z"))
    expect(satellite).toEqual({ region: "ZZ", window: null, places: [], heldUntil: null })
  })

  prop(
    "is what the service goes by: the message goes out at the instant that it names",
    fc.constantFrom("+12125550123", "+12085550123", "+18005550123", "+17097265555", "+17875550123", "+12985550123"),
    anyInstant,
    (phone, at) => {
      const { heldUntil: until, places } = explain("us-tcpa", phone as PhoneNumber, instant(at))
      expect(heldUntil("us-tcpa", phone as PhoneNumber, null, instant(at))).toBe(until)
      expect(until !== null).toBe(places.some((place) => place.isQuiet))
      if (until === null) return
      expect(until).toBeGreaterThan(at)
      expect(explain("us-tcpa", phone as PhoneNumber, until).heldUntil).toBe(null)
      expect(explain("us-tcpa", phone as PhoneNumber, instant(until - 1)).heldUntil).toBe(until)
    }
  )
})

describe("quiet hours", () => {
  // Decisions 4.1: 21:00 to 08:00 in the United States, Canada and Puerto Rico, nothing elsewhere.
  it.each([
    ["New York", "+12125550123", "2026-01-16T02:00:00Z", "2026-01-16T13:00:00Z"],
    ["New York, just before", "+12125550123", "2026-01-16T01:59:59.999Z", null],
    ["New York, to the last moment", "+12125550123", "2026-01-16T12:59:59.999Z", "2026-01-16T13:00:00Z"],
    ["New York, in summer", "+12125550123", "2026-07-16T12:00:00Z", null],
    ["New York, the night in which clocks go forward", "+12125550123", "2026-03-08T02:00:00Z", "2026-03-08T12:00:00Z"],
    ["New York, the night in which clocks go back", "+12125550123", "2026-11-01T01:00:00Z", "2026-11-01T13:00:00Z"],
    ["Idaho, of two zones", "+12085550123", "2026-01-16T15:30:00Z", "2026-01-16T16:00:00Z"],
    ["Newfoundland, half an hour ahead", "+17097265555", "2026-01-16T01:00:00Z", "2026-01-16T11:30:00Z"],
    ["Puerto Rico", "+17875550123", "2026-01-16T01:00:00Z", "2026-01-16T12:00:00Z"],
    ["toll-free, on both coasts", "+18005550123", "2026-01-16T02:30:00Z", "2026-01-16T16:00:00Z"],
    ["an area that is not known yet", "+12985550123", "2026-01-16T15:59:00Z", "2026-01-16T16:00:00Z"],
    ["Jamaica", "+18765550123", "2026-01-16T06:00:00Z", null],
    ["Berlin", "+4915112345678", "2026-01-16T01:00:00Z", null],
    ["a satellite", "+870773111632", "2026-01-16T01:00:00Z", null]
  ])("of us-tcpa: %s (%s)", (_, phone, when, until) => {
    expect(heldUntil("us-tcpa", phone as PhoneNumber, "MARKETING", at(when))).toBe(until === null ? null : at(until))
    expect(heldUntil("off", phone as PhoneNumber, "MARKETING", at(when))).toBe(null)
  })

  // In Sydney it is 08:05 and in Perth 06:05; in Moscow it is 20:00 and in Vladivostok 03:00.
  it.each([
    ["a mobile in Australia, wherever it is", "+61412345678", "2026-07-15T22:05:00Z", "2026-07-16T00:00:00Z"],
    ["a fixed line in Sydney", "+61291234567", "2026-07-15T22:05:00Z", null],
    ["a mobile in Russia, wherever it is", "+79141234567", "2026-01-15T17:00:00Z", "2026-01-16T06:00:00Z"],
    ["a fixed line in Moscow", "+74951234567", "2026-01-15T17:00:00Z", null],
    ["a mobile in Sao Paulo, where it belongs", "+5511912345678", "2026-01-15T11:30:00Z", null],
    ["a mobile in Manaus, where it belongs", "+5592912345678", "2026-01-15T11:30:00Z", "2026-01-15T12:00:00Z"]
  ])("of a table for all the world: %s (%s)", (_, phone, when, until) => {
    const night = { start: "21:00", end: "08:00" }
    const own: QuietHours = { windows: { AU: night, BR: night, RU: night }, exempt: [] }
    expect(heldUntil(own, phone as PhoneNumber, null, at(when))).toBe(until === null ? null : at(until))
  })

  it("are those of the table where the account has its own, and spare what is exempt", () => {
    const own: QuietHours = { windows: { IN: { start: "13:00", end: "14:30" } }, exempt: ["AUTHENTICATION"] }
    const india = "+919876543210" as PhoneNumber
    const siesta = at("2026-01-15T08:00:00Z")
    expect(heldUntil(own, india, "MARKETING", siesta)).toBe(at("2026-01-15T09:00:00Z"))
    expect(heldUntil(own, india, null, siesta)).toBe(at("2026-01-15T09:00:00Z"))
    expect(heldUntil(own, india, "AUTHENTICATION", siesta)).toBe(null)
    expect(heldUntil(own, newYork, "MARKETING", at("2026-01-16T06:00:00Z"))).toBe(null)
    // Without an exemption every category is held.
    expect(heldUntil("us-tcpa", newYork, "AUTHENTICATION", at("2026-01-16T06:00:00Z"))).not.toBe(null)
  })
})
