/**
 * Values that can never be sent (specification VALIDATION_008, decisions 5.2).
 */
import * as ParameterCheck from "@signalbox/core/template/ParameterCheck"
import type { Requested } from "@signalbox/core/value/Channel"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "./Given.ts"

const definition = Given.definition("{{0}} {{1}}", "first", "second")
const channels = fc.subarray<Requested>(["auto_detect", "sms", "whatsapp", "rcs", "mms"])

const text = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("a", "é", "😀", ".") },
    fc.constantFrom(" ", "    ", "     ", "\n", "\r", "\t", "\u00a0", "\u2028")
  ),
  { maxLength: 8 }
).map((parts) => parts.join(""))

/** The texts, as one condition. */
const isWrong = (value: string, pinned: ReadonlyArray<Requested>): boolean =>
  value.includes("\n") || value.includes("\r") || value.includes("\t") || value.includes(" ".repeat(5)) ||
  (value.trim() === "" && pinned.includes("whatsapp"))

const wrong = (value: string, ...pinned: ReadonlyArray<Requested>) =>
  ParameterCheck.check(definition, { first: value, second: "fine" }, pinned).map(({ code, field }) => [field, code])

const refused = [["template.parameters.first", "VALIDATION_008"]]

describe("ParameterCheck.check", () => {
  prop("refuses what the texts refuse, and nothing else", text, text, channels, (first, second, pinned) => {
    const violations = ParameterCheck.check(definition, { first, second }, pinned)
    const expected = [["first", first], ["second", second]].filter(([, value]) => isWrong(value!, pinned))
    expect(violations.map(({ field }) => field)).toEqual(expected.map(([name]) => `template.parameters.${name}`))
    expect(violations.every(({ code }) => code === "VALIDATION_008")).toBe(true)
  })

  it.each([["a newline", "a\nb"], ["a carriage return", "a\rb"], ["a tab", "a\tb"], ["five spaces", "a     b"]])(
    "refuses %s",
    (_, value) => {
      expect(wrong(value, "auto_detect")).toEqual(refused)
    }
  )

  it("takes exactly four spaces [VAR-032]", () => {
    expect(wrong("a    b", "whatsapp")).toEqual([])
  })

  it.each(["", " ", "    "])("refuses the blank value %j where WhatsApp is pinned, and takes it elsewhere", (value) => {
    expect(wrong(value, "whatsapp")).toEqual(refused)
    expect(wrong(value, "sms", "whatsapp")).toEqual(refused)
    expect(wrong(value, "auto_detect")).toEqual([])
    expect(wrong(value, "sms", "rcs")).toEqual([])
  })

  it("says nothing of values that are missing or that no variable asks for", () => {
    expect(ParameterCheck.check(definition, { other: "a\nb" }, ["whatsapp"])).toEqual([])
  })

  it("looks at values that are given by id, under the variable's name", () => {
    const violations = ParameterCheck.check(definition, { "1": "a\nb" }, ["sms"])
    expect(violations.map(({ field }) => field)).toEqual(["template.parameters.second"])
  })
})
