/**
 * The ways to find a searched text by pieces of it, beside an index that is made as the server makes it.
 */
import type { ListQuery } from "@signalbox/core/ListQuery"
import * as Trigrams from "@signalbox/postgres/internal/rows/trigrams"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const query = (list: string, scope = "account-1234"): ListQuery =>
  ({ list, scope, limit: 1, offset: 0 }) as unknown as ListQuery

/** The entries of the index for a contact's text: every third text of three characters with the account, and what is left. */
const entries = (text: string): ReadonlySet<string> => new Set(text.replaceAll(/(...)/gu, "1234$1,").split(","))

const piecesOf = (array: string): ReadonlyArray<string> => array.slice(2, -2).split("\",\"")

const isFound = (text: string, search: string): boolean =>
  (Trigrams.sought(query("contacts"), search) ?? []).some((way) =>
    way.every(({ array, operator }) => {
      const pieces = piecesOf(array)
      return operator === "@>"
        ? pieces.every((each) => entries(text).has(each))
        : pieces.some((each) => entries(text).has(each))
    })
  )

const character = fc.constantFrom(...Trigrams.characters)

const texts = (minLength: number, maxLength: number) => fc.string({ unit: character, minLength, maxLength })

describe("a searched text", () => {
  prop("is found wherever it stands", texts(0, 7), texts(4, 12), texts(0, 7), (before, search, after) => {
    expect(isFound(before + search + after, search)).toBe(true)
  })

  prop("is found in no text of which it shares no piece", texts(4, 12), (search) => {
    expect(isFound("x".repeat(30), search)).toBe(false)
  })

  it("that is short, or of another list, is looked up by no pieces", () => {
    expect([Trigrams.sought(query("contacts"), "123"), Trigrams.sought(query("messages"), "12345")]).toEqual([
      null,
      null
    ])
    expect([4, 5, 6].map((length) => Trigrams.sought(query("contacts"), "1".repeat(length))?.length)).toEqual([2, 3, 3])
  })

  const any = (piece: (other: string) => string) =>
    Trigrams.characters.map((other) => `"1234${piece(other)}"`).join(",")

  it("of four characters has a whole piece, or two halves", () => {
    expect(Trigrams.sought(query("contacts"), "5678")).toEqual([
      [{ operator: "&&", array: "{\"1234567\",\"1234678\"}", texts: ["567", "678"] }],
      [
        { operator: "&&", array: `{${any((before) => `${before}56`)}}`, texts: ["56"] },
        { operator: "&&", array: `{"78",${any((after) => `78${after}`)}}`, texts: ["78"] }
      ]
    ])
  })

  it("of more has the whole pieces from each of three places, and two characters that are left on either side", () => {
    const whole = (...pieces: ReadonlyArray<string>) => ({
      operator: "@>",
      array: `{${pieces.map((piece) => `"1234${piece}"`).join(",")}}`,
      texts: pieces
    })
    const ending = (two: string) => ({ operator: "&&", array: `{${any((before) => before + two)}}`, texts: [two] })
    const beginning = (two: string) => ({
      operator: "&&",
      array: `{"${two}",${any((after) => two + after)}}`,
      texts: [two]
    })
    expect(Trigrams.sought(query("contacts"), "56789")).toEqual([
      [whole("567"), beginning("89")],
      [whole("678")],
      [whole("789"), ending("56")]
    ])
    expect(Trigrams.sought(query("contacts"), "567890")).toEqual([
      [whole("567", "890")],
      [whole("678"), beginning("90")],
      [whole("789"), ending("56")]
    ])
  })

  it("is written as the index is", () => {
    expect(Trigrams.indexed)
      .toBe(String.raw`string_to_array(regexp_replace(sought, '(...)', right(scope1, 4) || '\1,', 'g'), ',')`)
    expect(Trigrams.isIndexed).toBe("sought is not null")
    expect(Trigrams.characters.join("")).toBe("0123456789tel\u001f")
  })
})
