/**
 * Looks through rows for what names a person, and takes it out of what is kept beside them. A statement reads so many rows
 * in the order of their keys, whatever their accounts.
 */
import type { ClearQuery, Trace, TraceQuery, Traces } from "@signalbox/core/Traces"
import { erased } from "@signalbox/core/Traces"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { operation, retrying } from "../connection/database.ts"
import { is } from "../statement/parts.ts"
import { following, isMessage, uuidOf } from "../statement/tables.ts"
import { tableOf } from "./eventTables.ts"
import { contentOf } from "./rows.ts"
import * as Usages from "./usages.ts"

interface Looked {
  readonly key: string
  readonly hit: boolean
}

const find = (
  { query, tables }: Database,
  { after, found, kind, looked, text }: TraceQuery
): Effect.Effect<Trace, SqlError> => {
  const apart = tableOf({ kind })
  return Effect.map(
    apart !== undefined
      ? query<Looked>(
        `select key, position($2 in key) > 0 or position($2 in state) > 0 or position($2 in value) > 0 as hit from (
           select o.key::text, o.value as state, ${apart.content} as value from ${apart.table(tables)} o
           where o.key ${following(after)} $1::text::uuid order by o.key limit $3::text::int8
         ) r order by key`,
        [uuidOf(after), text, String(looked)]
      )
      : isMessage({ kind })
      ? query<Looked>(
        `select key, position($2 in key) > 0 or position($2 in state) > 0 or position($2 in value) > 0 as hit from (
           select s.key::text, s.value as state, ${contentOf} as value
           from ${tables.message_state} s join ${tables.message} c on ${is("c.key", "s.key")}
           where s.key ${following(after)} $1::text::uuid order by s.key limit $3::text::int8
         ) r order by key`,
        [uuidOf(after), text, String(looked)]
      )
      : query<Looked>(
        `select key, position($3 in key) > 0 or position($3 in value) > 0 as hit from (
           select key, value from ${tables.rows}
           where kind = $1 and key > $2 order by key limit $4::text::int8
         ) r order by key`,
        [kind, after, text, String(looked)]
      ),
    (rows) => {
      const keys = rows.filter(({ hit }) => hit).map(({ key }) => key).slice(0, found)
      if (keys.length === found) return { keys, next: keys.at(-1)! }
      return { keys, next: rows.length === looked ? rows.at(-1)!.key : null }
    }
  )
}

/** A text as it stands in the JSON of a reply, whose own JSON is a string there. */
const quoted = (text: string): string => `\\"${text}\\"`

const clear = Effect.fnUntraced(function*(
  { query, tables: t }: Database,
  { account, after, counters, looked, texts }: ClearQuery
) {
  for (const name of counters) {
    // Every name that begins so comes before the next slash, which is 0.
    const range = [name, `${name.slice(0, -1)}0`]
    yield* query(`delete from ${t.sum_entry} where book = 'counter' and name >= $1 and name < $2`, range)
    yield* query(`delete from ${t.sum} where book = 'counter' and name >= $1 and name < $2`, range)
  }
  const sought = texts.map((_, index) => `position($${index + 5} in c.reply) > 0`).join(" or ")
  const redacted = texts.reduce((reply, _, index) => `replace(${reply}, $${index + 5}, $4)`, "c.reply")
  const [page] = yield* query<{ readonly looked: number; readonly last: string | null }>(
    `with looked as materialized (
       select key from ${t.claim} where account = $1 and key > $2 order by key limit $3::text::int8
     ), redacted as (
       update ${t.claim} c set reply = ${redacted}
       from looked l where c.account = $1 and c.key = l.key and (${sought}) returning 1
     )
     select count(*)::int4 as looked, max(key) as last, (select count(*) from redacted) as redacted from looked`,
    [account, after, String(looked), quoted(erased), ...texts.map(quoted)]
  )
  return page === undefined || page.looked < looked ? null : page.last
})

export const make = (db: Database): Traces => ({
  find: (query) => operation(retrying(db, find(db, query))),
  clear: (query) => operation(retrying(db, clear(db, query))),
  forgetUsage: (query) => operation(retrying(db, Usages.forget(db, query)))
})
