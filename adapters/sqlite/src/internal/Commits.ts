/**
 * One commit: every guard is asked, and then everything is applied in the order that `Commit` says. Whoever calls this
 * has a transaction open, so a commit sees what those before it in the batch have left.
 */
import type { Commit, Expected } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import type { Room } from "@signalbox/core/Fanout"
import { expandAll } from "@signalbox/core/Fanout"
import type { WebhookId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import type { UniqueKey } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import type { Outcome } from "@signalbox/core/Outcome"
import { applied, insufficient, stale, taken } from "@signalbox/core/Outcome"
import type { Row } from "@signalbox/core/Row"
import { unique } from "@signalbox/core/Row"
import * as Claims from "./Claims.ts"
import type { Database } from "./Database.ts"
import { text } from "./Database.ts"
import type { Touched } from "./Lanes.ts"
import * as Lanes from "./Lanes.ts"
import * as Rows from "./Rows.ts"
import * as Tallies from "./Tallies.ts"
import * as Usages from "./Usages.ts"

const holds = (db: Database, expected: Expected): boolean =>
  "free" in expected ? Rows.owner(db, expected.free) === null : Rows.version(db, expected.ref) === expected.version

const staleness = (db: Database, { completes, expects, holds: held, releases, reply }: Commit): Outcome | null => {
  if (!expects.every((each) => holds(db, each))) return stale("row")
  if (![...completes, ...held, ...releases].every((fence) => Lanes.isHeld(db, fence))) return stale("lease")
  return reply === null || Claims.isHeld(db, reply) ? null : stale("claim")
}

/** Of several puts of one row, only the last one counts. */
const lastPuts = ({ puts }: Commit): ReadonlyMap<string, Row> => new Map(puts.map((row) => [refText(row), row]))

/** Returns a unique key that two rows would have after the commit, or null. */
const conflict = (db: Database, { deletes }: Commit, puts: ReadonlyMap<string, Row>): UniqueKey | null => {
  const gone = new Set(deletes.map(refText))
  const owners = new Map<string, string>()
  for (const [ref, row] of puts) {
    for (const key of unique(row)) {
      const other = owners.get(uniqueText(key))
      if (other !== undefined && other !== ref) return key
      owners.set(uniqueText(key), ref)
      const owner = Rows.owner(db, key)
      // A row that the commit puts or deletes has after it what the commit says, not what it had before.
      if (owner !== null && !puts.has(refText(owner)) && !gone.has(refText(owner))) return key
    }
  }
  return null
}

/** Returns whether the events have scheduled work. */
const happen = (db: Database, touched: Touched, events: ReadonlyArray<Event>, room: Room): boolean => {
  const parents = new Map<WebhookId, WebhookId>()
  const subscribers = ({ account, name }: Event): ReadonlyArray<WebhookId> =>
    db.all(
      "SELECT webhook, parent FROM subscription WHERE account = ? AND name = ? ORDER BY webhook",
      account,
      name
    ).map((found) => {
      const webhook = text(found["webhook"]) as WebhookId
      if (found["parent"] !== null) parents.set(webhook, text(found["parent"]) as WebhookId)
      return webhook
    })
  const expanded = expandAll(events, subscribers, room, (webhook) => parents.get(webhook))
  for (const { due, puts } of expanded) {
    for (const row of puts) Rows.put(db, row)
    for (const each of due) Lanes.schedule(db, touched, each)
  }
  return expanded.some(({ due }) => due.length > 0)
}

export const apply = (db: Database, touched: Touched, commit: Commit, now: Instant, room: Room): Outcome => {
  const refused = staleness(db, commit)
  if (refused !== null) return refused
  const puts = lastPuts(commit)
  const key = conflict(db, commit, puts)
  if (key !== null) return taken(key)
  const changes = Tallies.firsts(db, commit)
  const short = Tallies.short(db, changes)
  if (short !== null) return insufficient(short)

  for (const ref of commit.deletes) Rows.remove(db, ref)
  for (const row of puts.values()) Rows.put(db, row)
  Tallies.apply(db, changes, now)
  Usages.add(db, commit.tallies)
  for (const { work } of commit.releases) Lanes.release(db, touched, work)
  for (const { work } of commit.completes) Lanes.remove(db, touched, work)
  for (const work of commit.cancels) Lanes.remove(db, touched, work)
  for (const due of commit.due) Lanes.schedule(db, touched, due)
  for (const pause of commit.pauses) Lanes.pause(db, pause)
  const fansOut = commit.events.length > 0 && happen(db, touched, commit.events, room)
  if (commit.reply !== null) Claims.finish(db, commit.reply)
  return applied([], fansOut)
}
