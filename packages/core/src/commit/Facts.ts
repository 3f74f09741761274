/**
 * Facts are what the store answered: rows with their versions, balances, counters and pages. Loading only ever adds to
 * them, and a decision reads nothing else.
 */
import type { Kind, Ref, UniqueKey } from "../row/Kind.ts"
import { refText, uniqueText } from "../row/Kind.ts"
import type { RefMap } from "../row/RefMap.ts"
import * as RefMap_ from "../row/RefMap.ts"
import type { Row } from "../row/Row.ts"
import { unique } from "../row/Row.ts"
import type { Usage, UsageQuery } from "../row/Usage.ts"
import { queryText } from "../row/Usage.ts"
import type { AccountId } from "../value/Id.ts"
import { union } from "../value/LayeredMap.ts"
import * as Money from "../value/Money.ts"
import type { Commit, Count, Debit, Expected, ExpectedRow } from "./Commit.ts"
import type { ListPosition } from "./ListQuery.ts"
import type { ListQuery, Needs } from "./Needs.ts"
import * as Needs_ from "./Needs.ts"

/** A row and its version. A row that does not exist is null at version 0. */
export interface Known {
  readonly version: number
  readonly row: Row | null
}

/** One page of a list, and how many rows the whole list has. */
export interface Page {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
  /**
   * The place from which on there may be more, in the direction of the page: that of its last row, or of the last one that
   * was looked at where a bound was reached before. Null: there is nothing more. Only pages with a bound tell it.
   */
  readonly next?: ListPosition | null
}

export interface Facts {
  readonly rows: RefMap<Known>
  /**
   * The owner of each unique key, by the text of the key; null when no row has it. The owner itself is among `rows`.
   */
  readonly owners: ReadonlyMap<string, Ref | null>
  readonly balances: ReadonlyMap<AccountId, Money.Money>
  readonly counters: ReadonlyMap<string, number>
  readonly pages: ReadonlyMap<string, Page>
  /** Sums of usage, by the text of their query. */
  readonly usages: ReadonlyMap<string, ReadonlyArray<Usage>>
  /** Is told of each row of the store that is read as it is, in contrast to one that is only peeked at. */
  readonly seen?: (ref: Ref) => void
}

export const empty: Facts = {
  rows: RefMap_.empty,
  owners: new Map(),
  balances: new Map(),
  counters: new Map(),
  pages: new Map(),
  usages: new Map()
}

export const merge = (self: Facts, more: Facts): Facts =>
  self === empty ? more : ({
    rows: self.rows.union(more.rows),
    owners: union(self.owners, more.owners),
    balances: union(self.balances, more.balances),
    counters: union(self.counters, more.counters),
    pages: union(self.pages, more.pages),
    usages: union(self.usages, more.usages)
  })

/** Returns whether all of this is loaded. */
export const covers = (self: Facts, needs: Needs): boolean => {
  if (needs === Needs_.none) return true
  const { rows } = needs
  for (let index = 0; index < rows.length; index++) if (!self.rows.has(rows[index]!)) return false
  return hasAll(needs.uniques, uniqueText, self.owners) && hasAll(needs.balances, itself, self.balances) &&
    hasAll(needs.counters, itself, self.counters) && hasAll(needs.lists, Needs_.listText, self.pages) &&
    hasAll(needs.usages, queryText, self.usages)
}

const itself = <Text>(text: Text): Text => text

const hasAll = <Item, Text extends string>(
  items: ReadonlyArray<Item>,
  text: (item: Item) => Text,
  known: ReadonlyMap<Text, unknown>
): boolean => {
  for (let index = 0; index < items.length; index++) if (!known.has(text(items[index]!))) return false
  return true
}

/** Returns the part of `needs` that is not loaded yet, without duplicates. Most of the time that is nothing. */
export const missing = (self: Facts, needs: Needs): Needs =>
  covers(self, needs) ? Needs_.none : {
    rows: missingRows(self, needs.rows),
    uniques: without(needs.uniques, uniqueText, self.owners),
    balances: without(needs.balances, itself, self.balances),
    counters: without(needs.counters, itself, self.counters),
    lists: without(needs.lists, Needs_.listText, self.pages),
    usages: without(needs.usages, queryText, self.usages)
  }

/** A list that has no duplicates and of which nothing is known is returned as it is. */
const missingRows = (self: Facts, rows: ReadonlyArray<Ref>): ReadonlyArray<Ref> =>
  rows.length > few ? rowsWithout(self, rows) : isAllMissing(self, rows) ? rows : fewWithout(self, rows)

const fewWithout = (self: Facts, rows: ReadonlyArray<Ref>): ReadonlyArray<Ref> =>
  rows.filter((ref, index) => !self.rows.has(ref) && isFirstOf(rows, ref, index))

const isFirstOf = (rows: ReadonlyArray<Ref>, { key, kind }: Ref, index: number): boolean => {
  for (let before = 0; before < index; before++) {
    if (rows[before]!.key === key && rows[before]!.kind === kind) return false
  }
  return true
}

const rowsWithout = (self: Facts, rows: ReadonlyArray<Ref>): ReadonlyArray<Ref> => {
  const found = new Map<string, Set<string>>()
  const left = rows.filter((ref) => !self.rows.has(ref) && isFirst(found, ref))
  return left.length === rows.length ? rows : left
}

/** Among so few it is cheaper to compare each with each than to keep what was found. */
const few = 12

/** Returns whether none of the rows is known and none comes twice. */
const isAllMissing = (self: Facts, rows: ReadonlyArray<Ref>): boolean => {
  for (let index = 0; index < rows.length; index++) {
    if (self.rows.has(rows[index]!) || !isFirstOf(rows, rows[index]!, index)) return false
  }
  return true
}

const isFirst = (found: Map<string, Set<string>>, { key, kind }: Ref): boolean => {
  const keys = found.get(kind)
  if (keys === undefined) found.set(kind, new Set([key]))
  else if (keys.has(key)) return false
  else keys.add(key)
  return true
}

/** Returns the items that are not known, each once. */
const without = <Item, Text extends string>(
  items: ReadonlyArray<Item>,
  text: (item: Item) => Text,
  known: ReadonlyMap<Text, unknown>
): ReadonlyArray<Item> => {
  if (items.length === 0) return items
  if (items.length === 1) return known.has(text(items[0]!)) ? [] : items
  return eachWithout(items, text, known)
}

const eachWithout = <Item, Text extends string>(
  items: ReadonlyArray<Item>,
  text: (item: Item) => Text,
  known: ReadonlyMap<Text, unknown>
): ReadonlyArray<Item> => {
  const found = new Set<Text>()
  const left = items.filter((item) => {
    const name = text(item)
    return !known.has(name) && found.size < found.add(name).size
  })
  return left.length === items.length ? items : left
}

const known = (self: Facts, ref: Ref): Known => {
  const found = self.rows.get(ref)
  // A decision that reads what its `needs` did not ask for has a bug.
  if (found === undefined) throw new Error(`not loaded: ${refText(ref)}`)
  return found
}

/** Returns the row, or null when it does not exist. It throws when `needs` did not ask for the row. */
export const get = <Value>(self: Facts, kind: Kind<string, Value>, key: string): Value | null => {
  const ref = { kind: kind.name, key }
  const { row, version } = known(self, ref)
  // A row at version 0 comes from the commit itself.
  if (self.seen !== undefined && (version > 0 || row === null)) self.seen(ref)
  return row === null ? null : row.value as Value
}

/** Returns the row, null when it does not exist, or undefined when it is not loaded yet. For use in `needs`. */
export const peek = <Value>(self: Facts, kind: Kind<string, Value>, key: string): Value | null | undefined => {
  const found = self.rows.get({ kind: kind.name, key })
  return found === undefined ? undefined : found.row === null ? null : found.row.value as Value
}

/** Expects this row at the version that was loaded; a row that did not exist must still be absent. */
export const expected = <Value>(self: Facts, kind: Kind<string, Value>, key: string): ExpectedRow => {
  const ref = { kind: kind.name, key }
  return { ref, version: known(self, ref).version }
}

const owner = (self: Facts, key: UniqueKey): Ref | null => {
  const found = self.owners.get(uniqueText(key))
  if (found === undefined) throw new Error(`not loaded: ${uniqueText(key)}`)
  return found
}

/**
 * Returns the row of this kind that has the unique key, or null when none has. It throws when `needs` did not ask for
 * the key.
 */
export const find = <Value>(self: Facts, kind: Kind<string, Value>, key: UniqueKey): Value | null => {
  const found = owner(self, key)
  return found === null ? null : get(self, kind, found.key)
}

/**
 * Returns the row that has the key, null when none has, or undefined when the key is not loaded yet. For use in
 * `needs`.
 */
export const peekFound = <Value>(self: Facts, kind: Kind<string, Value>, key: UniqueKey): Value | null | undefined =>
  self.owners.has(uniqueText(key)) ? find(self, kind, key) : undefined

/** Returns the row that has a unique key, if it is known. */
export const peekOwner = (self: Facts, key: UniqueKey): Ref | null | undefined => self.owners.get(uniqueText(key))

/** Expects the owner of the key at the version that was loaded, or expects that still no row has the key. */
export const expectedFree = (self: Facts, key: UniqueKey): Expected => {
  const found = owner(self, key)
  return found === null ? { free: key } : { ref: found, version: known(self, found).version }
}

export const balance = (self: Facts, account: AccountId): Money.Money => self.balances.get(account) ?? Money.zero

/**
 * Returns the facts with these debits and counts applied, so that a decision can spend the money that it refunds. What is
 * not known stays unknown.
 */
export const after = (self: Facts, { counts, debits }: Pick<Commit, "counts" | "debits">): Facts =>
  debits.length === 0 && counts.length === 0
    ? self
    : { ...self, balances: debited(self.balances, debits), counters: counted(self.counters, counts) }

const debited = (balances: Facts["balances"], debits: ReadonlyArray<Debit>): Facts["balances"] => {
  const changed = new Map<AccountId, Money.Money>()
  for (const { account, amount } of debits) {
    const known = changed.get(account) ?? balances.get(account)
    if (known !== undefined) changed.set(account, Money.plus(known, Money.negate(amount)))
  }
  return union(balances, changed)
}

const counted = (counters: Facts["counters"], counts: ReadonlyArray<Count>): Facts["counters"] => {
  if (counts.length === 0) return counters
  const changed = new Map<string, number>()
  for (const { by, counter } of counts) {
    const known = changed.get(counter) ?? counters.get(counter)
    if (known !== undefined) changed.set(counter, known + by)
  }
  return union(counters, changed)
}

/**
 * Returns the facts as this part of a commit leaves them, so that another decision can go on from it in the same commit.
 * A row that it puts keeps the version at which it was loaded.
 */
export const following = (self: Facts, { counts, debits, puts }: Pick<Commit, "counts" | "debits" | "puts">): Facts => {
  const { balances, counters } = after(self, { counts, debits })
  return { ...withRows(self, puts), owners: taken(self.owners, puts), balances, counters }
}

/** Returns the facts with these rows. One that was loaded keeps its version. */
export const withRows = (self: Facts, rows: ReadonlyArray<Row>): Facts => {
  const known = rows.map((row): readonly [Ref, Known] => [row, { version: self.rows.get(row)?.version ?? 0, row }])
  return { ...self, rows: self.rows.union(RefMap_.fromEntries(known)) }
}

/** Returns the owners of unique keys after these rows were put, of which most have none. */
const taken = (owners: Facts["owners"], puts: ReadonlyArray<Row>): Facts["owners"] => {
  let more: Map<string, Ref> | null = null
  for (const row of puts) for (const key of unique(row)) more = (more ?? new Map()).set(uniqueText(key), row)
  return more === null ? owners : union(owners, more)
}

export const counter = (self: Facts, key: string): number => self.counters.get(key) ?? 0

export const page = (self: Facts, query: ListQuery): Page => {
  const found = self.pages.get(Needs_.listText(query))
  if (found === undefined) throw new Error(`not loaded: ${Needs_.listText(query)}`)
  return found
}

export const usage = (self: Facts, query: UsageQuery): ReadonlyArray<Usage> => {
  const found = self.usages.get(queryText(query))
  if (found === undefined) throw new Error(`not loaded: ${queryText(query)}`)
  return found
}

/** Returns the page, or undefined when it is not loaded yet. For use in `needs`. */
export const peekPage = (self: Facts, query: ListQuery): Page | undefined => self.pages.get(Needs_.listText(query))
