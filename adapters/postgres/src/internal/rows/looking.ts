/**
 * Pages of lists that are of a time, go on in both directions, or look at so many rows at most: those of the list, or of
 * a part of it, that an index has in order.
 */
import type { Page } from "@signalbox/core/Facts"
import type { Condition } from "@signalbox/core/Filters"
import type { Instant } from "@signalbox/core/Instant"
import type { ListPosition, ListQuery } from "@signalbox/core/ListQuery"
import { accountOf, condition, partOf, partsOf } from "@signalbox/core/ListQuery"
import { listed } from "@signalbox/core/Row"
import * as Uuid from "@signalbox/core/Uuid"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import type { Tables } from "../statement/tables.ts"
import { instant, millis, partitionOf } from "../statement/tables.ts"
import type { NumberColumn } from "./rows.ts"
import { decodeRow, isCounted, listColumns, listNumber, partColumn, slots } from "./rows.ts"

/** The parameters of a statement, each of which is passed as text. */
class Parameters {
  readonly values: Array<string> = []

  text(value: string): string {
    return `$${this.values.push(value)}`
  }

  number(value: number): string {
    return `${this.text(String(value))}::text::int8`
  }

  at(value: Instant): string {
    return instant(this.number(value))
  }
}

interface Asked {
  readonly query: ListQuery
  readonly tables: Tables
  readonly params: Parameters
  readonly wanted: Condition | null
}

/** The table of what moves has keys of 16 bytes. A place that no message can have is before all of its instant. */
const uuidOf = (key: string): string => Uuid.is(key) ? key : "00000000-0000-0000-0000-000000000000"

/** The conditions on the times of rows, in the columns of a slot. */
const times = (
  { params, query: { ahead, before, behind, from } }: Asked,
  slot: number,
  isWhole: boolean,
  isMoving: boolean
): string => {
  const keyOf = (key: string): string => isMoving ? `${params.text(uuidOf(key))}::text::uuid` : params.text(key)
  return [
    ...(from === undefined ? [] : [`at${slot} >= ${params.at(from)}`]),
    ...(before === undefined ? [] : [`at${slot} < ${params.at(before)}`]),
    ...(behind === undefined || isWhole
      ? []
      : [`(at${slot}, key) < (${params.at(behind.at)}, ${keyOf(behind.key)})`]),
    ...(ahead === undefined || isWhole
      ? []
      : [`(at${slot}, key) > (${params.at(ahead.at)}, ${keyOf(ahead.key)})`])
  ].map((each) => ` and ${each}`).join("")
}

/** In which direction rows are looked at. */
const order = ({ query: { ahead } }: Asked, isWhole: boolean): "asc" | "desc" =>
  ahead === undefined || isWhole ? "desc" : "asc"

/** The list, or its part, that is looked through by its number; undefined for a list that stands by its name. */
const numbered = ({ query, wanted }: Asked): { readonly column: NumberColumn; readonly number: number } | undefined => {
  const part = partOf(query, wanted)
  const column = part === undefined ? listColumns[query.list] : partColumn(part.term)
  return column === undefined ? undefined : { column, number: listNumber(part ?? query) }
}

/** The key of a row that is looked at, as a text. To make it one takes longer than to count the row. */
const keyText = (asked: Asked): string => numbered(asked)?.column === "moving" ? "key::text" : "key"

/**
 * The rows that are looked at, as columns `key`, as their table has it, `at`, and whatever is asked for besides.
 *
 * @param isWhole true when the page's own place does not matter, as for the total
 */
const looked = (asked: Asked, columns: string, isWhole: boolean, bound: string): string => {
  const { params, query, tables } = asked
  const table = tables[partitionOf(listed[query.list])]
  const sorted = (at: string): string => `order by ${at} ${order(asked, isWhole)}, key ${order(asked, isWhole)}`
  const end = bound === "" ? "" : `limit ${bound}`
  const found = (slot: 1 | 2, from: string, where: string, more = columns): string =>
    `select key, at${slot} as at${more} from ${from} where ${where}${
      times(asked, slot, isWhole, from === tables.row_moving)
    } ${sorted(`at${slot}`)} ${end}`
  const by = numbered(asked)
  if (by !== undefined) {
    if (by.column !== "moving") return found(1, table, `${by.column} = ${params.number(by.number)}`)
    const moving = found(1, tables.row_moving, `part = ${params.number(by.number)}`, "")
    // Whatever is asked for besides stands with the messages themselves.
    return columns === "" ? moving : `select m.key, m.at, r.* from (${moving}) m cross join lateral (
      select ${columns.slice(2)} from ${table} r where r.kind = '${listed[query.list]}' and r.key = m.key::text offset 0
    ) r`
  }
  const all = slots[query.list].map((slot) =>
    `(${found(slot, table, `list${slot} = ${params.text(query.list)} and scope${slot} = ${params.text(query.scope)}`)})`
  )
  return all.length === 1 ? all[0]!.slice(1, -1) : `select * from (${all.join(" union all ")}) b ${sorted("at")} ${end}`
}

/**
 * The rows that are counted, without any column, where every row that is looked at counts. Which of them these are does not
 * matter within the bound, so they are counted from the oldest one on: those lie on pages that the server knows to be
 * visible to everybody, so that the index alone tells of them, while it would visit each of those that were written last.
 */
const counted = (asked: Asked, bound: string): string => {
  const { query, tables } = asked
  const by = numbered(asked)
  if (by === undefined) return looked(asked, "", true, bound)
  const isMoving = by.column === "moving"
  const table = isMoving ? tables.row_moving : tables[partitionOf(listed[query.list])]
  const where = `${isMoving ? "part" : by.column} = ${asked.params.number(by.number)}`
  const end = bound === "" ? "" : `limit ${bound}`
  // By its order the index is walked until the bound: else the planner may read all of the part.
  return `select from ${table} where ${where}${times(asked, 1, true, isMoving)} order by at1, key ${end}`
}

/** The condition that rows must meet, and the columns that it asks for. The part that is looked through meets its term. */
const meeting = ({ params, query, wanted }: Asked): { readonly columns: string; readonly text: string } => {
  if (wanted === null) return { columns: "", text: "" }
  const parts = partsOf(query, wanted)
  const walked = partOf(query, wanted)
  const others = parts.filter(({ term }) => term !== walked?.term)
  const terms = wanted.terms.filter((term) => !parts.some((part) => part.term === term))
  const text = [
    ...others.map((part) => `${partColumn(part.term)} = ${params.number(listNumber(part))}`),
    ...(terms.length === 0
      ? []
      : [`terms @> array(select json_array_elements_text(${params.text(JSON.stringify(terms))}::text::json))`]),
    ...(wanted.search === "" ? [] : [`position(${params.text(wanted.search)} in search) > 0`])
  ].join(" and ")
  return text === ""
    ? { columns: "", text }
    : { columns: ", terms, search, part1, part2, part3, part4, moving", text: `where ${text}` }
}

/** Returns whether one look at all rows serves both the page and its total. */
const isOnce = ({ query: { ahead, behind, isCounted } }: Asked, isNarrowed: boolean): boolean =>
  isNarrowed && isCounted !== false && ahead === undefined && behind === undefined

/** Counts the rows, within the bound. What no condition narrows is counted by the index alone. */
const total = (asked: Asked, bound: string, once: boolean): string => {
  if (once) return "(select count(*) from met)"
  const { params, query, tables, wanted } = asked
  if (query.isCounted === false) return "0"
  if (wanted === null && query.from === undefined && query.before === undefined && isCounted(query)) {
    const sum = `(select coalesce(sum(amount), 0) from ${tables.list_count}
      where list = ${params.text(query.list)} and scope = ${params.text(query.scope)})`
    return bound === "" ? sum : `least(${sum}, ${bound})`
  }
  const { columns, text } = meeting(asked)
  const rows = text === "" ? counted(asked, bound) : looked(asked, columns, true, bound)
  return `(select count(*) from (${rows}) r ${text})`
}

interface Found {
  readonly total: number
  readonly at: number | null
  readonly key: string | null
  readonly value: string
  /** The last row that was looked at, where another one is behind it. */
  readonly edge_at: number | null
  readonly edge_key: string
}

/**
 * The page and, where that has a bound, one more row, which tells that there is more. A page that finds no such row tells
 * whether the bound has kept it from looking on.
 */
const statement = (asked: Asked): string => {
  const { params, query: { bound, limit, offset } } = asked
  const most = bound === undefined ? "" : params.number(bound)
  const kind = listed[asked.query.list]
  const { columns, text } = meeting(asked)
  const sorted = `order by at ${order(asked, false)}, key ${order(asked, false)}`
  // Two lists hardly ever have one number; nothing of another account is shown.
  const isOwn = numbered(asked) === undefined ? "" : `and r.scope1 = ${params.text(accountOf(asked.query))}`
  // Without a condition the page is what is looked at, so that the planner goes by the order of the index.
  const wanted = offset + limit + (bound === undefined ? 0 : 1)
  const here = text === "" && (bound === undefined || wanted < bound) ? params.number(wanted) : most
  const key = keyText(asked)
  const met = `select key, at from (${looked(asked, columns, false, here)}) r ${text}`
  const once = isOnce(asked, text !== "")
  const edge = bound === undefined ? "select null::timestamptz as at, null::text as key where false" : `
    select at, ${key} as key from (
      select at, key from (${looked(asked, "", false, `${most} + 1`)}) r ${sorted} offset ${most} - 1 limit 2
    ) r`
  return `with ${once ? `met as materialized (${met}), ` : ""}page as materialized (
     select ${key} as key, at from (
       select key, at from ${once ? "met" : `(${met}) r`}
       ${sorted} offset ${params.number(offset)} limit ${params.number(bound === undefined ? limit : limit + 1)}
     ) r
   ), edge as materialized (${edge})
   select t.total::float8 as total, ${millis("p.at")}::float8 as at, p.key, p.value,
     ${millis("t.edge[1]::timestamptz")}::float8 as edge_at, t.edge[2] as edge_key
   from (select ${total(asked, most, once)} as total,
     case when (select count(*) from page) <= ${params.number(limit)} and (select count(*) from edge) = 2
       then (select array[at::text, key] from edge ${sorted} limit 1) end as edge) as t
   left join lateral (
     select f.at, f.key, v.value from page f
     cross join lateral (select value from ${asked.tables[partitionOf(kind)]} r
       where r.kind = '${kind}' and r.key = f.key ${isOwn} offset 0) v
   ) p on true ${sorted.replace("at", "p.at").replace("key", "p.key")}`
}

export const list = ({ query: ask, tables }: Database, query: ListQuery): Effect.Effect<Page, SqlError> => {
  const asked: Asked = { query, tables, params: new Parameters(), wanted: condition(query) }
  const text = statement(asked)
  const kind = listed[query.list]
  return Effect.map(ask<Found>(text, asked.params.values), (all) => {
    const { edge_at: edgeAt, edge_key: edgeKey, total } = all[0]!
    const found = all.flatMap(({ at, key, value }) =>
      key === null ? [] : [{ place: { at: at as Instant, key }, value }]
    )
    const shown = found.slice(0, query.limit)
    const rows = shown.map(({ place, value }) => decodeRow(kind, place.key, value))
    const page = { total, rows: query.ahead === undefined ? rows : rows.toReversed() }
    if (query.bound === undefined) return page
    const edge: ListPosition | null = edgeAt === null ? null : { at: edgeAt as Instant, key: edgeKey }
    return { ...page, next: found.length > query.limit ? shown.at(-1)!.place : edge }
  })
}
