/**
 * Reading pages of lists, without locks.
 */
import type { Page } from "@signalbox/core/Facts"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { condition, partsOf } from "@signalbox/core/ListQuery"
import { listed } from "@signalbox/core/Row"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import type { Tables } from "../statement/tables.ts"
import { instant, partitionOf } from "../statement/tables.ts"
import * as Looking from "./looking.ts"
import { decodeRow, isCounted, slots } from "./rows.ts"

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
    `(select key, at${slot} as at${columns} from ${t[partitionOf(listed[list])]}
     where list${slot} = $1 and scope${slot} = $2 ${end(slot)})`
  ).join(" union all ")

/** @param first the number of the first of two parameters */
const behind = (query: ListQuery, at: string, first: number): string =>
  query.behind === undefined ? "" : `and (${at}, key) < (${instant(`$${first}::text::int8`)}, $${first + 1})`

/** From so many rows before a page on, they are passed over in the index alone; for fewer, two look-ups cost more. */
const deep = 500

/** A page of a whole list, read by its index. Lists that grow without bound have a stored total. */
const whole = (t: Tables, query: ListQuery): string => {
  const total = isCounted(query)
    ? `select coalesce(sum(amount), 0) from ${t.list_count} where list = $1 and scope = $2`
    : `select count(*) from (${places(t, query, "")}) r`
  // No place contributes more rows than the page and those before it.
  const newest = (slot: number): string =>
    `${behind(query, `at${slot}`, 5)} order by at${slot} desc, key desc limit $3::text::int8 + $4::text::int8`
  const page = (columns: string): string =>
    `select key, at${columns} from (${places(t, query, columns, newest)}) r
     order by at desc, key desc offset $3::text::int8 limit $4::text::int8`
  const kind = listed[query.list]
  // By `offset 0` each value is looked up by its key, whatever the statistics of a young table make the planner believe.
  const values = query.offset < deep ? page(", value") : `select f.key, f.at, v.value from (${page("")}) f
     cross join lateral (select value from ${
    t[partitionOf(kind)]
  } r where r.kind = '${kind}' and r.key = f.key offset 0) v`
  return `select t.total::float8 as total, p.key, p.value from (${total}) as t(total)
   left join lateral (${values}) p on true order by p.at desc, p.key desc`
}

/** A page of the rows that meet a condition. It looks through the whole list, but reads only the values of the page. */
const narrowed = (t: Tables, query: ListQuery): string =>
  `with found as materialized (
     select key, at from (${places(t, query, ", terms, search")}) r
     where terms @> array(select json_array_elements_text($5::text::json)) and position($6 in search) > 0
   )
   select t.total::float8 as total, p.key, p.value from (select count(*) from found) as t(total) left join lateral (
     select f.key, f.at, r.value from (
       select key, at from found where true ${
    behind(query, "at", 8)
  } order by at desc, key desc offset $3::text::int8 limit $4::text::int8
     ) f join ${t.rows} r on r.kind = $7 and r.key = f.key
   ) p on true order by p.at desc, p.key desc`

const listAll = ({ query, tables: t }: Database, page: ListQuery): Effect.Effect<Page, SqlError> => {
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

const isPlain = (query: ListQuery): boolean =>
  query.bound === undefined && query.from === undefined && query.before === undefined && query.ahead === undefined &&
  query.isCounted === undefined && partsOf(query, condition(query)).length === 0

export const list = (db: Database, page: ListQuery): Effect.Effect<Page, SqlError> =>
  isPlain(page) ? listAll(db, page) : Looking.list(db, page)
