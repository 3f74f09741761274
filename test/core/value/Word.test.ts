/**
 * Words of which this version knows some: others are taken as well, and nothing that is no text.
 */
import * as Word from "@signalbox/core/internal/value/Word"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { expect, it } from "vitest"

const word = Word.open(["static", "dynamic"])

prop("any text is taken as it is", fc.oneof(fc.string(), fc.constantFrom("static", "dynamic")), (text) => {
  expect(Schema.decodeUnknownSync(word)(text)).toBe(text)
})

it("what is no text is refused", () => {
  expect([1, null, undefined, true, {}, ["static"]].filter(Schema.is(word))).toEqual([])
})

it("the words that are known are named in the contract", () => {
  expect(JSON.stringify(Schema.toJsonSchemaDocument(word).schema)).toContain("[\"static\",\"dynamic\"]")
})
