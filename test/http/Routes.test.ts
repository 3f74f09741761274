/**
 * Which route a request is for, and what is said where there is none (specification "Errors").
 */
import * as Routes from "@signalbox/http/Routes"
import { describe, expect, it } from "vitest"
import * as Requested from "./Requested.ts"

describe("a route", () => {
  const find = Routes.finder([
    { method: "GET", path: "/v3/a/:id" },
    { method: "POST", path: "/v3/a/:id" },
    { method: "GET", path: "/v3/a/:id/b/:other" }
  ])
  const long = "x".repeat(4096)

  it.each([
    ["GET", "/v3/a/1?b=c&b=d&e=", {
      method: "GET",
      path: "/v3/a/:id",
      params: { id: "1" },
      query: { b: ["c", "d"], e: "" }
    }],
    ["HEAD", "/v3/a/1", { method: "GET", path: "/v3/a/:id", params: { id: "1" }, query: {} }],
    ["POST", "/v3/a/x%2Fy", { method: "POST", path: "/v3/a/:id", params: { id: "x/y" }, query: {} }],
    ["GET", "/v3/a/1/b/2", { method: "GET", path: "/v3/a/:id/b/:other", params: { id: "1", other: "2" }, query: {} }],
    ["GET", `/v3/a/${long}`, { method: "GET", path: "/v3/a/:id", params: { id: long }, query: {} }],
    ["GET", `/v3/a/${long}x`, undefined],
    ["GET", "/V3/a/1", undefined],
    ["GET", "/v3/a/1/", undefined],
    ["GET", "/v3//a/1", undefined],
    ["PUT", "/v3/a/1", undefined],
    ["HEAD", "/v3/b/1", undefined]
  ])("of %s %s", (method, url, expected) => {
    const found = find(method, url)
    expect(found === undefined ? undefined : { ...found.route, params: { ...found.params }, query: { ...found.query } })
      .toEqual(expected)
  })
})

const notAllowed = (method: string, allow: string) => ({
  code: "VALIDATION_001",
  message: `This path does not know the method ${method}`,
  status: 405,
  headers: { allow }
})

const nothing = { code: "RESOURCE_013", message: "There is nothing at this path" }

const badId = (code: string) => ({
  code,
  message: expect.any(String) as string,
  details: { id: ["must be a UUID"] }
})

describe("a request without a route", () => {
  it.each<readonly [string, string, ReadonlyArray<string>, object]>([
    ["GET", "/v3/nothing", [], nothing],
    ["GET", "/v3/templates/1/2/3", [], nothing],
    ["GET", "/v3", [], nothing],
    ["GET", "", [], nothing],
    ["GET", "/docs", [], nothing],
    ["GET", "/v3/templates/", [], nothing],
    ["DELETE", "/docs?a=1", ["/docs"], notAllowed("DELETE", "GET, HEAD")],
    ["PUT", "/v3/templates?a=/v3/me", [], notAllowed("PUT", "GET, HEAD, POST")],
    ["HEAD", "/v3/messages/1/resend", [], notAllowed("HEAD", "POST")],
    ["DELETE", "/v3/me", [], notAllowed("DELETE", "GET, HEAD")],
    // The path is known, but nobody can read what stands in its place.
    ["GET", "/v3/templates/%zz", [], badId("VALIDATION_003")],
    ["HEAD", "/v3/templates/%zz?b=1", [], badId("VALIDATION_003")],
    ["GET", "/v3/contacts/%zz", [], badId("VALIDATION_001")],
    ["GET", "/v3/channels/sms/%zz/10dlc", [], {
      code: "VALIDATION_001",
      message: "Request validation failed",
      details: { country: ["must not be empty"], type: ["must not be empty"] }
    }]
  ])("for %s %s, with %j published", (method, url, published, expected) => {
    expect(Requested.refusal(Routes.refuse(method, url, published))).toEqual(expected)
  })
})
