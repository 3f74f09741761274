/**
 * What a store answered: rows with their versions, balances, counters and pages. Facts only grow; a decision reads
 * nothing else.
 */
import type { Kind, Ref, UniqueKey } from "../row/Kind.ts"
import { refText, uniqueText } from "../row/Kind.ts"
import type { Row } from "../row/Row.ts"
import type { AccountId } from "../value/Id.ts"
import * as Money from "../value/Money.ts"
import type { Debit, Expected, ExpectedRow } from "./Commit.ts"
import type { ListQuery, Needs } from "./Needs.ts"
import * as Needs_ from "./Needs.ts"

/** A row as it stands, or its absence (version 0). */
export interface Known {
  readonly version: number
  readonly row: Row | null
}

/** One page of a list, and how many rows the whole list has. */
export interface Page {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
}

export interface Facts {
  readonly rows: ReadonlyMap<string, Known>
  /** Which row has a unique key, by the text of the key; null: none. The row is among `rows`. */
  readonly owners: ReadonlyMap<string, Ref | null>
  readonly balances: ReadonlyMap<AccountId, Money.Money>
  readonly counters: ReadonlyMap<string, number>
  readonly pages: ReadonlyMap<string, Page>
}

export const empty: Facts = {
  rows: new Map(),
  owners: new Map(),
  balances: new Map(),
  counters: new Map(),
  pages: new Map()
}

export const merge = (self: Facts, more: Facts): Facts => ({
  rows: union(self.rows, more.rows),
  owners: union(self.owners, more.owners),
  balances: union(self.balances, more.balances),
  counters: union(self.counters, more.counters),
  pages: union(self.pages, more.pages)
})

const union = <Key, Value>(self: ReadonlyMap<Key, Value>, more: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> =>
  self.size === 0 ? more : more.size === 0 ? self : new Map([...self, ...more])

/** The part that these needs ask for. */
export const pick = (self: Facts, needs: Needs): Facts => {
  const owners = picked(self.owners, needs.uniques.map(uniqueText))
  const found = [...owners.values()].flatMap((owner) => owner === null ? [] : [refText(owner)])
  return {
    rows: picked(self.rows, [...needs.rows.map(refText), ...found]),
    owners,
    balances: picked(self.balances, needs.balances),
    counters: picked(self.counters, needs.counters),
    pages: new Map()
  }
}

const picked = <Key, Value>(from: ReadonlyMap<Key, Value>, keys: ReadonlyArray<Key>): ReadonlyMap<Key, Value> => {
  const found = new Map<Key, Value>()
  for (const key of keys) {
    const value = from.get(key)
    if (value !== undefined) found.set(key, value)
  }
  return found
}

/** The part of `needs` that is not known yet, without repetitions. */
export const missing = (self: Facts, needs: Needs): Needs => ({
  rows: [...new Map(needs.rows.map((ref) => [refText(ref), ref])).values()].filter((ref) =>
    !self.rows.has(refText(ref))
  ),
  uniques: [...new Map(needs.uniques.map((key) => [uniqueText(key), key])).values()].filter((key) =>
    !self.owners.has(uniqueText(key))
  ),
  balances: [...new Set(needs.balances)].filter((account) => !self.balances.has(account)),
  counters: [...new Set(needs.counters)].filter((key) => !self.counters.has(key)),
  lists: needs.lists.filter((query) => !self.pages.has(Needs_.listText(query)))
})

const known = (self: Facts, ref: Ref): Known => {
  const found = self.rows.get(refText(ref))
  // A decision that reads what it never asked for is a bug, not an outcome.
  if (found === undefined) throw new Error(`not loaded: ${refText(ref)}`)
  return found
}

/** The row, or null when there is none. It must have been needed. */
export const get = <Value>(self: Facts, kind: Kind<string, Value>, key: string): Value | null => {
  const row = known(self, { kind: kind.name, key }).row
  return row === null ? null : row.value as Value
}

/** The row as far as it is known by now: undefined when it was not loaded yet. For `needs`. */
export const peek = <Value>(self: Facts, kind: Kind<string, Value>, key: string): Value | null | undefined => {
  const found = self.rows.get(refText({ kind: kind.name, key }))
  return found === undefined ? undefined : found.row === null ? null : found.row.value as Value
}

/** That a decision rests on this row as it was loaded; its absence included. */
export const expected = <Value>(self: Facts, kind: Kind<string, Value>, key: string): ExpectedRow => {
  const ref = { kind: kind.name, key }
  return { ref, version: known(self, ref).version }
}

const owner = (self: Facts, key: UniqueKey): Ref | null => {
  const found = self.owners.get(uniqueText(key))
  if (found === undefined) throw new Error(`not loaded: ${uniqueText(key)}`)
  return found
}

/** The row of this kind that has the unique key, or null when there is none. The key must have been needed. */
export const find = <Value>(self: Facts, kind: Kind<string, Value>, key: UniqueKey): Value | null => {
  const found = owner(self, key)
  return found === null ? null : get(self, kind, found.key)
}

/** The row that has the key, as far as it is known by now: undefined when that was not loaded yet. For `needs`. */
export const peekFound = <Value>(self: Facts, kind: Kind<string, Value>, key: UniqueKey): Value | null | undefined =>
  self.owners.has(uniqueText(key)) ? find(self, kind, key) : undefined

/** That a decision rests on the row that has the key as it was loaded, or on nobody's having it. */
export const expectedFree = (self: Facts, key: UniqueKey): Expected => {
  const found = owner(self, key)
  return found === null ? { free: key } : { ref: found, version: known(self, found).version }
}

export const balance = (self: Facts, account: AccountId): Money.Money => self.balances.get(account) ?? Money.zero

/** The facts as they will be once this money has moved: what a decision gives back it may spend again. */
export const after = (self: Facts, debits: ReadonlyArray<Debit>): Facts => ({
  ...self,
  balances: debits.reduce((balances, { account, amount }) => {
    const known = balances.get(account)
    return known === undefined ? balances : new Map(balances).set(account, Money.plus(known, Money.negate(amount)))
  }, self.balances)
})

export const counter = (self: Facts, key: string): number => self.counters.get(key) ?? 0

export const page = (self: Facts, query: ListQuery): Page => {
  const found = self.pages.get(Needs_.listText(query))
  if (found === undefined) throw new Error(`not loaded: ${Needs_.listText(query)}`)
  return found
}

/** The page as far as it is known by now: undefined when it was not loaded yet. For `needs`. */
export const peekPage = (self: Facts, query: ListQuery): Page | undefined => self.pages.get(Needs_.listText(query))
