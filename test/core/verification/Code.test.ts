/**
 * Codes: how likely each is, and how alone they are known again.
 */
import type { VerificationId } from "@signalbox/core/Id"
import * as Digest from "@signalbox/core/internal/value/Digest"
import * as Code from "@signalbox/core/internal/verification/Code"
import * as Secret from "@signalbox/core/Secret"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import * as Verified from "./Verified.ts"

const code = fc.stringMatching(/^[0-9]{6,10}$/)
const length = fc.integer({ min: 6, max: 10 })

describe("a code", () => {
  prop(
    "is as many digits as asked for, of all random bytes that there are [XVF-003]",
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
    length,
    (bytes, digits) => {
      const made = Secret.code(bytes, digits)
      expect(made).toMatch(new RegExp(`^[0-9]{${digits}}$`))
      const number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`)
      expect(BigInt(made)).toBe(number % 10n ** BigInt(digits))
    }
  )

  it("has every digit at every place as often as every other one [XVF-003]", () => {
    const { secrets } = Given.ids(11)
    const counts = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0))
    const runs = 6000
    for (let run = 0; run < runs; run++) {
      for (const [place, digit] of [...secrets.code(6)].entries()) counts[place]![Number(digit)]!++
    }
    // Chi squared with 9 degrees of freedom is beyond 33.7 in one of 10,000 samples; the seed is fixed.
    const squares = counts.map((place) => place.reduce((sum, seen) => sum + (seen - runs / 10) ** 2 / (runs / 10), 0))
    for (const square of squares) expect(square).toBeLessThan(33.7)
  })

  prop(
    "is known by an HMAC-SHA256 over the id of its verification and itself [XVF-004]",
    code,
    fc.integer(),
    (text, seed) => {
      const known = Code.hashed(Verified.id, text, Given.ids(seed).secrets)
      const key = Buffer.from(known.key, "base64")
      expect(key).toHaveLength(32)
      expect(known.hash).toBe(createHmac("sha256", key).update(`${Verified.id}.${text}`).digest("hex"))
      expect(JSON.stringify(known)).not.toContain(text)
    }
  )

  prop("is matched by itself alone, at its own verification [XVF-004]", code, code, (right, tried) => {
    const known = Code.hashed(Verified.id, right, Given.ids(3).secrets)
    const other = "0e51f1ed-0000-7000-8000-000000000002" as VerificationId
    expect(Code.matches(known, Verified.id, right)).toBe(true)
    expect(Code.matches(known, Verified.id, tried)).toBe(tried === right)
    expect(Code.matches(known, other, right)).toBe(false)
    expect(Code.matches(null, Verified.id, right)).toBe(false)
  })

  it("has a key of its own each time [XVF-004]", () => {
    const { secrets } = Given.ids(5)
    const keys = Array.from({ length: 50 }, () => Code.hashed(Verified.id, Verified.rightCode, secrets).key)
    expect(new Set(keys).size).toBe(50)
  })
})

describe("the comparison of hashes", () => {
  const hash = fc.stringMatching(/^[0-9a-f]{8}$/)

  prop("is equality", hash, hash, (one, other) => {
    expect(Digest.equal(one, one)).toBe(true)
    expect(Digest.equal(one, other)).toBe(one === other)
    expect(Digest.equal(one, `${one}0`)).toBe(false)
    expect(Digest.equal(`${one}0`, one)).toBe(false)
  })

  prop(
    "reads as many characters wherever the first difference is [XVF-004]",
    hash,
    fc.nat({ max: 7 }),
    (one, place) => {
      const reads = (other: string): number => {
        let count = 0
        const counting = {
          length: one.length,
          charCodeAt: (index: number) => {
            count++
            return one.charCodeAt(index)
          }
        }
        Digest.equal(counting, other)
        return count
      }
      const differing = one.slice(0, place) + (one[place] === "0" ? "1" : "0") + one.slice(place + 1)
      expect(reads(differing)).toBe(one.length)
      expect(reads(one)).toBe(one.length)
    }
  )
})
