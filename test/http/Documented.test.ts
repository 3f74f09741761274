/**
 * What the clients of the suites ask of every answer: whether the contract tells of it.
 */
import * as Documented from "@signalbox/testing/http/Documented"
import { describe, expect, it } from "vitest"

const reply = (status: number, code?: string) => {
  const json = code === undefined ? { success: true, error: null } : { success: false, error: { code } }
  return { status, headers: new Map<string, string>(), text: JSON.stringify(json), json }
}

const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"

describe("an answer", () => {
  it.each([
    ["GET", "/v3/me", reply(200)],
    ["HEAD", "/v3/me", reply(200)],
    ["GET", `/v3/messages/${id}?a=b`, reply(404, "RESOURCE_003")],
    ["POST", `/v3/messages/${id}/cancel`, reply(409, "BUSINESS_006")],
    ["DELETE", `/v3/users/${id}`, reply(204)],
    ["POST", "/v3/webhooks", reply(422, "CONFLICT_005")],
    ["GET", "/v3/me", reply(503, "INTERNAL_005")]
  ])("that the contract tells of passes: %s %s", (method, path, answer) => {
    expect(() => Documented.check(method, path, answer)).not.toThrow()
  })

  it.each([
    ["another status", "GET", "/v3/me", reply(418)],
    ["another success", "POST", "/v3/webhooks", reply(200)],
    ["a body that no request has", "GET", "/v3/me", reply(413, "VALIDATION_001")],
    ["another thing's code", "GET", `/v3/messages/${id}`, reply(404, "RESOURCE_002")],
    ["another operation's code", "GET", `/v3/messages/${id}`, reply(404, "BUSINESS_006")]
  ])("of which the contract does not tell is an error: %s", (_, method, path, answer) => {
    expect(() => Documented.check(method, path, answer)).toThrow("of which its contract does not tell")
  })

  it("of no endpoint is anybody's", () => {
    for (const [method, path] of [["GET", "/v3/nothing"], ["DELETE", "/v3/me"], ["GET", "/v3/messages/"]] as const) {
      expect(() => Documented.check(method, path, reply(405))).not.toThrow()
    }
  })
})
