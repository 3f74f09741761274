/**
 * Arbitraries that make a request hostile: any values where others are meant, headers that nobody sends, paths and
 * bodies that are broken in ways of their own.
 */
import type { Json } from "@signalbox/core/Json"
import * as fc from "fast-check"
import type { Draft, Step } from "./Draft.ts"
import { put } from "./Draft.ts"

/** Addresses are sent in UTF-8, which has no halves of characters. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, "\ufffd")

const wildText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "__proto__",
    "constructor",
    "{{0:variable}}",
    "{{",
    "%00",
    "%",
    "../..",
    "'; drop table row; --",
    "+1201555012",
    "1e999",
    "-1",
    "null",
    "true",
    "9007199254740993",
    "00000000-0000-0000-0000-000000000000"
  )
)

const wildValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
  wildText,
  fc.constantFrom<Json>(0, -0, 1e308, -1, 2 ** 53, [], {}, [[]], { __proto__: null }, null, true)
)

/** Every place of a value, its own among them. */
const places = (value: Json, steps: ReadonlyArray<Step> = []): ReadonlyArray<ReadonlyArray<Step>> =>
  value === null || typeof value !== "object" ? [steps] : [
    steps,
    ...(Array.isArray(value)
      ? value.slice(0, 3).flatMap((each: Json, index) => places(each, [...steps, index]))
      : Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, each]) =>
        places(each, [...steps, name])
      ))
  ]

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Bodies that are no JSON, or JSON that nobody writes. */
const broken = (json: Json): fc.Arbitrary<Uint8Array | string> => {
  const text = JSON.stringify(json)
  return fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.nat({ max: text.length }).map((end) => text.slice(0, end)),
    wildText,
    fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 255 })).map(([at, byte]) => {
      const bytes = bytesOf(text)
      if (at < bytes.length) bytes[at] = byte
      return bytes
    }),
    fc.constantFrom(
      text.replace("{", "{\"__proto__\":{\"sandbox\":true},"),
      text.replace("{", "{\"constructor\":{\"prototype\":{\"a\":1}},"),
      text.replace("{", "{\"sandbox\":false,\"sandbox\":true,"),
      text.replaceAll(/\d+/g, "1e999"),
      text.replaceAll("\"", "\\u0022"),
      `\ufeff${text}`,
      `${text}${text}`,
      "[".repeat(63),
      `${"[".repeat(64)}${"]".repeat(64)}`
    )
  )
}

/** With one or two of its places changed to anything. */
const mutated = (json: Json): fc.Arbitrary<Json> =>
  fc.tuple(fc.constantFrom(...places(json)), fc.option(wildValue, { nil: undefined, freq: 6 }), wildText, wildValue)
    .map(
      ([steps, value, name, more]) => {
        const changed = steps.length === 0 ? value ?? null : put(json, steps, value)
        return changed !== null && typeof changed === "object" && !Array.isArray(changed)
          ? { ...changed, [name]: more }
          : changed
      }
    )

const bodies = (json: Json): fc.Arbitrary<Draft["body"]> =>
  fc.oneof(
    { weight: 4, arbitrary: mutated(json).map((made) => ({ json: made })) },
    { weight: 2, arbitrary: broken(json).map((raw) => ({ raw })) },
    { weight: 1, arbitrary: wildValue.map((made) => ({ json: made })) },
    { weight: 1, arbitrary: fc.constant(null) }
  )

/** A header can hold bytes without controls when a client sends it. */
const headerText = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f).map((code) => String.fromCharCode(code))
  }),
  fc.constantFrom("", " ", "null", "0", "-1", "true", "a,b", "\"", "*", "é")
)

const headers = fc.dictionary(
  fc.constantFrom(
    "x-profile-id",
    "x-sender-id",
    "idempotency-key",
    "x-request-id",
    "authorization",
    "content-type",
    "content-encoding",
    "content-length",
    "accept",
    "accept-encoding",
    "if-none-match",
    "x-forwarded-for",
    "traceparent",
    "cookie",
    "range",
    "x-http-method-override"
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      "application/json",
      "application/json; charset=utf-16",
      "multipart/form-data",
      "multipart/form-data; boundary=a",
      "multipart/form-data; boundary=\"",
      "text/plain",
      "Bearer ",
      "Basic eDp5",
      "gzip",
      "identity"
    )
  ),
  { maxKeys: 3, noNullPrototype: true }
)

const methods = fc.constantFrom(
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PROPFIND",
  "get",
  "M-SEARCH"
)

const paths = (path: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(path) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        `${path}/`,
        `/${path}`,
        path.replace("/v3", "/V3"),
        path.toUpperCase(),
        `${path}%00`,
        `${path}%ff`,
        `${path};a=b`,
        `${path}/..`,
        `${path}?`,
        `${path}?page=1&page=2&page[]=3`,
        `${path}?%`,
        `${path}#a`,
        path.replace(/\/[^/]*$/, "")
      )
    },
    { weight: 1, arbitrary: wildText.map((text) => `${path}/${encodeURIComponent(wellFormed(text))}`) }
  )

const wildTexts = (texts: Readonly<Record<string, string>>): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc.tuple(
    fc.record(Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: fc.constant(text) }, {
          weight: 1,
          arbitrary: wildText.map((wild) => wellFormed(wild))
        })
      ])
    )),
    fc.dictionary(
      fc.constantFrom("page", "page_size", "search", "status", "cursor", "__proto__", ""),
      wildText.map((text) => wellFormed(text)),
      { maxKeys: 2, noNullPrototype: true }
    )
  ).map(([known, more]) => ({ ...known, ...more }))

/** A hostile request that began as a right one. */
export const of = (draft: Draft): fc.Arbitrary<Draft> => {
  const json = draft.body !== null && "json" in draft.body ? draft.body.json : {}
  return fc.record({
    method: fc.oneof({ weight: 9, arbitrary: fc.constant(draft.method) }, { weight: 1, arbitrary: methods }),
    path: paths(draft.path),
    params: fc.oneof(fc.constant(draft.params), wildTexts(draft.params)),
    query: fc.oneof(fc.constant(draft.query), wildTexts(draft.query)),
    headers: fc.oneof(fc.constant({}), headers).map((more) => Object.assign({ ...draft.headers }, more)),
    body: bodies(json)
  })
}
