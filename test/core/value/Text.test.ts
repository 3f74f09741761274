/**
 * Text that is cut: no half a character at its end.
 */
import * as Text from "@signalbox/core/internal/value/Text"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

describe("Text.truncate", () => {
  const text = fc.array(fc.constantFrom("a", "é", "漢", "😀", "𝒳"), { maxLength: 20 }).map((parts) => parts.join(""))

  prop("keeps the beginning, as much as fits, and no half a character", text, fc.nat({ max: 25 }), (whole, length) => {
    const cut = Text.truncate(whole, length)
    expect(whole.startsWith(cut)).toBe(true)
    expect(cut).not.toMatch(/\p{Surrogate}/u)
    expect(cut.length).toBeLessThanOrEqual(length)
    const next = Array.from(whole.slice(cut.length))[0]
    if (next !== undefined) expect(cut.length + next.length).toBeGreaterThan(length)
  })

  it("cuts before a pair that would be split", () => {
    const whole = `${"x".repeat(3071)}😀`
    expect(Text.truncate(whole, 3072)).toBe("x".repeat(3071))
    expect(Text.truncate(`x${whole}`, 3074)).toBe(`x${whole}`)
    expect(Text.truncate("a\ud800", 2)).toBe("a\ud800")
  })
})

describe("Text.bytes", () => {
  const pieces = ["a", "\u007f", "\u0080", "é", "\u07ff", "\u0800", "漢", "\uffff", "😀", "\ud800", "\udfff", "\udc00"]
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join(""))

  prop("is what the text takes when it is written, half characters included", text, (whole) => {
    expect(Text.bytes(whole)).toBe(Buffer.byteLength(whole))
  })
})

describe("Text.truncateJson", () => {
  /** Characters on both sides of each place from which on they take other room. */
  const pieces = [
    ..."\u0001\u0007\b\t\n\u000b\f\r\u000e\u001f !\"#[\\]a\u007f\u0080\u07ff\u0800\u2028\ud7ff\ue000\uffff\u{10000}😀",
    "\ud800",
    "\udbff",
    "\udc00",
    "\udfff"
  ]
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join(""))
  const bytes = (part: string) => Buffer.byteLength(JSON.stringify(part)) - 2

  prop("keeps what takes so many bytes in an answer, and no more", text, fc.nat({ max: 90 }), (whole, most) => {
    const cut = Text.truncateJson(whole, most)
    expect(whole.startsWith(cut)).toBe(true)
    expect(Text.jsonBytes(cut)).toBe(bytes(cut))
    expect(Text.jsonBytes(whole)).toBe(bytes(whole))
    expect(bytes(cut)).toBeLessThanOrEqual(most)
    const next = Array.from(whole.slice(cut.length))[0]
    if (next !== undefined) expect(bytes(cut) + bytes(next)).toBeGreaterThan(most)
  })
})

describe("Text.hasAtMostBytes", () => {
  const pieces = ["a", "\u007f", "\u0080", "\u07ff", "\u0800", "\uffff", "😀"]
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""))

  prop("counts the bytes of the text in UTF-8", text, fc.integer({ min: -2, max: 2 }), (whole, more) => {
    const most = Buffer.byteLength(whole) + more
    expect(Text.hasAtMostBytes(whole, most)).toBe(more >= 0)
  })
})

describe("a text that is stored", () => {
  const pieces = ["a", "\0", "\ud800", "\udfff", "😀", "\ufffd", "\n"]
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(""))

  prop("has no U+0000 and no half characters, and all else as it was", text, (whole) => {
    const expected = Array.from(whole).filter((each) => each !== "\0").map((each) =>
      each.length === 1 && /[\ud800-\udfff]/.test(each) ? "\ufffd" : each
    ).join("")
    expect(Text.clean(whole)).toBe(expected)
    expect(Text.isClean(whole)).toBe(whole === expected)
  })

  it("loses what nobody sees at both of its ends, and nothing within", () => {
    const unseen = " \t\n\u00a0\u200b\u200d\u200e\u2060\ufe0f\u2800\u3000"
    expect(Text.trimmed(`${unseen}a${unseen}b${unseen}`)).toBe(`a${unseen}b`)
    expect(Text.trimmed(unseen)).toBe("")
    expect(Text.trimmed("a")).toBe("a")
  })
})
