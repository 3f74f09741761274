/**
 * Reading pages of lists, without locks.
 */
import type { Page } from "@signalbox/core/Facts"
import type { Condition } from "@signalbox/core/Filters"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { condition } from "@signalbox/core/ListQuery"
import { listed } from "@signalbox/core/Row"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import type { Tables } from "../statement/tables.ts"
import { instant } from "../statement/tables.ts"
import type { FullTotals } from "./fullTotals.ts"
import * as Looking from "./looking.ts"
import { decodeRow, isCounted, listColumns, slots } from "./rows.ts"
import * as Searching from "./searching.ts"

interface Asked {
  readonly text: string
  readonly params: ReadonlyArray<string>
}

interface Listed {
  readonly total: number
  readonly key: string | null
  readonly value: string
}

/**
 * The rows of a list, wherever their kind has it among its places: as columns `key`, `at` and whatever is asked for. A
 * list holds one kind of row, so its partition is named and the kind is not asked for: then places alone are counted and
 * passed over in the index.
 */
const places = (
  t: Tables,
  { list }: ListQuery,
  columns: string,
  end: (slot: number) => string = () => ""
): string =>
  slots[list].map((slot) =>
    `(select key, at${slot} as at${columns} from ${t.rows}
     where list${slot} = $1 and scope${slot} = $2 ${end(slot)})`
  ).join(" union all ")

/** The parameters $1 to $4, and $5 and $6 when the page begins behind a place. */
const paramsOf = ({ behind, limit, list, offset, scope }: ListQuery): ReadonlyArray<string> => [
  list,
  scope,
  String(offset),
  String(limit),
  ...(behind === undefined ? [] : [String(behind.at), behind.key])
]

const behind = (query: ListQuery, at: string): string =>
  query.behind === undefined ? "" : `and (${at}, key) < (${instant("$5::text::int8")}, $6)`

/** From so many rows before a page on, they are passed over in the index alone; for fewer, two look-ups cost more. */
const deep = 500

/** A page of a whole list, read by its index. Lists that grow without bound have a stored total. */
const whole = (t: Tables, query: ListQuery): Asked => {
  const total = isCounted(query)
    ? `select coalesce(sum(amount), 0) from ${t.list_count} where list = $1 and scope = $2`
    : `select count(*) from (${places(t, query, "")}) r`
  // No place contributes more rows than the page and those before it.
  const newest = (slot: number): string =>
    `${behind(query, `at${slot}`)} order by at${slot} desc, key desc limit $3::text::int8 + $4::text::int8`
  const page = (columns: string): string =>
    `select key, at${columns} from (${places(t, query, columns, newest)}) r
     order by at desc, key desc offset $3::text::int8 limit $4::text::int8`
  const kind = listed[query.list]
  // By `offset 0` each value is looked up by its key, whatever the statistics of a young table make the planner believe.
  const values = query.offset < deep ? page(", value") : `select f.key, f.at, v.value from (${page("")}) f
     cross join lateral (select value from ${t.rows} r where r.kind = '${kind}' and r.key = f.key offset 0) v`
  const text = `select t.total::float8 as total, p.key, p.value from (${total}) as t(total)
   left join lateral (${values}) p on true order by p.at desc, p.key desc`
  return { text, params: paramsOf(query) }
}

/** A page of the rows that meet a condition. It looks through the whole list, but reads only the values of the page. */
const narrowed = (t: Tables, query: ListQuery, { search, terms }: Condition): Asked => {
  const params = [...paramsOf(query)]
  const older = behind(query, "at")
  const param = (text: string): string => `$${params.push(text)}`
  const kind = listed[query.list]
  const near = places(t, query, ", terms, search")
  const wanted = [
    ...(terms.length === 0
      ? []
      : [`terms @> array(select json_array_elements_text(${param(JSON.stringify(terms))}::text::json))`]),
    ...(search === "" ? [] : [`position(${param(search)} in search) > 0`])
  ]
  const text = `with found as materialized (
     select key, at from (${near}) r where ${wanted.join(" and ")}
   )
   select t.total::float8 as total, p.key, p.value from (select count(*) from found) as t(total) left join lateral (
     select f.key, f.at, r.value from (
       select key, at from found where true ${older}
       order by at desc, key desc offset $3::text::int8 limit $4::text::int8
     ) f join ${t.rows} r on r.kind = '${kind}' and r.key = f.key
   ) p on true order by p.at desc, p.key desc`
  return { text, params }
}

const listAll = ({ query, tables: t }: Database, page: ListQuery): Effect.Effect<Page, SqlError> => {
  const kind = listed[page.list]
  const wanted = condition(page)
  const { params, text } = wanted === null ? whole(t, page) : narrowed(t, page, wanted)
  return Effect.map(query<Listed>(text, params), (found) => ({
    total: found[0]!.total,
    rows: found.flatMap(({ key, value }) => key === null ? [] : [decodeRow(kind, key, value)])
  }))
}

/** Lists of messages stand by their numbers, and deliveries in a table of their own. */
const isPlain = (query: ListQuery): boolean =>
  query.bound === undefined && query.from === undefined && query.before === undefined && query.ahead === undefined &&
  query.isCounted === undefined && listColumns[query.list] === undefined && query.list !== "deliveries"

export const list = (db: Database, totals: FullTotals, page: ListQuery): Effect.Effect<Page, SqlError> => {
  const wanted = condition(page)
  const pieces = wanted === null ? null : Searching.piecesOf(page, wanted)
  if (wanted !== null && pieces !== null) return Searching.list(db, page, wanted, pieces)
  return isPlain(page) ? listAll(db, page) : Looking.list(db, totals, page)
}
