/**
 * Whether a callback is the provider's, by each of the ways in which providers sign.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import type { Description } from "@signalbox/http-carrier/Description"
import * as Signature from "@signalbox/http-carrier/Signature"
import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import { callBack } from "./Described.ts"

const body = Buffer.from("the body")

/** Returns whether a callback is believed. */
const isTheirs = async (
  signature: Description["signature"],
  request: Partial<CarrierRequest> = {},
  publicUrl?: string,
  now = 1_700_000_000_500
): Promise<boolean> => {
  const receipts = { id: "id", state: "state", states: {} }
  const given = {
    receipts,
    ...(signature === undefined ? {} : { signature }),
    ...(publicUrl === undefined ? {} : { publicUrl })
  }
  const { status } = await callBack(given, { url: "/acme?a=1&k=s3cret", body, ...request }, now)
  // A body that is believed and no JSON is one that cannot be read.
  expect([400, 403]).toContain(status)
  return status === 400
}

const hmac = (text: string, encoding: "hex" | "base64" | "base64url" = "hex", algorithm = "sha256"): string =>
  createHmac(algorithm, "s3cret").update(text).digest(encoding)

describe("a callback", () => {
  it("is believed from everybody only where the description says so", async () => {
    expect(await isTheirs("none")).toBe(true)
  })

  it("is the provider's by a secret in the query or in a header", async () => {
    const inQuery = { query: "k", secret: "s3cret" }
    const inHeader = { header: "X-Key", secret: "s3cret" }
    expect(await isTheirs(inQuery)).toBe(true)
    for (const url of ["/acme", "/acme?k=other", "/acme?a=s3cret", "/s3cret"]) {
      expect(await isTheirs(inQuery, { url })).toBe(false)
    }
    expect(await isTheirs(inHeader, { headers: { "x-key": "s3cret" } })).toBe(true)
    for (const headers of [{}, { "x-key": "s3cre" }, { other: "s3cret" }]) {
      expect(await isTheirs(inHeader, { headers })).toBe(false)
    }
  })

  it("is the provider's by the HMAC of its body, in hexadecimal unless more is said", async () => {
    const given = { hmac: "sha256", secret: "s3cret", header: "X-Sig" } as const
    const called = (signature: string, more: object = {}) =>
      isTheirs({ ...given, ...more }, { headers: { "x-sig": signature } })
    expect(await Promise.all([called(hmac("the body")), called(hmac("the body", "base64")), called(hmac("the bodx"))]))
      .toEqual([true, false, false])
    expect(await called(hmac("the body", "base64"), { encoding: "base64" })).toBe(true)
    expect(await called(hmac("the body", "base64url"), { encoding: "base64url" })).toBe(true)
    for (const algorithm of ["sha1", "sha512"] as const) {
      expect(await called(hmac("the body", "hex", algorithm), { hmac: algorithm })).toBe(true)
      expect(await called(hmac("the body"), { hmac: algorithm })).toBe(false)
    }
    const prefixes = ["v=", "", "w=", " v="]
    expect(await Promise.all(prefixes.map((prefix) => called(`${prefix}${hmac("the body")}`, { prefix: "v=" }))))
      .toEqual([true, false, false, false])
    expect(await isTheirs(given)).toBe(false)
  })

  it("is signed with its address as the provider has called it, its method and its time", async () => {
    const given = { hmac: "sha256", secret: "s3cret", header: "x-sig", signed: "{method} {url} {body}{body}" } as const
    const called = (text: string, request: Partial<CarrierRequest> = {}, publicUrl?: string) =>
      isTheirs(given, { headers: { "x-sig": hmac(text) }, ...request }, publicUrl)
    const twice = "the bodythe body"
    expect(await called(`POST /acme?a=1&k=s3cret ${twice}`)).toBe(true)
    expect(await called(`PUT /b ${twice}`, { method: "PUT", url: "/b" }, undefined)).toBe(true)
    const address = "https://us.example/hook"
    expect(await called(`POST ${address}?a=1&k=s3cret ${twice}`, {}, address)).toBe(true)
    expect(await called(`POST ${address} ${twice}`, { url: "/acme" }, address)).toBe(true)
  })

  it("is as fresh as it says, on both sides, five minutes unless more is said", async () => {
    const signed = "{timestamp}|{body}"
    const called = (seconds: string | undefined, tolerance?: number, now?: number) => {
      const timestamp = { header: "X-Time", ...(tolerance === undefined ? {} : { tolerance }) }
      const headers = {
        "x-sig": hmac(`${seconds ?? ""}|the body`),
        ...(seconds === undefined ? {} : { "x-time": seconds })
      }
      const given = { hmac: "sha256", secret: "s3cret", header: "x-sig", signed, timestamp } as const
      return isTheirs(given, { headers }, undefined, now)
    }
    const at = 1_700_000_000_000
    expect(
      await Promise.all([300_000, 300_001, -300_000, -300_001].map((age) => called("1700000000", undefined, at + age)))
    )
      .toEqual([true, false, true, false])
    const times = ["1699999700", "1699999701", "1700000300", "1700000301", "soon", undefined]
    expect(await Promise.all(times.map((seconds) => called(seconds)))).toEqual([false, true, true, false, false, false])
    expect(await Promise.all(["1700000000", "1700000001", "1699999999"].map((seconds) => called(seconds, 500))))
      .toEqual([
        true,
        true,
        false
      ])
  })

  it("is the provider's by its key of Ed25519, in base64 unless more is said", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    const pem = publicKey.export({ format: "pem", type: "spki" }).toString()
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(12).toString("base64")
    const signature = sign(null, Buffer.from("7|the body"), privateKey)
    const called = (ed25519: string, text: string, more: object = {}) =>
      isTheirs({ ed25519, header: "x-sig", signed: "7|{body}", ...more }, { headers: { "x-sig": text } })
    for (const key of [pem, raw]) {
      expect(await called(key, signature.toString("base64"))).toBe(true)
      expect(await called(key, signature.toString("hex"), { encoding: "hex" })).toBe(true)
      expect(await called(key, signature.toString("hex"))).toBe(false)
      expect(await called(key, signature.subarray(1).toString("base64"))).toBe(false)
      expect(await called(key, signature.toString("base64"), { signed: "{body}" })).toBe(false)
    }
  })

  it("has no key of another kind", () => {
    const { publicKey } = generateKeyPairSync("x25519")
    expect(Signature.ed25519Key(publicKey.export({ format: "pem", type: "spki" }).toString())).toBeNull()
    const { publicKey: right } = generateKeyPairSync("ed25519")
    const raw = right.export({ format: "der", type: "spki" }).subarray(12)
    expect(Signature.ed25519Key(raw.toString("base64"))?.equals(right)).toBe(true)
    expect(Signature.ed25519Key(raw.subarray(1).toString("base64"))).toBeNull()
  })
})
