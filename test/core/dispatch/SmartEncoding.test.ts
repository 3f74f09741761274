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
