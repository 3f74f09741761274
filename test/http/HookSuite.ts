/**
 * Carriers call their hooks over real sockets: requests reach them as they were sent, and nothing that a hook does
 * harms the server. The server is that of `HookService`.
 */
import * as RawHttp from "@signalbox/testing/http/RawHttp"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Echo } from "./HookService.ts"
import { secret } from "./HookService.ts"

export interface HookSubject {
  readonly baseUrl: string
  readonly stop: () => Promise<void>
}

export interface Options {
  /** Addresses that the host changes before anybody can see them. */
  readonly mends?: ReadonlyArray<string>
}

export const suite = (name: string, start: () => Promise<HookSubject>, { mends = [] }: Options = {}): void => {
  describe(`Hooks (${name})`, () => {
    let subject: HookSubject

    beforeAll(async () => {
      subject = await start()
    })

    afterAll(() => subject?.stop())

    const call = (path: string, body?: string | Uint8Array<ArrayBuffer>, method = "POST") =>
      fetch(`${subject.baseUrl}${path}`, { method, ...(body === undefined ? {} : { body }) })

    const echo = async (request: RawHttp.RawRequest): Promise<Echo> => {
      const { json, status } = await RawHttp.send(subject.baseUrl, request)
      expect(status).toBe(200)
      return json as Echo
    }

    const logs = async (): Promise<ReadonlyArray<string>> => await (await call("/carriers/logs")).json() as never

    propWith({ runs: 60 })(
      "get the bytes of a body as they were sent, whatever it claims to be",
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom("application/json", "application/x-www-form-urlencoded", "text/plain; charset=latin1", "x"),
      fc.constantFrom("POST", "PUT", "PATCH", "DELETE"),
      async (body, type, method) => {
        const heard = await echo({ method, path: "/carriers/echo", headers: [["Content-Type", type]], body })
        expect(heard).toMatchObject({ method, body: Buffer.from(body).toString("hex") })
        expect(heard.headers["content-type"]).toBe(type)
      }
    )

    const letters = [
      "a",
      "Z",
      "0",
      "-",
      ".",
      "_",
      "~",
      "%20",
      "%7e",
      "%C3%A9",
      "%zz",
      "+",
      "&",
      "=",
      ";",
      ":",
      "@",
      "!"
    ]
      .concat(["$", "(", ")", "*", ",", "/", "//", "?", "'", "|", "[", "]"])
      .filter((letter) => !mends.includes(letter))

    propWith({ runs: 100 })(
      "get the address exactly as it was called",
      fc.array(fc.constantFrom(...letters), { maxLength: 20 }),
      async (parts) => {
        const path = `/carriers/echo?${parts.join("")}`
        expect((await echo({ path, headers: [] })).url).toBe(path)
      }
    )

    it("get headers by their names in lower case", async () => {
      const { headers } = await echo({
        path: "/carriers/echo",
        headers: [["X-Twilio-Signature", "abc=="], ["x-goog-signature", "Def"], ["X-HUB-SIGNATURE-256", "sha256=1"]]
      })
      expect(headers).toMatchObject({
        "x-twilio-signature": "abc==",
        "x-goog-signature": "Def",
        "x-hub-signature-256": "sha256=1"
      })
    })

    it("answer any method", async () => {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
        expect(await echo({ method, path: "/carriers/echo", headers: [] })).toMatchObject({ method, body: "" })
      }
      const head = await call("/carriers/echo", undefined, "HEAD")
      expect([head.status, await head.text()]).toEqual([200, ""])
    })

    it("are no part of v3: no key, no envelope, none of its headers, and no limit of its", async () => {
      for (let count = 0; count < 610; count += 61) {
        const replies = await Promise.all(Array.from({ length: 61 }, () => call("/carriers/echo")))
        expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
      }
      const { headers } = await call("/carriers/echo")
      expect(["x-api-version", "x-request-id", "x-response-time"].filter((header) => headers.has(header))).toEqual([])
      // Whoever has no key may ask 600 times a minute.
      const stranger = await call("/v3/me", undefined, "GET")
      expect(stranger.status).toBe(401)
      expect(stranger.headers.get("x-api-version")).toBe("v3")
    })

    it("take 1 MiB, and a byte more is 413", async () => {
      const most = 1024 * 1024
      const whole = await call("/carriers/echo", new Uint8Array(most).fill(7))
      expect(((await whole.json()) as Echo).body.length).toBe(2 * most)
      const { status, text } = await RawHttp.send(subject.baseUrl, {
        method: "POST",
        path: "/carriers/echo",
        headers: [],
        body: new Uint8Array(most + 1)
      })
      expect([status, text]).toEqual([413, ""])
      const announced = await RawHttp.send(subject.baseUrl, {
        method: "POST",
        path: "/carriers/echo",
        headers: [],
        body: new Uint8Array(2 * most),
        pauseAfter: 1024
      })
      expect([announced.status, announced.text]).toEqual([413, ""])
    })

    it.each(["/carriers/nobody", "/carriers/mute", "/carriers/%zz", "/carriers/nobody?x=1", "/carriers/ECHO"])(
      "that nobody has are 404: %s",
      async (path) => {
        for (const method of ["GET", "POST"]) expect((await call(path, undefined, method)).status).toBe(404)
      }
    )

    it("are found by any id", async () => {
      expect((await call(`/carriers/${encodeURIComponent("a carrier/with ünusual id")}`)).status).toBe(200)
    })

    it("answer statuses, headers, texts and bytes as they like", async () => {
      const bytes = await call("/carriers/bytes")
      expect([bytes.status, bytes.headers.get("x-one")]).toEqual([202, "1"])
      expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 255, 128])
      const told = async (response: object) => {
        const reply = await call("/carriers/told", JSON.stringify(response))
        return [reply.status, reply.headers.get("content-type"), await reply.text()]
      }
      const xml = "<Response/>"
      expect(await told({ status: 403, headers: { "Content-Type": "text/xml" }, body: xml })).toEqual([
        403,
        "text/xml",
        xml
      ])
      for (const status of [204, 205, 304]) {
        const [answered, , body] = await told({ status, body: "none" })
        expect([answered, body]).toEqual([status, ""])
      }
      expect(await told({ status: 200 })).toEqual([200, null, ""])
    })

    it.each([100, 199, 600, 200.5, "200", null])("that answer no status are 500, and logged: %j", async (status) => {
      const before = (await logs()).length
      expect((await call("/carriers/told", JSON.stringify({ status, body: "no answer" }))).status).toBe(500)
      const lines = (await logs()).slice(before)
      expect(lines.length).toBe(1)
      expect(lines[0]).toContain("a carrier's hook answers what is no answer")
      expect(lines[0]).toContain("\"told\"")
    })

    it("answer no headers that cannot be sent, nor those of the connection", async () => {
      const headers = {
        "X-One": "1",
        "Content-Length": "1",
        "Transfer-Encoding": "chunked",
        Connection: "upgrade",
        "a b": "1",
        "x-two": "a\r\nsmuggled: c",
        "x-three": 7
      }
      const reply = await call("/carriers/told", JSON.stringify({ status: 200, headers, body: "whole" }))
      expect([reply.status, await reply.text()]).toEqual([200, "whole"])
      expect(["x-one", "x-two", "x-three", "smuggled"].map((header) => reply.headers.get(header))).toEqual([
        "1",
        null,
        null,
        null
      ])
      expect((await logs()).filter((line) => line.includes("headers that cannot be sent")).join()).toContain("6")
    })

    it("bring receipts and inbound messages in", async () => {
      const told = async (path: string, body: string) => await (await call(path, body)).json()
      expect(await told("/carriers/receipts", "nobody's")).toBe("unknown")
      expect(await told("/carriers/receipts", "r-1")).toBe("applied")
      expect(await told("/carriers/receipts", "r-1")).toBe("repeated")
      expect(await told("/carriers/inbound", "+12015559999")).toEqual({ _tag: "UnknownNumber" })
    })

    it.each(["failing", "throwing"])(
      "that fail are 500 without a word, and the log names neither the body nor what the failure says: %s",
      async (carrier) => {
        const reply = await call(`/carriers/${carrier}?token=sesame`, "the body")
        expect([reply.status, await reply.text()]).toEqual([500, ""])
        const lines = (await logs()).filter((line) => line.includes(carrier))
        expect(lines.length).toBe(1)
        expect(lines[0]).toContain("a carrier's hook failed")
        expect(lines[0]).toMatch(/HookService\.ts:\d+/)
        for (const hidden of [secret, "the body", "sesame"]) expect((await logs()).join("\n")).not.toContain(hidden)
      }
    )

    it("that answer no effect are 500", async () => {
      expect((await call("/carriers/unawaited")).status).toBe(500)
    })

    const status = fc.oneof(fc.constantFrom(200, 204, 302, 599, 600, 199, 100, -1, 1.5, 1e9), fc.jsonValue())
    const header = fc.oneof(
      fc.constantFrom(
        "X-One",
        "content-type",
        "Content-Length",
        "transfer-encoding",
        "connection",
        "",
        "a b",
        "ä",
        "x\ny"
      ),
      fc.string({ unit: "binary", maxLength: 5 })
    )
    const value = fc.oneof(
      fc.constantFrom("1", "text/plain", "a\r\nsmuggled: c", "é", "\0", "chunked"),
      fc.jsonValue({ maxDepth: 1 })
    )
    const responses = fc.oneof(
      fc.record({
        status,
        headers: fc.oneof(fc.dictionary(header, value, { maxKeys: 4, noNullPrototype: true }), fc.jsonValue()),
        body: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue())
      }, { requiredKeys: [], noNullPrototype: true }),
      fc.jsonValue()
    )

    propWith({ runs: 150 })("that answer nonsense harm nobody", responses, async (response) => {
      const reply = await call("/carriers/told", JSON.stringify(response))
      await reply.arrayBuffer()
      const { body = null, status } = (response ?? {}) as { readonly status?: unknown; readonly body?: unknown }
      const isBody = body === null || typeof body === "string"
      const isAnswer = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599
      // Without a body the rest of an answer does not matter.
      const isRight = isAnswer && (isBody || [204, 205, 304].includes(Number(status)))
      expect(reply.status).toBe(isRight ? status : 500)
      expect(reply.headers.has("smuggled")).toBe(false)
      expect((await call("/carriers/echo")).status).toBe(200)
    })
  })
}
