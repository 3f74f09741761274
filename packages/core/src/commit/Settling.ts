/**
 * A decision about leased work. Whatever it decides, the work is done with: the commit ends it, and holds only while
 * the lease does.
 */
import * as Result from "effect/Result"
import type { Lease } from "../work/Work.ts"
import * as Commit from "./Commit.ts"
import type { Use } from "./Use.ts"

export interface Leased {
  readonly lease: Lease
}

export interface Settling<in Command extends Leased, out Answer> extends Use<Command, Answer> {
  readonly settles: true
}

/** The same decision, which also ends the work that it is about. */
export const make = <Command extends Leased, Answer>(use: Use<Command, Answer>): Settling<Command, Answer> => ({
  ...use,
  settles: true,
  decide: (command, facts, now, mint) =>
    Result.map(use.decide(command, facts, now, mint), ({ answer, commit }) => ({
      answer,
      commit: Commit.all({ settles: [ended(command.lease)] }, commit)
    }))
})

/** The end of what is leased. */
export const ended = ({ token, work }: Lease): Commit.Settled => ({ work, token })
