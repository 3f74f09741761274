/**
 * Adds to a commit what the messages that it writes change in the sums of usage, and in the counters of watched
 * prefixes.
 */
import type { Message } from "../row/Message.ts"
import * as Usage from "../row/Usage.ts"
import type { Commit } from "./Commit.ts"
import type { Facts } from "./Facts.ts"
import * as PrefixCounters from "./PrefixCounters.ts"

/** Returns the message as the decision has read it. It is replaced only as long as it is still so; else it is new. */
const before = (facts: Facts, message: Message): Message | null => {
  const row = facts.rows.get({ kind: "message", key: message.id })?.row
  return row?.kind === "message" ? row.value : null
}

/** A message before, null for one that is new, and after. */
export type Change = readonly [before: Message | null, after: Message]

/** Of several puts of one row the last one is written. */
const last = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => {
  const byId = new Map(changes.map((change) => [change[1].id, change]))
  return byId.size === changes.length ? changes : [...byId.values()]
}

/**
 * Returns the messages that a commit changes, or null.
 *
 * @param facts those on which the commit was decided
 */
export const changesOf = (commit: Commit, facts: Facts): ReadonlyArray<Change> | null => {
  let changes: Array<Change> | null = null
  for (const row of commit.puts) {
    if (row.kind !== "message") continue
    const change: Change = [before(facts, row.value), row.value]
    if (changes === null) changes = [change]
    else changes.push(change)
  }
  return changes === null || changes.length === 1 ? changes : last(changes)
}

/** @param facts those on which the commit was decided */
export const of = (commit: Commit, facts: Facts): Commit => {
  const lasting = changesOf(commit, facts)
  if (lasting === null) return commit
  const tallies = Usage.ofChanges(lasting)
  const watched = PrefixCounters.ofChanges(lasting)
  if (watched !== null) {
    return { ...commit, tallies, counts: [...commit.counts, ...watched.counts], due: [...commit.due, ...watched.due] }
  }
  return tallies.length === 0 ? commit : { ...commit, tallies }
}
