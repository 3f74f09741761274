/**
 * The names of characters, compared with the list of Unicode (https://www.unicode.org/charts/charindex.html): a name that is
 * none would be looked for in vain.
 */
import * as CharacterName from "@signalbox/core/internal/preview/CharacterName"
import { describe, expect, it } from "vitest"

const listed = `
0009 CHARACTER TABULATION
0060 GRAVE ACCENT
00A0 NO-BREAK SPACE
00A9 COPYRIGHT SIGN
00AB LEFT-POINTING DOUBLE ANGLE QUOTATION MARK
00AD SOFT HYPHEN
00AE REGISTERED SIGN
00B0 DEGREE SIGN
00B4 ACUTE ACCENT
00B7 MIDDLE DOT
00BB RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK
00BD VULGAR FRACTION ONE HALF
00C1 LATIN CAPITAL LETTER A WITH ACUTE
00E1 LATIN SMALL LETTER A WITH ACUTE
00E2 LATIN SMALL LETTER A WITH CIRCUMFLEX
00E3 LATIN SMALL LETTER A WITH TILDE
00E7 LATIN SMALL LETTER C WITH CEDILLA
00EA LATIN SMALL LETTER E WITH CIRCUMFLEX
00ED LATIN SMALL LETTER I WITH ACUTE
00EE LATIN SMALL LETTER I WITH CIRCUMFLEX
00F3 LATIN SMALL LETTER O WITH ACUTE
00F4 LATIN SMALL LETTER O WITH CIRCUMFLEX
00F5 LATIN SMALL LETTER O WITH TILDE
00FA LATIN SMALL LETTER U WITH ACUTE
0301 COMBINING ACUTE ACCENT
2009 THIN SPACE
200B ZERO WIDTH SPACE
200C ZERO WIDTH NON-JOINER
200D ZERO WIDTH JOINER
200E LEFT-TO-RIGHT MARK
200F RIGHT-TO-LEFT MARK
2010 HYPHEN
2011 NON-BREAKING HYPHEN
2012 FIGURE DASH
2013 EN DASH
2014 EM DASH
2018 LEFT SINGLE QUOTATION MARK
2019 RIGHT SINGLE QUOTATION MARK
201A SINGLE LOW-9 QUOTATION MARK
201C LEFT DOUBLE QUOTATION MARK
201D RIGHT DOUBLE QUOTATION MARK
201E DOUBLE LOW-9 QUOTATION MARK
2022 BULLET
2026 HORIZONTAL ELLIPSIS
2028 LINE SEPARATOR
2029 PARAGRAPH SEPARATOR
202F NARROW NO-BREAK SPACE
2032 PRIME
2060 WORD JOINER
2122 TRADE MARK SIGN
2190 LEFTWARDS ARROW
2192 RIGHTWARDS ARROW
2212 MINUS SIGN
2713 CHECK MARK
FE0F VARIATION SELECTOR-16
FEFF ZERO WIDTH NO-BREAK SPACE
`.trim().split("\n").map((line) => line.split(/ (.*)/, 2) as [code: string, name: string])

describe("the characters that get into texts unseen", () => {
  it("have the names of Unicode", () => {
    const named = listed.map(([code]) => {
      const character = String.fromCodePoint(Number.parseInt(code, 16))
      return [CharacterName.codePoint(character), CharacterName.of(character)]
    })
    expect(named).toEqual(listed.map(([code, name]) => [`U+${code}`, name]))
  })

  it("are all that have names, and every other one has a number", () => {
    for (const character of ["", "a", "\u{1f600}", "toString", "\u00a0\u00a0"]) {
      expect(CharacterName.of(character)).toBeNull()
    }
    expect(["\u{1f600}", "a", "", "\u0000"].map(CharacterName.codePoint))
      .toEqual(["U+1F600", "U+0061", "U+0000", "U+0000"])
  })
})
