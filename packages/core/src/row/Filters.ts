/**
 * What a row can be found by in a list, beside its place: plain data that its kind takes from it. A store keeps it as it
 * is told and need not know what it means; the predicate is here.
 */
import * as Text from "../value/Text.ts"

export interface Filters {
  /** `name=value` for each value that the row has under a name, so a name may have none, one or several. */
  readonly terms: ReadonlyArray<string>
  /** What is searched in, folded. */
  readonly search: string
}

/** What a list is narrowed down to: the rows that have every term, and the text as part of what is searched in. */
export interface Condition {
  readonly terms: ReadonlyArray<string>
  /** Folded as the rows are. An empty one is part of every text. */
  readonly search: string
}

/** Keeps the parts of a searched text apart: what is sought is found within one of them. */
const separator = "\u001f"

/** Without regard to upper and lower case, in characters that every store can hold. */
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

/** Whether a row with these filters is in the list. One without any meets no condition. */
export const matches = (self: Filters | null, { search, terms }: Condition): boolean =>
  self !== null && terms.every((each) => self.terms.includes(each)) && self.search.includes(search)
