/**
 * Which references and metadata a send may carry (decisions 14.1).
 */
import * as ClientReference from "@signalbox/core/internal/message/ClientReference"
import * as Decoding from "@signalbox/core/internal/operation/Decoding"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const decode = Decoding.decoder(
  Schema.Struct({ reference: ClientReference.Reference, metadata: ClientReference.Metadata })
)

const fieldsOf = (input: { readonly reference: unknown; readonly metadata: unknown }) =>
  decode(input).violations.map(({ field }) => field)

const characters = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).map((text) =>
  text.replaceAll(/\p{Control}/gu, "-")
)
const reference = characters.map((text) => `${text}x`)
const letters = [..."abcXYZ019"]
const name = fc.tuple(
  fc.constantFrom(...letters),
  fc.string({ unit: fc.constantFrom(...letters, ..."_.-"), maxLength: 39 })
)
  .map(([first, rest]) => first + rest)
const metadata = fc.uniqueArray(fc.tuple(name, characters), { maxLength: 20, selector: ([each]) => each })
  .map((entries) => Object.fromEntries(entries))

/** One character of the text is replaced by a control character, or put there. */
const controlled = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.nat(), fc.constantFrom("\n", "\t", "\r", "\u001b", "\u007f", "\u0085")).map(
    ([each, at, control]) => {
      const place = at % (each.length + 1)
      return each.slice(0, place) + control + each.slice(place)
    }
  )

const blank = fc.string({ unit: fc.constantFrom(" ", "\u00a0", "\u3000"), maxLength: 5 })
const long = fc.integer({ min: 256, max: 400 }).map((length) => "x".repeat(length))

const wrongReference = fc.oneof(controlled(reference), blank, long, fc.integer(), fc.constant({}))
const wrongName = fc.oneof(
  fc.constantFrom("", "__proto__x", "-a", ".a", "a b", "ä", "a/b"),
  fc.integer({ min: 41, max: 99 }).map((length) => "n".repeat(length))
)

describe("references and metadata", () => {
  prop("are taken within their bounds [XMS-001, XMS-002]", reference, metadata, (reference, metadata) => {
    expect(decode({ reference, metadata })).toEqual({ value: { reference, metadata }, violations: [] })
  })

  prop(
    "are refused for one flaw of the reference, by its field [XMS-001]",
    wrongReference,
    metadata,
    (wrong, metadata) => {
      expect(fieldsOf({ reference: wrong, metadata })).toEqual(["reference"])
    }
  )

  prop("are refused for one name that cannot be one [XMS-002]", metadata, wrongName, (metadata, name) => {
    const { [Object.keys(metadata)[0] ?? ""]: _, ...others } = metadata
    expect(fieldsOf({ reference: "a", metadata: { ...others, [name]: "x" } })).toEqual(["metadata"])
  })

  prop(
    "are refused for one value that is no text of its bounds, by its name [XMS-002]",
    metadata,
    fc.oneof(controlled(characters), long, fc.integer(), fc.constant(null)),
    (metadata, value) => {
      const { [Object.keys(metadata)[0] ?? ""]: _, ...others } = metadata
      expect(fieldsOf({ reference: "a", metadata: { ...others, mine: value } })).toEqual(["metadata.mine"])
    }
  )

  it("have bounds that are exact [XMS-001, XMS-002]", () => {
    const of = (count: number, nameLength: number, valueLength: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [String(index).padEnd(nameLength, "n"), "v".repeat(valueLength)])
      )
    const fine = ["r".repeat(255), "\u{1F642}".repeat(127)]
    expect(fine.flatMap((reference) => fieldsOf({ reference, metadata: {} }))).toEqual([])
    for (const metadata of [of(20, 2, 2), of(1, 40, 255), of(8, 2, 254)]) {
      expect(fieldsOf({ reference: "r", metadata })).toEqual([])
    }
    // One character more than the 2,048 that fit.
    const long = { ...of(8, 2, 254), "0n": "v".repeat(255) }
    for (const metadata of [of(21, 2, 2), of(1, 41, 255), of(7, 38, 255), long]) {
      expect(fieldsOf({ reference: "r", metadata })).toEqual(["metadata"])
    }
  })

  it("are refused in words", () => {
    const said = (input: { readonly reference?: unknown; readonly metadata?: unknown }) =>
      decode({ reference: "r", metadata: {}, ...input }).violations.map(({ field, message }) => [field, message])
    const reference = [
      ["reference", "must not be blank, and must have at most 255 characters, none of them a control character"]
    ]
    expect([said({ reference: " " }), said({ reference: "a\tb" })]).toEqual([reference, reference])
    const value = [["metadata.a", "must have at most 255 characters, none of them a control character"]]
    expect([said({ metadata: { a: "x".repeat(256) } }), said({ metadata: { a: "\n" } })]).toEqual([value, value])
    expect(said({ metadata: { "-a": "x" } })).toEqual([[
      "metadata",
      "must have names of at most 40 letters, digits, hyphens, dots and underscores that begin with a letter or a digit"
    ]])
    const many = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, "x".repeat(length)]))
    expect(said({ metadata: many(21, 1) })).toEqual([["metadata", "must have at most 20 entries"]])
    // Nine values of 225 characters and their names of two have 2,043 characters, and 2,052 with a character more each.
    expect(said({ metadata: many(9, 225) })).toEqual([])
    expect(said({ metadata: many(9, 226) })).toEqual([
      ["metadata", "must have at most 2048 characters in its names and values together"]
    ])
  })

  it("are kept where there are any [XMS-006]", () => {
    expect(ClientReference.kept({})).toEqual({})
    expect(ClientReference.kept({ reference: null, metadata: null })).toEqual({})
    expect(ClientReference.kept({ metadata: {} })).toEqual({})
    expect(ClientReference.kept({ reference: "a", metadata: { b: "c" } }))
      .toEqual({ clientReference: "a", metadata: { b: "c" } })
  })

  prop(
    "are shown as they were given [XMS-003, XMS-006]",
    fc.option(reference),
    fc.option(metadata),
    (reference, metadata) => {
      const isEmpty = metadata === null || Object.keys(metadata).length === 0
      expect(ClientReference.shown(ClientReference.kept({ reference, metadata }))).toEqual({
        ...(reference === null ? {} : { reference }),
        ...(isEmpty ? {} : { metadata })
      })
    }
  )
})
