/**
 * An API key, stored by the hash of its text. The text itself is never stored.
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { KeyHash } from "../value/Secret.ts"
import * as Kind from "./Kind.ts"

export const ApiKey = Schema.Struct({
  hash: KeyHash,
  account: AccountId,
  /** The first eight characters, so that a person can tell keys apart. */
  prefix: Schema.String,
  createdAt: Instant,
  revokedAt: Schema.NullOr(Instant)
})
export type ApiKey = typeof ApiKey.Type

/** Returns whether the key is valid at this instant. During a grace period `revokedAt` lies in the future. */
export const isActive = (key: ApiKey, now: Instant): boolean => key.revokedAt === null || now < key.revokedAt

export const ApiKeys = Kind.make({
  name: "api_key",
  schema: ApiKey,
  key: (key: ApiKey) => key.hash,
  listings: (key) => [{ list: "api_keys", scope: key.account, at: key.createdAt }]
})
