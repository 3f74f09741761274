/**
 * SMS segments (specification "Limits", decisions 9.3), with the npm packages `split-sms` and
 * `sms-segments-calculator` as oracles.
 *
 * Where they differ from us: `sms-segments-calculator` never splits a grapheme (a family of emojis, a letter with
 * combining marks) over two segments, so its count may be higher there; networks split between characters, as we and
 * `split-sms` do. It is asked about texts whose graphemes are single characters, and for a lower bound on the others.
 */
import * as Segment from "@signalbox/core/Segment"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { SegmentedMessage } from "sms-segments-calculator"
import splitter from "split-sms"
import { describe, expect, it } from "vitest"
import * as GsmTable from "./GsmTable.ts"

const basic = GsmTable.rows.join("")
const extended = [...GsmTable.extended.keys()].join("")

/** Single characters that are graphemes by themselves and stand in no GSM table. */
const outside = ["ç", "ё", "漢", "あ", "ا", "`", "\t", "\u00a0", "’", "–", "Á", "😀", "𝒳", "\u{20bb7}"]
const joining = ["e\u0301", "👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "ᄀ\u1161"]

/** Texts around the lengths at which the number of segments changes. */
const texts = (units: fc.Arbitrary<string>, around: ReadonlyArray<number>) =>
  fc.tuple(fc.constantFrom(...around), fc.integer({ min: -8, max: 8 })).chain(([length, off]) =>
    fc.array(units, { minLength: Math.max(0, length + off), maxLength: Math.max(0, length + off), size: "max" })
  ).map((characters) => characters.join(""))

const each = (characters: string): fc.Arbitrary<string> => fc.constantFrom(...characters)

const gsmOnly = texts(
  fc.oneof({ weight: 6, arbitrary: each(basic) }, { weight: 1, arbitrary: each(extended) }),
  [0, 80, 120, 140, 153, 160, 260, 306, 459]
)
const mixed = texts(
  fc.oneof(
    { weight: 5, arbitrary: each(basic) },
    { weight: 1, arbitrary: each(extended) },
    { weight: 3, arbitrary: fc.constantFrom(...outside) }
  ),
  [1, 35, 67, 70, 110, 134, 201]
)
const joined = texts(fc.oneof(fc.constantFrom(...joining), each(basic)), [10, 20, 30, 67])

/** The units of a part, counted from the tables above. */
const unitsOf = (encoding: string, part: string) =>
  encoding === "UCS-2" ? part.length : [...part].reduce((sum, each) => sum + (extended.includes(each) ? 2 : 1), 0)

/** Returns the halves of pairs that the text ends or begins with. */
const torn = (text: string) => text.match(/^[\udc00-\udfff]|[\ud800-\udbff]$/g) ?? []

const first = (text: string) => {
  const { bytes, characterSet, parts } = splitter.split(text)
  return characterSet === "GSM"
    ? { encoding: "GSM-7", units: bytes, count: parts.length }
    : { encoding: "UCS-2", units: bytes / 2, count: parts.length }
}

const second = (text: string) => {
  const { encodingName, segments } = new SegmentedMessage(text)
  return { encoding: encodingName, count: segments.length }
}

describe("the tables", () => {
  it("are those of GSM 03.38, in the order of their septets", () => {
    expect([Segment.basic, Segment.extended, Segment.escape]).toEqual([basic, extended, "\u001b"])
  })

  it("say what an escape makes of the character behind it, and of no other one", () => {
    const made = [...GsmTable.basic].map(([character]) => [character, Segment.escaped(`${character}${character}^`)])
    const escaped = [...GsmTable.basic].map(([character, septet]) => {
      const [other = character] = [...GsmTable.extended].find(([, behind]) => behind === septet) ?? []
      return [character, `${other}${character}^`]
    })
    expect(made).toEqual(escaped)
    expect([Segment.escaped(""), Segment.escaped("я"), Segment.escaped("^")]).toEqual(["", "я", "^"])
  })
})

describe("Segment.count", () => {
  propWith({ runs: 400 })("agrees with split-sms on any text", fc.oneof(gsmOnly, mixed, joined), (text) => {
    expect(Segment.count(text)).toEqual(first(text))
  })

  propWith({ runs: 150 })(
    "agrees with sms-segments-calculator where a grapheme is a character",
    fc.oneof(gsmOnly, mixed),
    (text) => {
      const { count, encoding } = Segment.count(text)
      expect({ count, encoding }).toEqual(second(text))
    }
  )

  propWith({ runs: 50 })("never counts more than sms-segments-calculator", joined, (text) => {
    expect(Segment.count(text).count).toBeLessThanOrEqual(second(text).count)
  })

  it("agrees with split-sms on every character of Unicode by itself", () => {
    const differing: Array<number> = []
    for (let point = 0; point <= 0x10ffff; point++) {
      const ours = Segment.count(String.fromCodePoint(point))
      const theirs = first(String.fromCodePoint(point))
      if (ours.encoding !== theirs.encoding || ours.units !== theirs.units || ours.count !== theirs.count) {
        differing.push(point)
      }
    }
    // The first halves of pairs are no characters. Alone they have one unit; split-sms counts the other half as well.
    expect(differing).toEqual(Array.from({ length: 0x400 }, (_, index) => 0xd800 + index))
  })

  const anyCharacter = texts(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), [1, 34, 35, 67, 70, 134])
  propWith({ runs: 200 })("agrees with split-sms on any characters of Unicode", anyCharacter, (text) => {
    expect(Segment.count(text)).toEqual(first(text))
  })

  propWith({ runs: 60 })(
    "never counts more than sms-segments-calculator for any characters of Unicode, and has its encoding",
    anyCharacter,
    (text) => {
      const { count, encoding } = Segment.count(text)
      const theirs = second(text)
      expect(encoding).toBe(theirs.encoding)
      expect(count).toBeLessThanOrEqual(theirs.count)
    }
  )

  it("counts each character of the GSM table as one, each of its extension as two", () => {
    expect(basic).toHaveLength(127)
    for (const character of basic) expect(Segment.count(character)).toEqual({ encoding: "GSM-7", units: 1, count: 1 })
    for (const character of extended) expect(Segment.count(character)).toMatchObject({ encoding: "GSM-7", units: 2 })
    for (const character of outside) expect(Segment.count(character)).toMatchObject({ encoding: "UCS-2" })
  })

  it.each([[0, 1], [1, 1], [159, 1], [160, 1]])("of %i GSM characters is %i [LIM-011]", (length, count) => {
    expect(Segment.count("a".repeat(length)).count).toBe(count)
  })

  it.each([[1, 1], [69, 1], [70, 1]])("of %i Unicode characters is %i [LIM-012]", (length, count) => {
    expect(Segment.count("я".repeat(length)).count).toBe(count)
  })

  it.each([[161, 2], [306, 2], [307, 3], [459, 3], [460, 4]])(
    "of %i GSM characters is %i [LIM-013]",
    (length, count) => {
      expect(Segment.count("a".repeat(length)).count).toBe(count)
    }
  )

  it.each([[71, 2], [134, 2], [135, 3], [201, 3], [202, 4]])(
    "of %i Unicode characters is %i [LIM-014]",
    (length, count) => {
      expect(Segment.count("я".repeat(length)).count).toBe(count)
    }
  )

  it("is Unicode for the whole text as soon as one character is [LIM-015]", () => {
    expect(Segment.count(`${"a".repeat(70)}я`)).toEqual({ encoding: "UCS-2", units: 71, count: 2 })
    expect(Segment.count(`${"a".repeat(69)}я`)).toEqual({ encoding: "UCS-2", units: 70, count: 1 })
  })

  it("does not split a character of the extension, nor a pair of surrogates", () => {
    expect(Segment.count(`${"a".repeat(152)}€${"a".repeat(151)}`)).toEqual({ encoding: "GSM-7", units: 305, count: 2 })
    expect(Segment.count(`${"a".repeat(152)}€${"a".repeat(152)}`)).toEqual({ encoding: "GSM-7", units: 306, count: 3 })
    expect(Segment.count(`${"я".repeat(66)}😀${"я".repeat(65)}`)).toEqual({ encoding: "UCS-2", units: 133, count: 2 })
    expect(Segment.count(`${"я".repeat(66)}😀${"я".repeat(66)}`)).toEqual({ encoding: "UCS-2", units: 134, count: 3 })
  })
})

describe("Segment.parts", () => {
  propWith({ runs: 400 })("are the texts that split-sms makes", fc.oneof(gsmOnly, mixed, joined), (text) => {
    const theirs = splitter.split(text).parts.map(({ content }) => content)
    expect(Segment.parts(text)).toEqual(theirs)
  })

  const anyText = fc.oneof(gsmOnly, mixed, texts(fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), [70, 134]))

  propWith({ runs: 400 })("joined are the text, as many as are billed, and none without need", anyText, (text) => {
    const parts = Segment.parts(text)
    const { count, encoding, units } = Segment.count(text)
    expect(parts.join("")).toBe(text)
    expect(parts.length).toBe(count)
    expect(parts.reduce((sum, part) => sum + unitsOf(encoding, part), 0)).toBe(units)
    const [single, split] = encoding === "UCS-2" ? [70, 67] : [160, 153]
    for (const [index, part] of parts.entries()) {
      expect(unitsOf(encoding, part)).toBeLessThanOrEqual(parts.length === 1 ? single : split)
      const next = [...(parts[index + 1] ?? "")][0]
      // The first character of the next part had no room in this one.
      if (next !== undefined) expect(unitsOf(encoding, part + next)).toBeGreaterThan(split)
    }
  })

  propWith({ runs: 400 })("tear no character", mixed, (text) => {
    expect(Segment.parts(text).flatMap(torn)).toEqual([])
  })

  it("keep an extended character and a pair of surrogates whole", () => {
    const [euro, smile] = [`${"a".repeat(152)}€${"a".repeat(10)}`, `${"я".repeat(66)}😀${"я".repeat(10)}`]
    expect(Segment.parts(euro)).toEqual(["a".repeat(152), `€${"a".repeat(10)}`])
    expect(Segment.parts(smile)).toEqual(["я".repeat(66), `😀${"я".repeat(10)}`])
  })

  it("of the empty text are one, as it is billed", () => {
    expect(Segment.parts("")).toEqual([""])
  })
})

describe("the characters that a text is sent as UCS-2 for", () => {
  propWith({ runs: 400 })(
    "are all those outside of GSM 03.38, with their places, as many as are asked for [XTP-008]",
    fc.oneof(gsmOnly, mixed, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })),
    fc.integer({ min: 0, max: 30 }),
    (text, most) => {
      const expected: Array<Segment.Inexpressible> = []
      let index = 0
      for (const character of text) {
        if (!basic.includes(character) && !extended.includes(character)) expected.push({ character, index })
        index += character.length
      }
      const found = Segment.inexpressible(text, most)
      expect(found).toEqual(expected.slice(0, most))
      for (const { character, index } of found) expect(text.startsWith(character, index)).toBe(true)
      expect(Segment.count(text).encoding).toBe(expected.length === 0 ? "GSM-7" : "UCS-2")
    }
  )
})

describe("a surrogate pair", () => {
  const unicode = 67

  it.each(["\u{10000}", "\u{103ff}", "\u{10400}", "\u{10fc00}", "\u{10ffff}"])(
    "is one character, from the first to the last: %j",
    (character) => {
      expect(Segment.inexpressible(`a${character}b`, 9)).toStrictEqual([{ character, index: 1 }])
      const before = "я".repeat(unicode - 1)
      expect(Segment.parts(`${before}${character}яяя`)).toStrictEqual([before, `${character}яяя`])
    }
  )

  it.each(["\ud7ff\udc00", "\ud800\udbff", "\udbff\ue000", "\ue000\udc00", "\udc00\udc00"])(
    "is none of two units of which one is no half of it: %j",
    (units) => {
      expect(Segment.inexpressible(`a${units}b`, 9)).toStrictEqual([
        { character: units[0], index: 1 },
        { character: units[1], index: 2 }
      ])
      const before = "я".repeat(unicode - 1)
      expect(Segment.parts(`${before}${units}яяя`)).toStrictEqual([`${before}${units[0]}`, `${units[1]}яяя`])
    }
  )
})
