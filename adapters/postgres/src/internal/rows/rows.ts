/**
 * Rows as the tables store them: the value as JSON text, that of a message as two, and the columns that are derived from
 * it: unique keys, places in lists, and filters.
 */
import type { Delivery, Event } from "@signalbox/core/Delivery"
import * as Digest from "@signalbox/core/Digest"
import type { Instant } from "@signalbox/core/Instant"
import type { JsonObject } from "@signalbox/core/Json"
import type { Listing, ListName, PartListing, Ref } from "@signalbox/core/Kind"
import { uniqueText } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import type { Message } from "@signalbox/core/Message"
import { encodeContent, encodeState, movingTerm, termsApart } from "@signalbox/core/Message"
import * as Recent from "@signalbox/core/Recent"
import type { KindName, Row } from "@signalbox/core/Row"
import { decode, encode, filters, listings, parts, unique } from "@signalbox/core/Row"
import type { Column } from "../statement/columns.ts"
import { Columns, lists, plain, texts } from "../statement/columns.ts"
import { is } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { isContact, millis } from "../statement/tables.ts"
import type { EventTable } from "./eventTables.ts"
import { columnsOf } from "./eventTables.ts"

/**
 * A row has two place columns. This maps each list to those that it may use; a list that can hold a row twice uses
 * both, and a list that stands by its number alone uses none.
 */
export const slots: Readonly<Record<ListName, ReadonlyArray<1 | 2>>> = {
  accounts: [2],
  api_keys: [1],
  audit_log: [1, 2],
  consent_records: [1, 2],
  contacts: [1],
  conversation: [],
  dead_letters: [1],
  deleted_webhooks: [1],
  deliveries: [1, 2],
  messages: [1],
  paused_prefixes: [1],
  profiles: [1],
  suppressions: [2],
  templates: [1],
  users: [1],
  webhooks: [1]
}

/** Lists that grow without bound: their totals are stored instead of counted. */
const counted: ReadonlySet<ListName> = new Set(["contacts", "deliveries", "messages", "suppressions"])

export const isCounted = ({ list }: Pick<ListQuery, "list">): boolean => counted.has(list)

/** @param state that of a row in a table of its own, whose value is its content; null for all other rows */
export const decodeRow = (kind: string, key: string, value: string, state: string | null = null): Row => {
  const stored = JSON.parse(value) as JsonObject
  return decode(kind as KindName, key, state === null ? stored : { ...JSON.parse(state) as JsonObject, ...stored })
}

/** The places of a row as columns. */
export interface Places {
  readonly list1: string | null
  readonly scope1: string | null
  readonly at1: Instant | null
  readonly list2: string | null
  readonly scope2: string | null
  readonly at2: Instant | null
}

const nowhere: Places = { list1: null, scope1: null, at1: null, list2: null, scope2: null, at2: null }

export const places = (row: Row): Places => {
  const all = listings(row)
  if (all.length === 0) return nowhere
  const taken: [Listing | null, Listing | null] = [null, null]
  for (const place of all) {
    if (slots[place.list].length === 0) continue
    const slot = slots[place.list].find((each) => taken[each - 1] === null)
    if (slot === undefined) throw new Error(`a ${row.kind} has no place left for ${place.list}`)
    taken[slot - 1] = place
  }
  const [one, two] = taken
  return {
    list1: one?.list ?? null,
    scope1: one?.scope ?? null,
    at1: one?.at ?? null,
    list2: two?.list ?? null,
    scope2: two?.scope ?? null,
    at2: two?.at ?? null
  }
}

/** The unique keys of a row as a column; null when it has none. */
export const uniques = (row: Row): ReadonlyArray<string> | null => {
  const keys = unique(row)
  return keys.length === 0 ? null : keys.map(uniqueText)
}

/** Contacts are found by their numbers over an index of their own; the unique keys of other kinds have a table. */
export const isContactNumber = (text: string): boolean => text.startsWith("contact_number/")

/**
 * Selects the contact with a number that the statement has at hand. By `offset 0` it is looked up once for each number,
 * whatever the statistics of a young table make the planner believe.
 */
export const byContactNumber = (t: Tables, text: string): string =>
  `select r.kind, r.key, r.version, r.value, null::text as state from ${t.rows} r
   where ${isContact("r.uniques")} and (r.uniques[1] collate "C") = ${text} offset 0`

/** The content of a message `c`, as the text of JSON: the account and when it was made stand in columns alone. */
export const contentOf: string = `'{"u":"' || c.account || '","w":' || ${millis("c.at1")} || ',' || substr(c.value, 2)`

/** Selects the message with a key that the statement has at hand, once for each key. */
export const byKey = (t: Tables, key: string): string =>
  `select s.version, s.value as state, ${contentOf} as value from ${t.message_state} s join ${t.message} c on ${
    is("c.key", "s.key")
  }
   where ${is("s.key", key)} offset 0`

/** The places and the content that a message keeps, of which a step changes the state alone. */
export interface Kept {
  readonly places: Places
  /** The number of characters of its content. */
  readonly content: number
}

/** A row to be written, with what is derived from it. */
export interface Placed extends Ref {
  readonly row: Row
  readonly places: Places
  readonly uniques: ReadonlyArray<string> | null
  /** The number of characters of its value; 0 until it was encoded. */
  length: number
  /** The version that it replaces; 0 when it replaces none that was read. */
  was: number
  /** The number of characters of its content; 0 where it has none, and until it was encoded. */
  content: number
  /** Whether it is a message of which it is known that only its state is another. */
  isStep: boolean
}

export const placed = (
  row: Row,
  keys: ReadonlyArray<string> | null = uniques(row),
  kept?: Kept
): Placed => ({
  kind: row.kind,
  key: row.key,
  row,
  places: kept?.places ?? places(row),
  uniques: keys,
  length: 0,
  was: 0,
  content: kept?.content ?? 0,
  isStep: kept !== undefined
})

/** The rows that a commit writes. */
export interface Written {
  readonly inserts: ReadonlyArray<Placed>
  readonly updates: ReadonlyArray<Placed>
  /** Rows that were not read: those of fresh deliveries. */
  readonly upserts: ReadonlyArray<Placed>
  /** Rows that go, and contacts that are among the inserts again with another number. */
  readonly deletes: ReadonlyArray<Ref>
}

/** The columns that hold the number of a list of messages, or of a part of one. A row is in one by each. */
export type NumberColumn = "entire" | "conversation" | "part1" | "part2" | "part3" | "part4" | "moving"

/** By the name of the term that a part has. Rows move through the parts that stand in a table of their own. */
const partColumns: Readonly<Record<string, NumberColumn>> = {
  template: "part1",
  reference: "part4",
  direction: "part2",
  channel: "part3",
  status: "moving",
  progress: "moving"
}

export const partColumn = (term: string): NumberColumn => {
  const found = partColumns[term.slice(0, term.indexOf("="))]
  if (found === undefined) throw new Error(`no column tells of the part ${term}`)
  return found
}

/** The lists that stand by their numbers, all of them at `at1`. */
export const listColumns: { readonly [List in ListName]?: NumberColumn } = {
  messages: "entire",
  conversation: "conversation"
}

const numberOf = ({ list, scope, term }: Numbered): number => {
  const hash = Digest.sha256(`${list}/${scope}${term === undefined ? "" : `?${term}`}`)
  return Number.parseInt(hash.slice(0, 8), 16) * 2 ** 21 + (Number.parseInt(hash.slice(8, 16), 16) >>> 11)
}

type Numbered = Pick<Listing, "list" | "scope"> & { readonly term?: string }

/** The numbers of the messages of an account, and of their parts, which each step of a message asks for. */
const numbers = Recent.make((scope: string) =>
  Recent.make((term: string) => numberOf({ list: "messages", scope, ...(term === "" ? {} : { term }) }))
)

/** Hardly any conversation, and no reference, is asked for again soon enough to be worth its place. */
const isRemembered = ({ list, term }: Numbered): boolean =>
  list === "messages" && (term === undefined || partColumn(term) !== partColumns["reference"])

/**
 * Returns the number by which a list of messages, or a part of one, is found: 53 bits of a hash. Two hardly ever have one
 * number, so whoever reads by it looks at the account of what is shown besides.
 */
export const listNumber = (numbered: Numbered): number =>
  isRemembered(numbered) ? numbers.of(numbered.scope).of(numbered.term ?? "") : numberOf(numbered)

const numbersOf = (
  row: Row,
  within: ReadonlyArray<PartListing>
): { readonly [Name in NumberColumn]?: number } => {
  const found: { [Name in NumberColumn]?: number } = {}
  if (row.kind !== "message") return found
  for (const listing of listings(row)) found[listColumns[listing.list]!] = listNumber(listing)
  for (const part of within) found[partColumn(part.term)] = listNumber(part)
  return found
}

/** Returns the number of the part that a row moves through at present; null when it moves through none. */
export const movingNumber = (row: Row): number | null => {
  if (row.kind !== "message") return null
  const term = movingTerm(row.value)
  return term === null ? null : listNumber({ list: "messages", scope: row.value.account, term })
}

/** The terms of messages that no part tells of; undefined where there is none. */
const termsOf = (rows: ReadonlyArray<Placed>): Column =>
  lists(rows.map(({ row }) => {
    const terms = termsApart(row.value as Message)
    return terms.length === 0 ? undefined : terms
  }))

/** Rows of other kinds than messages. */
export const encoded = (rows: ReadonlyArray<Placed>): Columns => {
  const found = rows.map(({ row }) => filters(row))
  return new Columns(rows.length, () => ({
    kind: texts(rows.map(({ kind }) => kind)),
    key: texts(rows.map(({ key }) => key)),
    value: plain(
      "text",
      rows.map((each) => {
        const value = JSON.stringify(encode(each.row))
        each.length = value.length
        return value
      })
    ),
    list1: texts(rows.map(({ places }) => places.list1)),
    scope1: texts(rows.map(({ places }) => places.scope1)),
    at1: plain("int8", rows.map(({ places }) => places.at1)),
    list2: texts(rows.map(({ places }) => places.list2)),
    scope2: texts(rows.map(({ places }) => places.scope2)),
    at2: plain("int8", rows.map(({ places }) => places.at2)),
    uniques: lists(rows.map(({ uniques }) => uniques)),
    terms: lists(found.map((each) => each?.terms)),
    search: texts(found.map((each) => each?.search))
  }))
}

const key = (rows: ReadonlyArray<Placed>) => plain("uuid", rows.map((each) => each.key))

const was = (rows: ReadonlyArray<Placed>) => plain("int8", rows.map((each) => each.was === 0 ? null : each.was))

/** Messages with their content. */
export const encodedMessages = (rows: ReadonlyArray<Placed>): Columns => {
  const within = rows.map(({ row }) => parts(row))
  const numbers = rows.map(({ row }, index) => numbersOf(row, within[index]!))
  const number = (column: NumberColumn) => plain("int8", numbers.map((each) => each[column]))
  const states = rows.map(({ row }) => JSON.stringify(encodeState(row.value as Message)))
  const contents = rows.map(({ row }) => JSON.stringify(encodeContent(row.value as Message)))
  for (const [index, each] of rows.entries()) {
    each.content = contents[index]!.length
    each.length = states[index]!.length + each.content
  }
  return new Columns(rows.length, () => ({
    key: key(rows),
    state: plain("text", states),
    content: plain("text", contents),
    at1: plain("int8", rows.map(({ places }) => places.at1)),
    account: plain("uuid", rows.map(({ places }) => places.scope1)),
    entire: number("entire"),
    conversation: number("conversation"),
    part1: number("part1"),
    part2: number("part2"),
    part3: number("part3"),
    part4: number("part4"),
    moving: number("moving"),
    uniques: lists(rows.map(({ uniques }) => uniques)),
    terms: termsOf(rows),
    was: was(rows)
  }))
}

/** Messages of which the state alone is another. */
export const encodedSteps = (rows: ReadonlyArray<Placed>): Columns =>
  new Columns(rows.length, () => ({
    key: key(rows),
    state: plain(
      "text",
      rows.map((each) => {
        const state = JSON.stringify(encodeState(each.row.value as Message))
        each.length = state.length + each.content
        return state
      })
    ),
    was: was(rows),
    moving: plain("int8", rows.map(({ row }) => movingNumber(row))),
    terms: termsOf(rows)
  }))

/** Rows of one kind that has a table of its own, and is no message. */
export const encodedEvents = (of: EventTable, rows: ReadonlyArray<Placed>): Columns => {
  const found = rows.map((each) => of.columnsOf(each.row.value as Event | Delivery))
  const values = found.map(([, rest]) => JSON.stringify(rest))
  for (const [index, each] of rows.entries()) {
    each.length = values[index]!.length + JSON.stringify(found[index]![0]).length
  }
  return new Columns(rows.length, () => ({
    key: key(rows),
    was: was(rows),
    ...columnsOf(of, found.map(([columns]) => columns)),
    value: plain("text", values)
  }))
}

/** The lists whose totals a row counts in, as columns say. */
export const countedIn = (
  { list1, list2, scope1, scope2 }: Omit<Places, "at1" | "at2">
): ReadonlyArray<readonly [list: string, scope: string]> =>
  ([[list1, scope1], [list2, scope2]] as const).flatMap(([list, scope]) =>
    list !== null && scope !== null && counted.has(list as ListName) ? [[list, scope] as const] : []
  )

/** Rows in the order in which they are locked, so that batches of different nodes insert in one order as well. */
export const inOrder = <A extends Ref>(rows: ReadonlyArray<A>): ReadonlyArray<A> =>
  rows.toSorted((a, b) => a.kind < b.kind || (a.kind === b.kind && a.key < b.key) ? -1 : 1)

/** Rows in the order in which they are inserted. Two nodes that insert contacts of the same numbers give them other ids. */
export const inOrderOfInserts = (rows: ReadonlyArray<Placed>): ReadonlyArray<Placed> => {
  const place = ({ key, kind, uniques }: Placed): string => kind === "contact" ? uniques?.[0] ?? key : key
  return rows.toSorted((a, b) => a.kind < b.kind || (a.kind === b.kind && place(a) < place(b)) ? -1 : 1)
}
