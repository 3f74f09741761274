/**
 * Decides whether a commit makes workers claim: work may wait after it that they would not find in time by themselves.
 * Work that its own node holds already wakes nobody, and work that ends makes room only in a lane that was full.
 */
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import { fansOut, leasesOf } from "../commit/Outcome.ts"
import type { Instant } from "../value/Instant.ts"

/** The facts that this node knows of its worker. */
export interface Known {
  /** Whether this node has as much of some lane in hand as it may have, so that more may wait in it. */
  readonly isFull: boolean
  /** Until when the worker looks for work by itself; Infinity when nobody knows. */
  readonly looksBy: number
}

/** Stands in where no worker says more. */
export const nothing: Known = { isFull: true, looksBy: Infinity }

/** Returns whether a commit may make workers claim when nobody knows what it has come to. */
export const mayBe = ({ cancels, completes, due, events, pauses, releases }: Commit): boolean =>
  due.length > 0 || events.length > 0 || completes.length > 0 || releases.length > 0 || pauses.length > 0 ||
  cancels.length > 0

/** Returns whether a commit that has come to this outcome makes workers claim. */
export const is = (commit: Commit, outcome: Outcome, now: Instant, { isFull, looksBy }: Known): boolean => {
  if (outcome._tag !== "Done") return false
  const { cancels, completes, due, pauses, releases } = commit
  if (releases.length > 0 || pauses.length > 0 || fansOut(outcome)) return true
  if (isFull && (completes.length > 0 || cancels.length > 0)) return true
  const soon = due.filter(({ at }) => at <= now || at < looksBy)
  return soon.length > leasesOf(outcome).length
}
