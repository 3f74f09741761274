/**
 * An API key, stored by the hash of its text. The text itself is never stored.
 */
import * as Schema from "effect/Schema"
import { KeyScope } from "../catalogue/KeyScope.ts"
import { AddressRange } from "../value/AddressRange.ts"
import type { KeyId } from "../value/Id.ts"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { KeyHash } from "../value/Secret.ts"
import * as Uuid from "../value/Uuid.ts"
import * as Kind from "./Kind.ts"

/** These narrow a key down; an absent field narrows nothing (decisions 17.8). */
export const KeyTerms = Schema.Struct({
  /** The scopes of the operations that it may ask for, in the order of the catalogue. */
  scopes: Schema.optionalKey(Schema.NonEmptyArray(KeyScope)),
  /** The instant from which on it is no key any more. */
  expiresAt: Schema.optionalKey(Instant),
  /** The ranges of addresses that it may be used from. */
  addresses: Schema.optionalKey(Schema.NonEmptyArray(AddressRange))
})
export type KeyTerms = typeof KeyTerms.Type

export const ApiKey = Schema.Struct({
  hash: KeyHash,
  account: AccountId,
  /** The first eight characters, so that a person can tell keys apart. */
  prefix: Schema.String,
  ...KeyTerms.fields,
  createdAt: Instant,
  revokedAt: Schema.NullOr(Instant),
  /** When it was last seen, to the hour, of an account that has this kept. */
  lastUsedAt: Schema.optionalKey(Instant)
})
export type ApiKey = typeof ApiKey.Type

/** Returns the id by which a key is named where its text must not stand. It follows from the hash, so every key has one. */
export const idOf = (hash: KeyHash): KeyId => Uuid.v8(hash) as KeyId

/** Returns what narrows a key down. */
export const termsOf = ({ addresses, expiresAt, scopes }: KeyTerms): KeyTerms => ({
  ...(scopes === undefined ? {} : { scopes }),
  ...(expiresAt === undefined ? {} : { expiresAt }),
  ...(addresses === undefined ? {} : { addresses })
})

/** Returns the instant at which a key ends, or null when nothing is known to end it. */
export const endOf = ({ expiresAt, revokedAt }: Pick<ApiKey, "expiresAt" | "revokedAt">): Instant | null =>
  expiresAt === undefined || (revokedAt !== null && revokedAt < expiresAt) ? revokedAt : expiresAt

/** Returns whether the key is valid at this instant. During a grace period `revokedAt` lies in the future. */
export const isActive = (key: ApiKey, now: Instant): boolean => {
  const end = endOf(key)
  return end === null || now < end
}

export const ApiKeys = Kind.make({
  name: "api_key",
  schema: ApiKey,
  key: (key: ApiKey) => key.hash,
  listings: (key) => [{ list: "api_keys", scope: key.account, at: key.createdAt }]
})
