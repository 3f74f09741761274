/**
 * The answer of a carrier's hook is written by others, so each field of it may be anything.
 */
import type { CarrierResponse } from "@signalbox/core/Carrier"
import * as HookResponse from "@signalbox/http/HookResponse"
import { describe, expect, it } from "vitest"

/** Carriers may be written in JavaScript. */
const read = (said: unknown): HookResponse.Read | null => HookResponse.read(said as CarrierResponse)

const bytes = Uint8Array.of(1, 2)

describe("what a hook answers", () => {
  it.each([null, undefined, "200", 200, {}, { status: "200" }, { status: 200.5 }, { status: 199 }, { status: 600 }])(
    "is no answer when it is %j",
    (said) => {
      expect(read(said)).toBeNull()
    }
  )

  it.each([1, true, {}, [], { status: 200 }])("is no answer with the body %j", (body) => {
    expect(read({ status: 200, body })).toBeNull()
    // Where no body is sent it is nobody's business.
    expect(read({ status: 204, body })).toEqual({ response: { status: 204, headers: {}, body: null }, dropped: 0 })
  })

  it.each<readonly [said: object, headers: object, body: unknown]>([
    [{ status: 200 }, {}, null],
    [{ status: 200, body: null }, {}, null],
    [{ status: 599, body: "" }, { "content-type": "text/plain" }, ""],
    [{ status: 201, body: "a" }, { "content-type": "text/plain" }, "a"],
    [{ status: 200, body: bytes }, { "content-type": "application/octet-stream" }, bytes],
    [{ status: 200, body: "<a/>", headers: { "Content-Type": "text/xml" } }, { "content-type": "text/xml" }, "<a/>"],
    [{ status: 200, headers: null }, {}, null],
    [{ status: 200, headers: "a" }, {}, null],
    [{ status: 205, body: "a" }, {}, null],
    [{ status: 304, body: "a", headers: { etag: "1" } }, { etag: "1" }, null]
  ])("%j is sent", (said, headers, body) => {
    const { status } = said as { readonly status: number }
    expect(read(said)).toEqual({ response: { status, headers, body }, dropped: 0 })
  })

  it.each<readonly [headers: object, sent: object, dropped: number]>([
    [{ "X-A": "1", "x-b_~!#$%&'*+.^`|": "\t ~\u0080ÿ" }, { "x-a": "1", "x-b_~!#$%&'*+.^`|": "\t ~\u0080ÿ" }, 0],
    [{ "X-A": "1", "x-a": "2" }, { "x-a": "2" }, 1],
    [{ "x a": "1", "": "1", "é": "1", ok: "1" }, { ok: "1" }, 3],
    [{ a: "1\r\nb: 2", b: "\u0000", c: "Ā", d: "\u007f", e: "" }, { e: "" }, 4],
    [{ a: 1, b: null, c: undefined, d: ["1"] }, {}, 4],
    [
      Object.fromEntries(
        ["Connection", "Content-Length", "Keep-Alive", "Trailer", "Transfer-Encoding", "Upgrade"].map((
          name
        ) => [name, "1"])
      ),
      {},
      6
    ]
  ])("of the headers %j sends those that can be sent", (headers, sent, dropped) => {
    expect(read({ status: 200, headers })).toEqual({ response: { status: 200, headers: sent, body: null }, dropped })
  })
})
