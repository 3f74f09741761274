/**
 * Clears the keys of debits and counts away when nothing can repeat them any more, and counters with the last of their
 * keys: they count what happens in a day.
 */
import { countMemory, debitMemory } from "@signalbox/core/Limit"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import type { Book } from "../statement/tables.ts"

/** One statement removes so many keys, and a call makes so many statements for each book at most. */
const sweepSize = 2000
const rounds = 10

const retentions: ReadonlyArray<readonly [Book, number]> = [["balance", debitMemory], ["counter", countMemory]]

const clear = ({ query, tables: t }: Database, book: Book, retention: number): Effect.Effect<number, SqlError> =>
  Effect.map(
    query<{ readonly gone: number }>(
      `with gone as (
         delete from ${t.sum_entry} where ctid = any(array(
           select ctid from ${t.sum_entry} where book = $1
             and made_at <= (select clock_timestamp() - $2::text::int8 * interval '1 millisecond')
           order by made_at limit ${sweepSize} for update skip locked
         )) returning name, once
       ), counters as (
         delete from ${t.sum} s where $1 = 'counter' and s.book = 'counter'
           and s.name = any(array(select distinct name from gone)) and not exists (
             select from ${t.sum_entry} e where e.book = 'counter' and e.name = s.name
               and not exists (select from gone where gone.name = e.name and gone.once = e.once)
           )
       )
       select count(*)::int4 as gone from gone`,
      [book, String(retention)]
    ),
    ([row]) => row!.gone
  )

/** To be called with every other heartbeat, but not before one: it may take longer than a heartbeat may. */
export const forget = (db: Database): Effect.Effect<void, SqlError> =>
  Effect.forEach(
    retentions,
    ([book, retention]) =>
      Effect.repeat(clear(db, book, retention), { until: (gone) => gone < sweepSize, times: rounds - 1 }),
    { discard: true }
  )
