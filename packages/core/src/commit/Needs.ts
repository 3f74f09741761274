/**
 * What must be loaded before a decision can be made: rows by their own key or by a unique key, balances, counters and
 * pages of lists.
 */
import type { Kind, Ref, UniqueKey } from "../row/Kind.ts"
import { ref } from "../row/Kind.ts"
import type { AccountId } from "../value/Id.ts"
import type { ListQuery } from "./ListQuery.ts"
import * as ListQuery_ from "./ListQuery.ts"

export type { ListQuery } from "./ListQuery.ts"

export interface Needs {
  readonly rows: ReadonlyArray<Ref>
  /** Unique keys: their owners are loaded, row and all. */
  readonly uniques: ReadonlyArray<UniqueKey>
  readonly balances: ReadonlyArray<AccountId>
  readonly counters: ReadonlyArray<string>
  /** Pages, which stores answer by `list` and not by `load`. */
  readonly lists: ReadonlyArray<ListQuery>
}

export const none: Needs = { rows: [], uniques: [], balances: [], counters: [], lists: [] }

export const row = <Value>(kind: Kind<string, Value>, key: string): Needs => ({ ...none, rows: [ref(kind, key)] })

export const rows = <Value>(kind: Kind<string, Value>, keys: ReadonlyArray<string>): Needs => ({
  ...none,
  rows: keys.map((key) => ref(kind, key))
})

/** Needs the row that has a unique key, or the fact that there is none. */
export const unique = (key: UniqueKey): Needs => ({ ...none, uniques: [key] })

export const uniques = (keys: ReadonlyArray<UniqueKey>): Needs => ({ ...none, uniques: keys })

export const balance = (account: AccountId): Needs => ({ ...none, balances: [account] })

export const counter = (key: string): Needs => ({ ...none, counters: [key] })

export const list = (query: ListQuery): Needs => ({ ...none, lists: [query] })

const joined = <Item>(self: ReadonlyArray<Item>, more: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  more.length === 0 ? self : self.length === 0 ? more : [...self, ...more]

const both = (self: Needs, more: Needs): Needs => ({
  rows: joined(self.rows, more.rows),
  uniques: joined(self.uniques, more.uniques),
  balances: joined(self.balances, more.balances),
  counters: joined(self.counters, more.counters),
  lists: joined(self.lists, more.lists)
})

/** Joins halves, so that what a thousand parts need is not copied a thousand times. */
const between = (needs: ReadonlyArray<Needs>, first: number, end: number): Needs => {
  if (end - first < 2) return needs[first] ?? none
  const middle = (first + end) >> 1
  return both(between(needs, first, middle), between(needs, middle, end))
}

export const all = (...needs: ReadonlyArray<Needs>): Needs => between(needs, 0, needs.length)

export const isEmpty = (self: Needs): boolean =>
  self.rows.length === 0 && self.uniques.length === 0 && self.balances.length === 0 && self.counters.length === 0 &&
  self.lists.length === 0

export const listText: (query: ListQuery) => string = ListQuery_.text
