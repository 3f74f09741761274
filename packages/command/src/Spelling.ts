/**
 * Suggests the word that somebody may have meant.
 */

/** Returns how many letters differ, are missing, are too many, or have changed places with their neighbour. */
export const distance = (one: string, other: string): number => {
  let [before, last]: [Array<number>, Array<number>] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        swapped ? before[column - 2]! + 1 : Infinity
      )
    }
    before = last
    last = next
  }
  return last[other.length]!
}

/** No word of a command line is longer, so nobody waits for the comparison with a whole file. */
const longest = 64

/** Returns the nearest of the words, or null when none is near. The beginning of a single word is near it. */
export const nearest = (word: string, words: ReadonlyArray<string>): string | null => {
  if (word.length > longest) return null
  const begun = words.filter((each) => word !== "" && each.startsWith(word))
  if (begun.length === 1) return begun[0]!
  const ranked = words.map((each) => ({ each, far: distance(word.toLowerCase(), each) })).toSorted((a, b) =>
    a.far - b.far
  )
  const [best] = ranked
  return best !== undefined && best.far <= Math.max(1, best.each.length / 3) ? best.each : null
}
