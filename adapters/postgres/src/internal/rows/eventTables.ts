/**
 * Events and their deliveries are as many as all other rows together, so each of the two kinds has a table of its own. Ids
 * stand there as 16 bytes, what a list is searched for is put together from them when it is asked for, and what an attempt
 * changes stands at the end of the row, where there is room beside it: so it is logged as what it is, and touches no index.
 */
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { encodeRest, encodeState } from "@signalbox/core/Delivery"
import type { Ref } from "@signalbox/core/Kind"
import type { Column } from "../statement/columns.ts"
import { lists, plain } from "../statement/columns.ts"
import { is } from "../statement/parts.ts"
import { isStorableText } from "../statement/storable.ts"
import type { EventKind, Tables } from "../statement/tables.ts"
import { instant, millis } from "../statement/tables.ts"

/** The columns by which a row is known before it is written. */
type PlacedColumns = Readonly<Record<"uniques" | "list1" | "scope1" | "list2" | "scope2", string>>

type Values = Readonly<Record<string, string | number | ReadonlyArray<string> | null | undefined>>

export interface EventTable {
  readonly kind: EventKind
  readonly table: (t: Tables) => string
  /** The columns beside key, version and value, each with the type in which a statement is given it. */
  readonly columns: Readonly<Record<string, "int8" | "uuid" | "uuid[]" | "text">>
  /** The content of a row `o`, as the text of JSON. */
  readonly content: string
  readonly placed: PlacedColumns
  /** Returns the values of the columns, and the JSON of the value. */
  readonly columnsOf: (row: Delivery | Event) => readonly [columns: Values, value: object]
}

const json = (fields: Readonly<Record<string, string>>): string =>
  `json_build_object(${Object.entries(fields).map(([name, column]) => `'${name}', ${column}`).join(", ")})::text`

const events: EventTable = {
  kind: "event",
  table: (t) => t.event,
  columns: { at1: "int8", account: "uuid", name: "text", body: "text" },
  content: json({ u: "o.account", n: "o.name", w: millis("o.at1"), b: "o.body" }),
  placed: { uniques: "null::text[]", list1: "null", scope1: "null", list2: "null", scope2: "null" },
  columnsOf: (row) => {
    const { account, at, body, name } = row as Event
    const rest = encodeRest(row as Event)
    // Core writes bodies as JSON, which escapes what a column cannot hold.
    return isStorableText(body)
      ? [{ at1: at, account, name, body }, rest]
      : [{ at1: at, account, name }, { ...rest, b: body }]
  }
}

const deliveries: EventTable = {
  kind: "delivery",
  table: (t) => t.delivery,
  columns: {
    at1: "int8",
    scope1: "uuid",
    scope2: "uuid",
    event: "uuid",
    ids: "uuid[]",
    name: "text",
    status: "text"
  },
  content: json({
    s: "o.status",
    n: "o.name",
    e: "o.event",
    w: "o.scope1",
    p: "o.scope2",
    i: "o.ids",
    t: millis("o.at1")
  }),
  placed: {
    uniques: "null::text[]",
    list1: "'deliveries'",
    scope1: "o.scope1::text",
    list2: "case when o.scope2 is not null then 'deliveries' end",
    scope2: "o.scope2::text"
  },
  columnsOf: (row) => {
    const { createdAt, event, ids, name, parent, status, webhook } = row as Delivery
    return [
      { at1: createdAt, scope1: webhook, scope2: parent, event, ids, name, status },
      encodeState(row as Delivery)
    ]
  }
}

/** In the order in which their rows are locked. */
export const eventTables: ReadonlyArray<EventTable> = [deliveries, events]

const byKind = new Map<string, EventTable>(eventTables.map((each) => [each.kind, each]))

/** Returns the table of this kind of row; undefined when it stands among all others, or is a message. */
export const tableOf = ({ kind }: Pick<Ref, "kind">): EventTable | undefined => byKind.get(kind)

/** The tables of some rows. */
export const tablesOf = (refs: ReadonlyArray<Pick<Ref, "kind">>): ReadonlyArray<EventTable> => {
  const kinds = new Set(refs.map(({ kind }) => kind))
  return eventTables.filter(({ kind }) => kinds.has(kind))
}

const names = ({ columns }: EventTable): ReadonlyArray<string> => Object.keys(columns)

const column = (name: string, x: string): string => name.startsWith("at") ? instant(`${x}.${name}`) : `${x}.${name}`

/** The columns of some rows, as a statement is given them. */
export const columnsOf = (
  { columns }: EventTable,
  rows: ReadonlyArray<Values>
): Readonly<Record<string, Column>> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, type]) => {
      const values = rows.map((row) => row[name])
      return [
        name,
        type === "uuid[]"
          ? { ...lists(values as ReadonlyArray<ReadonlyArray<string> | undefined>), type }
          : plain(type, values as ReadonlyArray<string | number | undefined>)
      ]
    })
  )

/** Inserts what is given. */
export const insertion = (t: Tables, of: EventTable, version: string, p: string): string =>
  `insert into ${of.table(t)} as o (key, ${names(of).join(", ")}, version, value)
   select key, ${names(of).map((name) => column(name, "x")).join(", ")}, ${version}, value
   from ${p} as x`

/** Sets all columns of a row that there is. */
export const setting = (of: EventTable, version: string, x = "x"): string =>
  `${
    names(of).map((name) => `${name} = ${x === "excluded" ? `excluded.${name}` : column(name, x)}`).join(", ")
  }, version = ${version}, value = ${x}.value`

/** The deliveries with what their lists are narrowed by, as a table to select from. */
export const searched = (t: Tables): string =>
  `(select key, at1, at1 as at2, scope1, scope2, array['event=' || name, 'status=' || status] as terms,
     concat_ws(chr(31), lower(name), lower(status), array_to_string(ids, chr(31))) as search from ${t.delivery})`

/** Selects the row with a key that the statement has at hand. */
export const byKey = (t: Tables, of: EventTable, key: string): string =>
  `select o.version, ${of.content} as value, o.value as state from ${of.table(t)} o where ${is("o.key", key)}`
