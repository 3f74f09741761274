/**
 * Generates the secrets that clients are shown, and the bytes that sealing needs, from a secure source only.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Secret from "../value/Secret.ts"

export interface SecretGenerator {
  readonly signingSecret: () => Secret.SigningSecret
  readonly apiKey: () => string
  /** Returns the twelve bytes that make one sealing different from every other one. */
  readonly nonce: () => Uint8Array
  /** Returns so many decimal digits, each code as likely as every other one. */
  readonly code: (length: number) => string
  /** Returns the base64 of 32 bytes that key the hash of a code. */
  readonly hashKey: () => string
}

export type RandomBytes = (size: number) => Uint8Array

/** @param bytes random bytes that nobody can foresee */
export const make = (bytes: RandomBytes): SecretGenerator => ({
  signingSecret: () => Secret.signingSecret(bytes(32)),
  apiKey: () => Secret.apiKey(bytes(16)),
  nonce: () => Uint8Array.from(bytes(12)),
  code: (length) => Secret.code(bytes(16), length),
  hashKey: () => Base64.encode(bytes(32))
})
