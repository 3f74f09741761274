/**
 * Hashes, synchronous and pure.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Sha256 from "./Sha256.ts"

/** SHA-256 of a text, in lower-case hex. */
export const sha256 = (text: string): string => Sha256.here.hex(text)

/** SHA-256 of bytes, in lower-case hex. */
export const sha256Of = (bytes: Uint8Array): string => Sha256.here.hex(bytes)

/** SHA-256 of a text, as 32 bytes. */
export const sha256Raw = (text: string): Uint8Array => Sha256.here.bytes(text)

/** HMAC-SHA256 of a text, in lower-case hex. */
export const hmacSha256Hex = (key: Uint8Array, text: string): string => bytesToHex(hmacSha256(key, text))

type Characters = Pick<string, "charCodeAt" | "length">

/** Returns whether two hashes of one length are equal, in a time that does not depend on where they differ. */
export const equal = (one: Characters, other: Characters): boolean => {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}

/** Returns what makes the HMAC-SHA256 of texts with this key, as 32 bytes. */
export const hmacWith = (key: Uint8Array): (text: string) => Uint8Array => Sha256.here.hmac(key)

/** HMAC-SHA256 of a text, as 32 bytes. */
export const hmacSha256 = (key: Uint8Array, text: string): Uint8Array => hmacWith(key)(text)
