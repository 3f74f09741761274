/**
 * Joins the lists of several parts. Most parts leave most lists empty, so a list that only one part has is taken as it
 * is: decisions join a dozen lists several times each.
 */
const none: readonly [] = []

export const joined = <Part, A>(
  parts: ReadonlyArray<Part>,
  list: (part: Part) => ReadonlyArray<A> | undefined
): ReadonlyArray<A> => {
  let first: ReadonlyArray<A> = none
  let all: Array<A> | null = null
  for (const part of parts) {
    const more = list(part)
    if (more === undefined || more.length === 0) continue
    if (first.length === 0) first = more
    else {
      all ??= [...first]
      for (const each of more) all.push(each)
    }
  }
  return all ?? first
}
