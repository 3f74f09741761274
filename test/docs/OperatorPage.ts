/**
 * The page of the operator: its text is written by hand, but for the table of what can be done where.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { markdown } from "./Table.ts"
import { table } from "./Ways.ts"

export const path = fileURLToPath(new URL("../../docs/guides/operator.md", import.meta.url))

export const read = (): string => readFileSync(path, "utf8")

const marked = /<!-- table: ways -->\n[\s\S]*?<!-- end -->/

/** Returns the text with the table as the code has it. */
export const filled = (text: string): string => {
  if (!marked.test(text)) throw new Error("The page of the operator has no marker for its table.")
  return text.replace(marked, () => `<!-- table: ways -->\n\n${markdown(table)}\n\n<!-- end -->`)
}
