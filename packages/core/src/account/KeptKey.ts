/**
 * The stored form of an API key: its hash and its first eight characters, never its text.
 */
import type { ApiKey } from "../row/ApiKey.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { hashKey } from "../value/Secret.ts"

/** The form in which a key is shown and compared. */
export const canonical = (text: string): string => text.trim().toLowerCase()

export const keep = (account: AccountId, text: string, now: Instant): ApiKey => ({
  hash: hashKey(text),
  account,
  prefix: canonical(text).slice(0, 8),
  createdAt: now,
  revokedAt: null
})
