/**
 * A kind of row: its name, its Schema, how a value names itself, and the lists that it stands in. A store keeps rows
 * by kind and key with a version; it never looks inside the value.
 */
import type * as Schema from "effect/Schema"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"

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

export interface Kind<Name extends string, Value> {
  readonly name: Name
  readonly schema: Schema.Codec<Value, Json>
  readonly key: (value: Value) => string
  readonly listings: (value: Value) => ReadonlyArray<Listing>
}

export const make = <const Name extends string, Value>(options: {
  readonly name: Name
  readonly schema: Schema.Codec<Value, Json>
  readonly key: (value: Value) => string
  readonly listings?: (value: Value) => ReadonlyArray<Listing>
}): Kind<Name, Value> => ({ listings: () => [], ...options })

/** The name of one row, whether it exists or not. */
export interface Ref {
  readonly kind: string
  readonly key: string
}

export const ref = <Value>(kind: Kind<string, Value>, key: string): Ref => ({ kind: kind.name, key })

/** One text for a ref, for maps and for the order in which rows are locked. */
export const refText = (self: Ref): string => `${self.kind}/${self.key}`
