/**
 * Rows, and what is derived from them: unique keys, lists, and who subscribes to events.
 */
import type { Facts, Known, Page } from "@signalbox/core/Facts"
import { empty } from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { uniqueText } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { condition, partOf } from "@signalbox/core/ListQuery"
import type { Needs } from "@signalbox/core/Needs"
import { fromEntries } from "@signalbox/core/RefMap"
import type { KindName, Row } from "@signalbox/core/Row"
import * as Row_ from "@signalbox/core/Row"
import type { Database, Found } from "./Database.ts"
import { number, text } from "./Database.ts"
import * as Tallies from "./Tallies.ts"

const decoded = (kind: KindName, found: Found): Row =>
  Row_.decode(kind, text(found["key"]), JSON.parse(text(found["value"])))

const absent: Known = { version: 0, row: null }

const isKind = (kind: string): kind is KindName => Object.hasOwn(Row_.kinds, kind)

const known = (db: Database, { key, kind }: Ref): Known => {
  if (!isKind(kind)) return absent
  const found = db.get("SELECT key, version, value FROM row WHERE kind = ? AND key = ?", kind, key)
  return found === undefined ? absent : { version: number(found["version"]), row: decoded(kind, found) }
}

export const version = (db: Database, { key, kind }: Ref): number =>
  number(db.value("SELECT version FROM row WHERE kind = ? AND key = ?", kind, key) ?? 0)

export const owner = (db: Database, { index, key }: UniqueKey): Ref | null => {
  const found = db.get("SELECT kind, row_key FROM unique_key WHERE name = ? AND key = ?", index, key)
  return found === undefined ? null : { kind: text(found["kind"]), key: text(found["row_key"]) }
}

export const load = (db: Database, { balances, counters, rows, uniques }: Needs): Facts => {
  const owners = new Map(uniques.map((key) => [uniqueText(key), owner(db, key)]))
  const refs = [...rows, ...[...owners.values()].flatMap((ref) => ref === null ? [] : [ref])]
  return {
    ...empty,
    rows: fromEntries(refs.map((ref) => [ref, known(db, ref)])),
    owners,
    balances: new Map(balances.map((account: AccountId) => [account, Tallies.balance(db, account)])),
    counters: new Map(counters.map((counter) => [counter, Tallies.counter(db, counter)]))
  }
}

const meets = `instr(search, ?) > 0 AND NOT EXISTS (
  SELECT 1 FROM json_each(?) AS wanted WHERE wanted.value NOT IN (SELECT value FROM json_each(terms))
)`

/** A part of a list is kept as a list of its own. */
const scopeOf = (scope: string, term: string | undefined): string => term === undefined ? scope : `${scope}?${term}`

/** Later and earlier than every place, and no bound. */
const [last, first, unbounded] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, -1]

interface Place {
  readonly at: Instant
  readonly key: string
}

/** The rows that a query looks at, in its direction: a statement and its values. */
const looked = (query: ListQuery, scope: string, isWhole: boolean) => {
  const { ahead, before, behind, bound = unbounded, from, list } = query
  const order = ahead !== undefined && !isWhole ? "ASC" : "DESC"
  const end = isWhole ? undefined : behind
  const start = isWhole ? undefined : ahead
  return {
    order,
    sql: `SELECT at, key, kind, search, terms FROM listing WHERE list = ? AND scope = ? AND at >= ? AND at < ?
      AND (at, key) < (?, ?) AND (at, key) > (?, ?) ORDER BY at ${order}, key ${order} LIMIT ?`,
    bound,
    values: [
      list,
      scope,
      from ?? first,
      before ?? last,
      end?.at ?? last,
      end?.key ?? "",
      start?.at ?? first,
      start?.key ?? ""
    ]
  }
}

const placeOf = (found: Found): Place => ({ at: number(found["at"]) as Instant, key: text(found["key"]) })

/**
 * No index tells of searched texts, so a search looks through the list. It reads a hundred thousand rows in the time of some
 * writes: only where a list has more times the number that makes a search broad, it looks at so many of the newest.
 */
const patience = 20

const bounded = (db: Database, query: ListQuery): ListQuery => {
  const { broad, list, scope } = query
  if (broad === undefined) return query
  const bound = patience * broad
  return sizeOf(db, list, scope) <= bound ? query : { ...query, bound }
}

const sizeOf = (db: Database, list: string, scope: string): number =>
  number(db.value("SELECT total FROM list_size WHERE list = ? AND scope = ?", list, scope) ?? 0)

export const list = (db: Database, asked: ListQuery): Page => {
  const query = bounded(db, asked)
  const { bound, isCounted = true, limit, list, offset } = query
  const narrowed = condition(query)
  const scope = scopeOf(query.scope, partOf(query, narrowed)?.term)
  const where = narrowed === null ? "" : ` WHERE ${meets}`
  const sought = narrowed === null ? [] : [narrowed.search, JSON.stringify(narrowed.terms)]
  const { bound: most, order, sql, values } = looked(query, scope, false)
  const page = db.all(
    `SELECT place.at, row.key, row.value FROM (
       SELECT * FROM (${sql})${where} ORDER BY at ${order}, key ${order} LIMIT ? OFFSET ?
     ) AS place JOIN row ON row.kind = place.kind AND row.key = place.key ORDER BY place.at ${order}, place.key ${order}`,
    ...values,
    most,
    ...sought,
    bound === undefined ? limit : limit + 1,
    offset
  )
  const shown = page.slice(0, limit)
  const rows = (order === "ASC" ? shown.toReversed() : shown).map((found) => decoded(Row_.listed[list], found))
  const total = isCounted ? totalOf(db, query, scope) : 0
  if (bound === undefined) return { rows, total }
  if (page.length > limit) return { rows, total, next: placeOf(shown.at(-1)!) }
  // The last row that was looked at, when there is one more behind it.
  const edge = db.all(
    `SELECT at, key FROM (${sql}) ORDER BY at ${order}, key ${order} LIMIT 2 OFFSET ?`,
    ...values,
    bound + 1,
    bound - 1
  )
  return { rows, total, next: edge.length < 2 ? null : placeOf(edge[0]!) }
}

const totalOf = (db: Database, query: ListQuery, scope: string): number => {
  const { before, bound, from, list } = query
  const narrowed = condition(query)
  if (narrowed === null && from === undefined && before === undefined) {
    const size = sizeOf(db, list, scope)
    return bound === undefined ? size : Math.min(size, bound)
  }
  const { bound: most, sql, values } = looked(query, scope, true)
  const where = narrowed === null ? "" : ` WHERE ${meets}`
  const sought = narrowed === null ? [] : [narrowed.search, JSON.stringify(narrowed.terms)]
  return number(db.value(`SELECT count(*) FROM (${sql})${where}`, ...values, most, ...sought) ?? 0)
}

const forgetDerived = (db: Database, { key, kind }: Ref): void => {
  db.run("DELETE FROM unique_key WHERE kind = ? AND row_key = ?", kind, key)
  db.run("DELETE FROM listing WHERE kind = ? AND key = ?", kind, key)
  if (kind === "webhook") db.run("DELETE FROM subscription WHERE webhook = ?", key)
}

export const remove = (db: Database, ref: Ref): void => {
  db.run("DELETE FROM row WHERE kind = ? AND key = ?", ref.kind, ref.key)
  forgetDerived(db, ref)
}

/** Puts a row. The commit has judged the unique keys: one that another row has still passes to this one. */
export const put = (db: Database, row: Row): void => {
  const { key, kind } = row
  db.put("row", kind, key, db.next(), JSON.stringify(Row_.encode(row)))
  forgetDerived(db, row)
  for (const unique of Row_.unique(row)) db.put("unique_key", unique.index, unique.key, kind, key)
  const filters = Row_.filters(row)
  const [search, terms] = filters === null ? [null, null] : [filters.search, JSON.stringify(filters.terms)]
  for (const { at, list, scope } of Row_.listings(row)) db.put("listing", list, scope, at, key, kind, search, terms)
  for (const { at, list, scope, term } of Row_.parts(row)) {
    db.put("listing", list, scopeOf(scope, term), at, key, kind, search, terms)
  }
  if (row.kind !== "webhook") return
  const { account, parent = null, subscribes } = row.value
  for (const name of subscribes) db.put("subscription", account, name, key, parent)
}
