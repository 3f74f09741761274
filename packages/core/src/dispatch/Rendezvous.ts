/**
 * Rendezvous hashing: each entry draws a number for a key, and they are ranked by it. What goes, comes or changes its
 * weight moves only the keys that it loses or wins; the rank of all others stays as it is.
 */
import * as Digest from "../value/Digest.ts"

const bytes = 6
const values = 256 ** bytes

/** Returns a number between 0 and 1, neither of them included, that looks random and is always the same for a text. */
export const uniform = (text: string): number => {
  const number = Digest.sha256Raw(text).subarray(0, bytes).reduce((sum, byte) => sum * 256 + byte, 0)
  return (number + 0.5) / values
}

export interface Weighted<Entry> {
  readonly entry: Entry
  /** At least 0. */
  readonly weight: number
}

/**
 * Returns the entries, best first. The share of keys for which an entry is the first is its share of all weights, and so it
 * is among those that are left when others are taken out. Entries of weight 0 come last, in the order in which they are given.
 */
export const ranked = <Entry>(
  key: string,
  entries: ReadonlyArray<Weighted<Entry>>,
  nameOf: (entry: Entry) => string
): ReadonlyArray<Entry> =>
  entries.map(({ entry, weight }) => ({
    entry,
    // Of independent exponential variables the least is one's with a probability in proportion to its rate. Whatever has no
    // weight waits for ever: the difference of two such is no number, so that they keep their order.
    wait: -Math.log(uniform(`${key}\n${nameOf(entry)}`)) / weight
  })).toSorted((self, other) => self.wait - other.wait).map(({ entry }) => entry)
