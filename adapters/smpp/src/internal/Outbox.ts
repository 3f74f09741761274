/**
 * The parts that wait to be written, for all sessions together: whichever has room takes the next one. What a session has
 * not written when it is lost still waits here, for another one.
 */
import * as MutableList from "effect/MutableList"
import type { Part } from "../Outgoing.ts"

/** The fate of a part. */
export type Fate =
  | { readonly _tag: "Answered"; readonly status: number; readonly messageId: string }
  /** It was written, and nobody answered in time, or before the session was lost. */
  | { readonly _tag: "Unanswered" }
  /** It was not written, and there is no session any more. */
  | { readonly _tag: "Unwritten" }

export interface Job {
  readonly part: Part
  readonly settle: (fate: Fate) => void
  /** Nobody wants it to be written any more. */
  isWithdrawn: boolean
  isWritten: boolean
}

/** A session that writes. */
export interface Taker {
  /** How many parts wait for their answers. */
  readonly load: () => number
  /** Takes jobs as long as there is room. */
  readonly pump: () => void
}

export interface Outbox {
  readonly add: (jobs: ReadonlyArray<Job>) => void
  /** Returns the job that has waited longest. */
  readonly next: () => Job | null
  readonly attach: (taker: Taker) => void
  readonly detach: (taker: Taker) => void
  /** Whether there is a session that writes. */
  readonly isUp: () => boolean
}

export const make = (): Outbox => {
  const takers = new Set<Taker>()
  const jobs = MutableList.make<Job>()

  const next = (): Job | null => {
    for (;;) {
      const job = MutableList.take(jobs)
      if (job === MutableList.Empty) return null
      if (!job.isWithdrawn) return job
    }
  }

  return {
    add: (added) => {
      MutableList.appendAll(jobs, added)
      for (const taker of [...takers].toSorted((one, other) => one.load() - other.load())) taker.pump()
    },
    next,
    attach: (taker) => {
      takers.add(taker)
      taker.pump()
    },
    detach: (taker) => {
      if (!takers.delete(taker) || takers.size > 0) return
      for (const job of MutableList.takeAll(jobs)) if (!job.isWithdrawn) job.settle({ _tag: "Unwritten" })
    },
    isUp: () => takers.size > 0
  }
}
