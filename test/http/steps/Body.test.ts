/**
 * The body from bytes to JSON, without a server (decisions part 1, step 8): what each flaw is called, and where each bound
 * lies.
 */
import type { Json } from "@signalbox/core/Json"
import * as Body from "@signalbox/http/steps/Body"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Requested from "../Requested.ts"

const flaw = (message: string, status?: number) => ({
  refused: {
    code: "VALIDATION_001",
    message: expect.any(String) as string,
    ...(status === undefined ? {} : { status }),
    details: { body: [message] }
  }
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The shape by recursion, as the specification counts: levels of arrays and objects, and the names of objects. */
const shapeOf = (value: unknown): { readonly depth: number; readonly names: number } => {
  if (value === null || typeof value !== "object") return { depth: 0, names: 0 }
  const inner = Object.values(value).map(shapeOf)
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    names: (Array.isArray(value) ? 0 : inner.length) + inner.reduce((sum, { names }) => sum + names, 0)
  }
}

/** Texts with all that has a meaning outside of texts. */
const texts = fc.string({ unit: fc.constantFrom("{", "}", "[", "]", ":", ",", "\"", "\\", "a", "\n", "é") })

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)
const named = (names: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, i) => [i, 0])))

const tooDeep = flaw("must not nest deeper than 64 levels")
const tooMany = flaw("must have at most 10000 names")
const ill = flaw("must not contain U+0000 or half of a surrogate pair")

describe("the shape of a text", () => {
  prop(
    "is that of the value that it stands for, whatever its texts hold and however it is set",
    fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(texts, texts)), fc.dictionary(texts, fc.jsonValue())),
    fc.constantFrom(undefined, 2, "\t"),
    (value, space) => {
      expect(Body.shape(JSON.stringify(value, null, space))).toEqual(shapeOf(value))
    }
  )

  it("is found of what is no JSON too, and a text that does not end is skipped to the end", () => {
    expect(Body.shape("{\"a\": [\"]}:")).toEqual({ depth: 2, names: 1 })
    expect(Body.shape("\"\\\"{\" : [")).toEqual({ depth: 1, names: 1 })
    expect(Body.shape("]]{[")).toEqual({ depth: 0, names: 0 })
  })
})

describe("a body", () => {
  it.each<readonly [name: string, sent: Uint8Array, expected: unknown]>([
    ["nothing", new Uint8Array(), { given: {} }],
    ["a value", bytes("[1, \"é\", null]"), { given: [1, "é", null] }],
    ["an escaped character", bytes("{\"a\\u00e9\":\"\\u0001\"}"), { given: { "aé": "\u0001" } }],
    ["a pair of surrogates", bytes("\"\\ud83d\\ude00\""), { given: "😀" }],
    ["64 levels", bytes(nested(64)), { given: JSON.parse(nested(64)) as Json }],
    ["65 levels", bytes(nested(65)), tooDeep],
    ["10,000 names", bytes(named(10_000)), { given: JSON.parse(named(10_000)) as Json }],
    ["10,001 names", bytes(named(10_001)), tooMany],
    ["no UTF-8", Uint8Array.of(0x22, 0xff, 0x22), flaw("must be valid UTF-8")],
    ["no JSON", bytes("{"), flaw("must be valid JSON")],
    ["half of a pair", bytes("[{\"a\":[\"\\ud83d\"]}]"), ill],
    ["half of a pair in a name", bytes("{\"\\ude00\":1}"), ill],
    ["a zero in a name", bytes("{\"b\":{\"a\\u0000\":1}}"), ill],
    ["a zero, before another value", bytes("[\"\\u0000\",1]"), ill],
    ["a zero, behind another value", bytes("[null,1,\"\\u0000\"]"), ill]
  ])("of %s", async (_, sent, expected) => {
    expect(await Requested.outcome(Body.parse(sent))).toEqual(expected)
  })

  it.each<readonly [name: string, value: Json, expected: unknown]>([
    ["an empty list", [], { given: [] }],
    ["64 levels", JSON.parse(nested(64)) as Json, { given: JSON.parse(nested(64)) as Json }],
    ["65 levels", JSON.parse(nested(65)) as Json, tooDeep],
    ["65 levels before others", [[], JSON.parse(nested(64)) as Json, []], tooDeep],
    ["10,000 names", JSON.parse(named(10_000)) as Json, { given: JSON.parse(named(10_000)) as Json }],
    ["10,001 names", { a: JSON.parse(named(10_000)) as Json }, tooMany],
    ["10,001 elements", Array.from({ length: 10_001 }, () => 0), { given: Array.from({ length: 10_001 }, () => 0) }],
    ["a zero", { a: "\0" }, ill],
    ["a zero in a name", [{ "\0": 1 }], ill]
  ])("that was made of texts, of %s", async (_, value, expected) => {
    expect(await Requested.outcome(Body.sound(value))).toEqual(expected)
  })

  it.each([
    ["what is no JSON", "{", { given: undefined }],
    ["65 levels", nested(65), tooDeep],
    ["10,001 names", named(10_001), tooMany],
    ["a zero", "\0", ill],
    ["half of a pair", "\ud83d", ill],
    ["a pair", "😀", { given: undefined }]
  ])("is told of a text of %s", async (_, text, expected) => {
    expect(await Requested.outcome(Body.soundText(text))).toEqual(expected)
  })
})

const notJson = flaw("must be application/json", 415)
const encoded = flaw("must not be compressed or encoded", 415)
const tooLarge = flaw("must have at most 10 bytes", 413)
const eaten = { refused: { code: "INTERNAL_001", message: expect.any(String) as string } }

/** Reads a body of at most ten bytes, which a client sends with these headers. */
const read = async (
  sent: string | null,
  headers: Record<string, string>,
  more: Parameters<typeof Requested.make>[1] = {}
) => {
  const logged: Array<unknown> = []
  const request = Requested.make({ body: sent === null ? null : bytes(sent) }, { ...more, headers })
  const found = await Requested.outcome(
    Body.read(request, 10).pipe(
      Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(message))]))
    )
  )
  return logged.length === 0 ? found : { ...found, logged }
}

const type = "content-type"
const coding = "content-encoding"
const length = "content-length"
const chunked = { "transfer-encoding": "chunked" }

describe("a body that is read", () => {
  it.each<readonly [sent: string | null, headers: Record<string, string>, expected: unknown]>([
    ["[1]", {}, { given: [1] }],
    ["[1]", { [type]: "application/json" }, { given: [1] }],
    ["[1]", { [type]: " Application/JSON ; charset=utf-8" }, { given: [1] }],
    ["[1]", { [type]: "application/vnd.api-1+json" }, { given: [1] }],
    ["[1]", { [type]: "application/jsonp" }, notJson],
    ["[1]", { [type]: "text/application/json" }, notJson],
    ["[1]", { [type]: "text/plain", ...chunked }, notJson],
    ["[1]", { [type]: "text/plain", [length]: "3" }, notJson],
    // Nobody waits for what is only announced: neither the type nor the size is found by reading.
    [null, { [type]: "text/plain", [length]: "11" }, notJson],
    [null, { [coding]: "gzip", [length]: "11" }, encoded],
    [null, { [coding]: "gzip", ...chunked }, encoded],
    [null, { [length]: "11" }, tooLarge],
    [null, { [type]: "text/plain" }, { given: {} }],
    [null, { [coding]: "gzip" }, { given: {} }],
    [null, { [length]: "0" }, { given: {} }],
    ["[1]", { [coding]: " Identity " }, { given: [1] }],
    ["[1]", { [coding]: "" }, { given: [1] }],
    ["[1]", { [coding]: "br" }, encoded],
    ["[12345678]", { [length]: "10" }, { given: [12_345_678] }],
    ["[12345678]", {}, { given: [12_345_678] }],
    ["[123456789]", {}, tooLarge]
  ])("%j with %j", async (sent, headers, expected) => {
    expect(await read(sent, headers)).toEqual(expected)
  })

  it.each<readonly [headers: Record<string, string>, value: Json, expected: unknown]>([
    [{ [length]: "3" }, [1], { given: [1] }],
    // What was declared was compressed, or was not declared: the value itself is measured.
    [{ [length]: "3", [coding]: "gzip" }, "12345678", { given: "12345678" }],
    [{ [length]: "3", [coding]: "gzip" }, "123456789", tooLarge],
    [{ [length]: "3" }, "123456789", { given: "123456789" }],
    [chunked, "éééé", { given: "éééé" }],
    [chunked, "ééééé", tooLarge],
    [{ [length]: "11" }, [1], tooLarge],
    [{ [length]: "3", [type]: "text/plain" }, [1], notJson],
    [{ [length]: "3" }, JSON.parse(nested(65)) as Json, tooDeep],
    [{ [length]: "3" }, "\0", ill]
  ])("by the host, with %j: %j", async (headers, value, expected) => {
    expect(await read(null, headers, { parsedBody: { _tag: "Value", value } })).toEqual(expected)
  })

  it.each<readonly [headers: Record<string, string>, text: string, expected: unknown]>([
    [{}, "[1]", { given: [1] }],
    [{ [coding]: "gzip", ...chunked }, "[1]", { given: [1] }],
    [{ [type]: "text/plain" }, "[1]", notJson],
    [{}, "[123456789]", tooLarge],
    [{}, "", { given: {} }],
    [{ [length]: "3" }, "", { ...eaten, logged: [[expect.stringContaining("read before it came to Signalbox")]] }]
  ])("by the host, as bytes with %j: %j", async (headers, text, expected) => {
    expect(await read(null, headers, { parsedBody: { _tag: "Bytes", bytes: bytes(text) } })).toEqual(expected)
  })

  it("is missed where somebody has read it, and the log says how to mount", async () => {
    const found = await read("", { [length]: "3" }, { frameworks: () => ["hono"] })
    expect(found).toEqual({
      ...eaten,
      logged: [[
        "The body of a request was read before it came to Signalbox. Mount Signalbox before what reads bodies: " +
        "in Hono, hand c.req.raw over before a middleware reads c.req.json() or c.req.text()."
      ]]
    })
    const { body } = Requested.make({ body: "[1]" })
    const used = { ...body, wasRead: true, bytes: () => Effect.succeed(bytes("")) }
    expect(await read(null, {}, { body: used })).toMatchObject(eaten)
  })

  it("is refused when its client goes away", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) })
    const request = Requested.make({ body, duplex: "half" } as RequestInit, { headers: {} })
    expect(await Requested.outcome(Body.read(request, 10))).toEqual(flaw("could not be read"))
  })
})
