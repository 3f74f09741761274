/**
 * Prepares for the writing of a batch: holds the keys that its commits found absent or free, and frees the numbers that
 * pass from one contact to another.
 */
import type { Ref } from "@signalbox/core/Kind"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { lost } from "../connection/failure.ts"
import { eventTables } from "../rows/eventTables.ts"
import { isContactNumber } from "../rows/rows.ts"
import { is, skipping } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"
import { isApart, isMessage } from "../statement/tables.ts"
import type { Changes } from "./changes.ts"

/** Fails, as if by a unique violation, unless all rows were inserted. */
const allNew = (inserted: Effect.Effect<ReadonlyArray<unknown>, SqlError>, count: number) =>
  Effect.flatMap(inserted, ({ length }) => length === count ? Effect.void : Effect.fail(lost()))

/** The placeholders of keys in a table: how they are inserted, and how they are taken away again. */
interface Place {
  readonly insert: string
  readonly remove: string
}

interface Placeholders<Key> extends Place {
  readonly isOf: (key: Key) => boolean
}

const hold = (
  { query }: Database,
  { insert, remove }: Place,
  rows: ReadonlyArray<object>
): Effect.Effect<void, SqlError> => {
  if (rows.length === 0) return Effect.void
  const params = [JSON.stringify(rows)]
  return Effect.andThen(allNew(query(insert, params), rows.length), query(remove, params))
}

const removed = (t: Tables): string =>
  `delete from ${t.rows} r using json_to_recordset($1::text::json) as x(kind text, key text)
   where ${is("r.kind", "x.kind")} and r.key = x.key`

/** Those of a table whose keys are 16 bytes. */
const apart = (table: string): Place => ({
  insert: `insert into ${table} (key, version, value)
     select key, 0, '' from json_to_recordset($1::text::json) as x(key uuid) order by key ${skipping}`,
  remove: `delete from ${table} s using json_to_recordset($1::text::json) as x(key uuid) where ${is("s.key", "x.key")}`
})

const rowPlaceholders = (t: Tables): ReadonlyArray<Placeholders<Ref>> => [
  {
    isOf: (row) => !isApart(row),
    insert: `insert into ${t.rows} (kind, key, version, value)
       select kind, key, 0, '' from json_to_recordset($1::text::json) as x(kind text, key text)
       order by kind collate "C", key collate "C" ${skipping}`,
    remove: removed(t)
  },
  { isOf: isMessage, ...apart(t.message_state) },
  ...eventTables.map((of) => ({ isOf: ({ kind }: Ref) => kind === of.kind, ...apart(of.table(t)) }))
]

/**
 * Locks the keys that a commit found absent and does not write, until the batch is committed: a concurrent insert of
 * one waits, and when another node has just inserted one, this batch starts again. The keys that are inserted anyway
 * are locked with them in one order, so that two batches that each expect the absence of what the other inserts do not
 * deadlock.
 */
export const holdAbsentRows = (
  db: Database,
  { absent, inserts }: Changes
): Effect.Effect<void, SqlError> => {
  if (absent.length === 0) return Effect.void
  const rows = [...absent, ...inserts].map(({ key, kind }) => ({ kind, key }))
  return Effect.forEach(rowPlaceholders(db.tables), ({ isOf, ...place }) => hold(db, place, rows.filter(isOf)), {
    discard: true
  })
}

const placeholders = (t: Tables): ReadonlyArray<Placeholders<{ readonly text: string }>> => [
  {
    isOf: ({ text }) => !isContactNumber(text),
    insert: `insert into ${t.other_key} (text, kind, key)
       select text, '', '' from json_to_recordset($1::text::json) as x(text text) order by text collate "C" ${skipping}`,
    remove: `delete from ${t.other_key} u using json_to_recordset($1::text::json) as x(text text) where u.text = x.text`
  },
  {
    isOf: ({ text }) => isContactNumber(text),
    insert: `insert into ${t.rows} (kind, key, version, value, uniques)
       select 'contact', text, 0, '', array[text] from json_to_recordset($1::text::json) as x(text text)
       order by text collate "C" ${skipping}`,
    remove: `delete from ${t.rows} r using json_to_recordset($1::text::json) as x(text text)
       where r.kind = 'contact' and r.key = x.text`
  }
]

/** Does the same for unique keys that a commit found free and does not take. */
export const holdFree = (db: Database, { free, taken }: Changes): Effect.Effect<void, SqlError> =>
  Effect.forEach(placeholders(db.tables), ({ isOf, ...place }) => {
    const found = free.map((text) => ({ text })).filter(isOf)
    if (found.length === 0) return Effect.void
    return hold(db, place, [...found, ...taken.filter(isOf).map(({ text }) => ({ text }))])
  }, { discard: true })

/**
 * Deletes the contacts that go, and those that get another number, before anything is inserted: a number may pass from
 * one contact to another in one commit.
 */
export const freeNumbers = (db: Database, { deletes }: Changes): Effect.Effect<void, SqlError> => {
  const contacts = deletes.filter(({ kind }) => kind === "contact").map(({ key, kind }) => ({ kind, key }))
  return contacts.length === 0 ? Effect.void : Effect.asVoid(db.query(removed(db.tables), [JSON.stringify(contacts)]))
}
