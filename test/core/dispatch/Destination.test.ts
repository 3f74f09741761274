/**
 * Where messages of an account may go (decisions 17.1), against the library of numbering plans.
 */
import * as Destination from "@signalbox/core/internal/dispatch/Destination"
import * as SatelliteRange from "@signalbox/core/internal/dispatch/SatelliteRange"
import type { Destinations } from "@signalbox/core/internal/row/Destinations"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { is, regionOf } from "@signalbox/core/PhoneNumber"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { getCountries, parsePhoneNumberFromString } from "libphonenumber-js/max"
import examples from "libphonenumber-js/mobile/examples"
import { describe, expect, it } from "vitest"

const phone = (text: string): PhoneNumber => {
  if (!is(text)) throw new Error(`${text} is no number`)
  return text
}

const refused = (text: string, ...all: ReadonlyArray<Destinations | null>): string | null =>
  Destination.refused(all.map((destinations) => destinations === null ? {} : { destinations }), phone(text))

const [newYork, toronto, nassau] = ["+12125550123", "+14165550123", "+12423570123"] as const
const [zurich, london, jersey] = ["+41446681800", "+442079460123", "+447797712345"] as const
/** The plan does not tell to which of the countries at +1, or at +7, these belong. */
const [atOne, atSeven] = ["+12125550123", "+71234567890"] as const

const countries = fc.constantFrom(...getCountries())

/** A mobile number of each country, by the library's examples. */
const numbers = countries.map((country) => [country, `+${parsed(country)}`] as const)
const parsed = (country: (typeof examples) extends Readonly<Record<infer Country, string>> ? Country : never) =>
  parsePhoneNumberFromString(examples[country], country)!.number.slice(1)

describe("the destinations of an account", () => {
  prop(
    "that nobody speaks of are all there are [XPR-001]",
    numbers,
    fc.constantFrom<ReadonlyArray<Destinations | null>>([], [null], [null, null], [{}]),
    ([, number], all) => {
      expect(refused(number, ...all)).toBe(null)
    }
  )

  prop(
    "are those of the regions that are allowed, and none that is forbidden [XPR-002, XPR-003]",
    numbers,
    fc.uniqueArray(countries, { minLength: 1, maxLength: 150 }),
    fc.uniqueArray(countries, { maxLength: 150 }),
    fc.boolean(),
    ([, number], allow, forbid, isOpen) => {
      const region = regionOf(phone(number))
      const passes = (isOpen || allow.includes(region as (typeof allow)[number])) &&
        !forbid.includes(region as (typeof allow)[number])
      const why = refused(number, { ...(isOpen ? {} : { allow }), forbid })
      expect(why === null).toBe(passes)
      if (why !== null) expect(why).toContain(region)
    }
  )

  prop(
    "have to pass the account's lists and those of its organization [XPR-005]",
    numbers,
    fc.array(fc.record({ forbid: fc.uniqueArray(countries, { maxLength: 120 }) }), { minLength: 2, maxLength: 2 }),
    ([, number], both) => {
      const each = both.map((destinations) => refused(number, destinations))
      expect(refused(number, ...both) === null).toBe(each.every((why) => why === null))
    }
  )

  it("may be named by their first digits, which tell as well what was in the way [XPR-002, XPR-003, XPR-004]", () => {
    expect(refused(zurich, { allow: ["+4144"] })).toBe(null)
    expect(refused(zurich, { allow: ["+4143", "GB"] })).toBe("the region CH is not among those allowed")
    expect(refused(zurich, { forbid: ["+4144"] })).toBe("numbers that begin with +4144 are forbidden")
    expect(refused(zurich, { allow: ["CH"], forbid: ["+41446"] })).toBe("numbers that begin with +41446 are forbidden")
    expect(refused(zurich, { allow: ["+41446"], forbid: ["CH"] })).toBe("the region CH is forbidden")
    expect(refused(zurich, { forbid: ["+4145", "US"] })).toBe(null)
  })

  it("are told apart where countries share a code, and where the plan does not tell a doubt counts against it [XPR-006]", () => {
    expect([newYork, toronto, nassau, london, jersey].map((number) => refused(number, { allow: ["US", "GB"] })))
      .toEqual([
        null,
        "the region CA is not among those allowed",
        "the region BS is not among those allowed",
        null,
        "the region JE is not among those allowed"
      ])
    expect(regionOf(phone(atSeven))).toBe("ZZ")
    expect(refused(atSeven, { allow: ["RU"] })).toBe("the number is not among those allowed")
    expect(refused(atSeven, { allow: ["KZ", "RU"] })).toBe(null)
    expect(refused(atSeven, { allow: ["+7"] })).toBe(null)
    expect(refused(atSeven, { forbid: ["KZ"] })).toBe("the region KZ is forbidden")
    expect(refused(atSeven, { forbid: ["US"] })).toBe(null)
    expect(refused(atOne, { forbid: ["CA"] })).toBe(null)
  })

  it("of no region at all may only be allowed by their first digits [XPR-006]", () => {
    expect(refused("+870773123456", { allow: getCountries() })).toBe("the number is not among those allowed")
    expect(refused("+870773123456", { allow: ["+870"] })).toBe(null)
    expect(refused("+870773123456", { forbid: getCountries() })).toBe(null)
  })
})

describe("the preset no-premium", () => {
  const preset = { preset: "no-premium" } as const

  it.each([
    ["the United States", "+19005551234"],
    ["Switzerland", "+41900123456"],
    ["the whole world", "+979123456789"],
    ["Switzerland, at a shared cost", "+41848123456"]
  ])("lets nothing go to premium rates of %s [XPR-007]", (_, number) => {
    expect(refused(number, preset)).toBe("the number is at a premium rate")
    expect(refused(number, {})).toBe(null)
    expect(refused(number, null, preset)).toBe("the number is at a premium rate")
  })

  const satellites = [
    ["+870", "Inmarsat"],
    ["+881", "the Global Mobile Satellite System, which is Iridium and Globalstar"],
    ["+88213", "Telespazio, known as EMSAT"],
    ["+88216", "Thuraya"],
    ["+88220", "ACeS"],
    ["+88232", "Maritime Communications Partner, on ships"],
    ["+88298", "OnAir, on aircraft"],
    ["+88299", "AeroMobile, on aircraft"]
  ] as const

  it("knows the satellite networks of decisions 17.1", () => {
    expect(SatelliteRange.table).toEqual(satellites)
  })

  it.each(satellites)("lets nothing go to %s: %s [XPR-008]", (prefix) => {
    const number = `${prefix}77312345678`.slice(0, 13)
    expect(refused(number, preset)).toBe(`${prefix} belongs to a satellite network`)
    expect(refused(number, {})).toBe(null)
    // Whoever allows them has to do without the preset.
    expect(refused(number, { ...preset, allow: [prefix] })).toBe(`${prefix} belongs to a satellite network`)
  })

  it.each([
    ["Inmarsat", "+870773123456"],
    ["Iridium", "+881612345678"],
    ["Globalstar", "+881912345678"],
    ["EMSAT", "+88213123456"],
    ["Thuraya", "+8821612345678"]
  ])("lets nothing go to %s [XPR-008]", (_, number) => {
    expect(refused(number, preset)).toContain("belongs to a satellite network")
  })

  it("leaves other international networks alone [XPR-008]", () => {
    expect(refused("+882121234567", preset)).toBe(null)
    expect(refused("+8835101234567", preset)).toBe(null)
  })

  prop("lets messages go to mobile numbers of every country [XPR-007]", numbers, ([, number]) => {
    expect(refused(number, preset)).toBe(null)
  })
})
