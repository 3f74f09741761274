/**
 * Changes that leave what the program does as it was: no test can notice them, so a sample does not count them. Whoever adds one
 * says why, and somebody else reads it. A change of the line itself asks the question anew.
 */
import { readFileSync } from "node:fs"
import * as Change from "./Change.ts"
import type { Drawn } from "./Draw.ts"

export interface Equivalent {
  readonly file: string
  /** The lines that are changed as they stand in the file, without the space around them. */
  readonly before: string
  readonly after: string
  /** Completes "it changes nothing, because …". */
  readonly because: string
}

/** The lines around a change, before and after it, without the space around them. */
export const linesOf = ({ change, source }: Pick<Drawn, "change" | "source">): Pick<Equivalent, "before" | "after"> => {
  const start = source.lastIndexOf("\n", change.start - 1) + 1
  const next = source.indexOf("\n", change.end)
  const before = source.slice(start, next < 0 ? source.length : next)
  const shifted = { ...change, start: change.start - start, end: change.end - start }
  const [was, is] = [before.split("\n"), Change.apply(shifted, before).split("\n")]
  // Of a change that takes several lines, those that stay as they are say nothing.
  const isLonger = (): boolean => was.length > 1 && is.length > 1
  while (isLonger() && was[0] === is[0]) for (const lines of [was, is]) lines.shift()
  while (isLonger() && was.at(-1) === is.at(-1)) for (const lines of [was, is]) lines.pop()
  return { before: was.join("\n").trim(), after: is.join("\n").trim() }
}

/** Returns the equivalent that a change is, or null where none is known. */
export const of = (drawn: Drawn, all: ReadonlyArray<Equivalent> = equivalents): Equivalent | null => {
  const { after, before } = linesOf(drawn)
  return all.find((each) => each.file === drawn.file && each.before === before && each.after === after) ?? null
}

/** One of each line of `equivalents.jsonl`, as a sample prints it beside what lives; whoever adds it says why. */
export const equivalents: ReadonlyArray<Equivalent> = readFileSync(
  new URL("equivalents.jsonl", import.meta.url),
  "utf8"
)
  .split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Equivalent)
