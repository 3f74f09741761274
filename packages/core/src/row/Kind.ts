/**
 * A kind of row: its name, its Schema, how a value names itself, and what is derived from it: the keys that no other
 * row may have, the lists that it stands in, and what these can be narrowed down by. A store keeps rows by kind and key
 * with a version, and keeps what is derived in step; it never looks inside the value.
 */
import type * as Schema from "effect/Schema"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import type { Filters } from "./Filters.ts"

/** The lists that rows stand in. */
export type ListName =
  | "api_keys"
  | "contacts"
  | "conversation"
  | "deliveries"
  | "messages"
  | "profiles"
  | "templates"
  | "users"
  | "webhooks"

/** A place in a list: newest first within a scope, ties by key. */
export interface Listing {
  readonly list: ListName
  readonly scope: string
  readonly at: Instant
}

/** The places of a row: two at most, never twice in one scope of a list. */
export type Listings = readonly [] | readonly [Listing] | readonly [Listing, Listing]

/** What rows are found by, beside their own keys. */
export type IndexName =
  | "contact_number"
  | "inbound_reference"
  | "own_number"
  | "profile_short_name"
  | "template_name"
  | "user_email"

/** A key that one row at most has. The kind whose rows have it makes it; nobody else spells it out. */
export interface UniqueKey {
  readonly index: IndexName
  readonly key: string
}

export const uniqueText = (self: UniqueKey): string => `${self.index}/${self.key}`

export interface Kind<Name extends string, Value> {
  readonly name: Name
  readonly schema: Schema.Codec<Value, Json>
  readonly key: (value: Value) => string
  /** The keys that the row has for itself alone. */
  readonly unique: (value: Value) => ReadonlyArray<UniqueKey>
  readonly listings: (value: Value) => Listings
  /** Null: its lists are never narrowed down. */
  readonly filters: (value: Value) => Filters | null
}

const nothing: readonly [] = []

export const make = <const Name extends string, Value>(options: {
  readonly name: Name
  readonly schema: Schema.Codec<Value, Json>
  readonly key: (value: Value) => string
  readonly unique?: (value: Value) => ReadonlyArray<UniqueKey>
  readonly listings?: (value: Value) => Listings
  readonly filters?: (value: Value) => Filters
}): Kind<Name, Value> => ({ unique: () => nothing, listings: () => nothing, filters: () => null, ...options })

/** The name of one row, whether it exists or not. */
export interface Ref {
  readonly kind: string
  readonly key: string
}

export const ref = <Value>(kind: Kind<string, Value>, key: string): Ref => ({ kind: kind.name, key })

/** One text for a ref, for maps and for the order in which rows are locked. */
export const refText = (self: Ref): string => `${self.kind}/${self.key}`
