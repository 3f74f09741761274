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
  const pieces = ["a", "\"", "\\", "\n", "\b", "\u000b", "\u0001", "\u007f", "é", "漢", "\u2028", "😀", "\ud800"]
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join(""))
  const bytes = (part: string) => Buffer.byteLength(JSON.stringify(part)) - 2

  prop("keeps what takes so many bytes in an answer, and no more", text, fc.nat({ max: 90 }), (whole, most) => {
    const cut = Text.truncateJson(whole, most)
    expect(whole.startsWith(cut)).toBe(true)
    expect(Text.jsonBytes(cut)).toBe(bytes(cut))
    expect(bytes(cut)).toBeLessThanOrEqual(most)
    const next = Array.from(whole.slice(cut.length))[0]
    if (next !== undefined) expect(bytes(cut) + bytes(next)).toBeGreaterThan(most)
  })
})
