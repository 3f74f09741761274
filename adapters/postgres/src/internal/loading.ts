/**
 * Reading without locks: rows, balances and counters as one moment saw them, and pages of lists.
 */
import type { Facts, Known, Page } from "@signalbox/core/commit/Facts"
import { empty } from "@signalbox/core/commit/Facts"
import type { ListQuery, Needs } from "@signalbox/core/commit/Needs"
import { refText } from "@signalbox/core/row/Kind"
import { listed } from "@signalbox/core/row/Row"
import type { AccountId } from "@signalbox/core/value/Id"
import { make as money } from "@signalbox/core/value/Money"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "./database.ts"
import { withParts } from "./parts.ts"
import type { Book } from "./reading.ts"
import { decodeRow, isCounted, slots } from "./rows.ts"

interface Found {
  /** A kind of row, or the book of a sum. */
  readonly of: string
  readonly key: string
  readonly amount: number
  /** Null for a sum. */
  readonly value: string | null
}

const absent: Known = { version: 0, row: null }

const facts = (needs: Needs, found: ReadonlyArray<Found>): Facts => {
  const rows = new Map(needs.rows.map((ref): [string, Known] => [refText(ref), absent]))
  const sums: Record<Book, Map<string, number>> = { balance: new Map(), counter: new Map() }
  for (const { amount, key, of, value } of found) {
    if (value === null) sums[of as Book].set(key, amount)
    else rows.set(`${of}/${key}`, { version: amount, row: decodeRow(of, key, value) })
  }
  return {
    ...empty,
    rows,
    balances: new Map(
      needs.balances.map((account: AccountId) => [account, money(sums.balance.get(account) ?? 0)])
    ),
    // A counter lies as far below zero as it shows.
    counters: new Map(needs.counters.map((counter) => [counter, 0 - (sums.counter.get(counter) ?? 0)]))
  }
}

export const load = ({ query, tables: t }: Database, needs: Needs): Effect.Effect<Facts, SqlError> => {
  const statement = withParts(
    [
      {
        name: "rows",
        rows: needs.rows.map(({ key, kind }) => ({ kind, key })),
        text: (p) =>
          `select r.kind as of, r.key, r.version::float8 as amount, r.value
           from json_to_recordset(${p}) as x(kind text, key text) join ${t.row} r using (kind, key)`
      },
      {
        name: "sums",
        rows: [
          ...needs.balances.map((name) => ({ book: "balance" satisfies Book, name })),
          ...needs.counters.map((name) => ({ book: "counter" satisfies Book, name }))
        ],
        text: (p) =>
          `select s.book as of, s.name as key, s.amount::float8 as amount, null::text as value
           from json_to_recordset(${p}) as x(book text, name text) join ${t.sum} s using (book, name)`
      }
    ],
    (names) => names.map((name) => `select * from ${name}`).join(" union all ")
  )
  if (statement === null) return Effect.succeed(facts(needs, []))
  return Effect.map(query<Found>(statement.text, statement.params), (found) => facts(needs, found))
}

export const list = ({ query, tables: t }: Database, page: ListQuery): Effect.Effect<Page, SqlError> => {
  const slot = slots[page.list]
  const within = `list${slot} = $1 and scope${slot} = $2`
  const total = isCounted(page)
    ? `select coalesce(sum(amount), 0) from ${t.list_count} where list = $1 and scope = $2`
    : `select count(*) from ${t.row} where ${within}`
  return Effect.map(
    query<{ readonly total: number; readonly key: string | null; readonly value: string }>(
      `select t.total::float8 as total, p.key, p.value from (${total}) as t(total) left join lateral (
         select key, value, at${slot} as at from ${t.row} where ${within}
         order by at${slot} desc, key desc offset $3::text::int8 limit $4::text::int8
       ) p on true order by p.at desc, p.key desc`,
      [page.list, page.scope, String(page.offset), String(page.limit)]
    ),
    (found) => ({
      total: found[0]!.total,
      rows: found.flatMap(({ key, value }) => key === null ? [] : [decodeRow(listed[page.list], key, value)])
    })
  )
}
