/**
 * Pages of a list whose searched text is looked up in an index. Where so many rows come near the text that this is no
 * narrowing, the newest of the list are looked through instead, so that every search has a bound.
 */
import type { Page } from "@signalbox/core/Facts"
import type { Condition } from "@signalbox/core/Filters"
import type { Instant } from "@signalbox/core/Instant"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { listed } from "@signalbox/core/Row"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import type { Tables } from "../statement/tables.ts"
import { instant, millis } from "../statement/tables.ts"
import { decodeRow } from "./rows.ts"
import * as Trigrams from "./trigrams.ts"

type Pieces = ReadonlyArray<ReadonlyArray<Trigrams.Pieces>>

/** Returns the pieces by which the index tells of the page; null where it does not. A total counts from the newest row on. */
export const piecesOf = (query: ListQuery, { search }: Condition): Pieces | null => {
  const { ahead, before, behind, bound, from, isCounted } = query
  const isWhole = bound === undefined && from === undefined && before === undefined
  const isFirst = behind === undefined && ahead === undefined
  return isWhole && (isFirst || isCounted === false) ? Trigrams.sought(query, search) : null
}

interface Found {
  readonly total: number
  readonly key: string | null
  readonly value: string
  /** The last row that was looked at, where another one is behind it. */
  readonly edge_at: number | null
  readonly edge_key: string | null
}

/**
 * The server puts all together that the index has of pieces, which takes longer than to look through as many rows. So
 * pieces that three tenths of the newest rows have together are not looked up.
 */
const sample = { rows: 500, many: 150 } as const

/** No list is so long. */
const all = 2_000_000_000

interface Asked {
  readonly text: string
  readonly params: ReadonlyArray<string>
}

/** A statement as it grows: the parameters $1 to $5 are those of every page. */
class Growing {
  readonly params: Array<string>

  constructor({ limit, list, offset, scope }: ListQuery, { search }: Condition) {
    this.params = [list, scope, String(offset), String(limit), search]
  }

  text(value: string): string {
    return `$${this.params.push(value)}`
  }

  /** Whether many of the sample have what each way to find the text looks up. */
  isMany(pieces: Pieces): string {
    const has = (text: string): string => `position(${this.text(text)} in search) > 0`
    return pieces.map((way) => {
      const all = way.map(({ operator, texts }) => `(${texts.map(has).join(operator === "@>" ? " and " : " or ")})`)
      return `count(*) filter (where ${all.join(" and ")}) >= ${sample.many}`
    }).join(" or ")
  }

  /** The rows that each way finds. Conditions joined by "or" would be tried again on each row, which takes very long. */
  ways({ rows }: Tables, pieces: Pieces, columns: string): string {
    return pieces.map((way) =>
      `(select ${columns}, list1, scope1 from ${rows} where not (select is_so from sampled) and ${Trigrams.isIndexed} and ${
        way.map(({ array, operator }) => `${Trigrams.indexed} ${operator} ${this.text(array)}::text::text[]`).join(
          " and "
        )
      })`
    ).join(" union all ")
  }

  /** The condition on the values of rows. */
  meets({ terms }: Condition): string {
    const wanted = "position($5 in search) > 0"
    return terms.length === 0
      ? wanted
      : `${wanted} and terms @> array(select json_array_elements_text(${this.text(JSON.stringify(terms))}::text::json))`
  }

  beyond({ ahead, behind }: ListQuery): string {
    const place = ahead ?? behind
    return place === undefined
      ? ""
      : `and (at, key) ${ahead === undefined ? "<" : ">"} (${instant(`${this.text(String(place.at))}::text::int8`)}, ${
        this.text(place.key)
      })`
  }
}

const statement = (t: Tables, query: ListQuery, wanted: Condition, pieces: Pieces): Asked => {
  const growing = new Growing(query, wanted)
  const columns = "key, at1 as at, terms, search"
  const order = query.ahead === undefined ? "desc" : "asc"
  const sorted = `order by at ${order}, key ${order}`
  const most = query.broad ?? all
  const meets = growing.meets(wanted)
  const beyond = growing.beyond(query)
  const isBroad = "(select is_so from broad)"
  const text = `with sampled as materialized (
     ${
    query.broad === undefined ? "select false as is_so" : `select ${growing.isMany(pieces)} as is_so from (
       select search from ${t.rows} where list1 = $1 and scope1 = $2 order by at1 desc, key desc limit ${sample.rows}
     ) n`
  }
   ), near as materialized (
     select * from (${growing.ways(t, pieces, columns)}) n limit ${most + 1}
   ), broad as materialized (
     select (select is_so from sampled) or (select count(*) > ${most} from near) as is_so
   ), newest as materialized (
     select * from (select ${columns} from ${t.rows} where list1 = $1 and scope1 = $2) n
     where ${isBroad} ${beyond} ${sorted} limit ${most + 1}
   ), found as materialized (
     select distinct key, at from near where not ${isBroad} and list1 = $1 and scope1 = $2 and ${meets} ${beyond}
     union all select key, at from (select * from newest limit ${most}) n where ${meets}
   )
   select ${query.isCounted === false ? "0" : "(select count(*) from found)"}::float8 as total, p.key, p.value,
     ${millis("e.at")}::float8 as edge_at, e.key as edge_key
   from (select 1) o
   left join lateral (
     select at, key from newest where (select count(*) > ${most} from newest) offset ${most - 1} limit 1
   ) e on true
   left join lateral (
     select f.at, f.key, r.value from (
       select key, at from found ${sorted} offset $3::text::int8 limit $4::text::int8
     ) f join ${t.rows} r on r.kind = '${listed[query.list]}' and r.key = f.key
   ) p on true ${sorted.replace("at", "p.at").replace("key", "p.key")}`
  return { text, params: growing.params }
}

export const list = (
  { query: ask, tables }: Database,
  query: ListQuery,
  wanted: Condition,
  pieces: Pieces
): Effect.Effect<Page, SqlError> => {
  const { params, text } = statement(tables, query, wanted, pieces)
  const kind = listed[query.list]
  return Effect.map(ask<Found>(text, params), (all) => {
    const { edge_at: at, edge_key: key, total } = all[0]!
    const rows = all.flatMap((each) => each.key === null ? [] : [decodeRow(kind, each.key, each.value)])
    const page = { total, rows: query.ahead === undefined ? rows : rows.toReversed() }
    return at === null || key === null ? page : { ...page, next: { at: at as Instant, key } }
  })
}
