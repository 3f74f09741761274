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
  return { before: before.trim(), after: Change.apply(shifted, before).trim() }
}

/** Returns the equivalent that a change is, or null where none is known. */
export const of = (drawn: Drawn, all: ReadonlyArray<Equivalent> = equivalents): Equivalent | null => {
  const { after, before } = linesOf(drawn)
  return all.find((each) => each.file === drawn.file && each.before === before && each.after === after) ?? null
}

export const equivalents: ReadonlyArray<Equivalent> = [
  {
    file: "packages/signalbox/src/internal/freeText.ts",
    before:
      "Effect.forEach(fresh, ({ account, code, id, status }) =>\n        Effect.logWarning(\n          \"a text without a template was not sent: its recipient has no open conversation. Send an approved template, after \" +\n            \"which texts may follow for 7 days, or wait until the recipient writes; this account is not warned again\",\n          { account, message: id, status, reason_code: code }\n        ), { discard: true })",
    after:
      "Effect.forEach(fresh, ({ account, code, id, status }) =>\n        Effect.logWarning(\n          \"a text without a template was not sent: its recipient has no open conversation. Send an approved template, after \" +\n            \"which texts may follow for 7 days, or wait until the recipient writes; this account is not warned again\",\n          { account, message: id, status, reason_code: code }\n        ))",
    because: "nobody reads the list that is made without it"
  },
  {
    file: "packages/core/src/delivery/LookAhead.ts",
    before: "let first = 0",
    after: "let first = 1",
    because: "the place counts only for what was found, and nothing has been yet"
  }
]
