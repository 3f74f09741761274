/**
 * Signing secrets of webhooks and API keys. Both are made from secure random bytes only.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Digest from "./Digest.ts"
import * as Uuid from "./Uuid.ts"

/** `whsec_` and the base64 of 32 bytes (decisions 3.1). */
export const SigningSecret = Schema.String.check(Schema.isPattern(/^whsec_[A-Za-z0-9+/]+={0,2}$/)).pipe(
  Schema.brand("SigningSecret")
)
export type SigningSecret = typeof SigningSecret.Type

/** A signing secret as rows hold it: in plain text within the engine, and always sealed at rest (`Secrets`). */
export const KeptSecret = Schema.String.check(
  Schema.isPattern(/^(whsec_|sealed:[\w.-]{1,64}:)[A-Za-z0-9+/]+={0,2}$/)
).pipe(Schema.brand("SigningSecret"))

/** SHA-256 of an API key in lower case: the only form in which a key is stored. */
export const KeyHash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)).pipe(Schema.brand("KeyHash"))
export type KeyHash = typeof KeyHash.Type

export const signingSecret = (random: Uint8Array): SigningSecret =>
  `whsec_${Base64.encode(random.subarray(0, 32))}` as SigningSecret

/** A sandbox answer shows this instead of a secret (decisions 5.1); it decodes to 32 bytes. */
export const sandboxSecret = "whsec_c2FuZGJveC1wbGFjZWhvbGRlci1zZWNyZXQtMDAwMDA=" as SigningSecret

/** Returns the signing bytes, or null when it does not begin with `whsec_`, or the text after that is not base64. */
export const signingKey = (secret: SigningSecret): Uint8Array | null =>
  secret.startsWith("whsec_") ? Result.getOrElse(Base64.decode(secret.slice("whsec_".length)), () => null) : null

/** A new API key: a UUID of version 4. */
export const apiKey = (random: Uint8Array): string => Uuid.v4(random)

/**
 * A one-time code of so many digits. Sixteen random bytes leave each of at most ten digits as likely as every other one, to
 * one part in 10^28.
 */
export const code = (random: Uint8Array, length: number): string => {
  const number = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return String(number % 10n ** BigInt(length)).padStart(length, "0")
}

export const hashKey = (key: string): KeyHash => Digest.sha256(key.trim().toLowerCase()) as KeyHash
