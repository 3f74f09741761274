/**
 * Hashes in the forms in which they are kept, with Node's own as oracle.
 */
import * as Digest from "@signalbox/core/Digest"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { createHash, createHmac } from "node:crypto"
import { describe, expect } from "vitest"

const bytes = fc.uint8Array({ maxLength: 80 })
const text = fc.string({ unit: "grapheme" })

describe("Digest", () => {
  prop("of texts and bytes is SHA-256 in lower-case hex, or as bytes", text, bytes, (input, data) => {
    expect(Digest.sha256(input)).toBe(createHash("sha256").update(input).digest("hex"))
    expect(Digest.sha256Of(data)).toBe(createHash("sha256").update(data).digest("hex"))
    expect([...Digest.sha256Raw(input)]).toEqual([...createHash("sha256").update(input).digest()])
  })

  prop("with a key is HMAC-SHA256 in lower-case hex, or as bytes", bytes, text, (key, input) => {
    const expected = createHmac("sha256", key).update(input).digest()
    expect(Digest.hmacSha256Hex(key, input)).toBe(expected.toString("hex"))
    expect([...Digest.hmacSha256(key, input)]).toEqual([...expected])
  })

  const short = fc.string({ unit: fc.constantFrom("a", "b", "0"), maxLength: 4 })

  prop("is equal to another one exactly where all of its characters are", short, short, (one, other) => {
    expect(Digest.equal(one, other)).toBe(one === other)
    expect(Digest.equal(one, one)).toBe(true)
    expect(Digest.equal(`${one}a${other}`, `${one}b${other}`)).toBe(false)
    expect(Digest.equal(one, `${one}a`)).toBe(false)
    expect(Digest.equal(`${one}a`, one)).toBe(false)
  })
})
