/** Callbacks are believed when Twilio's own library has signed them, and not when one character differs. */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import { prop } from "@signalbox/testing/Prop"
import * as Callback from "@signalbox/twilio/Callback"
import * as Signature from "@signalbox/twilio/Signature"
import * as fc from "fast-check"
import { getExpectedBodyHash, getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js"
import { describe, expect, it } from "vitest"
import * as FakeTwilio from "./FakeTwilio.ts"

const { authToken, publicUrl } = FakeTwilio

const isValid = (request: CarrierRequest, url = publicUrl, tokens: ReadonlyArray<string> = [authToken]): boolean =>
  Signature.isValid(Callback.called(request, url).signed, tokens)

/** Texts that a form can carry: a lone surrogate has no UTF-8. */
const text = fc.string({ unit: "grapheme", maxLength: 40 })

const parameters = fc.dictionary(text.filter((name) => name !== "" && name !== "__proto__"), text, { maxKeys: 20 })

const query = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), text, { maxKeys: 4 })
  .map((each) => new URLSearchParams(each).toString())

describe("the signature of a callback", () => {
  prop("is that of Twilio's library, for any parameters and query", parameters, query, (given, search) => {
    expect(isValid(FakeTwilio.signed(given, { query: search }))).toBe(true)
  })

  prop(
    "is refused when one of its characters differs, or is missing",
    parameters,
    fc.nat(),
    fc.nat(),
    (given, at, by) => {
      const request = FakeTwilio.signed(given)
      const signature = request.headers["x-twilio-signature"]!
      const place = at % signature.length
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
      const others = [...alphabet].filter((each) => each !== signature[place])
      const flawed = [
        signature.slice(0, place) + others[by % others.length] + signature.slice(place + 1),
        signature.slice(0, place) + signature.slice(place + 1),
        `${signature} `,
        ""
      ]
      for (const each of flawed) {
        expect(isValid({ ...request, headers: { ...request.headers, "x-twilio-signature": each } })).toBe(false)
      }
    }
  )

  prop(
    "is refused when one byte of the body differs",
    parameters,
    fc.nat(),
    fc.integer({ min: 1, max: 255 }),
    (given, at, by) => {
      const request = FakeTwilio.signed({ Body: "hello", ...given })
      const body = Uint8Array.from(request.body)
      const place = at % body.length
      body[place] = body[place]! ^ by
      const expected = (bytes: Uint8Array) =>
        Signature.sign(authToken, publicUrl, [...new URLSearchParams(new TextDecoder().decode(bytes))])
      // Twilio signs names and values without what separates them, so two bodies may have one signature.
      fc.pre(expected(body) !== expected(request.body))
      expect(isValid({ ...request, body })).toBe(false)
    }
  )

  it("holds for the public URL, whatever host and path a proxy has made of it", () => {
    const request = FakeTwilio.signed({ Body: "hello" }, { query: "attempt=1" })
    expect(request.url).not.toContain("acme.example")
    expect(isValid(request)).toBe(true)
    for (
      const other of ["https://messages.acme.example/carriers/twilio/", "http://messages.acme.example/carriers/twilio"]
    ) {
      expect(isValid(request, other)).toBe(false)
    }
  })

  it("holds with and without the standard port, and with the very port that is none", () => {
    const given = { Body: "hello" }
    const urls = [
      "https://a.example/t",
      "https://a.example:443/t",
      "http://a.example/t",
      "http://a.example:80/t",
      "https://[::1]/t"
    ]
    for (const url of urls) expect(isValid(FakeTwilio.signed(given, { url }), url), url).toBe(true)
    expect(isValid(FakeTwilio.signed(given, { url: urls[0]! }), urls[1]!)).toBe(true)
    expect(isValid(FakeTwilio.signed(given, { url: urls[1]! }), urls[0]!)).toBe(true)
    expect(isValid(FakeTwilio.signed(given, { url: "https://a.example:8443/t" }), "https://a.example:8443/t")).toBe(
      true
    )
    expect(isValid(FakeTwilio.signed(given, { url: "https://a.example:8443/t" }), "https://a.example/t")).toBe(false)
    expect(isValid(FakeTwilio.signed(given, { url: "http://a.example:443/t" }), "http://a.example/t")).toBe(false)
  })

  it("takes a token that is being replaced as well, and no other", () => {
    const request = FakeTwilio.signed({ Body: "hello" }, { token: "the-old-one" })
    expect(isValid(request)).toBe(false)
    expect(isValid(request, publicUrl, [authToken, "the-old-one"])).toBe(true)
  })

  it("takes each value of a parameter that comes several times once", () => {
    const signature = getExpectedTwilioSignature(authToken, publicUrl, { B: ["2", "1", "2"], A: "x" })
    expect(Signature.sign(authToken, publicUrl, [["B", "2"], ["A", "x"], ["B", "1"], ["B", "2"]])).toBe(signature)
  })

  it("covers a body that is no form by its hash in the query, and nothing else does", () => {
    const body = JSON.stringify({ hello: "wörld" })
    const search = `?bodySHA256=${getExpectedBodyHash(body)}`
    const request: CarrierRequest = {
      method: "POST",
      url: `/carriers/twilio${search}`,
      headers: {
        "content-type": "application/json",
        "x-twilio-signature": getExpectedTwilioSignature(authToken, `${publicUrl}${search}`, {})
      },
      body: new TextEncoder().encode(body)
    }
    expect(isValid(request)).toBe(true)
    expect(isValid({ ...request, body: new TextEncoder().encode(`${body} `) })).toBe(false)
    const bare = {
      ...request,
      url: "/carriers/twilio",
      headers: { ...request.headers, "x-twilio-signature": getExpectedTwilioSignature(authToken, publicUrl, {}) }
    }
    expect(isValid(bare)).toBe(false)
    expect(isValid({ ...bare, method: "GET", body: new Uint8Array() })).toBe(true)
    // A path is no query.
    const path = `https://a.example/t&${search.slice(1)}`
    const signature = getExpectedTwilioSignature(authToken, path, {})
    expect(Signature.isValid({ url: path, signature, form: null, body: request.body }, [authToken])).toBe(false)
  })
})
