/**
 * The documents of registrations, bytes and all.
 */
import type { Document, Held } from "@signalbox/core/Documents"
import type { AccountId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import type { Database } from "./Database.ts"
import { number, text } from "./Database.ts"

export const put = (
  db: Database,
  documents: ReadonlyArray<Document>,
  until: Instant,
  mostBytes: number,
  now: Instant
): "Put" | "Full" => {
  db.run("DELETE FROM document WHERE until <= ?", now)
  for (const { account, bytes, contentType, fileName, id, key } of documents) {
    db.put("document", id, account, key, fileName, contentType, bytes, until)
  }
  const size = "SELECT total(length(bytes)) FROM document WHERE account = ?"
  if (number(db.value(size, documents[0]?.account ?? null)) <= mostBytes) return "Put"
  remove(db, documents.map(({ id }) => id))
  return "Full"
}

export const keep = (db: Database, id: string): void => db.run("UPDATE document SET until = NULL WHERE id = ?", id)

export const remove = (db: Database, ids: ReadonlyArray<string>): void =>
  db.run("DELETE FROM document WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids))

const documentOf = (row: NonNullable<ReturnType<Database["get"]>>): Document | null =>
  row["bytes"] instanceof Uint8Array
    ? {
      id: text(row["id"]),
      account: text(row["account"]) as AccountId,
      key: text(row["key"]),
      fileName: text(row["file_name"]),
      contentType: text(row["content_type"]),
      bytes: row["bytes"]
    }
    : null

export const find = (db: Database, id: string, now: Instant): Document | null => {
  const found = db.get("SELECT * FROM document WHERE id = ? AND (until IS NULL OR until > ?)", id, now)
  return found === undefined ? null : documentOf(found)
}

export const next = (db: Database, account: AccountId, after: string): Held | null => {
  const found = db.get("SELECT * FROM document WHERE account = ? AND id > ? ORDER BY id LIMIT 1", account, after)
  const document = found === undefined ? null : documentOf(found)
  if (found === undefined || document === null) return null
  const until = found["until"]
  return { document, until: until === null || until === undefined ? null : instant(number(until)) }
}

export const restore = (db: Database, { document, until }: Held): void => {
  const { account, bytes, contentType, fileName, id, key } = document
  const isThere = db.get("SELECT id FROM document WHERE id = ?", id) !== undefined
  if (!isThere) db.put("document", id, account, key, fileName, contentType, bytes, until)
}
