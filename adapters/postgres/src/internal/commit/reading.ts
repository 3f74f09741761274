/**
 * Locks and reads the rows of a batch at the beginning of its transaction. Locks are taken in one order, so that two
 * batches seldom deadlock: rows, sums, work, claims, each by their keys.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Ref } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import type { ClaimKey } from "@signalbox/core/Reply"
import * as Uuid from "@signalbox/core/Uuid"
import type { WorkRef } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import type { EventTable } from "../rows/eventTables.ts"
import { tablesOf } from "../rows/eventTables.ts"
import type { Kept } from "../rows/rows.ts"
import { byContactNumber, inOrder, isContactNumber, uniques } from "../rows/rows.ts"
import type { Subscription } from "../rows/subscribers.ts"
import type { Part } from "../statement/parts.ts"
import { bounded, is, withParts } from "../statement/parts.ts"
import type { Book, Tables } from "../statement/tables.ts"
import { isApart, millis } from "../statement/tables.ts"

export interface RowFound extends Ref {
  readonly version: number
  readonly uniques: ReadonlyArray<string> | null
  readonly list1: string | null
  readonly scope1: string | null
  readonly list2: string | null
  readonly scope2: string | null
  /** The places and the content that a message keeps, where it is known that its state alone is another. */
  readonly keeps?: Kept
}

/** The row that has a unique key. */
export interface Owner extends Ref {
  readonly text: string
}

export interface Reading {
  /** True when it was not read but assumed, for an optimistic commit: rows that no commit expects may exist then. */
  readonly isOptimistic?: boolean
  readonly written?: ReadonlyArray<RowFound>
  readonly rested?: ReadonlyArray<RowFound>
  readonly owners?: ReadonlyArray<Owner>
  readonly sums?: ReadonlyArray<{ readonly book: Book; readonly name: string; readonly amount: number }>
  readonly entries?: ReadonlyArray<{ readonly book: Book; readonly name: string; readonly once: string }>
  readonly works?: ReadonlyArray<WorkRef & { readonly token: number | null }>
  readonly claims?: ReadonlyArray<ClaimKey & { readonly token: number; readonly at: number }>
  readonly subscriptions?: ReadonlyArray<Subscription>
}

const by = <A>(text: (a: A) => string, all: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(all.map((each) => [text(each), each])).values()
]

const bare = ({ key, kind }: Ref): Ref => ({ kind, key })

/** Everything of a batch that there is to lock and read. */
const touched = (batch: ReadonlyArray<Commit>) => {
  const written = by(
    refText,
    batch.flatMap(({ deletes, events, puts }) => [
      ...puts.map(bare),
      ...deletes.map(bare),
      ...events.map(({ id }) => ({ kind: "event", key: id }))
    ])
  )
  const isWritten = new Set(written.map(refText))
  const draws = batch.flatMap(({ counts, debits }) => [
    ...debits.map(({ account, once }) => ({ book: "balance" as const, name: account as string, once })),
    ...counts.map(({ counter, once }) => ({ book: "counter" as const, name: counter, once }))
  ])
  return {
    written,
    rested: by(
      refText,
      batch.flatMap(({ expects }) => expects.flatMap((each) => "ref" in each ? [bare(each.ref)] : []))
    )
      .filter((ref) => !isWritten.has(refText(ref))),
    owners: by(
      String,
      batch.flatMap(({ puts, expects }) => [
        ...puts.flatMap((row) => uniques(row) ?? []),
        ...expects.flatMap((each) => "free" in each ? [uniqueText(each.free)] : [])
      ])
    ).map((text) => ({ text })),
    sums: by(({ book, name }) => `${book}/${name}`, draws.map(({ book, name }) => ({ book, name }))),
    entries: draws.filter(({ once }) => once !== null),
    works: by(
      refText,
      batch.flatMap(({ cancels, completes, due, holds, releases }) => [
        ...[...due, ...completes, ...holds, ...releases].map(({ work }) => bare(work)),
        ...cancels.map(bare)
      ])
    ),
    claims: batch.flatMap(({ reply }) => reply === null ? [] : [reply.claim]),
    subscriptions: by(String, batch.flatMap(({ events }) => events.map(({ account }) => account))).map((account) => ({
      account
    }))
  }
}

/** A row that is to be locked, as `lockedRows` takes it: `writes` says how. A row of a table of its own has an `id`. */
export const lockable = (ref: Ref, writes: boolean) => ({ ...named(ref), writes })

/** No row of a table of its own has a key that is no UUID. */
export const named = ({ key, kind }: Ref): Ref & { readonly id?: string } =>
  isApart({ kind }) && Uuid.is(key) ? { kind, key, id: key } : { kind, key }

/** The columns by which a row is known before it is written, of a row `r` and of a message of a state `s` and a content `c`. */
export const placedColumns = {
  row: { uniques: "r.uniques", list1: "r.list1", scope1: "r.scope1", list2: "r.list2", scope2: "r.scope2" },
  message: {
    uniques: "c.uniques",
    list1: "'messages'",
    scope1: "c.account::text",
    list2: "null::text",
    scope2: "null::text"
  }
} as const

/** Expressions for a row, by the table that it is in. */
interface Places {
  readonly row: string
  readonly message: string
  readonly event: (of: EventTable) => string
}

const anywhere: Places = { row: "true", message: "true", event: () => "true" }

/**
 * Selects the row that `x` names: locked against everybody when it is written, and in share mode otherwise, so that many
 * batches may expect one row as long as none writes it. There is one order for both and for all tables, so that of two
 * batches each of which writes what the other expects one waits for the other, and not both.
 *
 * @param apart the tables of events that the rows may be in
 * @param columns of the row
 * @param where what must hold of a row that is written, and of one that is not, to be found
 */
export const lockedRows = (
  t: Tables,
  apart: ReadonlyArray<EventTable>,
  columns: Places,
  where: { readonly written: Places; readonly rested: Places } = { written: anywhere, rested: anywhere }
): string =>
  // Whoever writes a message locks its state first, so that is enough for those who do not.
  ([["x.writes", where.written, "no key update", "s, c"], ["not x.writes", where.rested, "share", "s"]] as const)
    .flatMap((
      [isAsked, isFound, lock, parts]
    ) => [
      `select * from (
       select ${columns.row} from ${t.rows} r
       where x.id is null and ${isAsked} and ${is("r.kind", "x.kind")} and r.key = x.key and ${isFound.row}
       for ${lock} of r
     ) r`,
      `select * from (
       select ${columns.message} from ${t.message_state} s join ${t.message} c on ${is("c.key", "s.key")}
       where x.kind = 'message' and ${isAsked} and ${is("s.key", "x.id")} and ${isFound.message} for ${lock} of ${parts}
     ) r`,
      ...apart.map((of) =>
        `select * from (
       select ${columns.event(of)} from ${of.table(t)} o
       where x.kind = '${of.kind}' and ${isAsked} and ${is("o.key", "x.id")} and ${isFound.event(of)} for ${lock} of o
     ) r`
      )
    ]).join(" union all ")

const selected = (columns: Readonly<Record<string, string>>, version: string): string =>
  [`${version} as version`, ...Object.entries(columns).map(([name, column]) => `${column} as ${name}`)].join(", ")

const locked: Places = {
  row: selected(placedColumns.row, "r.version"),
  message: selected(placedColumns.message, "s.version"),
  event: ({ placed }) => selected(placed, "o.version")
}

const placed = ["version", "uniques", "list1", "scope1", "list2", "scope2"].map((name) => `r.${name}`).join(", ")

const parts = (t: Tables, batch: ReadonlyArray<Commit>): ReadonlyArray<Part> => {
  const needed = touched(batch)
  return [
    {
      name: "locked",
      rows: inOrder([
        ...needed.written.map((ref) => lockable(ref, true)),
        ...needed.rested.map((ref) => lockable(ref, false))
      ]),
      text: (p) =>
        `select x.kind, x.key, x.writes, ${placed}
         from json_to_recordset(${p}) as x(kind text, key text, id uuid, writes bool)
         cross join lateral (${lockedRows(t, tablesOf([...needed.written, ...needed.rested]), locked)}) r`
    },
    {
      name: "owners",
      rows: needed.owners.filter(({ text }) => !isContactNumber(text)),
      text: (p) =>
        `select u.text, u.kind, u.key from json_to_recordset(${p}) as x(text text) join ${t.other_key} u on ${
          is("u.text", "x.text")
        }`
    },
    {
      name: "contacts",
      rows: needed.owners.filter(({ text }) => isContactNumber(text)),
      text: (p) =>
        `select x.text, r.kind, r.key from json_to_recordset(${p}) as x(text text)
         cross join lateral (${byContactNumber(t, "x.text")}) r`
    },
    {
      name: "sums",
      rows: needed.sums,
      text: (p) =>
        `select s.book, s.name, s.amount from json_to_recordset(${p}) as x(book text, name text)
         join ${t.sum} s on ${
          is("s.book", "x.book")
        } and s.name = x.name order by x.book collate "C", x.name collate "C" for no key update of s`
    },
    {
      name: "entries",
      rows: needed.entries,
      text: (p) =>
        `select e.book, e.name, e.once, e.amount from json_to_recordset(${p}) as x(book text, name text, once text)
         join ${t.sum_entry} e on ${is("e.book", "x.book")} and e.name = x.name and e.once = x.once`
    },
    {
      name: "works",
      rows: needed.works,
      text: (p) =>
        `select w.kind, w.key, w.token from json_to_recordset(${p}) as x(kind text, key text)
         join ${t.work} w on ${
          is("w.kind", "x.kind")
        } and w.key = x.key order by x.kind collate "C", x.key collate "C" for no key update of w`
    },
    {
      name: "claims",
      rows: needed.claims,
      text: (p) =>
        `select c.account, c.key, c.token, ${
          millis("c.at")
        } as at from json_to_recordset(${p}) as x(account text, key text)
         join ${t.claim} c on ${is("c.account", "x.account")} and c.key = x.key where c.reply is null
         order by x.account collate "C", x.key collate "C" for no key update of c`
    },
    {
      name: "subscriptions",
      rows: needed.subscriptions,
      text: (p) =>
        `select s.webhook, s.account, s.parent, s.events from json_to_recordset(${p}) as x(account text)
         join ${t.subscription} s on ${is("s.account", "x.account")} order by s.webhook || ''`
    }
  ]
}

/** The rows as they were read, before they are told apart. */
interface Found extends Omit<Reading, "written" | "rested"> {
  readonly contacts?: ReadonlyArray<Owner>
  readonly locked?: ReadonlyArray<RowFound & { readonly writes: boolean }>
}

const ask = (
  { query }: Database,
  parts: ReadonlyArray<Part>
): Effect.Effect<Found, SqlError> => {
  const statement = withParts(
    parts,
    (names) => `select ${names.map((name) => `(select json_agg(${name}) from ${name})::text as ${name}`).join(", ")}`
  )
  if (statement === null) return Effect.succeed({})
  return Effect.map(
    query<Record<string, string | null>>(statement.text, statement.params),
    ([row]) =>
      Object.fromEntries(
        statement.names.map((name) => [name, JSON.parse(row![name] ?? "[]") as unknown])
      ) as Found
  )
}

/** @param patience how many milliseconds the transaction waits for each lock from here on */
export const read = (
  db: Database,
  batch: ReadonlyArray<Commit>,
  patience: number | null
): Effect.Effect<Reading, SqlError> =>
  Effect.map(
    ask(db, [...bounded(patience), ...parts(db.tables, batch)]),
    ({ contacts = [], locked = [], owners = [], ...reading }) => ({
      ...reading,
      owners: [...owners, ...contacts],
      written: locked.filter(({ writes }) => writes),
      rested: locked.filter(({ writes }) => !writes)
    })
  )

/**
 * Reads the keys of debits and counts once more after the sums were locked. Money that another node has spent during
 * the wait for the lock shows in the sums immediately, but in the keys only in a later statement.
 */
export const readEntries = (
  db: Database,
  batch: ReadonlyArray<Commit>,
  reading: Reading
): Effect.Effect<Reading, SqlError> =>
  Effect.map(
    ask(db, parts(db.tables, batch).filter(({ name }) => name === "entries")),
    (entries) => ({ ...reading, ...entries })
  )
