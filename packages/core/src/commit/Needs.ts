/**
 * What a decision must know before it can be made: rows by key, balances, counters and pages of lists.
 */
import type { Kind, ListName, Ref } from "../row/Kind.ts"
import { ref } from "../row/Kind.ts"
import type { AccountId } from "../value/Id.ts"

/** A page of a list: newest first, ties by key descending. */
export interface ListQuery {
  readonly list: ListName
  readonly scope: string
  readonly offset: number
  readonly limit: number
}

export interface Needs {
  readonly rows: ReadonlyArray<Ref>
  readonly balances: ReadonlyArray<AccountId>
  readonly counters: ReadonlyArray<string>
  readonly lists: ReadonlyArray<ListQuery>
}

export const none: Needs = { rows: [], balances: [], counters: [], lists: [] }

export const row = <Value>(kind: Kind<string, Value>, key: string): Needs => ({ ...none, rows: [ref(kind, key)] })

export const rows = <Value>(kind: Kind<string, Value>, keys: ReadonlyArray<string>): Needs => ({
  ...none,
  rows: keys.map((key) => ref(kind, key))
})

export const balance = (account: AccountId): Needs => ({ ...none, balances: [account] })

export const counter = (key: string): Needs => ({ ...none, counters: [key] })

export const list = (query: ListQuery): Needs => ({ ...none, lists: [query] })

export const all = (...needs: ReadonlyArray<Needs>): Needs => ({
  rows: needs.flatMap((need) => need.rows),
  balances: needs.flatMap((need) => need.balances),
  counters: needs.flatMap((need) => need.counters),
  lists: needs.flatMap((need) => need.lists)
})

export const isEmpty = (self: Needs): boolean =>
  self.rows.length === 0 && self.balances.length === 0 && self.counters.length === 0 && self.lists.length === 0

export const listText = (query: ListQuery): string => `${query.list}/${query.scope}?${query.offset}+${query.limit}`
