/**
 * A decision about leased work. Whatever it decides, its commit also completes the work, and applies only while the
 * lease is valid.
 */
import * as Result from "effect/Result"
import type { Lease } from "../work/Work.ts"
import * as Commit from "./Commit.ts"
import type { Decision } from "./Decision.ts"

export interface Leased {
  readonly lease: Lease
}

export interface LeasedDecision<in Command extends Leased, out Answer> extends Decision<Command, Answer> {
  readonly completes: true
}

/** Makes the decision complete the work of its lease. */
export const make = <Command extends Leased, Answer>(
  use: Decision<Command, Answer>
): LeasedDecision<Command, Answer> => ({
  ...use,
  completes: true,
  decide: (command, facts, now, mint) =>
    Result.map(use.decide(command, facts, now, mint), ({ answer, commit }) => ({
      answer,
      commit: Commit.all({ completes: [ended(command.lease)] }, commit)
    }))
})

/** Returns the name of the lease. */
export const ended = ({ token, work }: Lease): Commit.Fence => ({ work, token })
