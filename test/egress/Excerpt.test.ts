/** The leading part of a text that arrives in bytes: how many of them are kept, and which characters they make. */
import * as Excerpt from "@signalbox/egress/internal/Excerpt"
import { expect, it } from "vitest"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it("no more bytes are needed once there are three for each unit of the text, and those behind them are left out", () => {
  const excerpt = Excerpt.make(4)
  expect([excerpt.add(bytes("abc")), excerpt.add(bytes("defghijk")), excerpt.add(bytes("lm")), excerpt.text()]).toEqual(
    [
      false,
      false,
      true,
      "abcd"
    ]
  )
  const whole = Excerpt.make(2)
  expect([whole.add(bytes("\u20ac")), whole.add(bytes("\u20ac")), whole.text()]).toEqual([false, true, "\u20ac\u20ac"])
})

it.each<[pieces: ReadonlyArray<Uint8Array>, length: number, text: string]>([
  [[], 4, ""],
  [[bytes("")], 4, ""],
  [[bytes(""), bytes("ab"), bytes(""), bytes("c")], 4, "abc"],
  [[bytes("abcde")], 4, "abcd"],
  // A character in two pieces, and one of which the end is missing.
  [[bytes("\u00e9").subarray(0, 1), bytes("\u00e9").subarray(1)], 4, "\u00e9"],
  [[bytes("a\u20ac").subarray(0, 3)], 4, "a"],
  // Half of a pair at the end is none, and a whole one is.
  [[bytes("abc\u{1f600}")], 4, "abc"],
  [[bytes("ab\u{1f600}")], 4, "ab\u{1f600}"],
  [[bytes("a\0b\0")], 4, "a\ufffdb\ufffd"],
  [[Uint8Array.of(0x61, 0xff, 0x62)], 4, "a\ufffdb"]
])("of the pieces %j at most %i units are told: %j", (pieces, length, text) => {
  const excerpt = Excerpt.make(length)
  for (const piece of pieces) excerpt.add(piece)
  expect(excerpt.text()).toBe(text)
})
