/** Whom a host may name as the caller: an account by its id, or whoever shows a key. */
import * as Callers from "signalbox/internal/callers"
import { describe, expect, it } from "vitest"

const noId = new TypeError("as(caller) takes the id of an account, as accounts.ensure returns it.")
const nobody = new TypeError("as(caller) takes the id of an account, or { apiKey, profile, ip } with texts.")

const half = "\ud83d"

describe("a caller", () => {
  it("is an account, or whoever shows a key, with what is known besides", () => {
    const key = { apiKey: "key" }
    const callers = ["Account 1", key, { ...key, profile: "p" }, { ...key, ip: "::1" }, { ...key, profile: "", ip: "" }]
    expect(callers.map(Callers.check)).toStrictEqual(callers)
    expect(Callers.check({ ...key, profile: undefined, ip: undefined, other: 1 })).toStrictEqual(key)
    expect(Callers.check({ apiKey: "" })).toStrictEqual({ apiKey: "" })
    expect(Callers.id("Account 1")).toBe("Account 1")
  })

  it.each([undefined, null, 5, true, "", half, "\0"])("is not %j, which is no id", (given) => {
    expect(() => Callers.check(given)).toThrow(noId)
    expect(() => Callers.id(given)).toThrow(noId)
  })

  it.each([
    {},
    [],
    { apiKey: 5 },
    { apiKey: half },
    { apiKey: "key", profile: null },
    { apiKey: "key", profile: half },
    { apiKey: "key", ip: 5 },
    { apiKey: "key", ip: half },
    { profile: "p", ip: "::1" }
  ])("is not %j, which shows no key, or says what is no text", (given) => {
    expect(() => Callers.check(given)).toThrow(nobody)
    expect(() => Callers.id(given)).toThrow(noId)
  })
})
