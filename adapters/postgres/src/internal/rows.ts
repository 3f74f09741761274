/**
 * Rows as the table stores them: the value as JSON text, and the columns that are derived
 * from it: unique keys, places in lists, and filters.
 */
import type { Instant } from "@signalbox/core/Instant"
import type { Json } from "@signalbox/core/Json"
import type { Listing, ListName, Ref } from "@signalbox/core/Kind"
import { uniqueText } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import type { KindName, Row } from "@signalbox/core/Row"
import { decode, encode, filters, listings, unique } from "@signalbox/core/Row"

/**
 * A row has two place columns. This maps each list to those that it may use; a list that can hold a row twice uses
 * both.
 */
export const slots: Readonly<Record<ListName, ReadonlyArray<1 | 2>>> = {
  api_keys: [1],
  consent_records: [1],
  contacts: [1],
  conversation: [2],
  dead_letters: [1],
  deliveries: [1, 2],
  messages: [1],
  profiles: [1],
  suppressions: [2],
  templates: [1],
  users: [1],
  webhooks: [1]
}

/** Lists that grow without bound: their totals are stored instead of counted. */
const counted: ReadonlySet<ListName> = new Set(["contacts", "deliveries", "messages", "suppressions"])

export const isCounted = ({ list }: Pick<ListQuery, "list">): boolean => counted.has(list)

export const encodeValue = (row: Row): string => JSON.stringify(encode(row))

export const decodeRow = (kind: string, key: string, value: string): Row =>
  decode(kind as KindName, key, JSON.parse(value) as Json)

/** The places of a row as columns. */
export interface Places {
  readonly list1: string | null
  readonly scope1: string | null
  readonly at1: Instant | null
  readonly list2: string | null
  readonly scope2: string | null
  readonly at2: Instant | null
}

export const places = (row: Row): Places => {
  const taken: [Listing | null, Listing | null] = [null, null]
  for (const place of listings(row)) {
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

/** The columns of a row. Those that are not named are null. */
export const columns = (row: Row) => {
  const keys = uniques(row)
  const narrowed = filters(row)
  return {
    kind: row.kind,
    key: row.key,
    value: encodeValue(row),
    ...places(row),
    ...(keys === null ? {} : { uniques: keys }),
    ...(narrowed === null ? {} : narrowed)
  }
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
