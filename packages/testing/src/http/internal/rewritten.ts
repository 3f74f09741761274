/**
 * One JSON value in many texts.
 */

/** Every text of the same JSON value: any order of names, any blanks, any form of a number. */
export const rewritten = (value: unknown, choose: () => number): string => {
  const blank = (): string => ["", " ", "\n", "\t "][choose() % 4]!
  if (Array.isArray(value)) return `[${blank()}${value.map((each) => rewritten(each, choose)).join(`${blank()},`)}]`
  if (typeof value === "number" && choose() % 2 === 0) return choose() % 2 === 0 ? `${value}.0` : `${value}e0`
  if (typeof value === "string" && choose() % 3 === 0) return JSON.stringify(value).replace("e", "\\u0065")
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .map(([name, inner]) =>
      [choose(), `${JSON.stringify(name)}${blank()}:${blank()}${rewritten(inner, choose)}`] as const
    )
    .toSorted(([a], [b]) => a - b)
  return `${blank()}{${entries.map(([, entry]) => entry).join(`,${blank()}`)}}${blank()}`
}
