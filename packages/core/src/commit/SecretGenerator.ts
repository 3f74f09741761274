/**
 * Generates the secrets that clients are shown, and the bytes that sealing needs, from a secure source only.
 */
import * as Secret from "../value/Secret.ts"

export interface SecretGenerator {
  readonly signingSecret: () => Secret.SigningSecret
  readonly apiKey: () => string
  /** Returns the twelve bytes that make one sealing different from every other one. */
  readonly nonce: () => Uint8Array
}

export type RandomBytes = (size: number) => Uint8Array

/** @param bytes random bytes that nobody can foresee */
export const make = (bytes: RandomBytes): SecretGenerator => ({
  signingSecret: () => Secret.signingSecret(bytes(32)),
  apiKey: () => Secret.apiKey(bytes(16)),
  nonce: () => Uint8Array.from(bytes(12))
})
