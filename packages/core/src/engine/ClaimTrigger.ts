/**
 * Decides which workers a commit makes claim: work may wait after it that they would not find in time by themselves. Work
 * that its own node holds already wakes nobody, and work that ends makes room only in a lane that was full, and only for
 * the node that had filled it. A lane that is not shared, and of which this node holds something, is closed to others.
 */
import type { Commit } from "../commit/Commit.ts"
import type { Outcome } from "../commit/Outcome.ts"
import { fansOut, leasesOf } from "../commit/Outcome.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lane } from "../work/Work.ts"
import { refText } from "../work/Work.ts"

/** The worker of this node, or those of all nodes. */
export type Reach = "here" | "everywhere"

/** The facts that this node knows of its worker. */
export interface Known {
  /** Who may have as much of some lane in hand as they may have, so that more may wait in it; null: nobody. */
  readonly full: Reach | null
  /** Returns whether this node has something of the lane that keeps others from taking from it. */
  readonly isClosed: (lane: Lane) => boolean
  /** Until when the worker looks for work by itself; Infinity when nobody knows. */
  readonly looksBy: number
}

/** Stands in where no worker says more. */
export const nothing: Known = { full: "everywhere", isClosed: () => false, looksBy: Infinity }

/** Returns whether a commit may make workers claim when nobody knows what it has come to. */
export const mayBe = ({ cancels, completes, due, events, pauses, releases }: Commit): boolean =>
  due.length > 0 || events.length > 0 || completes.length > 0 || releases.length > 0 || pauses.length > 0 ||
  cancels.length > 0

/** Returns whom a commit that has come to this outcome makes claim; null: nobody. */
export const reach = (
  commit: Commit,
  outcome: Outcome,
  now: Instant,
  { full, isClosed, looksBy }: Known
): Reach | null => {
  if (outcome._tag !== "Done") return null
  const { cancels, completes, due, pauses, releases } = commit
  if (releases.length > 0 || pauses.length > 0 || fansOut(outcome)) return "everywhere"
  const held = new Set(leasesOf(outcome).map(({ work }) => refText(work)))
  const waiting = due.filter(({ at, work }) => (at <= now || at < looksBy) && !held.has(refText(work)))
  if (!waiting.every(({ lane }) => isClosed(lane))) return "everywhere"
  const ends = completes.length > 0 || cancels.length > 0 ? full : null
  return waiting.length > 0 ? ends ?? "here" : ends
}
