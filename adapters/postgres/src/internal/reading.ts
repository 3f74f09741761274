/**
 * Locks and reads the rows of a batch at the beginning of its transaction. Locks are taken in one order, so that two
 * batches seldom deadlock: rows, sums, work, claims, each by their keys.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Ref } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import type { ClaimKey } from "@signalbox/core/Reply"
import type { WorkRef } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "./database.ts"
import type { Part } from "./parts.ts"
import { withParts } from "./parts.ts"
import { byContactNumber, inOrder, isContactNumber, uniques } from "./rows.ts"
import type { Subscription } from "./subscribers.ts"
import type { Tables } from "./tables.ts"
import { millis } from "./tables.ts"

/** Money and counters are both sums; the book says which. */
export type Book = "balance" | "counter"

export interface RowFound extends Ref {
  readonly version: number
  readonly uniques: ReadonlyArray<string> | null
  readonly list1: string | null
  readonly scope1: string | null
  readonly list2: string | null
  readonly scope2: string | null
}

/** Which row has a unique key. */
export interface Owner extends Ref {
  readonly text: string
}

export interface Reading {
  /** Whether it was not read but taken for granted: rows that no commit expects may exist then. */
  readonly isGuess?: boolean
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

/**
 * Joins the rows that `x` names, one after the other: as `w` and locked against everybody when they are written, as `s`
 * and in share mode otherwise, so that many batches may expect one row as long as none writes it. There is one order for
 * both, so that of two batches each of which writes what the other expects one waits for the other, and not both.
 */
export const lockedRows = (
  t: Tables,
  columns: string,
  where: { readonly written: string; readonly rested: string } = { written: "true", rested: "true" }
): string =>
  `left join lateral (
     select ${columns} from ${t.rows} r
     where x.writes and r.kind = x.kind and r.key = x.key and ${where.written} for no key update of r
   ) w on true
   left join lateral (
     select ${columns} from ${t.rows} r
     where not x.writes and r.kind = x.kind and r.key = x.key and ${where.rested} for share of r
   ) s on true`

const placed = ["version", "uniques", "list1", "scope1", "list2", "scope2"] as const

const parts = (t: Tables, batch: ReadonlyArray<Commit>): ReadonlyArray<Part> => {
  const needed = touched(batch)
  return [
    {
      name: "locked",
      rows: inOrder([
        ...needed.written.map((ref) => ({ ...ref, writes: true })),
        ...needed.rested.map((ref) => ({ ...ref, writes: false }))
      ]),
      text: (p) =>
        `select x.kind, x.key, x.writes, ${placed.map((name) => `coalesce(w.${name}, s.${name}) as ${name}`).join(", ")}
         from json_to_recordset(${p}) as x(kind text, key text, writes bool)
         ${lockedRows(t, placed.map((name) => `r.${name}`).join(", "))}
         where w.version is not null or s.version is not null`
    },
    {
      name: "owners",
      rows: needed.owners.filter(({ text }) => !isContactNumber(text)),
      text: (p) =>
        `select u.text, u.kind, u.key from json_to_recordset(${p}) as x(text text) join ${t.other_key} u using (text)`
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
         join ${t.sum} s using (book, name) order by s.book, s.name for no key update of s`
    },
    {
      name: "entries",
      rows: needed.entries,
      text: (p) =>
        `select e.book, e.name, e.once from json_to_recordset(${p}) as x(book text, name text, once text)
         join ${t.sum_entry} e using (book, name, once)`
    },
    {
      name: "works",
      rows: needed.works,
      text: (p) =>
        `select w.kind, w.key, w.token from json_to_recordset(${p}) as x(kind text, key text)
         join ${t.work} w using (kind, key) order by w.kind, w.key for no key update of w`
    },
    {
      name: "claims",
      rows: needed.claims,
      text: (p) =>
        `select c.account, c.key, c.token, ${
          millis("c.at")
        } as at from json_to_recordset(${p}) as x(account text, key text)
         join ${t.claim} c using (account, key) where c.reply is null
         order by c.account, c.key for no key update of c`
    },
    {
      name: "subscriptions",
      rows: needed.subscriptions,
      text: (p) =>
        `select s.webhook, s.account, s.parent, s.events from json_to_recordset(${p}) as x(account text)
         join ${t.subscription} s using (account) order by s.webhook`
    }
  ]
}

/** What was read, before the rows are told apart. */
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

export const read = (db: Database, batch: ReadonlyArray<Commit>): Effect.Effect<Reading, SqlError> =>
  Effect.map(ask(db, parts(db.tables, batch)), ({ contacts = [], locked = [], owners = [], ...reading }) => ({
    ...reading,
    owners: [...owners, ...contacts],
    written: locked.filter(({ writes }) => writes),
    rested: locked.filter(({ writes }) => !writes)
  }))

/**
 * Reads the keys of debits and counts once more after the sums were locked. What another node has spent during the wait
 * for the lock shows in the sums at once, but in the keys only in a later statement.
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
