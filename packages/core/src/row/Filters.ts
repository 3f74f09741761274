/**
 * The filters of a row in its lists: plain data that its kind derives from it. A store keeps them without knowing what
 * they mean; the predicate is `matches`.
 */
import * as Text from "../value/Text.ts"

export interface Filters {
  /** One `name=value` for each value of a filter. A filter may have no value, one or several. */
  readonly terms: ReadonlyArray<string>
  /** The searchable text, folded. */
  readonly search: string
}

/** A condition on the rows of a list: they have every term, and their searchable text contains `search`. */
export interface Condition {
  readonly terms: ReadonlyArray<string>
  /** Folded like the rows. An empty text is found in every row. */
  readonly search: string
}

/** Separates the parts of a searchable text, so that a match lies within one of them. */
const separator = "\u001f"

/** Folds a text: it becomes lower case, with only characters that every store can hold. */
export const folded = (text: string): string => Text.clean(text).toLowerCase()

export const term = (name: string, value: string): string => `${name}=${value}`

export const make = (
  values: Readonly<Record<string, string | ReadonlyArray<string>>>,
  searched: ReadonlyArray<string> = []
): Filters => ({
  terms: Object.entries(values).flatMap(([name, value]) =>
    typeof value === "string" ? [term(name, value)] : value.map((each) => term(name, each))
  ),
  search: searched.join(separator)
})

/** Returns whether a row with these filters meets the condition. A row without filters meets none. */
export const matches = (self: Filters | null, { search, terms }: Condition): boolean =>
  self !== null && terms.every((each) => self.terms.includes(each)) && self.search.includes(search)
