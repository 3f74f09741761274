/**
 * Texts that PostgreSQL can hold, bare and within JSON.
 */
import { isStorable, isStorableText } from "@signalbox/postgres/internal/statement/storable"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const json = "select $1::text::json, $2"

const unstorable = ["\0", "a\0b", "\ud800", "\udfff", "x\ud83d", "\ude00x"]

const storable = ["", "a", "\\u0000", "\u{1f600}", "\ufffd", "[\"\\u0000\"]"]

describe("a text", () => {
  it("can be held unless it has a NUL or half a pair", () => {
    expect(unstorable.filter(isStorableText)).toEqual([])
    expect(storable.filter((text) => !isStorableText(text))).toEqual([])
    expect([...unstorable, ...storable].map((text) => isStorable(json, text, 1)))
      .toEqual([...unstorable.map(() => false), ...storable.map(() => true)])
  })

  it("that is none can be held in any case", () => {
    expect([7, null, true, ["\0"]].map((param) => isStorable(json, param, 0))).toEqual([true, true, true, true])
  })

  const text = fc.string({
    unit: fc.constantFrom("a", "\\", "\"", "\0", "\ud83d", "\ude00", "\u{1f600}", "u0000", "\\u0000")
  })

  prop("within JSON can be held as it can be without, however deep it stands", text, (text) => {
    const isHeld = isStorableText(text)
    expect(isStorable(json, JSON.stringify([text]), 0)).toBe(isHeld)
    expect(isStorable(json, JSON.stringify([{ a: ["x", text] }]), 0)).toBe(isHeld)
    // JSON within JSON is escaped once more.
    expect(isStorable(json, JSON.stringify([JSON.stringify([text])]), 0)).toBe(true)
  })

  it("is JSON only where its parameter is a list that is read as such", () => {
    const list = JSON.stringify(["\0"])
    expect([isStorable(json, list, 0), isStorable(json, list, 1), isStorable(json, JSON.stringify({ a: "\0" }), 0)])
      .toEqual([false, true, true])
    expect(isStorable("select $11::text::json", list, 0)).toBe(true)
  })
})
