/**
 * Adds to a commit what the messages that it writes change in the sums of usage.
 */
import { refText } from "../row/Kind.ts"
import type { Message } from "../row/Message.ts"
import * as Usage from "../row/Usage.ts"
import type { Commit } from "./Commit.ts"
import type { Facts } from "./Facts.ts"

/** Returns the message as the decision has read it. It is replaced only as long as it is still so; else it is new. */
const before = (facts: Facts, message: Message): Message | null => {
  const row = facts.rows.get({ kind: "message", key: message.id })?.row
  return row?.kind === "message" ? row.value : null
}

/** @param facts those on which the commit was decided */
export const of = (commit: Commit, facts: Facts): Commit => {
  const { puts } = commit
  if (!puts.some(({ kind }) => kind === "message")) return commit
  // Of several puts of one row the last one is written.
  const last = new Map(puts.flatMap((row) => row.kind === "message" ? [[refText(row), row.value] as const] : []))
  const tallies = Usage.ofChanges([...last.values()].map((message) => [before(facts, message), message]))
  return tallies.length === 0 ? commit : { ...commit, tallies }
}
