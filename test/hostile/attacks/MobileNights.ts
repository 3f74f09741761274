/**
 * Messages to mobile numbers of countries with many zones, at every half hour of a day in summer and in winter: none goes out
 * while it is night in any zone of the country, since nobody knows where the handset is.
 */
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as QuietHours from "@signalbox/core/QuietHours"
import type { Attack } from "./Attack.ts"

const night = { start: "21:00", end: "08:00" }
const halfHour = 30 * 60_000

/** For each country its mobile numbers, and its zones from west to east, by the clocks of its states. */
const countries: ReadonlyArray<{
  readonly region: string
  readonly numbers: ReadonlyArray<string>
  readonly zones: ReadonlyArray<string>
}> = [
  {
    region: "AU",
    numbers: ["+61412345678", "+61423456789", "+61491570006"],
    zones: [
      "Australia/Perth",
      "Australia/Eucla",
      "Australia/Darwin",
      "Australia/Adelaide",
      "Australia/Brisbane",
      "Australia/Sydney",
      "Australia/Hobart",
      "Australia/Lord_Howe"
    ]
  },
  {
    region: "RU",
    numbers: ["+79141234567", "+79161234567", "+79991234567"],
    zones: [
      "Europe/Kaliningrad",
      "Europe/Moscow",
      "Europe/Samara",
      "Asia/Yekaterinburg",
      "Asia/Omsk",
      "Asia/Krasnoyarsk",
      "Asia/Irkutsk",
      "Asia/Yakutsk",
      "Asia/Vladivostok",
      "Asia/Magadan",
      "Asia/Kamchatka"
    ]
  },
  {
    region: "ID",
    numbers: ["+628123456789"],
    zones: ["Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura"]
  }
]

const clock = (zone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" })

export const attack: Attack = {
  name: "mobile numbers of countries with many zones at every half hour",
  storages: ["memory"],
  play: () => {
    const broken = new Set<string>()
    for (const { numbers, region, zones } of countries) {
      const table: QuietHours.QuietHours = { windows: { [region]: night }, exempt: [] }
      const clocks = zones.map((zone) => [zone, clock(zone)] as const)
      /** Returns the zones in which it is night, by the clock on the wall. */
      const asleep = (at: number): ReadonlyArray<string> =>
        clocks.flatMap(([zone, wall]) => {
          const shown = wall.format(at)
          return shown >= night.start || shown < night.end ? [zone] : []
        })
      for (const day of [Date.UTC(2030, 0, 15), Date.UTC(2030, 6, 15)]) {
        const hours = Array.from({ length: 48 }, (_, index) => day + index * halfHour)
        // Where the zones are so far apart that it is always night in some, the hours count in which it is in the fewest.
        const fewest = Math.min(...hours.map((at) => asleep(at).length))
        for (const phone of numbers) {
          for (const at of hours) {
            const quiet = asleep(at)
            const until = QuietHours.heldUntil(table, phone as PhoneNumber, null, Instant.make(at))
            const when = `${phone} at ${new Date(at).toISOString()}`
            if (until === null && quiet.length > fewest) broken.add(`${when}: it rings, and it is night in ${quiet[0]}`)
            if (until === null) continue
            if (quiet.length === 0) broken.add(`${when}: it is held by day`)
            if (asleep(until).length > fewest) broken.add(`${when}: it is held until night`)
          }
        }
      }
    }
    return Promise.resolve({ before: null, during: null, bound: null, lost: 0, doubled: 0, broken: [...broken] })
  }
}
