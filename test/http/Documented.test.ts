/** The clients of the suites ask of every answer whether the document tells of it. */
import * as Documented from "@signalbox/testing/http/Documented"
import type { Reply } from "@signalbox/testing/http/Reply"
import { describe, expect, it } from "vitest"

const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
const meta = { request_id: "req_0000000000000000", timestamp: "2030-01-31T09:00:00.000Z", version: "v3" }
const standard = { "x-request-id": "req_0000000000000000", "x-response-time": "1ms", "x-api-version": "v3" }

const reply = (status: number, json?: object, more: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: new Map(Object.entries({ ...standard, ...more })),
  text: json === undefined ? "" : JSON.stringify(json),
  json
})

const failure = (status: number, code: string) => ({
  success: false,
  status,
  data: null,
  error: { code, message: "No" },
  meta
})

const numberLookup = {
  phone_number: "+12015550123",
  country_code: "US",
  is_valid: true,
  carrier_name: null,
  line_type: null,
  is_ported: null,
  is_voip: null,
  mobile_country_code: null,
  mobile_network_code: null
}
const found = { success: true, data: numberLookup, error: null, meta }
const lookup = "/v3/numbers/lookup/+12015550123"

describe("an answer", () => {
  it.each([
    ["GET", lookup, reply(200, found)],
    ["HEAD", lookup, reply(200)],
    ["GET", `/v3/messages/${id}?a=b`, reply(404, failure(404, "RESOURCE_003"))],
    ["POST", `/v3/messages/${id}/cancel`, reply(409, failure(409, "BUSINESS_006"))],
    ["DELETE", `/v3/users/${id}`, reply(204)],
    ["DELETE", `/v3/users/${id}`, reply(204, undefined, { "x-sandbox": "true" })],
    ["POST", "/v3/webhooks", reply(422, failure(422, "CONFLICT_005"))],
    ["GET", "/v3/me", reply(429, failure(429, "BUSINESS_002"), { "retry-after": "1" })],
    ["GET", "/v3/me", reply(503, failure(503, "INTERNAL_005"), { "retry-after": "1" })]
  ])("that the document tells of passes: %s %s", (method, path, answer) => {
    expect(() => Documented.check(method, path, answer)).not.toThrow()
  })

  it.each([
    ["another status", "GET", "/v3/me", reply(418, failure(418, "INTERNAL_001"))],
    ["another success", "POST", "/v3/webhooks", reply(200, found)],
    ["a body that no request has", "GET", "/v3/me", reply(413, failure(413, "VALIDATION_001"))],
    ["another thing's code", "GET", `/v3/messages/${id}`, reply(404, failure(404, "RESOURCE_002"))],
    ["another status's code", "GET", `/v3/messages/${id}`, reply(404, failure(404, "AUTH_004"))],
    ["another status within", "GET", "/v3/me", reply(403, failure(401, "AUTH_004"))],
    ["a field that is missing", "GET", lookup, reply(200, { ...found, data: { phone_number: "+12015550123" } })],
    ["a field that is not named", "GET", lookup, reply(200, { ...found, data: { ...numberLookup, more: 1 } })],
    ["a field in the envelope", "GET", lookup, reply(200, { ...found, status: 200 })],
    ["another type", "GET", lookup, reply(200, { ...found, data: { ...numberLookup, is_valid: "true" } })],
    ["no phone number", "GET", lookup, reply(200, { ...found, data: { ...numberLookup, phone_number: "1" } })],
    ["no time", "GET", lookup, reply(200, { ...found, meta: { ...meta, timestamp: "yesterday" } })],
    ["no JSON", "GET", lookup, { ...reply(200), text: "no", json: undefined }],
    ["a body where there is none", "DELETE", `/v3/users/${id}`, reply(204, {})],
    ["no request id", "GET", lookup, { ...reply(200, found), headers: new Map([["x-api-version", "v3"]]) }],
    ["a wait that is not told", "GET", "/v3/me", reply(429, failure(429, "BUSINESS_002"))],
    ["a read that is simulated", "GET", lookup, reply(200, found, { "x-sandbox": "true" })]
  ])("of which the document does not tell is an error: %s", (_, method, path, answer) => {
    expect(() => Documented.check(method, path, answer)).toThrow("of which its contract does not tell")
  })

  it("of no endpoint is anybody's", () => {
    for (const [method, path] of [["GET", "/v3/nothing"], ["DELETE", "/v3/me"], ["GET", "/v3/messages/"]] as const) {
      expect(() => Documented.check(method, path, reply(405, failure(405, "VALIDATION_001")))).not.toThrow()
    }
  })
})
