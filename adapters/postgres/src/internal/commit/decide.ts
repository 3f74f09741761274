/**
 * Decides a batch in memory: its commits one after the other, on the rows that were locked and read for all of them.
 * Nothing here queries the database, so a commit sees exactly what those before it in the batch have left.
 */
import type { Commit, Fence, Pause } from "@signalbox/core/Commit"
import * as Fanout from "@signalbox/core/Fanout"
import { refText } from "@signalbox/core/Kind"
import { idempotencyLifetime } from "@signalbox/core/Limit"
import type { Outcome } from "@signalbox/core/Outcome"
import { applied, insufficient, stale, taken } from "@signalbox/core/Outcome"
import type { Reply } from "@signalbox/core/Reply"
import { claimText } from "@signalbox/core/Reply"
import type { Naming } from "@signalbox/core/Store"
import * as Usage from "@signalbox/core/Usage"
import type { Due, WorkRef } from "@signalbox/core/Work"
import { identity } from "effect/Function"
import type { Changes, Ended } from "./changes.ts"
import { mayTakeOver } from "./lapsing.ts"
import type { Reading } from "./reading.ts"
import { RowState } from "./rowState.ts"
import { Sums } from "./sums.ts"

export interface Decided {
  readonly outcomes: ReadonlyArray<Outcome>
  /** Null when nothing needs to be written. */
  readonly changes: Changes | null
  /** The work that the events of each commit have scheduled. */
  readonly fanned: ReadonlyArray<ReadonlyArray<Due>>
}

interface Claim {
  readonly token: number
  readonly at: number
}

/** The fan-out of events that nobody subscribes to. */
const nothing: ReadonlyArray<Due> = []

class Decision {
  private readonly rows: RowState
  private readonly sums: Sums
  private readonly tokens: Map<string, number | null>
  private readonly claims: Map<string, Claim>
  /** By work. An item that is scheduled again goes to the end of the line. */
  private readonly due = new Map<string, Due>()
  private readonly ended = new Map<string, WorkRef>()
  /** Work that was held until it ended, so that its row exists, with the token of its lease. */
  private readonly completed = new Map<string, number>()
  private readonly freed = new Map<string, WorkRef>()
  private readonly pauses = new Map<string, Pause>()
  private readonly replies: Array<Reply> = []
  private readonly tallies: Array<Usage.Usage> = []
  private readonly name: Naming
  readonly fanned: Array<ReadonlyArray<Due>> = []

  constructor(reading: Reading, batch: ReadonlyArray<Commit>, name: Naming) {
    this.name = name
    this.rows = new RowState(reading, batch)
    this.sums = new Sums(reading)
    this.tokens = new Map(reading.works?.map((work) => [refText(work), work.token]))
    this.claims = new Map(reading.claims?.map((claim) => [claimText(claim), claim]))
  }

  /** @param place the place of the commit within its batch */
  apply(commit: Commit, place: number, room: Fanout.Room): Outcome {
    if (!commit.expects.every((expects) => this.rows.stands(expects))) return stale("row")
    const { completes, holds, releases, reply } = commit
    if (!this.areHeld(completes) || !this.areHeld(holds) || !this.areHeld(releases)) return stale("lease")
    if (reply !== null && !this.holds(reply)) return stale("claim")
    const conflict = this.rows.conflict(commit)
    if (conflict !== null) return taken(conflict)
    const drawn = this.sums.changes(commit)
    const lacking = this.sums.short(drawn)
    if (lacking !== null) return insufficient(lacking)

    for (const expects of commit.expects) this.rows.rely(expects)
    for (const ref of commit.deletes) this.rows.remove(ref)
    for (const row of commit.puts) this.rows.put(row)
    this.rows.rekey()
    this.sums.apply(drawn)
    this.tallies.push(...commit.tallies)
    for (const { work } of releases) this.free(work)
    for (const { token, work } of completes) {
      this.end(work)
      this.completed.set(refText(work), token)
    }
    for (const work of commit.cancels) this.end(work)
    for (const due of commit.due) this.put(due)
    for (const pause of commit.pauses) this.pauses.set(pause.lane, pause)
    const fanned = this.rows.hasSubscriptions ? this.fanOut(commit, room) : nothing
    if (reply !== null) {
      this.claims.delete(claimText(reply.claim))
      this.replies.push(reply)
    }
    this.fanned[place] = fanned
    return applied([], fanned.length > 0)
  }

  changes(): Changes {
    const ended = [...this.ended].flatMap(([text, { key, kind }]): ReadonlyArray<Ended> =>
      this.tokens.has(text) ? [{ kind, key, token: this.completed.get(text) ?? null }] : []
    )
    const rows = ended.filter(({ token }) => token !== null)
    // Scheduled work takes over the row of work that ends, one write instead of two.
    const due = [...this.due.values()].map((due) => ({
      due,
      takesOver: this.tokens.has(refText(due.work)) || !mayTakeOver(due) ? null : rows.pop() ?? null
    }))
    const taken = new Set(due.flatMap(({ takesOver }) => takesOver === null ? [] : [refText(takesOver)]))
    return {
      ...this.rows.changes(),
      sums: this.sums,
      tallies: Usage.sum(this.tallies).toSorted((a, b) => Usage.keyText(a) < Usage.keyText(b) ? -1 : 1),
      due,
      ended: ended.filter((work) => !taken.has(refText(work))),
      freed: [...this.freed.values()],
      pauses: [...this.pauses.values()].toSorted((a, b) => a.lane < b.lane ? -1 : 1),
      replies: this.replies
    }
  }

  /**
   * A claim is valid for a day at most, measured by the instant of the answer, whether or not it has been removed yet.
   */
  private holds({ at, claim, token }: Reply): boolean {
    const found = this.claims.get(claimText(claim))
    return found !== undefined && found.token === token && at - found.at < idempotencyLifetime
  }

  private areHeld(fences: ReadonlyArray<Fence>): boolean {
    for (const { token, work } of fences) if (this.tokens.get(refText(work)) !== token) return false
    return true
  }

  private fanOut({ events }: Commit, room: Fanout.Room): ReadonlyArray<Due> {
    const { rows } = this
    const expanded = Fanout.expandAll(
      events,
      (event) => rows.subscribers(event),
      room,
      (webhook) => rows.parentOf(webhook)
    )
    for (const { puts } of expanded) for (const row of puts) this.rows.putFresh(row)
    const fanned = expanded.flatMap(({ due }) => due.map(this.name))
    for (const due of fanned) this.put(due)
    return fanned
  }

  private free(work: WorkRef): void {
    this.freed.set(refText(work), work)
    this.tokens.set(refText(work), null)
  }

  private put(due: Due): void {
    const text = refText(due.work)
    this.due.delete(text)
    this.due.set(text, due)
    this.ended.delete(text)
    this.freed.delete(text)
    if (this.tokens.has(text)) this.tokens.set(text, null)
  }

  private end(work: WorkRef): void {
    const text = refText(work)
    this.due.delete(text)
    this.freed.delete(text)
    this.ended.set(text, work)
    // The item is still in the table, but no node holds it any more.
    if (this.tokens.has(text)) this.tokens.set(text, null)
  }
}

/**
 * @param pairs how many pairs of an event and a webhook become deliveries for one account
 * @param name names who holds the work of events from its beginning on
 */
export const decide = (
  batch: ReadonlyArray<Commit>,
  reading: Reading,
  pairs: number,
  name: Naming = identity
): Decided => {
  const decision = new Decision(reading, batch, name)
  const room = new Fanout.Room(pairs)
  const outcomes = batch.map((commit, place) => decision.apply(commit, place, room))
  const changes = outcomes.some(({ _tag }) => _tag === "Done") ? decision.changes() : null
  return { outcomes, changes, fanned: decision.fanned }
}
