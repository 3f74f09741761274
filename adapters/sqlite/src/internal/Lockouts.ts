/**
 * Failures of credentials. They last a day, so they outlive the process.
 */
import type { Instant } from "@signalbox/core/Instant"
import { make } from "@signalbox/core/Instant"
import { lockoutCounters, lockoutFailures, lockoutMemory, lockoutSeconds } from "@signalbox/core/Limit"
import type { Failed, Standing } from "@signalbox/core/Lockout"
import type { KeyHash } from "@signalbox/core/Secret"
import type { Database } from "./Database.ts"
import { number } from "./Database.ts"
import { never } from "./Tables.ts"

interface Counter {
  readonly failures: number
  readonly locks: number
  readonly until: number
}

const fresh: Counter = { failures: 0, locks: 0, until: never }

const find = (db: Database, credential: KeyHash, now: Instant): Counter => {
  const found = db.get("SELECT failures, locks, until, last FROM lockout WHERE credential = ?", credential)
  if (found === undefined || now - number(found["last"]) >= lockoutMemory) return fresh
  return { failures: number(found["failures"]), locks: number(found["locks"]), until: number(found["until"]) }
}

export const standing = (db: Database, credential: KeyHash, now: Instant): Standing => {
  const { failures, until } = find(db, credential, now)
  return { failures, lockedUntil: now < until ? make(until) : null }
}

/** Makes room for one more: the one that failed longest ago goes. They are counted only when they could be too many. */
const makeRoom = (db: Database): void => {
  const span = db.value("SELECT (SELECT max(rowid) FROM lockout) - (SELECT min(rowid) FROM lockout)")
  if (span === null || number(span) + 1 < lockoutCounters) return
  if (number(db.value("SELECT count(*) FROM lockout")) < lockoutCounters) return
  db.run("DELETE FROM lockout WHERE rowid = (SELECT rowid FROM lockout ORDER BY last LIMIT 1)")
}

export const fail = (db: Database, credential: KeyHash, now: Instant): Failed => {
  const before = find(db, credential, now)
  if (now < before.until) return { isCounted: false, lockedUntil: make(before.until) }
  const failures = before.failures + 1
  const locks = failures >= lockoutFailures
  const seconds = lockoutSeconds[Math.min(before.locks, lockoutSeconds.length - 1)]!
  const until = locks ? now + seconds * 1000 : before.until
  if (db.get("SELECT 1 FROM lockout WHERE credential = ?", credential) === undefined) makeRoom(db)
  db.put("lockout", credential, failures, before.locks + (locks ? 1 : 0), until, now)
  return { isCounted: true, lockedUntil: locks ? make(until) : null }
}

export const clear = (db: Database, credential: KeyHash): void =>
  db.run("DELETE FROM lockout WHERE credential = ?", credential)
