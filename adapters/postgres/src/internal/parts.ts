/**
 * Statements that are put together of parts: each part has its rows as one JSON text, and parts without rows are left
 * out. Of one shape of a batch there is one text, so the server prepares it once.
 */
export interface Part {
  /** The name that other parts know it by. */
  readonly name: string
  /** The part, given how to name its parameter. */
  readonly text: (parameter: string) => string
  readonly rows: ReadonlyArray<unknown>
}

export interface Statement {
  readonly text: string
  readonly params: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

/** The parts that have rows, as common table expressions and their parameters. */
export const withParts = (
  parts: ReadonlyArray<Part>,
  end: (names: ReadonlyArray<string>) => string
): Statement | null => {
  const used = parts.filter(({ rows }) => rows.length > 0)
  if (used.length === 0) return null
  const names = used.map(({ name }) => name)
  return {
    text: `with ${used.map(({ name, text }, index) => `${name} as (${text(`$${index + 1}::json`)})`).join(",\n")}\n${
      end(names)
    }`,
    params: used.map(({ rows }) => JSON.stringify(rows)),
    names
  }
}
