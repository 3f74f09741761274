/**
 * Derives the columns of existing rows again: their unique keys, their places in lists, and their filters. Their values
 * stay, and their versions rise: to the nodes at work a version stands for the places of a row, too.
 */
import type { KindName } from "@signalbox/core/Row"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { columnTypes, derivedSet } from "../commit/writing.ts"
import type { Database } from "../connection/database.ts"
import { columns, decodeRow, isContactNumber, placed } from "../rows/rows.ts"
import { partitionOf } from "../statement/tables.ts"

/** The number of rows that are read and written at a time. */
const batch = 500

interface Found {
  readonly key: string
  readonly value: string
}

const page = ({ query, tables: t }: Database, kind: KindName, after: string) =>
  query<Found>(
    `select key, value from ${t.rows} where kind = $1 and key > $2 collate "C" order by key limit ${batch}`,
    [kind, after]
  )

const deriveRows = (
  { query, tables: t }: Database,
  kind: KindName,
  found: ReadonlyArray<Found>
): Effect.Effect<void, SqlError> => {
  const rows = found.map(({ key, value }) => columns(placed(decodeRow(kind, key, value))))
  const keys = rows.flatMap(({ key, uniques = [] }) =>
    uniques.filter((text) => !isContactNumber(text)).map((text) => ({ text, kind, key }))
  )
  return Effect.andThen(
    query(
      `update ${t[partitionOf(kind)]} r set version = ${t.next}, ${
        derivedSet("x")
      } from json_to_recordset($1::text::json) as x(${columnTypes})
       where r.kind = x.kind and r.key = x.key`,
      [JSON.stringify(rows)]
    ),
    Effect.asVoid(query(
      `insert into ${t.other_key} (text, kind, key)
       select text, kind, key from json_to_recordset($1::text::json) as x(text text, kind text, key text)`,
      [JSON.stringify(keys)]
    ))
  )
}

export const derive = (db: Database, kind: KindName): Effect.Effect<void, SqlError> =>
  Effect.gen(function*() {
    const { query, tables: t } = db
    yield* query(`delete from ${t.other_key} where kind = $1`, [kind])
    const hasMoving = partitionOf(kind) === "row_message"
    if (hasMoving) yield* query(`delete from ${t.row_moving}`)
    for (let after = "";;) {
      const found = yield* page(db, kind, after)
      if (found.length === 0) break
      yield* deriveRows(db, kind, found)
      after = found.at(-1)!.key
    }
    if (hasMoving) {
      yield* query(
        `insert into ${t.row_moving} (part, at1, key) select moving, at1, key::uuid from ${t.row_message} where moving is not null`
      )
    }
  })
