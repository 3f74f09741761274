/**
 * Gives away what belongs to an account, and takes it on: what is no row. Each statement reads or removes a bounded part,
 * found by an index.
 */
import type { ExpectedRow } from "@signalbox/core/Commit"
import { make as instant } from "@signalbox/core/Instant"
import type { Answered, ForgetQuery, OfAccount, Once, Relocation, SumQuery } from "@signalbox/core/Relocation"
import { Reply } from "@signalbox/core/Reply"
import type { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { operation, retrying, transaction } from "../connection/database.ts"
import { instant as at, millis } from "../statement/tables.ts"
import * as Keys from "./keys.ts"
import * as Waiting from "./waiting.ts"

const decodeReply = Schema.decodeUnknownSync(Reply)
const encodeReply = Schema.encodeSync(Reply)

/** The names from one on, up to another one. */
interface Range {
  readonly lo: string
  readonly hi: string
}

/** Every name that begins with a slash at its end comes before the next character, 0; nothing comes between a name and itself with U+0001. */
const rangeOf = (name: string): Range => ({
  lo: name,
  hi: name.endsWith("/") ? `${name.slice(0, -1)}0` : `${name}\u0001`
})

const rangesOf = (names: ReadonlyArray<string>): string => JSON.stringify(names.map(rangeOf))

const sums = ({ query, tables: t }: Database, { after, book, limit, names }: SumQuery) =>
  Effect.map(
    query<{ readonly name: string; readonly amount: number }>(
      `select s.name, s.amount::float8 as amount from json_to_recordset($2::text::json) as x(lo text, hi text)
       cross join lateral (
         select name, amount from ${t.sum} where book = $1 and name >= x.lo and name < x.hi and name > $3
         order by name limit $4::text::int8
       ) s order by s.name limit $4::text::int8`,
      [book, rangesOf(names), after ?? "", String(limit)]
    ),
    (rows) => ({
      // A counter is kept as a negative sum.
      sums: rows.map(({ amount, name }) => ({ name, amount: book === "counter" ? 0 - amount : amount })),
      next: rows.length < limit ? null : rows.at(-1)?.name ?? null
    })
  )

const onces = ({ query, tables: t }: Database, { after, book, limit, names }: SumQuery) => {
  const [name, once] = after === null ? ["", ""] : JSON.parse(after) as [string, string]
  return Effect.map(
    query<{ readonly name: string; readonly once: string; readonly at: number }>(
      `select s.name, s.once, s.at from json_to_recordset($2::text::json) as x(lo text, hi text)
       cross join lateral (
         select name, once, ${millis("made_at")}::float8 as at from ${t.sum_entry}
         -- Rows are compared as the index has them: it begins at a place only where no column before it stands apart.
         where (book, name, once) > ($1, greatest(x.lo, $3), case when $3 >= x.lo then $4 else '' end)
           and (book, name) < ($1, x.hi)
         order by book, name, once limit $5::text::int8
       ) s order by s.name, s.once limit $5::text::int8`,
      [book, rangesOf(names), name, once, String(limit)]
    ),
    (rows) => {
      const last = rows.at(-1)
      return {
        onces: rows.map((row): Once => ({
          _tag: "Once",
          book,
          name: row.name,
          once: row.once,
          at: instant(row.at)
        })),
        next: last === undefined || rows.length < limit ? null : JSON.stringify([last.name, last.once])
      }
    }
  )
}

const answered = ({ query, tables: t }: Database, { account, after, limit }: OfAccount) =>
  Effect.map(
    query<{ readonly key: string; readonly fingerprint: string; readonly reply: string }>(
      `select key, fingerprint, reply from ${t.claim}
       where account = $1 and key > $2 and reply is not null order by key limit $3::text::int8`,
      [account, after ?? "", String(limit)]
    ),
    (rows) => ({
      answered: rows.map(({ fingerprint, reply }): Answered => ({
        _tag: "Answered",
        fingerprint,
        reply: decodeReply(JSON.parse(reply))
      })),
      next: rows.length < limit ? null : rows.at(-1)?.key ?? null
    })
  )

const days = ({ query, tables: t }: Database, { account, after, limit }: OfAccount) =>
  Effect.map(
    query<{ readonly day: string }>(
      `select distinct day::text as day from ${t.usage}
       where account = $1 and day > coalesce($2::text::date, '-infinity') order by day limit $3::text::int8`,
      [account, after, String(limit)]
    ),
    (rows) => rows.map(({ day }) => day)
  )

/** The amount of a key is what was taken with it; nobody asks for it again. */
const keep = Effect.fnUntraced(function*({ query, tables: t }: Database, kept: ReadonlyArray<Once | Answered>) {
  const onces = kept.flatMap((each) => each._tag === "Once" ? [each] : [])
  const answers = kept.flatMap((each) => each._tag === "Answered" ? [each] : [])
  if (onces.length > 0) {
    yield* query(
      `insert into ${t.sum_entry} (book, name, once, amount, made_at)
       select book, name, once, 0, ${at("at")}
       from json_to_recordset($1::text::json) as x(book text, name text, once text, at int8)
       order by book, name collate "C", once collate "C" on conflict (book, name, once) do nothing`,
      [JSON.stringify(onces)]
    )
  }
  if (answers.length > 0) {
    yield* query(
      `insert into ${t.claim} as c (account, key, token, fingerprint, at, reply)
       select account, key, token, fingerprint, ${at("at")}, reply
       from json_to_recordset($1::text::json)
         as x(account text, key text, token int8, fingerprint text, at int8, reply text)
       order by account collate "C", key collate "C" on conflict (account, key) do update
         set token = excluded.token, fingerprint = excluded.fingerprint, at = excluded.at, reply = excluded.reply
         where c.reply is null`,
      [JSON.stringify(answers.map(({ fingerprint, reply }) => ({
        ...reply.claim,
        token: reply.token,
        fingerprint,
        at: reply.at,
        reply: JSON.stringify(encodeReply(reply))
      })))]
    )
  }
})

/** Returns whether the row stands at the version, and keeps it there until the transaction ends. */
const stands = ({ query, tables: t }: Database, { ref, version }: ExpectedRow) =>
  Effect.map(
    query<{ readonly version: number }>(
      `select version::float8 as version from ${t.rows} where kind = $1 and key = $2 for share`,
      [ref.kind, ref.key]
    ),
    ([row]) => (row?.version ?? 0) === version
  )

const forget = Effect.fnUntraced(function*(db: Database, { account, counters, most, whileAt }: ForgetQuery) {
  const { query, tables: t } = db
  if (whileAt !== undefined && !(yield* stands(db, whileAt))) return false
  const remove = (table: string, from: string, where: string, params: ReadonlyArray<string>) =>
    Effect.map(
      query<{ readonly gone: number }>(
        `with gone as (
           delete from ${table} where ctid = any(array(select o.ctid from ${from} where ${where} limit $1::text::int8))
           returning 1
         ) select count(*)::int4 as gone from gone`,
        [String(most), ...params]
      ),
      ([row]) => row?.gone ?? 0
    )
  const named = (table: string) =>
    remove(
      table,
      `json_to_recordset($2::text::json) as x(book text, lo text, hi text) cross join lateral (
         select s.ctid from ${table} s where s.book = x.book and s.name >= x.lo and s.name < x.hi limit $1::text::int8
       ) o`,
      "true",
      [JSON.stringify([
        { book: "balance", ...rangeOf(account) },
        ...counters.map((name) => ({ book: "counter", ...rangeOf(name) }))
      ])]
    )
  const gone = [
    yield* named(t.sum_entry),
    yield* named(t.sum),
    yield* remove(t.claim, `${t.claim} o`, "o.account = $2", [account]),
    yield* remove(t.usage, `${t.usage} o`, "o.account = $2", [account])
  ]
  return gone.some((count) => count === most)
})

export const make = (db: Database): Relocation => {
  const attempt = <A>(effect: Effect.Effect<A, SqlError | StoreError>) => operation(retrying(db, effect))
  return {
    keys: (query) => attempt(Keys.find(db, query)),
    waiting: (query) => attempt(Waiting.read(db, query)),
    settle: (query) => attempt(Waiting.settle(db, query)),
    held: (lanes) => attempt(Waiting.held(db, lanes)),
    lanes: (query) => attempt(Waiting.lanes(db, query)),
    sums: (query) => attempt(sums(db, query)),
    onces: (query) => attempt(onces(db, query)),
    answered: (query) => attempt(answered(db, query)),
    days: (query) => attempt(days(db, query)),
    keep: (kept) => attempt(keep(db, kept)),
    forget: (query) => attempt(transaction(db, forget(db, query)))
  }
}
