/**
 * The documents of registrations, bytes and all.
 */
import type { Document } from "@signalbox/core/Documents"
import type { AccountId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
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

export const find = (db: Database, id: string, now: Instant): Document | null => {
  const found = db.get("SELECT * FROM document WHERE id = ? AND (until IS NULL OR until > ?)", id, now)
  if (found === undefined || !(found["bytes"] instanceof Uint8Array)) return null
  return {
    id,
    account: text(found["account"]) as AccountId,
    key: text(found["key"]),
    fileName: text(found["file_name"]),
    contentType: text(found["content_type"]),
    bytes: found["bytes"]
  }
}
