/**
 * Derives the columns of existing rows again: their unique keys, their places in lists, and their filters. Their values
 * stay, and their versions rise: to the nodes at work a version stands for the places of a row, too.
 */
import type { KindName } from "@signalbox/core/Row"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { derivedContentSet, derivedSet, derivedStateSet } from "../commit/writing.ts"
import type { Database } from "../connection/database.ts"
import type { EventTable } from "../rows/eventTables.ts"
import { setting, tableOf } from "../rows/eventTables.ts"
import type { Placed } from "../rows/rows.ts"
import { contentOf, decodeRow, encoded, encodedEvents, encodedMessages, isContactNumber, placed } from "../rows/rows.ts"
import { is } from "../statement/parts.ts"
import { following, isMessage, uuidOf } from "../statement/tables.ts"

/** The number of rows that are read and written at a time. */
const batch = 500

interface Found {
  readonly key: string
  readonly value: string
  readonly state: string | null
}

const page = ({ query, tables: t }: Database, kind: KindName, after: string) => {
  const apart = tableOf({ kind })
  return apart !== undefined
    ? query<Found>(
      `select o.key::text, ${apart.content} as value, o.value as state from ${apart.table(t)} o
       where o.key ${following(after)} $1::text::uuid order by o.key limit ${batch}`,
      [uuidOf(after)]
    )
    : isMessage({ kind })
    ? query<Found>(
      `select c.key::text, ${contentOf} as value, s.value as state
       from ${t.message} c join ${t.message_state} s on ${is("s.key", "c.key")}
       where c.key ${following(after)} $1::text::uuid order by c.key limit ${batch}`,
      [uuidOf(after)]
    )
    : query<Found>(
      `select key, value, null::text as state from ${t.rows} where kind = $1 and key > $2 collate "C" order by key limit ${batch}`,
      [kind, after]
    )
}

const deriveEvents = (
  { query, tables: t }: Database,
  of: EventTable,
  rows: ReadonlyArray<Placed>
): Effect.Effect<void, SqlError> => {
  const events = encodedEvents(of, rows)
  return Effect.asVoid(query(
    `update ${of.table(t)} o set ${setting(of, t.next)} from ${events.from(1)} as x where o.key = x.key`,
    events.params
  ))
}

const deriveMessages = ({ query, tables: t }: Database, rows: ReadonlyArray<Placed>): Effect.Effect<void, SqlError> => {
  const messages = encodedMessages(rows)
  const { params } = messages
  const from = `from ${messages.from(1)} as x`
  return Effect.andThen(
    query(
      `update ${t.message_state} s set version = ${t.next}, ${derivedStateSet("x")} ${from} where s.key = x.key`,
      params
    ),
    Effect.asVoid(query(`update ${t.message} c set ${derivedContentSet("x")} ${from} where c.key = x.key`, params))
  )
}

const deriveOthers = ({ query, tables: t }: Database, rows: ReadonlyArray<Placed>): Effect.Effect<void, SqlError> => {
  const others = encoded(rows)
  return Effect.asVoid(query(
    `update ${t.rows} r set version = ${t.next}, ${derivedSet("x")}
     from ${others.from(1)} as x where r.kind = x.kind and r.key = x.key`,
    others.params
  ))
}

const deriveRows = (
  db: Database,
  kind: KindName,
  found: ReadonlyArray<Found>
): Effect.Effect<void, SqlError> => {
  const { query, tables: t } = db
  const apart = tableOf({ kind })
  const rows = found.map(({ key, state, value }) => placed(decodeRow(kind, key, value, state)))
  const keys = rows.flatMap(({ key, uniques }) =>
    (uniques ?? []).filter((text) => !isContactNumber(text)).map((text) => ({ text, kind, key }))
  )
  return Effect.andThen(
    apart !== undefined
      ? deriveEvents(db, apart, rows)
      : isMessage({ kind })
      ? deriveMessages(db, rows)
      : deriveOthers(db, rows),
    Effect.asVoid(query(
      `insert into ${t.other_key} (text, kind, key)
       select text, kind, key from json_to_recordset($1::text::json) as x(text text, kind text, key text)`,
      [JSON.stringify(keys)]
    ))
  )
}

export const derive = (db: Database, kind: KindName): Effect.Effect<void, SqlError> =>
  Effect.gen(function*() {
    yield* db.query(`delete from ${db.tables.other_key} where kind = $1`, [kind])
    for (let after = "";;) {
      const found = yield* page(db, kind, after)
      if (found.length === 0) return
      yield* deriveRows(db, kind, found)
      after = found.at(-1)!.key
    }
  })
