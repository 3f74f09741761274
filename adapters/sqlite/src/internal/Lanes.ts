/**
 * Keeps scheduled work by lane: who holds it, what falls due next, and which lane has its turn.
 */
import type { Fence, Pause } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make } from "@signalbox/core/Instant"
import type { LaneBacklog, LaneQuery } from "@signalbox/core/LaneBacklog"
import type { ClaimRequest } from "@signalbox/core/Store"
import type { Due, Lane, Lease, LeaseToken, WorkRef } from "@signalbox/core/Work"
import { laneKind } from "@signalbox/core/Work"
import type { Database, Found } from "./Database.ts"
import { number, text } from "./Database.ts"
import { never } from "./Tables.ts"

/** The lanes that a transaction has changed: their first instants are found anew at its end. */
export type Touched = Set<string>

const touch = (touched: Touched, found: Found | undefined): void => {
  if (found !== undefined) touched.add(text(found["lane"]))
}

/** A new lane stands behind all others, so that new ones that keep coming starve nobody. */
const enter = (db: Database, lane: Lane): void =>
  db.run("INSERT OR IGNORE INTO lane (lane, kind, turn) VALUES (?, ?, ?)", lane, laneKind(lane), db.next())

export const settle = (db: Database, touched: Touched): void => {
  const first = "SELECT min(at) FROM work WHERE lane = ?1 AND node IS NULL"
  for (const lane of touched) db.run(`UPDATE lane SET first_at = (${first}) WHERE lane = ?1`, lane)
}

export const isHeld = (db: Database, { token, work }: Fence): boolean =>
  db.get("SELECT 1 FROM work WHERE kind = ? AND key = ? AND token = ?", work.kind, work.key, token) !== undefined

export const release = (db: Database, touched: Touched, { kind, key }: WorkRef): void =>
  touch(
    touched,
    db.get("UPDATE work SET node = NULL, token = NULL WHERE kind = ? AND key = ? RETURNING lane", kind, key)
  )

export const remove = (db: Database, touched: Touched, { kind, key }: WorkRef): void =>
  touch(touched, db.get("DELETE FROM work WHERE kind = ? AND key = ? RETURNING lane", kind, key))

export const schedule = (db: Database, touched: Touched, { at, failures = 0, lane, work }: Due): void => {
  remove(db, touched, work)
  enter(db, lane)
  db.put("work", work.kind, work.key, lane, at, db.next(), failures, null, null)
  touched.add(lane)
}

export const pause = (db: Database, { lane, until }: Pause): void => {
  if (until !== null) enter(db, lane)
  db.run("UPDATE lane SET paused_until = ? WHERE lane = ?", until ?? never, lane)
}

/** Frees what a node holds, or what any node holds. */
export const forget = (db: Database, node: NodeId | null): void => {
  const held = "node IS NOT NULL AND (?1 IS NULL OR node = ?1)"
  const freed = db.all(`UPDATE work SET node = NULL, token = NULL WHERE ${held} RETURNING lane`, node)
  settle(db, new Set(freed.map((found) => text(found["lane"]))))
}

/** Returns how many items of the lane this node may still take. */
const room = (db: Database, { lanes, node }: ClaimRequest, lane: Lane): number => {
  const { shared, width } = lanes[laneKind(lane)]!
  const held = "SELECT count(*) FROM work WHERE lane = ? AND node"
  const mine = number(db.value(`${held} = ?`, lane, node))
  const isClosed = !shared && number(db.value(`${held} IS NOT NULL`, lane)) > mine
  return isClosed ? 0 : Math.max(0, width - mine)
}

/** The lanes that have something for the node, those first whose last turn is longest ago, with the room in each. */
const open = (db: Database, request: ClaimRequest, now: Instant): Map<Lane, number> => {
  const rooms = new Map<Lane, number>()
  const ready = "SELECT lane FROM lane WHERE ready_at <= ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY turn"
  for (const found of db.all(ready, now, JSON.stringify(Object.keys(request.lanes)))) {
    const lane = text(found["lane"]) as Lane
    if (request.leaves?.some((beginning) => lane.startsWith(beginning)) === true) continue
    const places = room(db, request, lane)
    if (places > 0) rooms.set(lane, places)
    if (rooms.size >= request.limit) break
  }
  return rooms
}

const lease = (db: Database, node: NodeId, lane: Lane, now: Instant, limit: number): ReadonlyArray<Lease> => {
  const due = "SELECT * FROM work WHERE lane = ? AND node IS NULL AND at <= ? ORDER BY at, sequence LIMIT ?"
  return db.all(due, lane, now, limit).map((found) => {
    const work = { kind: text(found["kind"]), key: text(found["key"]) }
    const token = db.next() as LeaseToken
    db.run("UPDATE work SET node = ?, token = ? WHERE kind = ? AND key = ?", node, token, work.kind, work.key)
    return { work, lane, at: make(number(found["at"])), token, failures: number(found["failures"]) }
  })
}

/** The lanes share what a claim may take: as long as one of them waits, no other has two items more. */
export const claim = (db: Database, request: ClaimRequest, now: Instant): ReadonlyArray<Lease> => {
  if (request.limit <= 0) return []
  const rooms = open(db, request, now)
  const served: Touched = new Set()
  const leases: Array<Lease> = []
  while (rooms.size > 0 && leases.length < request.limit) {
    const share = Math.max(1, Math.floor((request.limit - leases.length) / rooms.size))
    for (const [lane, places] of rooms) {
      const most = Math.min(share, places, request.limit - leases.length)
      const taken = lease(db, request.node, lane, now, most)
      leases.push(...taken)
      served.add(lane)
      if (taken.length < share || places === share) rooms.delete(lane)
      else rooms.set(lane, places - taken.length)
      if (leases.length === request.limit) break
    }
  }
  for (const lane of served) db.run("UPDATE lane SET turn = ? WHERE lane = ?", db.next(), lane)
  settle(db, served)
  return leases
}

/** A lane that is paused falls due when its pause is over; a pause that is over is none. */
export const nextDue = (db: Database, now: Instant): Instant | null => {
  const open = "SELECT first_at FROM lane WHERE first_at IS NOT NULL AND paused_until <= ? ORDER BY first_at LIMIT 1"
  const later = "SELECT ready_at FROM lane WHERE ready_at > ? ORDER BY ready_at LIMIT 1"
  const instants = [open, later].map((sql) => db.value(sql, now)).filter((found) => found !== undefined).map(number)
  return instants.length === 0 ? null : make(Math.min(...instants))
}

const upTo = (which: string): string =>
  `(SELECT count(*) FROM (SELECT 1 FROM work WHERE work.lane = lane.lane AND node IS ${which} LIMIT ?1))`

export const backlogs = (
  db: Database,
  { after, depth, kind, limit }: LaneQuery,
  now: Instant
): ReadonlyArray<LaneBacklog> =>
  db.all(
    `SELECT lane, first_at, paused_until, ${upTo("NULL")} AS waiting, ${upTo("NOT NULL")} AS held FROM lane
     WHERE kind = ?2 AND first_at IS NOT NULL AND lane > ?3 ORDER BY lane LIMIT ?4`,
    depth,
    kind,
    after ?? "",
    limit
  ).map((found) => {
    const until = make(number(found["paused_until"]))
    return {
      lane: text(found["lane"]) as Lane,
      firstAt: make(number(found["first_at"])),
      waiting: number(found["waiting"]),
      held: number(found["held"]),
      pausedUntil: until > now ? until : null
    }
  })

/** Forgets so many lanes that have no work and no pause. */
export const sweep = (db: Database, now: Instant, limit: number): void => {
  const idle = "first_at IS NULL AND paused_until <= ? AND lane NOT IN (SELECT lane FROM work WHERE node IS NOT NULL)"
  db.run(`DELETE FROM lane WHERE lane IN (SELECT lane FROM lane WHERE ${idle} LIMIT ?)`, now, limit)
}
