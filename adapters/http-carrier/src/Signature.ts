/**
 * Signatures of callbacks, over the bytes as they came. All comparisons take as long for a wrong signature as for the right
 * one.
 */
import type * as Instant from "@signalbox/core/Instant"
import type { KeyObject } from "node:crypto"
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from "node:crypto"

export type Encoding = "hex" | "base64" | "base64url"

export type Algorithm = "sha1" | "sha256" | "sha512"

const digest = (bytes: string | Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest()

/** Returns whether two secrets are the same, without telling by the time it takes how much of them is, or their lengths. */
export const isSame = (a: string | Uint8Array, b: string | Uint8Array): boolean =>
  // Digests have one length. The texts are compared besides, in case two digests ever meet.
  timingSafeEqual(digest(a), digest(b)) && Buffer.from(a).equals(Buffer.from(b))

const forms: Readonly<Record<Encoding, RegExp>> = {
  hex: /^(?:[0-9a-fA-F]{2})+$/,
  base64: /^[A-Za-z0-9+/]+={0,2}$/,
  base64url: /^[\w-]+={0,2}$/
}

/** Returns the bytes of a signature, or null when it is not written as it should be. */
export const bytes = (signature: string, encoding: Encoding): Uint8Array | null =>
  forms[encoding].test(signature) ? Buffer.from(signature, encoding) : null

export const hmac = (algorithm: Algorithm, key: string | Uint8Array, ...data: ReadonlyArray<string | Uint8Array>) =>
  data.reduce((sum, part) => sum.update(part), createHmac(algorithm, key)).digest()

/** Returns whether a signature is the HMAC of the data, whose parts follow one another. */
export const isHmac = (
  { algorithm, encoding, key, signature }: {
    readonly algorithm: Algorithm
    readonly encoding: Encoding
    readonly key: string | Uint8Array
    readonly signature: string | undefined
  },
  ...data: ReadonlyArray<string | Uint8Array>
): boolean => {
  const expected = hmac(algorithm, key, ...data)
  const given = bytes(signature ?? "", encoding)
  return given !== null && given.length === expected.length && timingSafeEqual(given, expected)
}

/** The head of a public key of Ed25519 in DER, before its 32 bytes (RFC 8410). */
const ed25519Head = Buffer.from("302a300506032b6570032100", "hex")

/**
 * Reads a public key of Ed25519: its 32 bytes in base64, or PEM. Returns null when it is none.
 */
export const ed25519Key = (key: string): KeyObject | null => {
  try {
    const raw = Buffer.from(key, "base64")
    const read = key.includes("BEGIN")
      ? createPublicKey(key)
      : createPublicKey({ key: Buffer.concat([ed25519Head, raw]), format: "der", type: "spki" })
    return read.asymmetricKeyType === "ed25519" ? read : null
  } catch {
    return null
  }
}

export const isEd25519 = (
  { encoding, key, signature }: {
    readonly encoding: Encoding
    readonly key: KeyObject
    readonly signature: string | undefined
  },
  ...data: ReadonlyArray<string | Uint8Array>
): boolean => {
  const given = bytes(signature ?? "", encoding)
  return given !== null && given.length === 64 &&
    verify(null, Buffer.concat(data.map((each) => Buffer.from(each))), key, given)
}

/** Returns whether a time in whole seconds since 1970 is as near to now as the tolerance, in milliseconds. */
export const isFresh = (seconds: string | undefined, now: Instant.Instant, tolerance: number): boolean =>
  /^\d{1,11}$/.test(seconds ?? "") && Math.abs(Number(seconds) * 1000 - now) <= tolerance
