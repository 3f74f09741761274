/**
 * The stored form of an API key: its hash and its first eight characters, never its text; and what narrows it down.
 */
import { KeyScope } from "../catalogue/KeyScope.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { ApiKey, KeyTerms } from "../row/ApiKey.ts"
import * as AddressRange from "../value/AddressRange.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { hashKey } from "../value/Secret.ts"

/** The form in which a key is shown and compared. */
export const canonical = (text: string): string => text.trim().toLowerCase()

/** An operator may narrow a key down by these. An empty list narrows nothing down. */
export interface GivenTerms {
  readonly scopes?: ReadonlyArray<KeyScope>
  readonly expiresAt?: Instant
  readonly addresses?: ReadonlyArray<string>
}

export type TermsFlaw = "BadScopes" | "BadExpiry" | "BadAddresses"

const isFilled = <A>(each: ReadonlyArray<A>): each is readonly [A, ...ReadonlyArray<A>] => each.length > 0

/** Returns the terms in the form in which they are kept, each absent where it narrows nothing, or what is wrong with them. */
export const terms = ({ addresses = [], expiresAt, scopes = [] }: GivenTerms, now: Instant): KeyTerms | TermsFlaw => {
  if (scopes.some((scope) => !KeyScope.literals.includes(scope))) return "BadScopes"
  if (expiresAt !== undefined && !(Number.isSafeInteger(expiresAt) && expiresAt > now)) return "BadExpiry"
  if (addresses.length > Limit.addressesPerKey) return "BadAddresses"
  const ranges = [...new Set(addresses.map(AddressRange.canonical))].flatMap((range) => range === null ? [] : [range])
  if (addresses.some((range) => AddressRange.canonical(range) === null)) return "BadAddresses"
  const named = KeyScope.literals.filter((scope) => scopes.includes(scope))
  return {
    ...(isFilled(named) ? { scopes: named } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(isFilled(ranges) ? { addresses: ranges } : {})
  }
}

export const keep = (account: AccountId, text: string, now: Instant, narrowed: KeyTerms = {}): ApiKey => ({
  hash: hashKey(text),
  account,
  prefix: canonical(text).slice(0, 8),
  ...narrowed,
  createdAt: now,
  revokedAt: null
})
