/**
 * Names everything that must be loaded before a decision can be made: rows by their own key or by a unique key,
 * balances, counters and pages of lists. Each decision joins them a dozen times, so lists are walked by index: an iterator
 * for each of them was a twentieth of all that a message's life allocates.
 */
import type { Kind, Ref, UniqueKey } from "../row/Kind.ts"
import { ref } from "../row/Kind.ts"
import type { UsageQuery } from "../row/Usage.ts"
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
  /** Sums of usage, which stores answer by `usage`. */
  readonly usages: ReadonlyArray<UsageQuery>
}

const nothing: readonly [] = []

export const none: Needs = {
  rows: nothing,
  uniques: nothing,
  balances: nothing,
  counters: nothing,
  lists: nothing,
  usages: nothing
}

export const row = <Value>(kind: Kind<string, Value>, key: string): Needs => ({ ...none, rows: [ref(kind, key)] })

export const rows = <Value>(kind: Kind<string, Value>, keys: ReadonlyArray<string>): Needs => ({
  ...none,
  rows: keys.map((key) => ref(kind, key))
})

/** Needs rows of several kinds. */
export const refs = (...all: ReadonlyArray<Ref>): Needs => ({ ...none, rows: all })

/** Needs the row that has a unique key, or the fact that there is none. */
export const unique = (key: UniqueKey): Needs => ({ ...none, uniques: [key] })

export const uniques = (keys: ReadonlyArray<UniqueKey>): Needs => ({ ...none, uniques: keys })

export const balance = (account: AccountId): Needs => ({ ...none, balances: [account] })

export const balances = (accounts: ReadonlyArray<AccountId>): Needs => ({ ...none, balances: accounts })

export const counter = (key: string): Needs => ({ ...none, counters: [key] })

export const usage = (query: UsageQuery): Needs => ({ ...none, usages: [query] })

export const list = (query: ListQuery): Needs => ({ ...none, lists: [query] })

/** Joins one list of every part. A list that only one part has is taken as it is. */
const joined = <Item>(parts: ReadonlyArray<Needs>, list: (part: Needs) => ReadonlyArray<Item>): ReadonlyArray<Item> => {
  let found: ReadonlyArray<Item> = nothing
  let size = 0
  for (let index = 0; index < parts.length; index++) {
    const more = list(parts[index]!)
    if (more.length === 0) continue
    size += more.length
    found = more
  }
  if (found.length === size) return found
  // oxlint-disable-next-line unicorn/no-new-array -- One that grows takes several times the room, and time.
  const all = new Array<Item>(size)
  let end = 0
  for (let index = 0; index < parts.length; index++) {
    const more = list(parts[index]!)
    for (let place = 0; place < more.length; place++) all[end++] = more[place]!
  }
  return all
}

const rowsOf = (part: Needs) => part.rows
const uniquesOf = (part: Needs) => part.uniques
const balancesOf = (part: Needs) => part.balances
const countersOf = (part: Needs) => part.counters
const listsOf = (part: Needs) => part.lists
const usagesOf = (part: Needs) => part.usages

export const isEmpty = (self: Needs): boolean =>
  self === none ||
  self.rows.length === 0 && self.uniques.length === 0 && self.balances.length === 0 && self.counters.length === 0 &&
    self.lists.length === 0 && self.usages.length === 0

/** Returns the only part that needs something, `none` where nothing does, or null where several do. */
const only = (parts: ReadonlyArray<Needs>): Needs | null => {
  let found = none
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!
    if (isEmpty(part)) continue
    if (found !== none) return null
    found = part
  }
  return found
}

/** Most parts need nothing: they are for things that are not configured. */
export const all = (...parts: ReadonlyArray<Needs>): Needs =>
  only(parts) ?? {
    rows: joined(parts, rowsOf),
    uniques: joined(parts, uniquesOf),
    balances: joined(parts, balancesOf),
    counters: joined(parts, countersOf),
    lists: joined(parts, listsOf),
    usages: joined(parts, usagesOf)
  }

export const listText: (query: ListQuery) => string = ListQuery_.text
