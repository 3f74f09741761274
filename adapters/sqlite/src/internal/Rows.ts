/**
 * Rows, and what is derived from them: unique keys, lists, and who subscribes to events.
 */
import type { Facts, Known, Page } from "@signalbox/core/Facts"
import { empty } from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { uniqueText } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { condition } from "@signalbox/core/ListQuery"
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

export const list = (db: Database, query: ListQuery): Page => {
  const { behind, limit, list, offset, scope } = query
  const narrowed = condition(query)
  const where = `list = ? AND scope = ?${narrowed === null ? "" : ` AND ${meets}`}`
  const values = [list, scope, ...narrowed === null ? [] : [narrowed.search, JSON.stringify(narrowed.terms)]]
  const size = narrowed === null ? "SELECT total FROM list_size" : "SELECT count(*) FROM listing"
  const page = db.all(
    `SELECT row.key, row.value FROM (
       SELECT at, kind, key FROM listing WHERE ${where} AND (at, key) < (?, ?) ORDER BY at DESC, key DESC LIMIT ? OFFSET ?
     ) AS place JOIN row ON row.kind = place.kind AND row.key = place.key ORDER BY place.at DESC, place.key DESC`,
    ...values,
    behind?.at ?? Number.MAX_SAFE_INTEGER,
    behind?.key ?? "",
    limit,
    offset
  )
  const total = number(db.value(`${size} WHERE ${where}`, ...values) ?? 0)
  return { rows: page.map((found) => decoded(Row_.listed[list], found)), total }
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
  if (row.kind !== "webhook") return
  const { account, parent = null, subscribes } = row.value
  for (const name of subscribes) db.put("subscription", account, name, key, parent)
}
