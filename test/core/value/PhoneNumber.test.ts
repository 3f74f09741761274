/**
 * Phone numbers: which are taken, and how they are shown (decisions 3.2, 3.3, 5.2). The grouping of digits is checked
 * against libphonenumber-js, whose separators alone differ from Google's.
 */
import * as PhoneNumber from "@signalbox/core/PhoneNumber"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  Metadata,
  parsePhoneNumberFromString
} from "libphonenumber-js/max"
import examples from "libphonenumber-js/mobile/examples"
import { describe, expect, it, vi } from "vitest"

const decode = Schema.decodeUnknownResult(PhoneNumber.PhoneNumber)
const taken = (text: string) => Result.getOrElse(decode(text), () => null)

const regions = getCountries()

/**
 * Returns whether the library takes a 0 or the like after the country code for the prefix of national calls and drops
 * it.
 */
const hasTrunkPrefix = (text: string): boolean => parsePhoneNumberFromString(text)?.number !== text

/** A number of every region: the example, or any other one of its length. */
const anywhere = fc.constantFrom(...regions).chain((region) => {
  const { countryCallingCode, nationalNumber } = getExampleNumber(region, examples)!
  const digits = fc.array(fc.nat({ max: 9 }), { minLength: nationalNumber.length, maxLength: nationalNumber.length })
  return fc.tuple(digits, fc.nat({ max: nationalNumber.length })).map(([random, kept]) =>
    `+${countryCallingCode}${nationalNumber.slice(0, kept)}${random.slice(kept).join("")}`
  )
}).filter((text) => PhoneNumber.is(text) && !hasTrunkPrefix(text)) as fc.Arbitrary<string> as fc.Arbitrary<
  PhoneNumber.PhoneNumber
>

describe("the spelling of a number", () => {
  /** These may stand between two digits. A zero in brackets is dialled within a country only, so there are no pairs. */
  const between = fc.constantFrom("", "", " ", "-", ".", "\u00a0", "\u2011", ")", "[", "\u200e")

  prop(
    "is read with and without a plus, and with anything between its digits",
    anywhere,
    fc.constantFrom("+", "00", ""),
    fc.infiniteStream(between),
    (number, mark, gaps) => {
      fc.pre(mark !== "" || number.length > 9)
      const digits = number.slice(1).split("").map((digit) => `${digit}${gaps.next().value}`).join("")
      expect(PhoneNumber.spelt(mark + digits)).toBe(number)
      expect(PhoneNumber.spelt(number)).toBe(number)
    }
  )

  it.each([
    "",
    "ACME",
    "12345",
    "1-23-45",
    "12345678",
    "29023456",
    "0",
    "+",
    "+0012015550123",
    "07911123456",
    "+12015550123".padStart(65)
  ])(
    "%j is no number",
    (text) => {
      expect(PhoneNumber.spelt(text)).toBe(null)
    }
  )

  it.each([undefined, null, 12_015_550_123, {}, Symbol("1")])("is a text (%#)", (value) => {
    expect(PhoneNumber.spelt(value)).toBe(null)
  })

  it("may hold the zero that is dialled within a country", () => {
    expect(PhoneNumber.spelt("+44 (0)20 7946 0958".padEnd(64))).toBe("+442079460958")
  })

  it("shows a log no more than who knows it needs", () => {
    expect(["+12015550123", "12345678", "1234567", "\n".repeat(20)].map(PhoneNumber.masked)).toEqual([
      "+12***23",
      "123***78",
      "***",
      "???***??"
    ])
  })
})

describe("PhoneNumber", () => {
  it.each([
    ["+447400123456", "mobile"],
    ["+442079460123", "fixed_line"],
    ["+12015550123", "fixed_line_or_mobile"],
    ["+18005550123", "toll_free"],
    ["+19005550123", "premium_rate"],
    ["+33810123456", "shared_cost"],
    ["+4781021234", "shared_cost"],
    ["+445612345678", "voip"],
    ["+447012345678", "personal_number"],
    ["+447640123456", "pager"],
    ["+445512345678", "uan"],
    ["+41860041234567", "voicemail"],
    ["+8835100012345", "unknown"]
  ])("%s is a number of the type %s", (phone, type) => {
    expect(PhoneNumber.numberTypeOf(phone as PhoneNumber.PhoneNumber)).toBe(type)
    const region = parsePhoneNumberFromString(phone)!.country ?? "ZZ"
    expect(PhoneNumber.regionOf(phone as PhoneNumber.PhoneNumber)).toBe(region)
  })

  it("is the example that Google publishes for each region, and of that region where no other has its numbers", () => {
    expect(regions.length).toBeGreaterThan(200)
    for (const region of regions) {
      const text = getExampleNumber(region, examples)!.number
      expect(taken(text), region).toBe(text)
      const number = text as string as PhoneNumber.PhoneNumber
      expect(PhoneNumber.regionOf(number), text).toBe(parsePhoneNumberFromString(text)!.country ?? region)
      expect(PhoneNumber.numberTypeOf(number), text).toMatch(/^(?:mobile|fixed_line_or_mobile)$/)
    }
  })

  prop("is of the region that it is shown with", anywhere, (phone) => {
    expect(PhoneNumber.regionOf(phone)).toBe(PhoneNumber.display(phone).region)
  })

  /** A number of every region, or nearly one: shorter, longer, with the prefix of national calls, of other first digits. */
  const nearly = fc.constantFrom(...regions).chain((region) => {
    const { countryCallingCode, nationalNumber } = getExampleNumber(region, examples)!
    return fc.tuple(
      fc.constantFrom("", "", "", "0", "1", "8", "15"),
      fc.nat({ max: nationalNumber.length }),
      fc.maxSafeNat(),
      fc.integer({ min: -2, max: 2 })
    ).map(([prefix, kept, random, more]) => {
      const digits = `${nationalNumber.slice(0, kept)}${String(random).padStart(16, "0").slice(-8)}`.padEnd(16, "7")
      return `+${countryCallingCode}${prefix}${digits.slice(0, nationalNumber.length + more)}`
    })
  }).filter(PhoneNumber.isE164)

  propWith({ runs: 3000 })("is of the region that the library tells, possible or not", nearly, (text) => {
    const region = parsePhoneNumberFromString(text, { extract: false })?.country ?? "ZZ"
    expect(PhoneNumber.regionOf(text as PhoneNumber.PhoneNumber)).toBe(region)
  })

  it("is of a region without being parsed, unless it may begin with the prefix of national calls", () => {
    const library = Object.getPrototypeOf(Metadata.prototype) as { hasSelectedNumberingPlan(): boolean }
    const parse = vi.spyOn(library, "hasSelectedNumberingPlan")
    try {
      for (
        const [text, region] of [["+12025550171", "US"], ["+14165550134", "CA"], ["+447400123457", "GB"], [
          "+491711234567",
          "DE"
        ]]
      ) {
        expect(PhoneNumber.regionOf(text as PhoneNumber.PhoneNumber)).toBe(region)
      }
      expect(parse).toHaveBeenCalledTimes(0)
      expect(PhoneNumber.regionOf("+4407400123457" as PhoneNumber.PhoneNumber)).toBe("GB")
      expect(parse).toHaveBeenCalledTimes(1)
    } finally {
      parse.mockRestore()
    }
  })

  it.each([
    ["+12015550123", "+1 201-555-0123", "US"],
    ["+5511987654321", "+55 11 98765-4321", "BR"],
    ["+81312345678", "+81 3-1234-5678", "JP"]
  ])("%s is shown as %s in %s", (phone, international, region) => {
    expect(PhoneNumber.display(phone as PhoneNumber.PhoneNumber)).toEqual({ international, region })
  })

  propWith({ runs: 5000 })("is shown with all its digits, in the groups of its numbering plan", anywhere, (phone) => {
    const { international, region } = PhoneNumber.display(phone)
    const parsed = parsePhoneNumberFromString(phone)!
    expect(international.replaceAll(/\D/g, "")).toBe(phone.slice(1))
    expect(international.startsWith(`+${parsed.countryCallingCode} `)).toBe(true)
    expect(international.split(/\D+/)).toEqual(parsed.formatInternational().split(/\D+/))
    expect(region).toBe(parsed.country ?? "ZZ")
  })

  prop("has a region of two capitals, ZZ when it belongs to none", anywhere, (phone) => {
    expect(PhoneNumber.display(phone).region).toMatch(/^[A-Z]{2}$/)
  })

  it("is parsed once for a while, and is what it is however many others were seen meanwhile", () => {
    // The library asks for this once each time that it parses.
    const library = Object.getPrototypeOf(Metadata.prototype) as { hasSelectedNumberingPlan(): boolean }
    const parse = vi.spyOn(library, "hasSelectedNumberingPlan")
    const number = (index: number) => `+1203${2_000_000 + index}` as PhoneNumber.PhoneNumber
    try {
      const seen = () => [taken(number(0)), PhoneNumber.display(number(0)).region]
      for (const _ of [1, 2, 3]) expect(seen()).toEqual([number(0), "US"])
      expect(parse).toHaveBeenCalledTimes(1)
      for (let index = 1; index <= 33_000; index++) PhoneNumber.numberTypeOf(number(index))
      expect(parse).toHaveBeenCalledTimes(33_001)
      expect(seen()).toEqual([number(0), "US"])
      expect(parse).toHaveBeenCalledTimes(33_002)
    } finally {
      parse.mockRestore()
    }
  })

  const codes = [
    ...new Set(regions.map((region) => getCountryCallingCode(region))),
    "800",
    "808",
    "870",
    "878",
    "881",
    "882",
    "883",
    "888"
  ]

  propWith({ runs: 5000 })(
    "is taken whenever the library finds it possible, whatever calling code, prefix and length it has",
    fc.tuple(
      fc.oneof(fc.constantFrom(...codes), fc.integer({ min: 1, max: 999 }).map(String)),
      fc.constantFrom("", "0", "00", "1", "8", "15", "06", "9"),
      fc.stringMatching(/^[0-9]{2,14}$/)
    ).map((parts) => `+${parts.join("")}`).filter(PhoneNumber.isE164),
    (text) => {
      expect(PhoneNumber.is(text)).toBe(parsePhoneNumberFromString(text)?.isPossible() === true)
    }
  )

  it("that belongs to no region is shown in ZZ", () => {
    expect(PhoneNumber.display("+881612345678" as PhoneNumber.PhoneNumber).region).toBe("ZZ")
    expect(PhoneNumber.display("+000" as PhoneNumber.PhoneNumber)).toEqual({ international: "+000", region: "ZZ" })
  })

  prop(
    "is taken with blanks around it and kept without",
    anywhere,
    fc.constantFrom("", " ", "\t", "\n "),
    (phone, blank) => {
      expect(taken(`${blank}${phone}${blank}`)).toBe(phone)
    }
  )

  prop(
    "is taken only as a plus and 7 to 15 digits of which the first is not 0",
    fc.oneof(
      fc.string({ unit: fc.constantFrom("+", "0", "1", "2", "5", "9", " ", "-", "(", "a"), maxLength: 18 }),
      fc.tuple(fc.constantFrom("+", "", "00", "+0"), fc.nat({ max: 2 ** 48 })).map(([lead, rest]) => `${lead}${rest}`),
      // What is taken, and what looks much like it.
      fc.tuple(fc.constantFrom("+", "", "00", "++", " +"), anywhere).map(([lead, phone]) => `${lead}${phone.slice(1)}`)
    ),
    (text) => {
      expect(taken(text) === null || /^\+[1-9][0-9]{6,14}$/.test(text.trim())).toBe(true)
    }
  )

  it.each([
    "12015550123",
    "0012015550123",
    "+1 201 555 0123",
    "+1-201-555-0123",
    "+0201555012",
    "+1201555",
    "+1201555012345678",
    // Sixteen digits, which German numbering would allow.
    "+4930123456789012",
    "tel:+12015550123",
    "+1201555012a",
    "+١٢٠١٥٥٥٠١٢٣",
    "+120155501234",
    "+999123456789",
    ""
  ])("%j is not taken", (text) => {
    expect(taken(text)).toBe(null)
  })
})

const number = (text: string) => text as PhoneNumber.PhoneNumber

describe("a number in all of its forms", () => {
  it.each([
    ["+12015550123", "+1 201-555-0123", "(201) 555-0123", "tel:+1-201-555-0123", "1", "US"],
    ["+442079460958", "+44 20 7946 0958", "020 7946 0958", "tel:+44-20-7946-0958", "44", "GB"],
    ["+870773111632", "+870 773 111 632", "773 111 632", "tel:+870-773-111-632", "870", "ZZ"],
    ["+999123", "+999123", "+999123", "tel:+999123", "", "ZZ"]
  ])("%s is %s, %s and %s", (e164, international, national, rfc, countryCode, region) => {
    expect(PhoneNumber.formats(number(e164))).toEqual({ e164, international, national, rfc, countryCode, region })
  })
})

describe("the place of a number", () => {
  it("is a region that a numbering plan knows", () => {
    expect(["GB", "US", "UK", "ZZ", "gb", ""].map(PhoneNumber.isRegion)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false
    ])
  })

  it("is its own region, or every one that it may be in", () => {
    expect(PhoneNumber.regionsOf(number("+12015550123"))).toEqual(["US"])
    expect(PhoneNumber.regionsOf(number("+12001230101"))).toEqual(expect.arrayContaining(["US", "CA", "JM"]))
    expect(PhoneNumber.regionsOf(number("+870773111632"))).toEqual([])
    expect(PhoneNumber.regionsOf(number("+999123"))).toEqual([])
  })

  it.each([
    ["+447700900123", 4, "+447700"],
    ["+12015550123", 3, "+1201"],
    ["+6834002", 4, "+68340"],
    ["+999123", 1, "+999"]
  ])("of %s and %i of its digits begins with %s", (phone, digits, prefix) => {
    expect(PhoneNumber.prefixOf(number(phone), digits)).toBe(prefix)
  })
})

describe("a number for simulated carriers", () => {
  it.each([
    ["US", "2015550123", "+12015550123"],
    ["US", "20155501234567", "+12015550123"],
    ["IS", "4101234567", "+354410123456"],
    ["US", "201", null],
    ["XX", "2015550123", null],
    ["ZZ", "", null]
  ])("of %s that begins with %s is %s", (country, digits, phone) => {
    expect(PhoneNumber.possible(country, digits)).toBe(phone)
  })
})

it("whoever sends what is no number is told what one is", () => {
  const wrong = decode("12015550123")
  expect(Result.isFailure(wrong) && String(wrong.failure)).toBe(
    "SchemaError(must be a phone number in E.164 form, for example +12015550123)"
  )
  expect(PhoneNumber.PhoneNumber.identifier).toBe("PhoneNumber")
})

it("a number that the plan can assign is told from one that is only as long", () => {
  expect(["+12015550123", "+12001230101", "12015550123", "+999123456"].map(PhoneNumber.isAssignable)).toEqual(
    [true, false, false, false]
  )
})
