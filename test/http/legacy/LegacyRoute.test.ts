/**
 * The endpoints of v2 as they answer: a success is bare, a failure has the envelope, and the one that has a limit of its own
 * tells of it as every limit does (specification "Versioning").
 */
import * as Answer from "@signalbox/core/Answer"
import * as Instant from "@signalbox/core/Instant"
import { Refused } from "@signalbox/core/Refused"
import * as LegacyApi from "@signalbox/http/legacy/LegacyApi"
import * as NodeState from "@signalbox/http/NodeState"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Requested from "../Requested.ts"

const account = Given.account()
const frame = { requestId: "req", at: Given.now, sandbox: false, profile: null }

/** Answers a request of the endpoint with what the operation is said to answer. */
const answered = async (path: string, answer: Answer.Answer, body: object) => {
  const route = LegacyApi.routes.find((each) => each.path === path)!
  const request = Requested.make(
    { body: JSON.stringify(body), headers: { "content-type": "application/json" } },
    { requestId: "req" }
  )
  const asked: Array<unknown> = []
  const operations = {
    run: (operation: { readonly name: string }, caller: object, whole: object) => {
      asked.push([operation.name, caller, whole])
      return Effect.succeed(answer)
    }
  }
  const means = { operations, forms: NodeState.make().forms } as unknown as Parameters<typeof route.execute>[0]
  const caller = { account, keyAccount: account }
  const response = await Effect.runPromise(route.execute(means, request, caller))
  const { "x-response-time": _, ...headers } = response.headers
  return { status: response.status, headers, body: response.body, asked, code: request.findings.code }
}

const standard = {
  "cache-control": "no-store",
  "content-type": "application/json",
  "x-api-version": "v3",
  "x-content-type-options": "nosniff",
  "x-request-id": "req"
}
const quick = { phoneNumber: Given.phone(1), customMessage: "Hello" }

describe("the endpoints of v2", () => {
  it("are these", () => {
    expect(LegacyApi.routes.map(({ isLegacy, method, name, path }) => [method, path, name, isLegacy])).toStrictEqual([
      ["POST", "/v2/messages/phone", "v2.messages.phone", true],
      ["POST", "/v2/messages/contact", "v2.messages.contact", true],
      ["POST", "/v2/messages/quick-message", "v2.messages.quick_message", true],
      ["GET", "/v2/messages/:id", "v2.messages.get", true],
      ["GET", "/v2/templates", "v2.templates.list", true],
      ["GET", "/v2/templates/:id", "v2.templates.get", true],
      ["GET", "/v2/contacts", "v2.contacts.list", true],
      ["GET", "/v2/contacts/id", "v2.contacts.get", true],
      ["GET", "/v2/contacts/phone", "v2.contacts.find", true]
    ])
  })

  it("answer a success without an envelope", async () => {
    const answer = Answer.success(frame, 200, { smsMessageId: "one", whatsappMessageId: "two" })
    expect(await answered("/v2/messages/quick-message", answer, quick)).toStrictEqual({
      status: 200,
      headers: standard,
      body: "{\"smsMessageId\":\"one\",\"whatsappMessageId\":\"two\"}",
      asked: [["v2.messages.quick_message", { account, keyAccount: account }, {
        path: {},
        query: {},
        body: quick,
        idempotency: null,
        requestId: "req"
      }]],
      code: undefined
    })
  })

  it("answer a failure in the envelope of v3, and tell of the limit that it has hit", async () => {
    const refused = new Refused({ code: "BUSINESS_002", message: "Too many", retryAfter: 41 })
    const failed = await answered("/v2/messages/quick-message", Answer.failure(frame, refused, ""), quick)
    const reset = Math.ceil(Given.now / Instant.second) + 41
    expect([failed.status, failed.code, JSON.parse(String(failed.body))]).toStrictEqual([429, "BUSINESS_002", {
      success: false,
      status: 429,
      data: null,
      error: { code: "BUSINESS_002", message: "Too many" },
      meta: { request_id: "req", timestamp: "2030-01-15T12:34:56.789Z", version: "v3" }
    }])
    expect(failed.headers).toStrictEqual({
      ...standard,
      "retry-after": "41",
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(reset)
    })
    const unlimited = { phoneNumber: Given.phone(1), templateId: Given.templateId(1) }
    const other = await answered("/v2/messages/phone", Answer.failure(frame, refused, ""), unlimited)
    expect(other.headers).toStrictEqual({ ...standard, "retry-after": "41" })
    const missing = await answered(
      "/v2/messages/quick-message",
      Answer.failure(frame, new Refused({ code: "RESOURCE_001", message: "None" }), ""),
      quick
    )
    expect([missing.status, missing.headers]).toStrictEqual([404, standard])
  })
})
