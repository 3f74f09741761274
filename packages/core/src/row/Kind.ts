/**
 * A kind of row: its name, its Schema, the key of a value, and what is derived from a value: its unique keys, the lists
 * that it is in, and their filters. A store keeps rows by kind and key with a version, and keeps the derived data up to
 * date; it never looks inside the value.
 */
import type * as Schema from "effect/Schema"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import type { Filters } from "./Filters.ts"

/** The lists that a row can be in. */
export type ListName =
  | "accounts"
  | "api_keys"
  | "audit_log"
  | "consent_records"
  | "contacts"
  | "conversation"
  | "dead_letters"
  | "deleted_webhooks"
  | "deliveries"
  | "messages"
  | "paused_prefixes"
  | "profiles"
  | "suppressions"
  | "templates"
  | "users"
  | "webhooks"

/** A place in a list. A list is ordered newest first within its scope, rows of the same instant by key. */
export interface Listing {
  readonly list: ListName
  readonly scope: string
  readonly at: Instant
}

/** The places of a row: two at most, and never two in one scope of a list. */
export type Listings = readonly [] | readonly [Listing] | readonly [Listing, Listing]

/**
 * A place in the part of a list whose rows have a term of their filters in common. A store keeps an index of such parts,
 * so that a query for the term looks at nothing else.
 */
export interface PartListing extends Listing {
  readonly term: string
}

/** The indexes of unique keys. */
export type IndexName =
  | "auto_reply"
  | "contact_number"
  | "erasure_running"
  | "inbound_reference"
  | "own_number"
  | "profile_short_name"
  | "template_name"
  | "user_email"
  | "verification_running"

/** A key that at most one row has. Only the module of the kind builds it. */
export interface UniqueKey {
  readonly index: IndexName
  readonly key: string
}

export const uniqueText = (self: UniqueKey): string => `${self.index}/${self.key}`

/**
 * Turns values into JSON and back for a store: as the Schema does, but without checking again what was checked when it
 * came into core, since that would cost more than the decision that reads the row.
 */
export interface Stored {
  readonly encode: (value: unknown) => Json
  /** @param key that of the row, which the JSON may leave out */
  readonly decode: (stored: Json, key: string) => unknown
}

/** For values that are JSON themselves: their Schema renames nothing, converts nothing and has no defaults. */
const asIs: Stored = { encode: (value) => value as Json, decode: (stored) => stored }

export interface Kind<Name extends string, Value> {
  readonly name: Name
  readonly schema: Schema.Codec<Value, Json>
  readonly stored: Stored
  readonly key: (value: Value) => string
  /** Returns the unique keys of the row. */
  readonly unique: (value: Value) => ReadonlyArray<UniqueKey>
  readonly listings: (value: Value) => Listings
  /** Returns the filters of the row, or null when its lists have no filters. */
  readonly filters: (value: Value) => Filters | null
  /** Returns the parts of its first list that the row is in: five at most. It may leave one for another. */
  readonly parts: (value: Value) => ReadonlyArray<PartListing>
  /**
   * Returns whether a change of the row leaves its unique keys and its places as they are, but for the parts that rows leave
   * for others. A store derives them again where this says no.
   */
  readonly keepsPlaces: (before: Value, after: Value) => boolean
  /** Returns whether a change that keeps the places keeps the parts that rows leave for others as well. */
  readonly keepsParts: (before: Value, after: Value) => boolean
}

const nothing: readonly [] = []

export const make = <const Name extends string, Value>(options: {
  readonly name: Name
  readonly schema: Schema.Codec<Value, Json>
  readonly stored?: Stored
  readonly key: (value: Value) => string
  readonly unique?: (value: Value) => ReadonlyArray<UniqueKey>
  readonly listings?: (value: Value) => Listings
  readonly filters?: (value: Value) => Filters
  readonly parts?: (value: Value) => ReadonlyArray<PartListing>
  readonly keepsPlaces?: (before: Value, after: Value) => boolean
  readonly keepsParts?: (before: Value, after: Value) => boolean
}): Kind<Name, Value> => ({
  stored: asIs,
  unique: () => nothing,
  listings: () => nothing,
  filters: () => null,
  parts: () => nothing,
  keepsPlaces: () => false,
  keepsParts: () => false,
  ...options
})

/** The name of one row, whether it exists or not. */
export interface Ref {
  readonly kind: string
  readonly key: string
}

export const ref = <Value>(kind: Kind<string, Value>, key: string): Ref => ({ kind: kind.name, key })

/** Returns one text for a ref, for use as a map key and for the order in which rows are locked. */
export const refText = (self: Ref): string => `${self.kind}/${self.key}`
