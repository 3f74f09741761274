/**
 * Reading without locks: rows, balances and counters as one moment saw them, and pages of lists.
 */
import type { Facts, Known, Page } from "@signalbox/core/Facts"
import { empty } from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import type { Ref } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { condition } from "@signalbox/core/ListQuery"
import { make as money } from "@signalbox/core/Money"
import type { Needs } from "@signalbox/core/Needs"
import type { RefMap } from "@signalbox/core/RefMap"
import { fromEntries } from "@signalbox/core/RefMap"
import { listed } from "@signalbox/core/Row"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import type { Part } from "../statement/parts.ts"
import { is, withParts } from "../statement/parts.ts"
import type { Book, Tables } from "../statement/tables.ts"
import { instant } from "../statement/tables.ts"
import type { Remembered, RowCache } from "./rowCache.ts"
import { byContactNumber, decodeRow, isContactNumber, isCounted, slots } from "./rows.ts"

/** A row or a sum that is not as the load has said that it knows it. */
interface Found {
  /** A kind of row, or the book of a sum. Null for a unique key that no row has any more. */
  readonly of: string | null
  readonly key: string | null
  /** Null for a row that is not there any more. */
  readonly amount: number | null
  /** Null for a sum, too. */
  readonly value: string | null
  /** The unique key that the row was found by, if it was. */
  readonly via: string | null
}

const absent: Known = { version: 0, row: null }

/** The needs of a load, with what this process remembers of them. */
interface Asked {
  readonly needs: Needs
  readonly rows: RefMap<Remembered | undefined>
  readonly owners: ReadonlyMap<string, Remembered | undefined>
}

const ask = (needs: Needs, memory: RowCache): Asked => ({
  needs,
  rows: fromEntries(needs.rows.map((ref) => [ref, memory.get(refText(ref))])),
  owners: new Map(needs.uniques.map((unique) => {
    const text = uniqueText(unique)
    return [text, memory.owner(text)]
  }))
})

const facts = ({ needs, ...asked }: Asked, found: ReadonlyArray<Found>, memory: RowCache): Facts => {
  const rows = needs.rows.map((ref): [Ref, Known] => [ref, asked.rows.get(ref)?.known ?? absent])
  const owners = new Map<string, Ref | null>()
  const sums: Record<Book, Map<string, number>> = { balance: new Map(), counter: new Map() }
  const changed = new Set(found.map(({ via }) => via))
  for (const [text, remembered] of asked.owners) {
    const isAsRemembered = remembered !== undefined && !changed.has(text)
    owners.set(text, isAsRemembered ? { kind: remembered.ref.kind, key: remembered.ref.key } : null)
    if (isAsRemembered) rows.push([remembered.ref, remembered.known])
  }
  for (const { amount, via, key, of, value } of found) {
    if (of === null || key === null || amount === null) {
      if (of !== null && key !== null) {
        rows.push([{ kind: of, key }, absent])
        memory.forget({ kind: of, key })
      }
    } else if (value === null) sums[of as Book].set(key, amount)
    else {
      rows.push([{ kind: of, key }, memory.read(decodeRow(of, key, value), amount, value.length)])
      if (via !== null) owners.set(via, { kind: of, key })
    }
  }
  return {
    ...empty,
    rows: fromEntries(rows),
    owners,
    balances: new Map(
      needs.balances.map((account: AccountId) => [account, money(sums.balance.get(account) ?? 0)])
    ),
    // A counter is kept as a negative sum.
    counters: new Map(needs.counters.map((counter) => [counter, 0 - (sums.counter.get(counter) ?? 0)]))
  }
}

/** The rows with unique keys that are not as remembered. */
const found = (
  name: string,
  { needs, owners }: Asked,
  isOf: (key: { readonly text: string }) => boolean,
  owner: string
): Part => ({
  name,
  rows: needs.uniques.map((unique) => {
    const text = uniqueText(unique)
    const remembered = owners.get(text)
    return remembered === undefined
      ? { text }
      : { text, kind: remembered.ref.kind, key: remembered.ref.key, version: remembered.known.version }
  }).filter(isOf),
  text: (p) =>
    `select r.kind as of, r.key, r.version::float8 as amount, r.value, x.text as via
     from json_to_recordset(${p}) as x(text text, kind text, key text, version int8)
       left join lateral (${owner}) r on true
     where (r.kind, r.key, r.version) is distinct from (x.kind, x.key, x.version)`
})

export const load = (
  { query, tables: t }: Database,
  needs: Needs,
  memory: RowCache
): Effect.Effect<Facts, SqlError> => {
  const asked = ask(needs, memory)
  const statement = withParts(
    [
      {
        name: "rows",
        rows: needs.rows.map((ref) => ({
          kind: ref.kind,
          key: ref.key,
          version: asked.rows.get(ref)?.known.version
        })),
        // A row that is as remembered is left out.
        text: (p) =>
          `select x.kind as of, x.key, r.version::float8 as amount, r.value, null::text as via
           from json_to_recordset(${p}) as x(kind text, key text, version int8)
             left join ${t.rows} r on ${is("r.kind", "x.kind")} and r.key = x.key
           where r.version is distinct from x.version`
      },
      found(
        "found",
        asked,
        ({ text }) => !isContactNumber(text),
        // Every statement locks the table of rows first, so that a concurrent change of the schema waits for it.
        `select r.kind, r.key, r.version, r.value from ${t.rows} r join ${t.other_key} u using (kind, key)
         where u.text = x.text offset 0`
      ),
      found(
        "contacts",
        asked,
        ({ text }) => isContactNumber(text),
        byContactNumber(t, "x.text")
      ),
      {
        name: "sums",
        rows: [
          ...needs.balances.map((name) => ({ book: "balance" satisfies Book, name })),
          ...needs.counters.map((name) => ({ book: "counter" satisfies Book, name }))
        ],
        text: (p) =>
          `select s.book as of, s.name as key, s.amount::float8 as amount, null::text as value,
             null::text as via
           from json_to_recordset(${p}) as x(book text, name text) join ${t.sum} s on ${
            is("s.book", "x.book")
          } and s.name = x.name`
      }
    ],
    (names) => names.map((name) => `select * from ${name}`).join(" union all ")
  )
  if (statement === null) return Effect.succeed(facts(asked, [], memory))
  return Effect.map(query<Found>(statement.text, statement.params), (found) => facts(asked, found, memory))
}

interface Listed {
  readonly total: number
  readonly key: string | null
  readonly value: string
}

/** The rows of a list, wherever their kind has it among its places: as columns `key`, `at` and whatever is asked for. */
const places = (
  t: Tables,
  { list }: ListQuery,
  columns: string,
  end: (slot: number) => string = () => ""
): string =>
  slots[list].map((slot) =>
    `(select key, at${slot} as at, ${columns} from ${t.rows}
     where kind = '${listed[list]}' and list${slot} = $1 and scope${slot} = $2 ${end(slot)})`
  ).join(" union all ")

/** @param first the number of the first of two parameters */
const behind = (query: ListQuery, at: string, first: number): string =>
  query.behind === undefined ? "" : `and (${at}, key) < (${instant(`$${first}::text::int8`)}, $${first + 1})`

/** A page of a whole list, read by its index. Lists that grow without bound have a stored total. */
const whole = (t: Tables, query: ListQuery): string => {
  const total = isCounted(query)
    ? `select coalesce(sum(amount), 0) from ${t.list_count} where list = $1 and scope = $2`
    : `select count(*) from (${places(t, query, "null")}) r`
  // No place contributes more rows than the page and those before it.
  const newest = (slot: number): string =>
    `${behind(query, `at${slot}`, 5)} order by at${slot} desc, key desc limit $3::text::int8 + $4::text::int8`
  return `select t.total::float8 as total, p.key, p.value from (${total}) as t(total) left join lateral (
     select key, value, at from (${places(t, query, "value", newest)}) r
     order by at desc, key desc offset $3::text::int8 limit $4::text::int8
   ) p on true order by p.at desc, p.key desc`
}

/** A page of the rows that meet a condition. It looks through the whole list, but reads only the values of the page. */
const narrowed = (t: Tables, query: ListQuery): string =>
  `with found as materialized (
     select key, at from (${places(t, query, "terms, search")}) r
     where terms @> array(select json_array_elements_text($5::text::json)) and position($6 in search) > 0
   )
   select t.total::float8 as total, p.key, p.value from (select count(*) from found) as t(total) left join lateral (
     select f.key, f.at, r.value from (
       select key, at from found where true ${
    behind(query, "at", 8)
  } order by at desc, key desc offset $3::text::int8 limit $4::text::int8
     ) f join ${t.rows} r on r.kind = $7 and r.key = f.key
   ) p on true order by p.at desc, p.key desc`

export const list = ({ query, tables: t }: Database, page: ListQuery): Effect.Effect<Page, SqlError> => {
  const kind = listed[page.list]
  const params = [page.list, page.scope, String(page.offset), String(page.limit)]
  const wanted = condition(page)
  const from = page.behind === undefined ? [] : [String(page.behind.at), page.behind.key]
  return Effect.map(
    wanted === null
      ? query<Listed>(whole(t, page), [...params, ...from])
      : query<Listed>(
        narrowed(t, page),
        [...params, JSON.stringify(wanted.terms), wanted.search, kind, ...from]
      ),
    (found) => ({
      total: found[0]!.total,
      rows: found.flatMap(({ key, value }) => key === null ? [] : [decodeRow(kind, key, value)])
    })
  )
}
