/**
 * The text by which contacts are searched: what is left of it without punctuation and case, whatever it is made of.
 */
import { searched } from "@signalbox/core/internal/row/Contact"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect } from "vitest"

const ascii = fc.string({ unit: "grapheme-ascii", maxLength: 20 })

describe("what contacts are searched by", () => {
  prop("is the letters and digits of the text alone, in lower case", ascii, (text) => {
    expect(searched(text)).toBe([...text.toLowerCase()].filter((each) => /[\p{L}\p{N}]/u.test(each)).join(""))
  })

  prop("is the same beside other text", ascii, (text) => {
    expect(searched(`É${text}`)).toBe(`é${searched(text)}`)
  })
})
