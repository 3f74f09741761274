/** Signatures hold for the bytes that were signed, and for no others. */
import * as Instant from "@signalbox/core/Instant"
import * as Signature from "@signalbox/http-carrier/Signature"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { describe, expect, it } from "vitest"

const algorithms = fc.constantFrom("sha1" as const, "sha256" as const, "sha512" as const)
const encodings = fc.constantFrom("hex" as const, "base64" as const, "base64url" as const)

/** Returns the bytes with one bit of one of them turned. */
const off = (bytes: Uint8Array, at: number, bit: number): Uint8Array =>
  bytes.map((byte, index) => index === at % bytes.length ? byte ^ (1 << bit) : byte)

const someBytes = fc.uint8Array({ minLength: 1, maxLength: 200 })

describe("Signature", () => {
  prop(
    "takes the HMAC of all parts, and none that is off by a bit, shorter or longer",
    algorithms,
    encodings,
    fc.string({ minLength: 1 }),
    fc.tuple(someBytes, someBytes),
    fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 7 })),
    (algorithm, encoding, key, [first, second], [at, bit]) => {
      const mac = createHmac(algorithm, key).update(first).update(second).digest()
      const isHmac = (signature: Uint8Array, ...data: ReadonlyArray<Uint8Array>) =>
        Signature.isHmac({ algorithm, encoding, key, signature: Buffer.from(signature).toString(encoding) }, ...data)
      expect(isHmac(mac, first, second)).toBe(true)
      expect(isHmac(off(mac, at, bit), first, second)).toBe(false)
      expect(isHmac(mac, first, off(second, at, bit))).toBe(false)
      expect(isHmac(mac.subarray(1), first, second)).toBe(false)
      expect(isHmac(Buffer.concat([mac, Buffer.from([0])]), first, second)).toBe(false)
    }
  )

  prop(
    "takes a signature of Ed25519, and none that is off by a bit",
    encodings,
    fc.tuple(someBytes, someBytes),
    fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 7 })),
    (encoding, [first, second], [at, bit]) => {
      const { privateKey, publicKey } = generateKeyPairSync("ed25519")
      const signature = sign(null, Buffer.concat([first, second]), privateKey)
      const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32)
      const isTheirs = (key: string, given: Uint8Array, ...data: ReadonlyArray<Uint8Array>) =>
        Signature.isEd25519(
          { encoding, key: Signature.ed25519Key(key)!, signature: Buffer.from(given).toString(encoding) },
          ...data
        )
      for (const key of [raw.toString("base64"), publicKey.export({ format: "pem", type: "spki" }).toString()]) {
        expect(isTheirs(key, signature, first, second)).toBe(true)
        expect(isTheirs(key, off(signature, at, bit), first, second)).toBe(false)
        expect(isTheirs(key, signature, off(first, at, bit), second)).toBe(false)
        expect(isTheirs(key, signature.subarray(1), first, second)).toBe(false)
      }
    }
  )

  it("takes nothing for a signature that is missing or written otherwise", () => {
    const given = { algorithm: "sha256", encoding: "hex", key: "key" } as const
    const { publicKey } = generateKeyPairSync("ed25519")
    for (const signature of [undefined, "", "zz", "0", " ", "ab cd"]) {
      expect(Signature.isHmac({ ...given, signature }, "data")).toBe(false)
      expect(Signature.isEd25519({ encoding: "hex", key: publicKey, signature }, "data")).toBe(false)
    }
    for (const key of ["", "AAAA", "no key", "-----BEGIN PUBLIC KEY-----"]) expect(Signature.ed25519Key(key)).toBeNull()
  })

  it("compares secrets of any length", () => {
    expect(Signature.isSame("secret", "secret")).toBe(true)
    for (const other of ["secreT", "secret ", "", "s"]) expect(Signature.isSame("secret", other)).toBe(false)
  })

  it("takes times within the tolerance, on both sides", () => {
    const now = Instant.make(1_700_000_000_000)
    const isFresh = (seconds: string | undefined) => Signature.isFresh(seconds, now, 300_000)
    expect(["1700000000", "1700000300", "1699999700"].map(isFresh)).toEqual([true, true, true])
    expect(["1700000301", "1699999699", "", undefined, "1e9", "-1", " 1700000000"].map(isFresh)).not.toContain(true)
  })
})
