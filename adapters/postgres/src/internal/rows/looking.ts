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
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { is } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { instant, millis, uuidOf } from "../statement/tables.ts"
import { byKey, searched, tableOf } from "./eventTables.ts"
import type { FullTotals, WasFull } from "./fullTotals.ts"
import type { NumberColumn } from "./rows.ts"
import { contentOf, decodeRow, isCounted, listColumns, listNumber, partColumn, slots } from "./rows.ts"

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

/**
 * Returns a number as it stands in the text, where few ever do. By a parameter the planner does not know how little is
 * looked at, takes a plan for all values to be dear, and plans each page anew, which takes as long as the page.
 */
const literal = (value: number): string => {
  if (!Number.isSafeInteger(value)) throw new Error("a page looks at a whole number of rows")
  return String(value)
}

/** Rounds up how much a page may look at, so that pages of any size share their texts; undefined for what is beyond the steps. */
const stepAbove = (wanted: number): number | undefined => [101, 1001, 10_001].find((step) => step >= wanted)

interface Asked {
  readonly query: ListQuery
  readonly tables: Tables
  readonly params: Parameters
  readonly wanted: Condition | null
  /** Whether a total that is counted by an index was at the bound when that was last done. */
  readonly wasFull: WasFull
}

const ofDeliveries = ({ query: { list } }: Asked): boolean => list === "deliveries"

/** The conditions on the times of rows, in the columns of a slot. */
const times = (
  { params, query: { ahead, before, behind, from } }: Asked,
  slot: number,
  isWhole: boolean,
  ofUuids: boolean
): string => {
  const keyOf = (key: string): string => ofUuids ? `${params.text(uuidOf(key))}::text::uuid` : params.text(key)
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

interface Numbered {
  readonly column: NumberColumn
  readonly number: number
}

/** The list, or its part, that is looked through by its number; undefined for a list that stands by its name. */
const numbered = ({ query, wanted }: Pick<Asked, "query" | "wanted">): Numbered | undefined => {
  const part = partOf(query, wanted)
  const column = part === undefined ? listColumns[query.list] : partColumn(part.term)
  return column === undefined ? undefined : { column, number: listNumber(part ?? query) }
}

/** The columns that a condition asks for, and in which table of messages each of them stands. */
const stateColumns: ReadonlySet<string> = new Set(["terms", "moving"])

const listOf = (columns: ReadonlyArray<string>, of = ""): string => columns.map((each) => `, ${of}${each}`).join("")

/**
 * The rows that are looked at, as columns `key`, as their table has it, `at`, and whatever is asked for besides.
 *
 * @param isWhole true when the page's own place does not matter, as for the total
 */
const looked = (asked: Asked, columns: ReadonlyArray<string>, isWhole: boolean, bound: string): string => {
  const { params, query, tables } = asked
  const by = numbered(asked)
  const sorted = (at: string): string => `order by ${at} ${order(asked, isWhole)}, key ${order(asked, isWhole)}`
  const end = bound === "" ? "" : `limit ${bound}`
  const found = (slot: 1 | 2, from: string, where: string, more = columns): string =>
    `select key, at${slot} as at${listOf(more)} from ${from} where ${where}${
      times(asked, slot, isWhole, by !== undefined || ofDeliveries(asked))
    } ${sorted(`at${slot}`)} ${end}`
  if (by !== undefined) {
    const isMoving = by.column === "moving"
    const there = isMoving ? tables.message_state : tables.message
    const other = isMoving ? tables.message : tables.message_state
    const own = columns.filter((each) => stateColumns.has(each) === isMoving)
    const others = columns.filter((each) => !own.includes(each))
    const walked = found(1, there, `${by.column} = ${params.number(by.number)}`, own)
    return others.length === 0 ? walked : `select m.*${listOf(others, "r.")} from (${walked}) m cross join lateral (
      select ${listOf(others).slice(2)} from ${other} r where r.key = m.key offset 0
    ) r`
  }
  const all = slots[query.list].map((slot) => {
    const within = ofDeliveries(asked)
      ? found(slot, `${searched(tables)} d`, `scope${slot} = ${params.text(uuidOf(query.scope))}::text::uuid`)
      : found(
        slot,
        tables.rows,
        `list${slot} = ${params.text(query.list)} and scope${slot} = ${params.text(query.scope)}`
      )
    return `(${within})`
  })
  return all.length === 1 ? all[0]!.slice(1, -1) : `select * from (${all.join(" union all ")}) b ${sorted("at")} ${end}`
}

/**
 * Counts the rows of a list that stands by its number, within the bound, where every row that is looked at counts. Which of
 * them these are does not matter within the bound, so they are counted from the oldest one on: those lie on pages that the
 * server knows to be visible to everybody, so that the index alone tells of them, while it would visit each of those that
 * were written last.
 *
 * Whether a row stands at the bound is told sooner than how many there are up to it. Where there was one, it is asked for
 * first, and where there was one a moment ago, nothing is asked: looking at 10,000 entries takes twice as long as the page.
 */
const counted = (
  asked: Asked,
  { column, number }: Numbered,
  bound: number | undefined
): string => {
  const { params, tables, wasFull } = asked
  if (bound !== undefined && wasFull === "just") return literal(bound)
  const table = column === "moving" ? tables.message_state : tables.message
  // By its order the index is walked until the bound: else the planner may read all of the table.
  const rows = `from ${table} where ${column} = ${params.number(number)}${
    times(asked, 1, true, true)
  } order by at1, key`
  if (bound === undefined) return `(select count(*) from (select ${rows}) r)`
  const count = `(select count(*) from (select ${rows} limit ${literal(bound)}) r)`
  return wasFull === "once"
    ? `coalesce((select ${literal(bound)} ${rows} offset ${literal(bound - 1)} limit 1), ${count})`
    : count
}

interface Meeting {
  readonly columns: ReadonlyArray<string>
  readonly text: string
}

/** The condition that rows must meet, and the columns that it asks for. The part that is looked through meets its term. */
const meeting = (asked: Asked): Meeting => {
  const { params, query, wanted } = asked
  if (wanted === null) return { columns: [], text: "" }
  const parts = partsOf(query, wanted)
  const walked = partOf(query, wanted)
  const others = parts.filter(({ term }) => term !== walked?.term)
  const terms = wanted.terms.filter((term) => !parts.some((part) => part.term === term))
  const ofMessages = numbered(asked) !== undefined
  const text = [
    ...others.map((part) => `${partColumn(part.term)} = ${params.number(listNumber(part))}`),
    ...(terms.length === 0
      ? []
      : [`terms @> array(select json_array_elements_text(${params.text(JSON.stringify(terms))}::text::json))`]),
    // Messages have no text that is searched.
    ...(wanted.search === "" ? [] : [ofMessages ? "false" : `position(${params.text(wanted.search)} in search) > 0`])
  ].join(" and ")
  const columns = [
    ...new Set(others.map(({ term }) => partColumn(term))),
    ...(terms.length === 0 ? [] : ["terms"]),
    ...(wanted.search === "" || ofMessages ? [] : ["search"])
  ]
  return text === "" ? { columns: [], text } : { columns, text: `where ${text}` }
}

/** Returns whether one look at all rows serves both the page and its total. */
const isOnce = (asked: Asked): boolean => {
  const { ahead, behind, isCounted } = asked.query
  return isNarrowed(asked) && isCounted !== false && ahead === undefined && behind === undefined
}

/** Returns whether the sum that is kept of a list is the total. */
const isSummed = ({ query, wanted }: Pick<Asked, "query" | "wanted">): boolean =>
  wanted === null && query.from === undefined && query.before === undefined && isCounted(query)

/** Returns whether there may be rows, in what is looked through, that do not meet the condition. */
const isNarrowed = ({ query, wanted }: Pick<Asked, "query" | "wanted">): boolean => {
  if (wanted === null) return false
  const walked = partOf(query, wanted)?.term
  return wanted.search !== "" || wanted.terms.some((term) => term !== walked)
}

/** Returns by what the entries of one index tell the total; undefined where they do not. */
const countedBy = (asked: Pick<Asked, "query" | "wanted">): Numbered | undefined =>
  asked.query.isCounted === false || isSummed(asked) || isNarrowed(asked) ? undefined : numbered(asked)

/** Counts the rows, within the bound. What no condition narrows is counted by the index alone. */
const total = (asked: Asked, bound: string, once: boolean): string => {
  if (once) return "(select count(*) from met)"
  const { params, query, tables } = asked
  if (query.isCounted === false) return "0"
  if (isSummed(asked)) {
    const sum = `(select coalesce(sum(amount), 0) from ${tables.list_count}
      where list = ${params.text(query.list)} and scope = ${params.text(query.scope)})`
    return bound === "" ? sum : `least(${sum}, ${bound})`
  }
  const by = countedBy(asked)
  if (by !== undefined) return counted(asked, by, query.bound)
  const { columns, text } = meeting(asked)
  return `(select count(*) from (${looked(asked, columns, true, bound)}) r ${text})`
}

interface Found {
  readonly total: number
  readonly at: number | null
  readonly key: string | null
  readonly value: string
  readonly state: string | null
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
  const most = bound === undefined ? "" : literal(bound)
  const kind = listed[asked.query.list]
  const { columns, text } = meeting(asked)
  const sorted = `order by at ${order(asked, false)}, key ${order(asked, false)}`
  // Two lists hardly ever have one number; nothing of another account is shown.
  const apart = tableOf({ kind })
  const values = apart !== undefined
    ? byKey(asked.tables, apart, "f.key")
    : numbered(asked) === undefined
    ? `select value, null::text as state from ${asked.tables.rows} r where r.kind = '${kind}' and r.key = f.key`
    : `select ${contentOf} as value, s.value as state
       from ${asked.tables.message} c join ${asked.tables.message_state} s on ${is("s.key", "c.key")}
       where ${is("c.key", "f.key")} and c.account = ${params.text(uuidOf(accountOf(asked.query)))}::text::uuid`
  // Without a condition the page is what is looked at, so that the planner goes by the order of the index.
  const wanted = offset + limit + (bound === undefined ? 0 : 1)
  const step = stepAbove(wanted)
  const isFew = text === "" && (bound === undefined || (step ?? wanted) < bound)
  // The server refuses a parameter that stands nowhere in the statement, so that one is made only where it is used.
  const here = !isFew ? most : step === undefined ? params.number(wanted) : literal(step)
  const met = `select key, at from (${looked(asked, columns, false, here)}) r ${text}`
  const once = isOnce(asked)
  const edge = bound === undefined ? "select null::timestamptz as at, null as key where false" : `
    select at, key::text from (
      select at, key from (${looked(asked, [], false, `${most} + 1`)}) r ${sorted} offset ${most} - 1 limit 2
    ) r`
  return `with ${once ? `met as materialized (${met}), ` : ""}page as materialized (
     select key, at from ${once ? "met" : `(${met}) r`}
     ${sorted} offset ${params.number(offset)} limit ${params.number(bound === undefined ? limit : limit + 1)}
   ), edge as materialized (${edge})
   select t.total::float8 as total, ${millis("p.at")}::float8 as at, p.key::text as key, p.value, p.state,
     ${millis("t.edge[1]::timestamptz")}::float8 as edge_at, t.edge[2] as edge_key
   from (select ${total(asked, most, once)} as total,
     case when (select count(*) from page) <= ${params.number(limit)} and (select count(*) from edge) = 2
       then (select array[at::text, key] from edge ${sorted} limit 1) end as edge) as t
   left join lateral (
     select f.at, f.key, v.value, v.state from page f cross join lateral (${values} offset 0) v
   ) p on true ${sorted.replace("at", "p.at").replace("key", "p.key")}`
}

/** Totals that count the same have one name. */
const nameOf = ({ before, bound, from }: ListQuery, { column, number }: Numbered): string =>
  `${column}/${number}/${from}/${before}/${bound}`

export const list = Effect.fnUntraced(function*(
  db: Database,
  totals: FullTotals,
  query: ListQuery
): Effect.fn.Return<Page, SqlError> {
  const wanted = condition(query)
  const by = query.bound === undefined ? undefined : countedBy({ query, wanted })
  const name = by === undefined ? undefined : nameOf(query, by)
  const now = yield* Clock.monotonicTimeNanos
  const wasFull = name === undefined ? false : totals.wasFull(name, now)
  const asked: Asked = { query, tables: db.tables, params: new Parameters(), wanted, wasFull }
  const kind = listed[query.list]
  const all = yield* db.query<Found>(statement(asked), asked.params.values)
  const { edge_at: edgeAt, edge_key: edgeKey, total } = all[0]!
  // What was believed has not been counted again.
  if (name !== undefined && wasFull !== "just") totals.learn(name, total === query.bound, now)
  const found = all.flatMap(({ at, key, state, value }) =>
    key === null ? [] : [{ place: { at: at as Instant, key }, state, value }]
  )
  const shown = found.slice(0, query.limit)
  const rows = shown.map(({ place, state, value }) => decodeRow(kind, place.key, value, state))
  const page = { total, rows: query.ahead === undefined ? rows : rows.toReversed() }
  if (query.bound === undefined) return page
  const edge: ListPosition | null = edgeAt === null ? null : { at: edgeAt as Instant, key: edgeKey }
  return { ...page, next: found.length > query.limit ? shown.at(-1)!.place : edge }
})
