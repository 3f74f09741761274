/**
 * Draws a number by names alone: the same names draw the same number on every node and in every replay, and others draw
 * one that has nothing to do with it.
 */
import { sha256Raw } from "./Digest.ts"

/** Returns a number from 0 to less than 1. The names are told apart, so `("a", "bc")` is not `("ab", "c")`. */
export const of = (...names: ReadonlyArray<string>): number => {
  const bytes = sha256Raw(JSON.stringify(names))
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32
}
