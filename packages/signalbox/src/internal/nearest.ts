/**
 * Finds what somebody has probably meant.
 */

/** How many letters have to be put in, left out or exchanged to make one word of the other; two swapped ones are one. */
const distance = (from: string, to: string): number => {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let at = 1; at <= from.length; at++) {
    const row = [at]
    for (let other = 1; other <= to.length; other++) {
      const isSame = from[at - 1] === to[other - 1]
      const isSwapped = from[at - 1] === to[other - 2] && from[at - 2] === to[other - 1]
      row[other] = Math.min(
        rows[at - 1]![other]! + 1,
        row[other - 1]! + 1,
        rows[at - 1]![other - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[at - 2]![other - 2]! + 1 : Infinity
      )
    }
    rows.push(row)
  }
  return rows[from.length]![to.length]!
}

/** Returns the name that is nearest, or null when none is near. */
export const nearest = (name: string, names: ReadonlyArray<string>): string | null => {
  const lower = name.slice(0, 64).toLowerCase()
  const [best] = names
    .map((each) => ({ each, far: distance(lower, each.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)
  return best !== undefined && best.far <= Math.max(2, best.each.length / 3) ? best.each : null
}
