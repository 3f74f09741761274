/**
 * Secrets, keys and hashes (decisions 3.1, 5.1, part 6), with Node's crypto as oracle.
 */
import * as Secret from "@signalbox/core/Secret"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"

const random = fc.uint8Array({ minLength: 32, maxLength: 64 })

describe("Secret", () => {
  prop("of a webhook is whsec_ and the padded base64 of 32 bytes", random, (bytes) => {
    const secret = Secret.signingSecret(bytes)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(secret).toBe(`whsec_${Buffer.from(bytes.subarray(0, 32)).toString("base64")}`)
    expect(Buffer.from(Secret.signingKey(secret)!)).toEqual(Buffer.from(bytes.subarray(0, 32)))
  })

  it("of the sandbox is the one of decisions 5.1 and decodes to 32 bytes", () => {
    expect(Secret.sandboxSecret).toBe("whsec_c2FuZGJveC1wbGFjZWhvbGRlci1zZWNyZXQtMDAwMDA=")
    expect(Secret.signingKey(Secret.sandboxSecret)).toHaveLength(32)
  })

  it("that is not base64, or does not begin with whsec_, has no key", () => {
    expect(Secret.signingKey("whsec_!" as Secret.SigningSecret)).toBe(null)
    expect(Secret.signingKey("secret_AAAA" as Secret.SigningSecret)).toBe(null)
    expect(Secret.signingKey("AAAA" as Secret.SigningSecret)).toBe(null)
  })

  it("is no other text to the compiler, sealed or not", () => {
    const brands = [Secret.SigningSecret, Secret.KeptSecret, Secret.KeyHash].map(({ identifier }) => identifier)
    expect(brands).toEqual(["SigningSecret", "SigningSecret", "KeyHash"])
  })

  prop("that is an API key is a UUID of version 4", random, (bytes) => {
    expect(Secret.apiKey(bytes)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  prop("is stored as the SHA-256 of the key in lower case, trimmed", fc.uuid({ version: 4 }), (key) => {
    const hash = createHash("sha256").update(key).digest("hex")
    const spellings = [key, key.toUpperCase(), ` ${key}\t`]
    expect(spellings.map(Secret.hashKey)).toEqual([hash, hash, hash])
  })
})
