/**
 * Statements that are composed of parts. Each part passes its rows as one JSON text, or the most frequent ones as columns,
 * and parts without rows are left out. Batches of one shape share one text, so the server prepares and plans it once.
 *
 * Every parameter that holds JSON is cast as `$1::text::json`, here and elsewhere: to a parameter of type json some clients
 * of hosts would send the text as JSON once more.
 */
import { Columns } from "./columns.ts"

export interface Part {
  /** The name that other parts know it by. */
  readonly name: string
  /** The part, given its parameter as JSON, or its columns as what it selects from. */
  readonly text: (rows: string) => string
  /** Null: the part takes no rows, and is never left out. */
  readonly rows: ReadonlyArray<unknown> | Columns | null
  /** A condition without which the part gets no rows. Absent: it gets them always. */
  readonly when?: string
  /**
   * True when it inserts rows none of which may be there already. It skips those that are, since the server would write
   * a unique violation into its log with the key, and a key may be a phone number; `orLost` then fails without one.
   */
  readonly isNew?: boolean
  /**
   * The number of rows that it must return: of a part without rows of its own those that get a key which no row has,
   * otherwise those that must still be as they were read. `orLost` fails when there are fewer.
   */
  readonly certain?: number
}

/**
 * Compares the first column of an index so that the planner can only look it up. By a plain comparison it could also walk
 * the whole index in its order, which is cheap while the table is nearly empty, and keep that plan while the table grows.
 */
export const is = (column: string, value: string): string => `${column} = any(array[${value}])`

/** The end of a text that inserts new rows. */
export const skipping = "on conflict do nothing returning 1 as inserted"

/**
 * How many rows parts must return, as the first parameter of their statement. The text names the place of a number and not
 * the number, so batches of one shape share one text whatever their size, and the server plans it once.
 */
export class Expected {
  private readonly numbers: Array<number> = []

  /** Returns an expression that is true when a part has returned so many rows. */
  counts(name: string, expected: number): string {
    this.numbers.push(expected)
    return `(select count(*) from ${name}) = (select numbers[${this.numbers.length}] from expected)`
  }

  get param(): string {
    return `{${this.numbers.join(",")}}`
  }
}

/** Only the places of its numbers stand in a text. */
const expectedPart = "expected as (select $1::text::int8[] as numbers)"

/** An expression that is true when all of these are, and fails the statement otherwise. */
export const orFail = (conditions: ReadonlyArray<string>): string =>
  conditions.length === 0 ? "true" : `1 / (case when ${conditions.join(" and ")} then 1 else 0 end) = 1`

/**
 * Returns an expression that is true, and fails the statement when another transaction has inserted one of the rows that
 * had to be new, or changed one that had to be as it was. The failure quotes no data: it is a division by zero.
 */
export const orLost = (parts: ReadonlyArray<Part>, expected: Expected): string =>
  orFail(parts.flatMap(({ certain = 0, isNew = false, name, rows }) => {
    const number = isNew ? rows?.length ?? 0 : certain
    return number > 0 ? [expected.counts(name, number)] : []
  }))

/**
 * Bounds how long what comes after this part waits for locks, to the end of the transaction. Whoever reads from it first
 * makes it first; it needs no session of its own, so poolers may stand between.
 */
export const bounded = (patience: number | null): ReadonlyArray<Part> =>
  patience === null ? [] : [{
    name: "bounded",
    rows: [{ millis: patience }],
    text: (p) => `select set_config('lock_timeout', x.millis, true) from json_to_recordset(${p}) as x(millis text)`
  }]

export interface Statement {
  readonly text: string
  readonly params: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

/**
 * The parts that have rows, as common table expressions and their parameters.
 *
 * @param expected what the parts and the end of the statement count
 */
export const withParts = (
  parts: ReadonlyArray<Part>,
  end: (names: ReadonlyArray<string>) => string,
  expected?: Expected
): Statement | null => {
  const used = parts.filter(({ rows }) => rows === null || rows.length > 0)
  if (used.length === 0) return null
  const names = used.map(({ name }) => name)
  const params: Array<string> = expected === undefined ? [] : [""]
  const texts = used.map(({ name, rows, text, when }) => {
    if (rows instanceof Columns) {
      const from = rows.from(params.length + 1, when)
      params.push(...rows.params)
      return `${name} as (${text(from)})`
    }
    if (rows !== null) params.push(JSON.stringify(rows))
    const json = `$${params.length}::text::json`
    return `${name} as (${text(when === undefined ? json : `(case when ${when} then ${json} else '[]'::json end)`)})`
  })
  if (expected !== undefined) texts.unshift(expectedPart)
  const text = `with ${texts.join(",\n")}\n${end(names)}`
  // All that is counted is known only now.
  if (expected !== undefined) params[0] = expected.param
  return { text, params, names }
}
