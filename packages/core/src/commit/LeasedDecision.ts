/**
 * A decision about leased work. Whatever it decides, the work is done with: the commit ends it, and holds only while
 * the lease does.
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

/** The same decision, which also ends the work that it is about. */
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

/** The end of what is leased. */
export const ended = ({ token, work }: Lease): Commit.Completed => ({ work, token })
