/**
 * Bodies before they mean anything: content type, size, UTF-8, depth, JSON; and what nobody should send (decisions
 * part 1, step 8).
 */
import * as fc from "fast-check"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { failure, success } from "./internal/answers.ts"
import { endpoints, json, postText, webhooks, withField } from "./internal/endpoints.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import * as RawHttp from "./RawHttp.ts"
import type { Reply } from "./Reply.ts"

const anEndpoint = fc.constantFrom(...endpoints)

const post = (
  given: () => Given,
  path: string,
  body: string | Uint8Array,
  headers?: Readonly<Record<string, string>>
): Promise<Reply> => postText(given().client, path, body, headers)

const wrongBody = (reply: Reply, status = 400): void => {
  failure(reply, status, "VALIDATION_001", ["body"])
}

const types = (given: () => Given): void => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json;charset=UTF-8"
  ])(
    "may be %s [ENV-002]",
    async (type) => {
      for (const { path, right, status } of endpoints) {
        success(await post(given, path, JSON.stringify(right), { "content-type": type }), status)
      }
    }
  )

  const token = fc.stringMatching(/^[a-z][a-z0-9.-]{0,10}$/)

  propWith({ runs: 40 })(
    "of anything else is 415, whatever the body holds",
    anEndpoint,
    fc.oneof(
      fc.constantFrom(
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/octet-stream",
        "application/jsonp",
        "application/json5",
        "json",
        "*/*"
      ),
      fc.tuple(token, token).map((parts) => parts.join("/"))
    ).filter((type) => !/^application\/json\b(?![\w.-])|\+json\b/.test(type)),
    fc.constantFrom("right", "{", "[]", "\u00ff", "[".repeat(100)),
    async ({ path, right }, type, text) => {
      // These take forms too.
      fc.pre(path !== "/v3/sender-profiles" || !type.startsWith("multipart/form-data"))
      const body = text === "right" ? JSON.stringify(right) : text
      wrongBody(await post(given, path, body, { "content-type": type }), 415)
    }
  )

  it.each(["gzip", "br", "deflate", "GZIP", "x-anything", "gzip, identity"])(
    "with the Content-Encoding %s is 415",
    async (encoding) => {
      for (const { path, right } of endpoints) {
        const body = /gzip/i.test(encoding) ? gzipSync(JSON.stringify(right)) : JSON.stringify(right)
        wrongBody(await post(given, path, body, { ...json, "content-encoding": encoding }), 415)
      }
    }
  )

  it("may say that it has no Content-Encoding", async () => {
    for (const { path, right, status } of endpoints) {
      success(await post(given, path, JSON.stringify(right), { ...json, "content-encoding": "identity" }), status)
    }
  })

  it("of anything else is 415 also when the body is too large", async () => {
    wrongBody(await post(given, "/v3/templates", "x".repeat(2 * 1024 * 1024), { "content-type": "text/plain" }), 415)
  })
}

const malformed = (given: () => Given): void => {
  propWith({ runs: 60 })(
    "that ends too early is refused",
    anEndpoint,
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    async ({ path, right }, part) => {
      const text = JSON.stringify(right)
      wrongBody(await post(given, path, text.slice(0, 1 + Math.floor(part * (text.length - 1)))))
    }
  )

  it.each([
    "{]",
    "{'to':[]}",
    "{to:[]}",
    "{\"to\":[],}",
    "{\"to\":[1,]}",
    "{\"to\":NaN}",
    "{\"to\":Infinity}",
    "{\"to\":undefined}",
    "{\"to\":01}",
    "{\"to\":+1}",
    "{\"to\":.5}",
    "{\"to\":\"\t\"}",
    "{\"to\":\"\\x41\"}",
    "{\"to\":\"\\u00zz\"}",
    "{}{}",
    "{} //",
    "/**/{}",
    "{\"to\":[]} trailing",
    "undefined",
    "<to/>",
    "to=1&sandbox=true"
  ])("is refused: %s", async (text) => {
    for (const { path } of endpoints) wrongBody(await post(given, path, text))
  })

  propWith({ runs: 40 })(
    "that is no object is refused",
    anEndpoint,
    fc.oneof(
      fc.constantFrom<unknown>(null, true, false, 0, -1.5, "", "{}", [], [{}]),
      fc.array(fc.jsonValue({ maxDepth: 2 })),
      fc.string()
    ),
    async ({ path }, value) => {
      wrongBody(await post(given, path, JSON.stringify(value)))
    }
  )

  it.each([
    [0xff],
    [0xc3, 0x28],
    [0xe2, 0x82],
    [0xc0, 0xaf], // too long a form of "/"
    [0xed, 0xa0, 0x80], // half a character
    [0xf4, 0x90, 0x80, 0x80] // beyond Unicode
  ])("that is no UTF-8 is refused: %i %i %i", async (...bytes) => {
    for (const { path, right } of endpoints) {
      const text = JSON.stringify({ ...right, extra: "?" })
      const at = text.lastIndexOf("?")
      const body = Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at + 1))])
      wrongBody(await post(given, path, body))
    }
  })
}

const missing = (given: () => Given): void => {
  it.each(endpoints)("of $path counts as {}", async ({ path, required }) => {
    for (const headers of [{}, json]) {
      failure(await given().client.send("POST", path, { headers }), 400, "VALIDATION_001", required)
      failure(await given().client.send("POST", path, { headers, body: "" }), 400, "VALIDATION_001", required)
    }
    failure(await post(given, path, "{}"), 400, "VALIDATION_001", required)
    const headers = [["x-api-key", given().subject.apiKey]] as const
    const raw = await RawHttp.send(given().subject.baseUrl, { method: "POST", path, headers })
    failure(raw, 400, "VALIDATION_001", required)
  })
}

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)

const bounds = (given: () => Given): void => {
  it.each(endpoints)("are 64 levels, for $path", async ({ path, right, status }) => {
    // The body itself is the first level.
    success(await post(given, path, withField(right, `"extra":${nested(63)}`)), status)
    wrongBody(await post(given, path, withField(right, `"extra":${nested(64)}`)))
    success(await post(given, path, withField(right, `"extra":"${"[".repeat(200)}\\"${"{".repeat(200)}"`)), status)
    const objects = `${"{\"a\":".repeat(64)}1${"}".repeat(64)}`
    wrongBody(await post(given, path, withField(right, `"extra":${objects}`)))
  })

  it("take 10,000 names and no more, wherever they stand and whatever texts they hold", async () => {
    const names = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`n:${index}`, ":::"])))
    for (const { path, right, status } of endpoints) {
      const own = JSON.stringify(right).replaceAll(/"(?:[^"\\]|\\.)*"/g, "").split(":").length - 1
      success(await post(given, path, withField(right, `"extra":${names(10_000 - own - 1)}`)), status)
      wrongBody(await post(given, path, withField(right, `"extra":${names(10_001 - own - 1)}`)))
    }
    wrongBody(await post(given, "/v3/messages", `{"to":[${names(5000)},${names(5001)}]}`))
  })

  it("refuse 400,000 arrays in each other, closed or not", async () => {
    for (const { path } of endpoints) {
      wrongBody(await post(given, path, nested(400_000)))
      wrongBody(await post(given, path, `{"to":${"[".repeat(400_000)}`))
    }
  })

  const limit = 1024 * 1024
  const padded = (right: object, bytes: number, pad = "x"): string => {
    const rest = bytes - Buffer.byteLength(withField(right, `"pad":""`))
    return withField(right, `"pad":"${pad.repeat(Math.floor(rest / Buffer.byteLength(pad)))}"`)
  }

  it.each(endpoints)("are 1 MiB, for $path", async ({ path, right, status }) => {
    expect(Buffer.byteLength(padded(right, limit))).toBe(limit)
    success(await post(given, path, padded(right, limit)), status)
    wrongBody(await post(given, path, padded(right, limit + 1)), 413)
  })

  it("are of bytes, not of characters", async () => {
    const { path, right, status } = webhooks
    success(await post(given, path, padded(right, limit - 1, "é")), status)
    wrongBody(await post(given, path, padded(right, limit + 4, "é")), 413)
  })

  it("hold for a body that does not declare its length", async () => {
    const { path, right, status } = webhooks
    const streamed = (text: string): Promise<Reply> =>
      given().client.send("POST", path, { body: new Blob([text]).stream(), headers: json })
    success(await streamed(padded(right, limit)), status)
    wrongBody(await streamed(padded(right, limit + 1)), 413)
    success(await post(given, path, JSON.stringify(right)), status)
  })

  /** The answer to a body of 24 MiB of which no more than so many bytes are sent. */
  const sendHuge = (headers: RawHttp.RawRequest["headers"], sent: number): Promise<Reply> =>
    RawHttp.send(given().subject.baseUrl, {
      method: "POST",
      path: "/v3/templates",
      headers: [...headers, ["Content-Type", "application/json"]],
      body: Buffer.alloc(24 * 1024 * 1024, "x"),
      pauseAfter: sent
    })

  it("are not reached by those who may not come in", async () => {
    failure(await sendHuge([], 64 * 1024), 401, "AUTH_002")
  })

  it("hold for what is only announced: a gigabyte is answered before any of it comes", async () => {
    const reply = await RawHttp.send(given().subject.baseUrl, {
      method: "POST",
      path: "/v3/templates",
      headers: [
        ["x-api-key", given().subject.apiKey],
        ["Content-Type", "application/json"],
        ["Content-Length", "1073741824"]
      ]
    })
    wrongBody(reply, 413)
  })

  it("hold for chunks too: a type that is not taken is answered before the first one comes", async () => {
    const reply = await RawHttp.send(given().subject.baseUrl, {
      method: "POST",
      path: "/v3/templates",
      headers: [
        ["x-api-key", given().subject.apiKey],
        ["Content-Type", "text/plain"],
        ["Transfer-Encoding", "chunked"]
      ]
    })
    wrongBody(reply, 415)
  })

  it("hold however much follows, and the answer comes before the end of it", async () => {
    const { apiKey, mayReset } = given().subject
    const sending = sendHuge([["x-api-key", apiKey]], limit + 64 * 1024)
    const reply = await (mayReset === undefined ? sending : sending.catch(() => null))
    if (reply !== null) wrongBody(reply, 413)
    success(await given().client.get("/v3/me"), 200)
  })

  it("hold for whoever goes on sending: the server goes on too", async () => {
    const { baseUrl, mayReset } = given().subject
    const sending = RawHttp.send(baseUrl, {
      method: "POST",
      path: "/v3/templates",
      headers: [["x-api-key", given().subject.apiKey], ["Content-Type", "application/json"]],
      body: Buffer.alloc(24 * 1024 * 1024, "x")
    })
    // Whoever goes on writing may lose the answer to the reset.
    await (mayReset === undefined ? sending : sending.catch(() => null))
    success(await given().client.get("/v3/me"), 200)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Bodies (${name})`, () => {
    const given = server(start)
    describe("a content type", () => types(given))
    describe("a malformed body", () => malformed(given))
    describe("a missing body", () => missing(given))
    describe("the bounds", () => bounds(given))
  })
}
