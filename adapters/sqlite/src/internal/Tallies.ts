/**
 * Sums that only change by amounts, each once: what accounts have spent, and what counters count. A balance is what was
 * spent, below zero, so that a debit's floor is a ceiling like that of a count. `once` is null where a version guards it.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { countMemory, debitMemory } from "@signalbox/core/Limit"
import type { Money } from "@signalbox/core/Money"
import { make } from "@signalbox/core/Money"
import type { Database } from "./Database.ts"
import { number, text } from "./Database.ts"

const memory = { spent: debitMemory, counted: countMemory }

type Sort = keyof typeof memory

export interface Change {
  readonly sort: Sort
  readonly owner: string
  readonly by: number
  readonly ceiling: number
  readonly once: string | null
}

const value = (db: Database, sort: Sort, owner: string): number =>
  number(db.value("SELECT value FROM tally WHERE sort = ? AND owner = ?", sort, owner) ?? 0)

export const balance = (db: Database, account: AccountId): Money => make(0 - value(db, "spent", account))

export const counter = (db: Database, name: string): number => value(db, "counted", name)

const isKnown = (db: Database, { once, owner, sort }: Change): boolean =>
  once !== null &&
  db.get("SELECT 1 FROM once WHERE sort = ? AND owner = ? AND key = ?", sort, owner, once) !== undefined

/** Returns the changes of a commit that have not happened yet, each once. */
export const firsts = (db: Database, { counts, debits }: Commit): ReadonlyArray<Change> => {
  const changes = new Map<string, Change>()
  const add = (change: Change): void => {
    const name = JSON.stringify([change.sort, change.owner, change.once ?? changes.size])
    if (!changes.has(name) && !isKnown(db, change)) changes.set(name, change)
  }
  for (const { account, amount, floor, once } of debits) {
    add({ sort: "spent", owner: account, by: amount, ceiling: 0 - floor, once })
  }
  for (const { by, ceiling, counter, once } of counts) {
    add({ sort: "counted", owner: counter, by, ceiling: ceiling ?? Infinity, once })
  }
  return [...changes.values()]
}

/** Returns whose sum would pass a ceiling, or null. Of one owner the lowest ceiling holds, and only for what it raises. */
export const short = (db: Database, changes: ReadonlyArray<Change>): string | null => {
  for (const { owner, sort } of changes) {
    const mine = changes.filter((change) => change.owner === owner && change.sort === sort)
    const total = mine.reduce((sum, { by }) => sum + by, 0)
    const ceiling = Math.min(...mine.flatMap(({ by, ceiling }) => by > 0 ? [ceiling] : []))
    if (total > 0 && value(db, sort, owner) + total > ceiling) return owner
  }
  return null
}

export const apply = (db: Database, changes: ReadonlyArray<Change>, now: Instant): void => {
  for (const { by, once, owner, sort } of changes) {
    db.put("tally", sort, owner, value(db, sort, owner) + by)
    if (once !== null) db.put("once", sort, owner, once, now)
  }
}

/** Forgets so many keys that nothing repeats any more, and counters with the last of their keys. */
export const sweep = (db: Database, now: Instant, limit: number): void => {
  const old = "FROM once WHERE sort = ? AND at < ? ORDER BY at LIMIT ?"
  for (const [sort, millis] of Object.entries(memory)) {
    const owners = db.all(`SELECT owner ${old}`, sort, now - millis, limit).map(({ owner }) => text(owner))
    if (owners.length === 0) continue
    db.run(`DELETE FROM once WHERE rowid IN (SELECT rowid ${old})`, sort, now - millis, limit)
    if (sort !== ("counted" satisfies Sort)) continue
    for (const owner of new Set(owners)) {
      db.run(
        "DELETE FROM tally WHERE sort = ? AND owner = ? AND NOT EXISTS (SELECT 1 FROM once WHERE sort = ? AND owner = ?)",
        sort,
        owner,
        sort,
        owner
      )
    }
  }
}
