/**
 * One of the places where something of an account is looked for: a list, a range of keys, a lane.
 */
import type * as Effect from "effect/Effect"
import type { ListPosition } from "../commit/ListQuery.ts"
import type { Store, StoreError } from "../port/Store.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Portion } from "./Portion.ts"

/** A part that was found, and where it goes on; null: that was all. */
export interface Found {
  readonly portion: Partial<Portion>
  readonly next: string | null
}

export interface CargoSource {
  /** Whether it is asked for each account by itself, or for all of them together. */
  readonly over: "each" | "all"
  /** @param place null at the beginning */
  readonly read: (
    accounts: readonly [AccountId, ...ReadonlyArray<AccountId>],
    place: string | null
  ) => Effect.Effect<Found, StoreError, Store>
}

export const nothing: Found = { portion: {}, next: null }

/** Places within places are written as the JSON of their parts. */
export const write = (...parts: ReadonlyArray<string | number | null>): string => JSON.stringify(parts)

export const read = (place: string | null): ReadonlyArray<string | number | null> =>
  place === null ? [] : JSON.parse(place) as ReadonlyArray<string | number | null>

export const writePosition = ({ at, key }: ListPosition): string => write(at, key)

/** Returns a place in a list; that before all of its rows when there is none. */
export const readPosition = (place: string | null): ListPosition => {
  const [at = 0, key = ""] = read(place)
  return { at: Instant.make(Number(at)), key: String(key) }
}
