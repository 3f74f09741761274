/**
 * A table in Markdown, spaced as dprint spaces it, so that the formatter changes nothing of what is generated.
 */
export interface Table {
  readonly head: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** Shows a word of the API as code; what is absent is an empty cell. */
export const code = (text: string | number | null): string => text === null ? "" : `\`${text}\``

export const codes = (texts: ReadonlyArray<string | number>): string => texts.map(code).join(", ")

/** Returns the lines of the table. */
export const markdown = ({ head, rows }: Table): string => {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>): string =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`
  const [first = [], ...others] = cells
  return [line(first), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n")
}
