/**
 * Looks through rows for what names a person, and takes it out of what is kept beside them.
 */
import type { ClearQuery, Trace, TraceQuery } from "@signalbox/core/Traces"
import { erased } from "@signalbox/core/Traces"
import type { Database } from "./Database.ts"
import { number, text as read } from "./Database.ts"

export const find = (db: Database, { after, found, kind, looked, text }: TraceQuery): Trace => {
  const rows = db.all(
    `SELECT key, instr(key, ?) > 0 OR instr(value, ?) > 0 AS hit FROM (
       SELECT key, value FROM row WHERE kind = ? AND key > ? ORDER BY key LIMIT ?
     )`,
    text,
    text,
    kind,
    after,
    looked
  ).map((row) => ({ key: read(row["key"]), isHit: number(row["hit"]) === 1 }))
  const hits = rows.filter(({ isHit }) => isHit).map(({ key }) => key)
  const keys = hits.slice(0, found)
  if (keys.length === found) return { keys, next: keys.at(-1)! }
  return { keys, next: rows.length === looked ? rows.at(-1)!.key : null }
}

/** A text as it stands in the JSON of a reply, whose own JSON is a string there. */
const quoted = (text: string): string => `\\"${text}\\"`

export const clear = (db: Database, { account, after, counters, looked, texts }: ClearQuery): string | null => {
  for (const name of counters) {
    // Every name that begins so comes before the next slash, which is 0.
    const end = `${name.slice(0, -1)}0`
    db.run("DELETE FROM tally WHERE sort = 'counted' AND owner >= ? AND owner < ?", name, end)
    db.run("DELETE FROM once WHERE sort = 'counted' AND owner >= ? AND owner < ?", name, end)
  }
  const rows = db.all(
    "SELECT key, reply FROM claim WHERE account = ? AND key > ? ORDER BY key LIMIT ?",
    account,
    after,
    looked
  )
  for (const { key, reply } of rows) {
    if (reply === null) continue
    const before = read(reply)
    const now = texts.reduce((json, each) => json.replaceAll(quoted(each), quoted(erased)), before)
    if (now !== before) {
      db.run("UPDATE claim SET reply = ? WHERE account = ? AND key = ?", now, account, read(key))
    }
  }
  return rows.length === looked ? read(rows.at(-1)!["key"]) : null
}
