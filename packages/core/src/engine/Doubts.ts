/**
 * Work that a node may hold without knowing, because the outcome of the commit that was to give it was lost. It keeps its
 * place in its lane until a claim has asked for it.
 */
import type { Due, Lane, Lease, WorkRef } from "../work/Work.ts"
import { refText } from "../work/Work.ts"

/** A claim asks this besides bringing new work, and tells when it is answered. */
export interface Question {
  readonly work: ReadonlyArray<WorkRef>
  readonly answered: (leases: ReadonlyArray<Lease>) => void
}

export interface Doubts {
  /** The node may hold this, in a place that it has kept, since such a moment in elapsed nanoseconds. */
  readonly add: (due: Due, now: bigint) => void
  /** Takes work out of doubt once it is known, so that it needs no place of its own. */
  readonly known: (work: WorkRef) => void
  /** Returns whether there is something that no claim has looked for. */
  readonly isOpen: () => boolean
  readonly question: (now: bigint) => Question
}

interface Doubt {
  readonly due: Due
  /** Until when the commit may still be applied, in elapsed nanoseconds. */
  readonly until: bigint
  /** Whether a claim has looked for it. */
  isLookedFor: boolean
}

/** How long a store may still apply a commit that it has not answered, in elapsed nanoseconds. */
const doubtNanos = 15_000_000_000n

/** @param vacate is told that a place in this lane is free again */
export const make = (vacate: (lane: Lane) => void): Doubts => {
  const doubts = new Map<string, Doubt>()

  const known = (work: WorkRef): void => {
    const text = refText(work)
    const doubt = doubts.get(text)
    if (doubt === undefined) return
    doubts.delete(text)
    vacate(doubt.due.lane)
  }

  return {
    known,
    add: (due, now) => {
      known(due.work)
      doubts.set(refText(due.work), { due, until: now + doubtNanos, isLookedFor: false })
    },
    isOpen: () => [...doubts.values()].some(({ isLookedFor }) => !isLookedFor),
    question: (now) => {
      const asked = [...doubts.values()]
      return {
        work: asked.map(({ due }) => due.work),
        answered: (leases) => {
          for (const { work } of leases) known(work)
          for (const doubt of asked) {
            doubt.isLookedFor = true
            const { due: { work }, until } = doubt
            if (until <= now && doubts.get(refText(work)) === doubt) known(work)
          }
        }
      }
    }
  }
}
