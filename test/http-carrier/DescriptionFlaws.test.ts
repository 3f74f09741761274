/**
 * The words for whoever describes a provider as it cannot be.
 */
import { httpCarrier } from "@signalbox/http-carrier"
import type { Description } from "@signalbox/http-carrier/Description"
import * as Template from "@signalbox/http-carrier/Template"
import { describe, expect, it } from "vitest"

const receipts = { id: "id", state: "state", states: { ok: "delivered" } } as const

describe("a description", () => {
  it("says in words what each of its settings has to be", () => {
    const said = (given: object): string => {
      try {
        const url = "https://acme.example"
        httpCarrier({ id: "acme", channels: ["sms"], request: { url }, ...given } as Description)
        return "none"
      } catch (error) {
        return error instanceof Error ? error.message.replace("httpCarrier: ", "") : ""
      }
    }
    const request = (more: object) => said({ request: { url: "https://acme.example", ...more } })
    const plain = "may only have the placeholders {attempt}, {message}, {account}, {channel}, {to}, {toDigits}"
    const known = `may only have the placeholders ${Object.keys(Template.values).map((name) => `{${name}}`).join(", ")}`
    expect([
      said({ request: { url: "acme.example" } }),
      said({ request: { url: "https://acme.example/{text}" } }),
      request({ json: { to: "{recipient}" } }),
      request({ json: "{to}" }),
      request({ form: { a: "{x}" } }),
      request({ headers: { a: "{text}" } }),
      request({ json: {}, form: {} }),
      said({ receipts }),
      said({ inbound: { id: "id", from: "from", to: "to", text: "text" } }),
      said({ signature: "none", receipts: { state: "state", states: {}, attempt: "a" } }),
      said({ signature: "none", receipts: { state: "state", states: {}, message: "m" } }),
      said({ answer: { id: "x".repeat(201) } }),
      said({ callbacks: { response: { status: 300, body: "" } } })
    ]).toEqual([
      "request.url must be a URL with http or https",
      `request.url ${plain}`,
      `request.json ${known}`,
      "request.json must be an object",
      `request.form.a ${known}`,
      `request.headers.a ${plain}`,
      "there may be request.json or request.form, and not both",
      "there must be a signature where there are receipts or inbound; \"none\" believes everybody",
      "there must be a signature where there are receipts or inbound; \"none\" believes everybody",
      "there must be receipts.id, or receipts.message and receipts.attempt",
      "there must be receipts.id, or receipts.message and receipts.attempt",
      "answer.id must be a path such as data.0.id",
      "callbacks.response.status must be a whole number between 200 and 299"
    ])
    // Of a signature it says what each form of one lacks.
    for (const form of [{ header: "x-sign", hmac: "sha256" }, { header: "x-secret" }, { query: "secret" }]) {
      const lines = said({ receipts, signature: { ...form, secret: "" } }).split("\n").map((line) => line.trim())
      expect(lines).toContain("signature.secret must not be empty")
    }
    expect([
      request({ json: {} }),
      request({ form: {} }),
      said({ signature: "none", receipts: { state: "s", states: {}, message: "m", attempt: "a" } }),
      said({ answer: { id: "x".repeat(200) } }),
      said({ callbacks: { response: { status: 299, body: "" } } })
    ]).toEqual(["none", "none", "none", "none", "none"])
  })

  it("has headers by their names, and signed texts that contain the body", () => {
    const flaws = (given: object): ReadonlyArray<string> => {
      try {
        const request = { url: "https://acme.example" }
        httpCarrier({ id: "acme", channels: ["sms"], request, receipts, signature: "none", ...given } as Description)
        return []
      } catch (error) {
        return (error as Error).message.replace("httpCarrier: ", "").split("\n").map((line) => line.trim())
      }
    }
    const name = "must be the name of a header"
    const auth = (header: string) => flaws({ request: { url: "https://acme.example", auth: { header, secret: "s" } } })
    const headers = (header: string) => flaws({ request: { url: "https://acme.example", headers: { [header]: "a" } } })
    const signed = (more: object) => flaws({ signature: { header: "x-sig", hmac: "sha256", secret: "s", ...more } })
    for (const header of ["a", "X-Api-Key9", "x".repeat(64)]) {
      expect([auth(header), headers(header), signed({ header })], header).toEqual([[], [], []])
    }
    for (const header of ["", "x y", "x_y", "x:", "x\n", "x".repeat(65)]) {
      expect(auth(header), header).toContain(`request.auth.header ${name}`)
      expect(headers(header), header).not.toEqual([])
      expect(signed({ header }), header).toContain(`signature.header ${name}`)
      expect(signed({ timestamp: { header } }), header).toContain(`signature.timestamp.header ${name}`)
    }
    expect(["{body}", "a{body}b{body}", "{timestamp}{body}"].map((text) => signed({ signed: text }))).toEqual([
      [],
      [],
      []
    ])
    for (const text of ["", "body", "{timestamp}", "{ body }"]) {
      expect(signed({ signed: text }), text).toContain("signature.signed must contain {body}")
    }
  })
})
