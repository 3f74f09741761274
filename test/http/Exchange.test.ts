/**
 * The exchange of one request: its id, and the headers of its answer, each of them.
 */
import type { Answer } from "@signalbox/core/Answer"
import * as Exchange from "@signalbox/http/Exchange"
import type * as HttpResponse from "@signalbox/http/HttpResponse"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const live = Effect.runSync(Clock.Clock)

/** An exchange that began so many nanoseconds ago. */
const begun = (nanos: bigint, given: string | undefined = "the request"): Exchange.Exchange => {
  let now = 7n
  const clock: Clock.Clock = { ...live, monotonicTimeNanosUnsafe: () => now }
  const exchange = Exchange.open(given, Given.ids(), Context.make(Clock.Clock, clock))
  now += nanos
  return exchange
}

const answer = (parts: Partial<Answer> = {}): Answer => ({
  result: Effect.succeed(null),
  status: 200,
  outcome: null,
  requestId: "the first request",
  at: Given.now,
  sandbox: false,
  profile: null,
  replayed: false,
  retryAfter: null,
  ...parts
})

const standard = (millis: number) => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": "the request",
  "x-response-time": `${millis}ms`,
  "x-api-version": "v3"
})

describe("the id of a request", () => {
  it.each(["a", " ", "~", "a b", "x".repeat(128)])("is what its client says: %j", (given) => {
    expect(Exchange.open(given, Given.ids(), Context.empty()).requestId).toBe(given)
  })

  it.each([undefined, "", "x".repeat(129), "a\nb", "\u007f", "é"])("is a new one where its client says %j", (given) => {
    expect(Exchange.open(given, Given.ids(), Context.empty()).requestId).toBe(
      `req_${Given.ids().uuid().replaceAll("-", "").slice(0, 16)}`
    )
  })
})

describe("an answer", () => {
  it.each<
    readonly [name: string, Answer, headers: Readonly<Record<string, string>>, more: object, body: string | null]
  >([
    ["without a body", answer({ status: 204 }), {}, {}, null],
    [
      "of a profile in the sandbox",
      answer({ profile: Given.accountId(2), sandbox: true }),
      {},
      { "x-profile-id": Given.accountId(2), "x-sandbox": "true" },
      null
    ],
    ["that says when to come again", answer({ retryAfter: 0 }), {}, { "retry-after": "0" }, null],
    [
      "whose step knows better when to come again",
      answer({ retryAfter: 5 }),
      { "retry-after": "7", allow: "GET" },
      { "retry-after": "7", allow: "GET" },
      null
    ],
    [
      "that is given once more",
      answer({ replayed: true }),
      {},
      { "idempotent-replayed": "true", "x-original-request-id": "the first request" },
      null
    ],
    [
      "with data",
      answer({ outcome: { part: "data", json: "{\"a\":1}" } }),
      {},
      { "content-type": "application/json" },
      "{\"success\":true,\"data\":{\"a\":1},\"error\":null,\"meta\":" +
      "{\"request_id\":\"the first request\",\"timestamp\":\"2030-01-15T12:34:56.789Z\",\"version\":\"v3\"}}"
    ],
    [
      "with an error",
      answer({ status: 404, outcome: { part: "error", json: "{\"code\":\"A\"}" } }),
      {},
      { "content-type": "application/json" },
      "{\"success\":false,\"status\":404,\"data\":null,\"error\":{\"code\":\"A\"},\"meta\":" +
      "{\"request_id\":\"the first request\",\"timestamp\":\"2030-01-15T12:34:56.789Z\",\"version\":\"v3\"}}"
    ]
  ])("%s has these headers and no others", (_, given, headers, more, body) => {
    expect(Exchange.respond(begun(2_999_999n), given, headers)).toEqual({
      status: given.status,
      headers: { ...standard(2), ...more },
      body
    })
  })

  it("is written in another way where that is told", () => {
    const bare = Exchange.respond(begun(0n), answer(), {}, () => "[]")
    expect([bare.body, bare.headers["content-type"]]).toEqual(["[]", "application/json"])
  })

  it("gets the headers of every answer once, and keeps its own", () => {
    const page: HttpResponse.HttpResponse = { status: 200, headers: { "cache-control": "no-cache" }, body: "page" }
    const closed = Exchange.close(begun(1_000_000n), page)
    expect(closed).toEqual({ ...page, headers: { ...standard(1), "cache-control": "no-cache" } })
    expect(Exchange.close(begun(0n, "another"), closed)).toBe(closed)
  })
})
