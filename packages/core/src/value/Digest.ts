/**
 * Hashes, synchronous and pure.
 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 as sha256Bytes } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"

const encoder = new TextEncoder()

/** SHA-256 of a text, in lower-case hex. */
export const sha256 = (text: string): string => bytesToHex(sha256Bytes(encoder.encode(text)))

/** SHA-256 of bytes, in lower-case hex. */
export const sha256Of = (bytes: Uint8Array): string => bytesToHex(sha256Bytes(bytes))

/** SHA-256 of a text, as 32 bytes. */
export const sha256Raw = (text: string): Uint8Array => sha256Bytes(encoder.encode(text))

/** HMAC-SHA256 of a text, as 32 bytes. */
export const hmacSha256 = (key: Uint8Array, text: string): Uint8Array => hmac(sha256Bytes, key, encoder.encode(text))
