/**
 * Idempotency claims, and the replies that finish them.
 */
import type { Begun } from "@signalbox/core/Idempotency"
import type { Instant } from "@signalbox/core/Instant"
import { idempotencyClaimLifetime, idempotencyLifetime } from "@signalbox/core/Limit"
import type { ClaimKey, ClaimToken, Reply } from "@signalbox/core/Reply"
import type { Database } from "./Database.ts"
import { number, text } from "./Database.ts"

interface Claim {
  readonly token: number
  readonly fingerprint: string
  readonly at: number
  readonly reply: Reply | null
}

const find = (db: Database, { account, key }: ClaimKey): Claim | null => {
  const found = db.get("SELECT token, fingerprint, at, reply FROM claim WHERE account = ? AND key = ?", account, key)
  return found === undefined ? null : {
    token: number(found["token"]),
    fingerprint: text(found["fingerprint"]),
    at: number(found["at"]),
    reply: found["reply"] === null ? null : JSON.parse(text(found["reply"])) as Reply
  }
}

/** Forgets some claims that nobody may finish or see any more: more than one for each that is begun. */
const sweep = (db: Database, now: Instant): void =>
  db.run(
    "DELETE FROM claim WHERE rowid IN (SELECT rowid FROM claim WHERE at <= ? ORDER BY at LIMIT 10)",
    now - idempotencyLifetime
  )

export const begin = (db: Database, claim: ClaimKey, fingerprint: string, now: Instant): Begun => {
  const found = find(db, claim)
  if (found !== null && now - found.at < (found.reply === null ? idempotencyClaimLifetime : idempotencyLifetime)) {
    if (found.fingerprint !== fingerprint) return { _tag: "Mismatch" }
    return found.reply === null ? { _tag: "InProgress" } : { _tag: "Finished", reply: found.reply }
  }
  sweep(db, now)
  const token = db.next() as ClaimToken
  db.put("claim", claim.account, claim.key, token, fingerprint, now, null)
  return { _tag: "Started", token }
}

export const abandon = (db: Database, { account, key }: ClaimKey, token: ClaimToken): void =>
  db.run("DELETE FROM claim WHERE account = ? AND key = ? AND token = ? AND reply IS NULL", account, key, token)

/** Returns whether the reply may be stored: its request still holds the claim, and was not a day about it. */
export const isHeld = (db: Database, { at, claim, token }: Reply): boolean => {
  const found = find(db, claim)
  return found !== null && found.token === token && found.reply === null && at - found.at < idempotencyLifetime
}

export const finish = (db: Database, reply: Reply): void =>
  db.run(
    "UPDATE claim SET at = ?, reply = ? WHERE account = ? AND key = ?",
    reply.at,
    JSON.stringify(reply),
    reply.claim.account,
    reply.claim.key
  )
