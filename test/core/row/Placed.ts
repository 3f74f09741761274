/**
 * The names under which a store finds a row, all of them, beside those that are expected.
 */
import { uniqueText } from "@signalbox/core/Kind"
import type { Row } from "@signalbox/core/Row"
import * as Rows from "@signalbox/core/Row"
import { expect } from "vitest"

export interface Places {
  readonly unique?: ReadonlyArray<string>
  readonly listings?: ReadonlyArray<readonly [list: string, scope: string, at: number]>
  readonly filters?: readonly [terms: ReadonlyArray<string>, search: ReadonlyArray<string>]
}

/** Expects of a row that a store finds it by these and by nothing else. */
export const checked = (row: Row, key: string, { filters, listings = [], unique = [] }: Places = {}): void => {
  const { search, terms } = Rows.filters(row) ?? { search: "", terms: null }
  expect({
    key: row.key,
    unique: Rows.unique(row).map(uniqueText),
    listings: Rows.listings(row).map(({ at, list, scope }) => [list, scope, at]),
    filters: terms === null ? undefined : [terms, search === "" ? [] : search.split("\u001f")]
  }).toEqual({ key, unique, listings, filters })
}
