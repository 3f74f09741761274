/**
 * Rows as columns, each of which is one parameter: the server takes their values apart by a separator, where it would
 * read JSON character by character, which takes several times as long for what is written most.
 *
 * Every parameter is text, so that it does not matter how a client writes arrays.
 */

/** No JSON text, no UUID and no number contains this. */
const separator = "\u001f"

/** The values of a column as one text, and the expression for their array, given the parameter. */
export interface Column {
  readonly text: string
  readonly array: (parameter: string) => string
  /** The type of its values, where that is not the one of the array's elements. */
  readonly type?: string
}

type Maybe<A> = A | null | undefined

/** A column of UUIDs, numbers, truth values, or JSON texts, of which none is empty. */
export const plain = (
  type: "uuid" | "int8" | "bool" | "text",
  values: ReadonlyArray<Maybe<string | number | boolean>>
): Column => ({
  text: values.every((value) => value === null || value === undefined) ? "" : values.join(separator),
  array: (p) => `string_to_array(${p}::text, E'\\x1f', '')${type === "text" ? "" : `::${type}[]`}`
})

const quoted = (value: string): string => `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, "\\$&") : value}"`

const literal = (values: ReadonlyArray<Maybe<string>>): string =>
  `{${values.map((value) => value === null || value === undefined ? "NULL" : quoted(value)).join(",")}}`

/** A column of any texts. */
export const texts = (values: ReadonlyArray<Maybe<string>>): Column => ({
  text: values.every((value) => value === null || value === undefined) ? "{}" : literal(values),
  array: (p) => `${p}::text::text[]`
})

/** A column of lists of any texts. */
export const lists = (values: ReadonlyArray<Maybe<ReadonlyArray<string>>>): Column => ({
  ...texts(values.map((value) => value === null || value === undefined ? value : literal(value))),
  type: "text[]"
})

/** So many rows, as columns by their names. */
export class Columns {
  readonly length: number
  private readonly columns: ReadonlyArray<readonly [name: string, column: Column]>

  /** @param columns is asked only where there are rows: most parts of a statement have none */
  constructor(length: number, columns: () => Readonly<Record<string, Column>>) {
    this.length = length
    this.columns = length === 0 ? [] : Object.entries(columns())
  }

  get params(): ReadonlyArray<string> {
    return this.columns.map(([, { text }]) => text)
  }

  /**
   * Returns the rows as what a statement selects from.
   *
   * @param first the number of the first of their parameters
   * @param when a condition without which there are none
   */
  from(first: number, when?: string): string {
    const arrays = this.columns.map(([, { array }], index) => {
      const found = array(`$${first + index}`)
      // Behind a select of its own the planner does not see how few values there are: it would find a plan for each number
      // of them cheaper than the one for any number, and plan such a statement anew each time.
      return when === undefined ? `(select ${found})` : `case when ${when} then ${found} end`
    })
    const names = this.columns.map(([name]) => name).join(", ")
    const values = this.columns.map(([name, { type }]) => type === undefined ? name : `${name}::${type} as ${name}`)
    return `(select ${values.join(", ")} from unnest(${arrays.join(", ")}) as u(${names}))`
  }
}
