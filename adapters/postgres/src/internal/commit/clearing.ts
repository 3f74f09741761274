/**
 * Prepares for the writing of a batch: holds the keys that its commits found absent or free, and frees the numbers that
 * pass from one contact to another.
 */
import type { Ref } from "@signalbox/core/Kind"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { lost } from "../connection/failure.ts"
import { isContactNumber } from "../rows/rows.ts"
import { is, skipping } from "../statement/parts.ts"
import type { Partition, Tables } from "../statement/tables.ts"
import { partitionOf, partitions } from "../statement/tables.ts"
import type { Changes } from "./changes.ts"

/** Deletes those of the rows that are in this partition. */
const remove = (
  { query, tables }: Database,
  partition: Partition,
  rows: ReadonlyArray<Ref>
): Effect.Effect<void, SqlError> => {
  const own = rows.filter(({ kind }) => partitionOf(kind) === partition)
  if (own.length === 0) return Effect.void
  return Effect.asVoid(query(
    `delete from ${tables[partition]} r using json_to_recordset($1::text::json) as x(kind text, key text)
     where ${is("r.kind", "x.kind")} and r.key = x.key`,
    [JSON.stringify(own)]
  ))
}

/** Fails, as if by a unique violation, unless all rows were inserted. */
const allNew = (inserted: Effect.Effect<ReadonlyArray<unknown>, SqlError>, count: number) =>
  Effect.flatMap(inserted, ({ length }) => length === count ? Effect.void : Effect.fail(lost()))

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
  return Effect.andThen(
    allNew(
      db.query(
        `insert into ${db.tables.rows} (kind, key, version, value)
         select kind, key, 0, '' from json_to_recordset($1::text::json) as x(kind text, key text)
         order by kind collate "C", key collate "C" ${skipping}`,
        [JSON.stringify(rows)]
      ),
      rows.length
    ),
    Effect.forEach(partitions, (partition) => remove(db, partition, rows), { discard: true })
  )
}

/** The placeholders of keys in a table: how they are inserted, and how they are taken away again. */
interface Placeholders {
  readonly isOf: (key: { readonly text: string }) => boolean
  readonly insert: string
  readonly remove: string
}

const placeholders = (t: Tables): ReadonlyArray<Placeholders> => [
  {
    isOf: ({ text }) => !isContactNumber(text),
    insert: `insert into ${t.other_key} (text, kind, key)
       select text, '', '' from json_to_recordset($1::text::json) as x(text text) order by text collate "C" ${skipping}`,
    remove: `delete from ${t.other_key} u using json_to_recordset($1::text::json) as x(text text) where u.text = x.text`
  },
  {
    isOf: ({ text }) => isContactNumber(text),
    insert: `insert into ${t.row_other} (kind, key, version, value, uniques)
       select 'contact', text, 0, '', array[text] from json_to_recordset($1::text::json) as x(text text)
       order by text collate "C" ${skipping}`,
    remove: `delete from ${t.row_other} r using json_to_recordset($1::text::json) as x(text text)
       where r.kind = 'contact' and r.key = x.text`
  }
]

/** Does the same for unique keys that a commit found free and does not take. */
export const holdFree = ({ query, tables }: Database, { free, taken }: Changes): Effect.Effect<void, SqlError> =>
  Effect.forEach(placeholders(tables), ({ insert, isOf, remove }) => {
    const found = free.map((text) => ({ text })).filter(isOf)
    if (found.length === 0) return Effect.void
    const rows = [...found, ...taken.filter(isOf).map(({ text }) => ({ text }))]
    const params = [JSON.stringify(rows)]
    return Effect.andThen(allNew(query(insert, params), rows.length), query(remove, params))
  }, { discard: true })

/**
 * Deletes the contacts that go, and those that get another number, before anything is inserted: a number may pass from
 * one contact to another in one commit.
 */
export const freeNumbers = (db: Database, { deletes }: Changes): Effect.Effect<void, SqlError> => {
  const contacts = deletes.filter(({ kind }) => kind === "contact").map(({ key, kind }) => ({ kind, key }))
  return remove(db, partitionOf("contact"), contacts)
}
