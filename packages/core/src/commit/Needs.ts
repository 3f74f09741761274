/**
 * What must be loaded before a decision can be made: rows by their own key or by a unique key, balances, counters and
 * pages of lists.
 */
import type { Kind, Ref, UniqueKey } from "../row/Kind.ts"
import { ref } from "../row/Kind.ts"
import type { AccountId } from "../value/Id.ts"
import type { ListQuery } from "./ListQuery.ts"
import * as ListQuery_ from "./ListQuery.ts"
import { joined } from "./Parts.ts"

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

export const all = (...needs: ReadonlyArray<Needs>): Needs => ({
  rows: joined(needs, (need) => need.rows),
  uniques: joined(needs, (need) => need.uniques),
  balances: joined(needs, (need) => need.balances),
  counters: joined(needs, (need) => need.counters),
  lists: joined(needs, (need) => need.lists)
})

export const isEmpty = (self: Needs): boolean =>
  self.rows.length === 0 && self.uniques.length === 0 && self.balances.length === 0 && self.counters.length === 0 &&
  self.lists.length === 0

export const listText: (query: ListQuery) => string = ListQuery_.text
