/**
 * Where a credential stands in a request (specification "Authentication"), and what narrows a key down (decisions 17.8).
 */
import * as Authentication from "@signalbox/http/steps/Authentication"
import * as KeyTerms from "@signalbox/http/steps/KeyTerms"
import { describe, expect, it } from "vitest"
import * as Requested from "../Requested.ts"

describe("the credential", () => {
  it.each<readonly [headers: Readonly<Record<string, string>>, string | null]>([
    [{}, null],
    [{ "x-api-key": "a" }, "a"],
    [{ "x-api-key": " a b " }, "a b"],
    [{ "x-api-key": "" }, null],
    [{ "x-api-key": " ", authorization: "Bearer b" }, null],
    [{ "x-api-key": "a", authorization: "Bearer b" }, "a"],
    [{ authorization: "Bearer b" }, "b"],
    [{ authorization: "bEARER   b " }, "b"],
    [{ authorization: "Bearer" }, null],
    [{ authorization: "Bearer " }, null],
    [{ authorization: "Bearerb" }, null],
    [{ authorization: " Bearer b" }, null],
    [{ authorization: "Basic b" }, null],
    [{ authorization: "Basic Bearer b" }, null]
  ])("of %j is %j", (headers, expected) => {
    expect(Authentication.credential(headers)).toBe(expected)
  })
})

describe("a key", () => {
  it.each<readonly [addresses: readonly [string, ...ReadonlyArray<string>] | undefined, ip: string | null, boolean]>([
    [undefined, null, true],
    [undefined, "192.0.2.1", true],
    [["192.0.2.0/24"], "192.0.2.1", true],
    [["192.0.2.0/24"], "192.0.2.1:4711", true],
    [["192.0.2.0/24"], "192.0.3.1", false],
    [["192.0.2.0/24"], null, false],
    [["10.0.0.1", "2001:db8::/32"], "[2001:db8::1]:4711", true]
  ])("for %j is at home at %j: %j", (addresses, ip, expected) => {
    expect(KeyTerms.isAtHome(addresses === undefined ? {} : { addresses }, ip)).toBe(expected)
  })

  const lacks = (told: string) => ({ code: "AUTH_004", message: told })

  it.each(
    [
      [undefined, { scope: "manage" }, null],
      [["read"], null, null],
      [["read", "send"], { scope: "send" }, null],
      [
        ["read"],
        { scope: "manage" },
        lacks(
          "This API key lacks the scope `manage` that the operation needs: its scope is `read`"
        )
      ],
      [
        ["read", "send"],
        { scope: "manage" },
        lacks(
          "This API key lacks the scope `manage` that the operation needs: its scopes are `read`, `send`"
        )
      ]
    ] as const
  )("with the scopes %j may ask for %j, or is told why not", (scopes, requirements, expected) => {
    const refused = KeyTerms.outOfScope(scopes === undefined ? {} : { scopes }, requirements)
    expect(refused === null ? null : Requested.refusal(refused)).toEqual(expected)
  })

  it("is told that it is elsewhere, and not where it would be right", () => {
    expect(Requested.refusal(KeyTerms.wrongAddress())).toEqual(
      lacks("This API key may not be used from this address")
    )
  })
})
