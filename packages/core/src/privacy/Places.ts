/**
 * How far a pass over a list has come, from the oldest row on.
 */
import type { ListPosition } from "../commit/ListQuery.ts"
import * as Instant from "../value/Instant.ts"

export const beginning: ListPosition = { at: Instant.make(0), key: "" }

const isBehind = (one: ListPosition, other: ListPosition): boolean =>
  one.at > other.at || one.at === other.at && one.key > other.key

/** Undefined: there is none. */
export const newest = (positions: ReadonlyArray<ListPosition>): ListPosition | undefined =>
  positions.length === 0 ? undefined : positions.reduce((one, other) => isBehind(other, one) ? other : one)
