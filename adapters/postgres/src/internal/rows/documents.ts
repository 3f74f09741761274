/**
 * Documents: one row for each, with its bytes. Those whose time is over go when others are put, a bounded number at a
 * time.
 */
import type { Document, Documents } from "@signalbox/core/Documents"
import type { AccountId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make as toInstant } from "@signalbox/core/Instant"
import * as Effect from "effect/Effect"
import type { Database } from "../connection/database.ts"
import { operation, retrying, transaction } from "../connection/database.ts"
import { instant, millis } from "../statement/tables.ts"

interface Row {
  readonly id: string
  readonly account: string
  readonly key: string
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** One `put` clears away so many documents whose time is over. */
const sweep = 100

const sizeOf = (documents: ReadonlyArray<Document>): number =>
  documents.reduce((sum, { bytes }) => sum + bytes.length, 0)

const documentOf = ({ account, bytes, contentType, fileName, id, key }: Row): Document => ({
  id,
  account: account as AccountId,
  key,
  fileName,
  contentType,
  bytes: new Uint8Array(bytes)
})

export const make = (db: Database): Documents => {
  const { query, tables: t } = db

  const clear = (now: Instant) =>
    query(
      `delete from ${t.document} where id in (
         select id from ${t.document} where until <= ${instant("$1::text::int8")} order by until limit ${sweep}
       )`,
      [String(now)]
    )

  const insert = (document: Document, until: Instant | null, unless = "") =>
    query(
      `insert into ${t.document} (id, account, key, file_name, content_type, bytes, until)
       values ($1, $2, $3, $4, $5, $6, ${instant("$7::text::int8")}) ${unless}`,
      [
        document.id,
        document.account,
        document.key,
        document.fileName,
        document.contentType,
        document.bytes,
        until === null ? null : String(until)
      ]
    )

  /** The account is locked, so that two forms of it cannot both take the room that is left. */
  const put = Effect.fnUntraced(function*(
    documents: ReadonlyArray<Document>,
    until: Instant,
    mostBytes: number,
    now: Instant
  ) {
    const [first] = documents
    if (first === undefined) return "Put" as const
    yield* clear(now)
    yield* query("select pg_advisory_xact_lock(hashtextextended('signalbox.document/' || $1, 0))", [first.account])
    const [sum] = yield* query<{ readonly bytes: number }>(
      `select coalesce(sum(octet_length(bytes)), 0)::float8 as bytes from ${t.document} where account = $1`,
      [first.account]
    )
    if ((sum?.bytes ?? 0) + sizeOf(documents) > mostBytes) return "Full" as const
    yield* Effect.forEach(documents, (document) => insert(document, until), { discard: true })
    return "Put" as const
  })

  return {
    put: (documents, until, mostBytes, now) => operation(transaction(db, put(documents, until, mostBytes, now))),
    keep: (id) =>
      operation(Effect.asVoid(retrying(db, query(`update ${t.document} set until = null where id = $1`, [id])))),
    remove: (ids) =>
      operation(Effect.asVoid(retrying(
        db,
        query(
          `delete from ${t.document} where id in (select json_array_elements_text($1::text::json))`,
          [JSON.stringify(ids)]
        )
      ))),
    find: (id, now) =>
      operation(Effect.map(
        query<Row>(
          `select id, account, key, file_name as "fileName", content_type as "contentType", bytes
           from ${t.document} where id = $1 and (until is null or until > ${instant("$2::text::int8")})`,
          [id, String(now)]
        ),
        ([row]) => row === undefined ? null : documentOf(row)
      )),
    next: (account, after) =>
      operation(Effect.map(
        query<Row & { readonly until: number | null }>(
          `select id, account, key, file_name as "fileName", content_type as "contentType", bytes,
             ${millis("until")}::float8 as until
           from ${t.document} where account = $1 and id > $2 order by id limit 1`,
          [account, after]
        ),
        ([row]) =>
          row === undefined
            ? null
            : { document: documentOf(row), until: row.until === null ? null : toInstant(row.until) }
      )),
    restore: ({ document, until }) =>
      operation(Effect.asVoid(retrying(db, insert(document, until, "on conflict (id) do nothing"))))
  }
}
