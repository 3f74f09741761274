/**
 * The path below the one under which a fetch function is mounted.
 */
import { below } from "@signalbox/http/WebHandler"
import { describe, expect, it } from "vitest"

describe("below a path", () => {
  it.each([
    ["", "/v3/me", "/v3/me"],
    ["/messaging", "/messaging/v3/me?a=/b", "/v3/me?a=/b"],
    ["/messaging", "/messaging", "/"],
    ["/messaging", "/messaging/", "/"],
    ["/messaging", "/messaging?a=1", "/?a=1"],
    ["/messaging", "/messaging#a", "/#a"],
    ["/messaging", "/messagings/v3/me", null],
    ["/messaging", "/messaging.v3?a", null],
    ["/messaging", "/v3/messaging", null],
    ["/messaging", "/", null]
  ])("%j lies of %j: %j", (basePath, url, expected) => {
    expect(below(basePath, url)).toBe(expected)
  })
})
