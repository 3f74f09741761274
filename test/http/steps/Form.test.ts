/**
 * A form from bytes to fields and documents, without a server: what each flaw is called, and where each bound lies.
 */
import type { ReadForm } from "@signalbox/core/Upload"
import * as Form from "@signalbox/http/steps/Form"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { createHash } from "node:crypto"
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

const type = "multipart/form-data; boundary=x"

/** A part with its headers, as a client writes it. */
const part = (disposition: string, text: string, contentType?: string): string =>
  `--x\r\ncontent-disposition: form-data; ${disposition}\r\n` +
  `${contentType === undefined ? "" : `content-type: ${contentType}\r\n`}\r\n${text}\r\n`

const whole = (...parts: ReadonlyArray<string>): string => `${parts.join("")}--x--\r\n`

const field = (name: string, text: string): string => part(`name="${name}"`, text)

const read = async (
  text: string,
  headers: Record<string, string> = {},
  more: Parameters<typeof Requested.make>[1] = {}
) => {
  const request = Requested.make({ body: text }, { ...more, headers: { "content-type": type, ...headers } })
  const found = await Requested.outcome(Effect.provide(Form.read(request), Logger.layer([])))
  if (!("given" in found)) return found
  const { fields, uploads } = found.given
  return {
    fields: Object.fromEntries(fields),
    uploads: uploads.map((each) => ({ ...each, bytes: new TextDecoder().decode(each.bytes) }))
  }
}

/** A document, its bytes as a text. */
const document = (key: string, fileName: string, contentType: string, bytes: string) => ({
  key,
  fileName,
  contentType,
  bytes
})

const longName = flaw("must have parts with names of at most 255 characters")
const broken = flaw("must be a well-formed multipart/form-data form")
const notPlain = flaw("must not be compressed or encoded", 415)
const tooLarge = flaw("must have at most 26214400 bytes", 413)

describe("whether a request is a form", () => {
  it.each([
    ["multipart/form-data; boundary=x", true],
    [" Multipart/Form-Data ", true],
    ["multipart/form-data-x", false],
    ["application/multipart/form-data", false],
    ["application/json", false],
    [undefined, false]
  ])("says its content type %j: %j", (contentType, expected) => {
    expect(Form.isForm(contentType)).toBe(expected)
  })
})

describe("a form", () => {
  it.each<readonly [name: string, text: string, expected: unknown]>([
    ["nothing", whole(), { fields: {}, uploads: [] }],
    ["a form that ends too early", field("a", "1"), broken],
    ["no bytes", "", broken],
    [
      "fields and documents",
      whole(
        field("country", "US"),
        part("name=\"note\"", "é", "text/plain; charset=utf-8"),
        part("name=\"data\"; filename=\"blob\"", "{}", "application/json"),
        part("name=\"letter\"; filename=\"a.txt\"", "Dear", "text/plain"),
        part("name=\"seal\"", "PNG", "image/png"),
        part("name=\"empty\"; filename=\"\"", "", "application/pdf")
      ),
      {
        fields: { country: "US", note: "é", data: "{}" },
        uploads: [
          document("letter", "a.txt", "text/plain", "Dear"),
          document("seal", "seal", "image/png", "PNG"),
          document("empty", "empty", "application/pdf", "")
        ]
      }
    ],
    [
      "the name of a file with a control character",
      whole(part("name=\"a\"; filename=\"b\u0085c\"", "d", "image/png")),
      {
        fields: {},
        uploads: [document("a", "bc", "image/png", "d")]
      }
    ],
    ["a long name of a file", whole(part(`name="a"; filename="b${"c".repeat(255)}"`, "d", "image/png")), {
      fields: {},
      uploads: [document("a", "c".repeat(255), "image/png", "d")]
    }],
    ["a name of 255 characters", whole(field("n".repeat(255), "1")), {
      fields: { ["n".repeat(255)]: "1" },
      uploads: []
    }],
    ["a longer name of a field", whole(field("n".repeat(256), "1")), longName],
    ["a longer name of a document", whole(part(`name="${"n".repeat(256)}"`, "1", "image/png")), longName],
    ["one part twice", whole(field("a\u0085", "1"), field("a\u0085", "2")), flaw("must have one part a")],
    [
      "two flaws: the first one",
      whole(field("a", "1"), field("a", "2"), field("n".repeat(256), "1")),
      flaw(
        "must have one part a"
      )
    ],
    ["20 parts", whole(...Array.from({ length: 20 }, (_, index) => field(`f${index}`, "1"))), {
      fields: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, "1"])),
      uploads: []
    }],
    [
      "21 parts",
      whole(...Array.from({ length: 21 }, (_, index) => field(`f${index}`, "1"))),
      flaw("must have at most 20 parts")
    ],
    [
      "a field of 1 MiB and a byte",
      whole(field("a", "b".repeat(1024 * 1024 + 1))),
      flaw(
        "must have fields of at most 1048576 bytes",
        413
      )
    ],
    [
      "a document of 10 MiB and a byte",
      whole(part("name=\"a\"", "b".repeat(10 * 1024 * 1024 + 1), "image/png")),
      flaw(
        "must have parts of at most 10485760 bytes",
        413
      )
    ],
    ["an end too early", field("a", "1"), broken],
    ["no form", "a=1", broken]
  ])("of %s", async (_, text, expected) => {
    expect(await read(text)).toEqual(expected)
  })

  it.each<readonly [headers: Record<string, string>, expected: unknown]>([
    [{ "content-encoding": "gzip" }, notPlain],
    [{ "content-encoding": " Identity " }, { fields: { a: "1" }, uploads: [] }],
    [{ "content-encoding": "" }, { fields: { a: "1" }, uploads: [] }],
    [{ "content-length": "26214401" }, tooLarge],
    [{ "content-length": "26214400" }, { fields: { a: "1" }, uploads: [] }],
    [{ "content-type": "multipart/form-data" }, broken]
  ])("that is announced with %j", async (headers, expected) => {
    expect(await read(whole(field("a", "1")), headers)).toEqual(expected)
  })

  it("that the host has read is taken as bytes, and is missed as a value or where nothing is left", async () => {
    const text = whole(field("a", "1"))
    const bytes = new TextEncoder().encode(text)
    expect(await read("", {}, { parsedBody: { _tag: "Bytes", bytes } })).toEqual({ fields: { a: "1" }, uploads: [] })
    const missed = { refused: { code: "INTERNAL_001", message: expect.any(String) as string } }
    expect(await read(text, {}, { parsedBody: { _tag: "Value", value: {} } })).toEqual(missed)
    const { body } = Requested.make({ body: text })
    expect(await read(text, {}, { body: { ...body, wasRead: true } })).toEqual(missed)
  })

  it("is refused when its client goes away", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) })
    const request = Requested.make({ body, duplex: "half" } as RequestInit, { headers: { "content-type": type } })
    expect(await Requested.outcome(Form.read(request))).toEqual(flaw("could not be read"))
  })
})

describe("a form that is understood", () => {
  const digest = (text: string): string => createHash("sha256").update(text).digest("hex")
  const upload = (key: string, fileName: string, contentType: string, text: string) => ({
    key,
    fileName,
    contentType,
    bytes: new TextEncoder().encode(text)
  })
  const asItIs: ReadForm = (fields) => ({ body: Object.fromEntries(fields), violations: [] })
  const understood = (
    fields: Record<string, string>,
    readForm: ReadForm = asItIs,
    uploads: Form.Form["uploads"] = []
  ) => Requested.outcome(Form.understand({ fields: new Map(Object.entries(fields)), uploads }, readForm))

  it("has a body, and a print that does not depend on the order of its documents", async () => {
    const [one, two] = [upload("b", "c.pdf", "application/pdf", "1"), upload("a", "d.png", "image/png", "2")]
    const print = {
      body: { country: "US" },
      documents: [
        ["a", "d.png", "image/png", digest("2")],
        ["b", "c.pdf", "application/pdf", digest("1")]
      ]
    }
    for (const uploads of [[one, two], [two, one]]) {
      expect(await understood({ country: "US" }, asItIs, uploads)).toEqual({
        given: { body: { country: "US" }, uploads, print }
      })
    }
  })

  it("names each field that is wrong", async () => {
    const violation = (field: string) => ({ field, code: "VALIDATION_003" as const, message: `${field} is wrong` })
    const found = await understood({}, () => ({ body: {}, violations: [violation("a"), violation("b")] }))
    expect(found).toMatchObject({
      refused: { code: "VALIDATION_001", details: { a: ["a is wrong"], b: ["b is wrong"] } }
    })
    expect(await understood({}, () => ({ body: {}, violations: [violation("a")] }))).toMatchObject({
      refused: { code: "VALIDATION_001", details: { a: ["a is wrong"] } }
    })
  })

  it("is judged by its texts, and by what becomes of them", async () => {
    const ill = flaw("must not contain U+0000 or half of a surrogate pair")
    expect(await understood({ a: "1", b: "\0" })).toEqual(ill)
    expect(await understood({ a: "1" }, () => ({ body: { a: "\0" }, violations: [] }))).toEqual(ill)
    // A text may be JSON, so it is judged before anybody parses it.
    const nobody: ReadForm = () => {
      throw new Error("nobody parses it")
    }
    expect(await understood({ a: "[".repeat(65) }, nobody)).toEqual(flaw("must not nest deeper than 64 levels"))
  })
})
