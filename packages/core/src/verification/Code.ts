/**
 * The code of a verification, and the hash by which alone it is known again.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import type { SecretGenerator } from "../commit/SecretGenerator.ts"
import type { CodeHash } from "../row/Verification.ts"
import * as Digest from "../value/Digest.ts"
import type { VerificationId } from "../value/Id.ts"

/** Returns what stands in the place of a code wherever a person or a program may read it: so a text keeps its length. */
export const hidden = (length: number): string => "*".repeat(length)

const hash = (key: string, id: VerificationId, code: string): string =>
  Digest.hmacSha256Hex(Result.getOrElse(Base64.decode(key), () => new Uint8Array()), `${id}.${code}`)

/** Returns the hash of a code, with a key of its own. It is bound to its verification. */
export const hashed = (id: VerificationId, code: string, secrets: SecretGenerator): CodeHash => {
  const key = secrets.hashKey()
  return { hash: hash(key, id, code), key }
}

/** Nothing has this hash. It is compared where there is no code, so that this takes as long. */
const nobodys: CodeHash = { hash: "0".repeat(64), key: Base64.encode(new Uint8Array(32)) }

/** Returns whether the code is the right one. No code is right where the hash is null. */
export const matches = (known: CodeHash | null, id: VerificationId, code: string): boolean => {
  const against = known ?? nobodys
  const isEqual = Digest.equal(hash(against.key, id, code), against.hash)
  return known !== null && isEqual
}
