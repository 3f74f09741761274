/**
 * Changes that leave what the program does as it was: no test can notice them, so a sample does not count them. Whoever adds one
 * says why, and somebody else reads it. A change of the line itself asks the question anew.
 */
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

export const equivalents: ReadonlyArray<Equivalent> = [
  {
    file: "packages/signalbox/src/internal/freeText.ts",
    before: "), { discard: true })",
    after: "))",
    because: "nobody reads the list that is made without it"
  },
  {
    file: "packages/core/src/delivery/LookAhead.ts",
    before: "let first = 0",
    after: "let first = 1",
    because: "the place counts only for what was found, and nothing has been yet"
  },
  {
    file: "packages/core/src/service/OperatorRetention.ts",
    before:
      "const part = (before: Instant.Instant) => ({ before, bound: Limit.purgePreview, offset: 0, limit: 1 }) as const",
    after:
      "const part = (before: Instant.Instant) => ({ before, bound: Limit.purgePreview, offset: 1, limit: 1 }) as const",
    because: "of these pages only the total is asked for, which is the same behind any of its rows"
  },
  {
    file: "packages/emulator/src/server/RestartableService.ts",
    before: "const againMillis = 1000",
    after: "const againMillis = 1001",
    because: "nobody is promised to the millisecond when it is tried again to begin a life"
  }
]
