/**
 * Smart encoding (decisions 14.6), with `split-sms` as the oracle of what GSM-7 is.
 */
import * as SmartEncoding from "@signalbox/core/internal/dispatch/SmartEncoding"
import * as Segment from "@signalbox/core/Segment"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import splitter from "split-sms"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const isGsm = (text: string): boolean => splitter.split(text).characterSet === "GSM"

const gsm = fc.constantFrom(...Segment.basic, ...Segment.extended)
const typographic = fc.constantFrom(...SmartEncoding.table.keys())
/** Characters without a plain form. */
const others = fc.constantFrom("ж", "ç", "漢", "\u{1F642}", "e\u0301", "\u200d")

const textOf = (...characters: ReadonlyArray<fc.MaybeWeightedArbitrary<string>>) =>
  fc.oneof(
    ...[8, 72, 165, 330].map((maxLength) => fc.array(fc.oneof(...characters), { maxLength, size: "max" }))
  ).map((parts) => parts.join(""))

const any = fc.oneof(
  textOf({ arbitrary: gsm, weight: 8 }, typographic),
  textOf({ arbitrary: gsm, weight: 8 }, typographic, others)
)

describe("SmartEncoding.table", () => {
  it("has quotes and primes, dashes, spaces, separators, leaders and what nobody sees, and nothing else", () => {
    const points = (...all: ReadonlyArray<number>) => all.map((point) => String.fromCodePoint(point))
    const range = (first: number, last: number) =>
      points(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
    const forms: ReadonlyArray<readonly [plain: string, characters: ReadonlyArray<string>]> = [
      // Single quotes, low and reversed ones, single guillemets; prime and reversed prime; modifier letters; acute and grave.
      ["'", [
        ...range(0x2018, 0x201b),
        ...points(0x2032, 0x2035, 0x2039, 0x203a, 0x2b9),
        ...range(0x2bb, 0x2bd),
        ...points(0xb4, 0x60)
      ]],
      // Double quotes, double primes and guillemets.
      ["\"", [...range(0x201c, 0x201f), ...points(0x2033, 0x2036, 0xab, 0xbb, 0x2ba)]],
      // From the hyphen to the horizontal bar, the minus and the hyphen bullet.
      ["-", [...range(0x2010, 0x2015), ...points(0x2212, 0x2043)]],
      // The tabulator, and every space of Unicode but the usual one.
      [" ", [...points(0x9, 0xa0, 0x1680), ...range(0x2000, 0x200a), ...points(0x202f, 0x205f, 0x3000)]],
      ["\n", points(0x85, 0x2028, 0x2029)],
      ["..", points(0x2025)],
      ["...", points(0x2026)],
      // The soft hyphen, the space and the joiner without a width, and the mark of the order of bytes.
      ["", points(0xad, 0x200b, 0x2060, 0xfeff)]
    ]
    const expected = forms.flatMap(([plain, characters]) => characters.map((character) => [character, plain] as const))
    expect(new Map(SmartEncoding.table)).toStrictEqual(new Map(expected))
  })

  it("replaces single characters outside of GSM-7 by such within it", () => {
    for (const [character, plain] of SmartEncoding.table) {
      expect([character.length, isGsm(character), isGsm(plain)]).toEqual([1, false, true])
    }
  })
})

describe("SmartEncoding.encode", () => {
  const { encode } = SmartEncoding

  prop("never changes what is GSM-7 [XMS-061]", textOf(gsm), (text) => {
    expect(encode(text)).toEqual({ text, replacements: [] })
  })

  prop("leaves a text alone or makes it GSM-7, in no more segments [XMS-060, XMS-061]", any, (text) => {
    const made = encode(text)
    expect(made.replacements.length > 0).toBe(made.text !== text)
    expect(Segment.count(made.text).count).toBeLessThanOrEqual(Segment.count(text).count)
    if (made.text !== text) expect(isGsm(made.text)).toBe(true)
  })

  prop("does nothing more the second time [XMS-061]", any, (text) => {
    const once = encode(text).text
    expect(encode(once)).toEqual({ text: once, replacements: [] })
  })

  prop(
    "leaves a text alone that has one other character [XMS-061]",
    textOf(gsm, typographic),
    others,
    (text, other) => {
      expect(encode(text + other)).toEqual({ text: text + other, replacements: [] })
    }
  )

  prop(
    "makes GSM-7 of what has only characters of one unit [XMS-060]",
    textOf(gsm, fc.constantFrom(..."‘’“”–—\u00a0")),
    (text) => {
      const made = encode(text)
      expect(isGsm(made.text)).toBe(true)
      // Everything else stays where it is.
      expect(made.text.length).toBe(text.length)
      for (const [index, character] of [...text].entries()) {
        expect(made.text[index]).toBe(SmartEncoding.table.get(character) ?? character)
      }
      const times = made.replacements.reduce((sum, each) => sum + each.times, 0)
      expect(times).toBe([...text].filter((character) => SmartEncoding.table.has(character)).length)
    }
  )

  it("does not make two segments of one [XMS-061]", () => {
    const ellipses = "\u2026".repeat(70)
    expect(encode(ellipses)).toEqual({ text: ellipses, replacements: [] })
    expect(encode("\u2026".repeat(53)).text).toBe("...".repeat(53))
  })
})

describe("SmartEncoding.told", () => {
  it("names each character, in the order in which they come first, its plain form, and how often it came", () => {
    const { replacements, text } = SmartEncoding.encode("\u2019a\u00a0b\u2019\u2028\u200b\u2026")
    expect(text).toBe("'a b'\n...")
    expect(replacements).toStrictEqual([
      { character: "\u2019", plain: "'", times: 2 },
      { character: "\u00a0", plain: " ", times: 1 },
      { character: "\u2028", plain: "\n", times: 1 },
      { character: "\u200b", plain: "", times: 1 },
      { character: "\u2026", plain: "...", times: 1 }
    ])
    expect(SmartEncoding.told(replacements)).toBe(
      "smart encoding: U+2019 by ' (2 times), U+00A0 by a space (once), U+2028 by a new line (once), " +
        "U+200B by nothing (once), U+2026 by ... (once)"
    )
    expect(SmartEncoding.told([])).toBe("")
    expect([SmartEncoding.read("It\u2019s", true), SmartEncoding.read("It\u2019s", false)]).toEqual([
      "It's",
      "It\u2019s"
    ])
  })
})

describe("SmartEncoding.isWanted", () => {
  it("is what the send says, else what the account says, else not [XMS-063]", () => {
    const asked = [true, false, undefined].flatMap((send) =>
      [true, false, undefined].map((own) => [send, own] as const)
    )
    const wanted = asked.map(([send, own]) =>
      SmartEncoding.isWanted(
        send === undefined ? {} : { smartEncoding: send },
        own === undefined ? Given.account() : Given.account({ smartEncoding: own })
      )
    )
    expect(wanted).toEqual([true, true, true, false, false, false, true, false, false])
  })
})
