/**
 * A decision about leased work. Its commit applies only while the lease is valid, and completes the work, unless it
 * holds or releases the lease itself.
 */
import * as Result from "effect/Result"
import type { Lease } from "../work/Work.ts"
import { isSame } from "../work/Work.ts"
import * as Commit from "./Commit.ts"
import type { Decision } from "./Decision.ts"
import * as Grounds from "./Grounds.ts"

export interface Leased {
  readonly lease: Lease
}

export interface LeasedDecision<in Command extends Leased, out Answer> extends Decision<Command, Answer> {
  readonly isLeased: true
}

/** Returns the fence of the lease. */
export const fence = ({ token, work }: Lease): Commit.Fence => ({ work, token })

const goesOn = ({ holds, releases }: Commit.Commit, { token, work }: Lease): boolean => {
  const isIts = (each: Commit.Fence) => each.token === token && isSame(each.work, work)
  return holds.some(isIts) || releases.some(isIts)
}

/**
 * Fences the decision by its lease. The store says when work is due, so to the decision it is never earlier than that,
 * however late the clock of this node is.
 */
export const make = <Command extends Leased, Answer>(
  use: Decision<Command, Answer>
): LeasedDecision<Command, Answer> => ({
  ...use,
  isLeased: true,
  decide: (command, grounds) =>
    Result.map(use.decide(command, Grounds.notBefore(grounds, command.lease.at)), ({ answer, commit }) => ({
      answer,
      commit: goesOn(commit, command.lease)
        ? commit
        : Commit.all({ completes: [fence(command.lease)] }, commit)
    }))
})

export interface LeasedSet {
  readonly leases: ReadonlyArray<Lease>
}

/** The same for a decision about several work items together. It judges by itself how late each item is. */
export const makeSet = <Command extends LeasedSet, Answer>(
  use: Decision<Command, Answer>
): Decision<Command, Answer> => ({
  ...use,
  decide: (command, grounds) =>
    Result.map(use.decide(command, grounds), ({ answer, commit }) => {
      const ended = command.leases.filter((lease) => !goesOn(commit, lease))
      return { answer, commit: Commit.all({ completes: ended.map(fence) }, commit) }
    })
})
