/** The outcomes of hand-overs by what came back. */
import * as Instant from "@signalbox/core/Instant"
import type { HttpAnswer } from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const now = Instant.make(Date.UTC(2026, 10, 25, 12))

const answer = (status: number, headers: Readonly<Record<string, string>> = {}): HttpAnswer => ({
  _tag: "Answered",
  status,
  headers,
  body: new Uint8Array()
})

describe("Outcome", () => {
  it.each([
    ["3", 3000],
    ["0.5", 500],
    ["0", 1],
    ["999999999", Instant.hour],
    ["Wed, 25 Nov 2026 12:01:00 GMT", 60_000],
    ["Wed, 25 Nov 2026 11:00:00 GMT", 1],
    ["Wed, 25 Nov 2099 11:00:00 GMT", Instant.hour],
    ["soon", null],
    ["-1", null],
    ["2026-11-25", null]
  ])("reads a Retry-After of %s", (said, millis) => {
    const expected = millis === null ? null : now + millis
    expect(Outcome.retryAfter(answer(429, { "retry-after": said }), now)).toBe(expected)
    expect(Outcome.busy(answer(429, { "retry-after": said }), now, 250)).toEqual({
      _tag: "Busy",
      until: expected ?? now + 250,
      holds: "lane"
    })
  })

  prop("is busy until an instant to come, within an hour", fc.string(), fc.nat(), (said, pause) => {
    const outcome = Outcome.busy(answer(429, { "retry-after": said }), now, pause)
    expect(outcome._tag === "Busy" && outcome.until > now && outcome.until <= now + Instant.hour).toBe(true)
  })

  it("holds the node for what never left it, and leaves open what was lost", () => {
    expect(Outcome.withoutAnswer({ _tag: "Unsent", why: "ECONNREFUSED" }, now)).toMatchObject({
      _tag: "Busy",
      holds: "node"
    })
    expect(Outcome.withoutAnswer({ _tag: "Lost", why: "UND_ERR_SOCKET" }, now)).toEqual({
      _tag: "Unanswered",
      detail: { code: "UND_ERR_SOCKET", text: "the answer was lost" }
    })
  })

  it("leaves open what became of a message unless the status says that nothing was taken", () => {
    expect([301, 400, 401, 404, 429].map((status) => Outcome.meaningOf(status))).toEqual([
      "provider_unavailable",
      "content_not_acceptable",
      "sender_refused",
      "provider_unavailable",
      "busy"
    ])
    expect([200, 408, 409, 418, 500, 502, 503, 504].map((status) => Outcome.meaningOf(status))).toEqual(
      Array.from({ length: 8 }, () => "unanswered")
    )
    expect(Outcome.meaningOf(503, { 503: "busy" })).toBe("busy")
  })

  it("knows for each status of HTTP what it says of the message", () => {
    const told = new Map<string, Array<number>>()
    for (let status = 300; status < 600; status++) {
      const meaning = Outcome.meaningOf(status)
      told.set(meaning, [...told.get(meaning) ?? [], status])
    }
    const redirects = Array.from({ length: 100 }, (_, index) => 300 + index)
    expect(told.get("provider_unavailable")).toEqual([...redirects, 402, 404, 405, 406, 410, 411])
    expect(told.get("content_not_acceptable")).toEqual([400, 413, 414, 415, 422])
    expect([told.get("sender_refused"), told.get("busy")]).toEqual([[401, 403], [429]])
    expect([...told.keys()].toSorted())
      .toEqual(["busy", "content_not_acceptable", "provider_unavailable", "sender_refused", "unanswered"])
    const succeeded = [199, 200, 299, 300].map((status) => Outcome.isSuccess(answer(status)))
    expect(succeeded).toEqual([false, true, true, false])
  })

  it("leaves a provider that this node does not reach to other nodes for five seconds, or as long as is said", () => {
    const busy = (millis: number) => ({ _tag: "Busy", until: now + millis, holds: "node" })
    expect(Outcome.withoutAnswer({ _tag: "Unsent", why: "ECONNREFUSED" }, now)).toEqual(busy(5000))
    expect(Outcome.unreachable(now, 7)).toEqual(busy(7))
    expect(Outcome.busy(answer(429), now, 3, "recipient")).toEqual({ _tag: "Busy", until: now + 3, holds: "recipient" })
  })

  it("reads a body that is JSON in UTF-8, and no other", () => {
    expect(Outcome.json(Buffer.from("{\"a\":\"\u00e4\"}"))).toEqual({ a: "\u00e4" })
    expect([Outcome.json(Buffer.from("")), Outcome.json(Uint8Array.of(0x22, 0xe4, 0x22))]).toEqual([
      undefined,
      undefined
    ])
  })
})
