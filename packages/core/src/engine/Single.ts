/**
 * The execution of a single decision. Its caller's fiber is all that waits for it: what is loaded and committed for it
 * goes with what others need, and each answer takes it one step further.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import type * as Needs from "../commit/Needs.ts"
import type { Asker } from "./Asker.ts"
import * as Asker_ from "./Asker.ts"
import type { Committer } from "./Committer.ts"
import * as DecisionSet from "./DecisionSet.ts"
import type { Execution } from "./Execution.ts"
import type { Gathering } from "./Gathering.ts"
import type { Piece } from "./Piece.ts"
import * as Piece_ from "./Piece.ts"

export interface Engine {
  readonly gathering: Gathering
  readonly committer: Pick<Committer["Service"], "offer">
  readonly mint: Mint
}

/**
 * Executes a piece, and returns what it has come to.
 *
 * @param apart executes a piece that so much is needed for that others would wait for it; some is known already
 */
export const execute = <Command, Answer>(
  { committer, gathering, mint }: Engine,
  piece: Piece<Command, Answer>,
  caller: Asker,
  apart: (known: Facts.Facts) => Effect.Effect<Execution<Answer>>
): Effect.Effect<Execution<Answer>> =>
  Effect.callback((resume) => {
    /** Nobody waits for it any more. What is being committed by then is kept. */
    let isGone = false

    const ended = (): void => resume(Effect.succeed(piece.exit!))

    const ask = (known: Facts.Facts): Needs.Needs => Piece_.needs(piece, known)

    const begin = (): void =>
      gathering.listen(ask, {
        caller,
        apart: (known) => resume(apart(known)),
        told: (gathered) => {
          if (isGone) return
          const step = Exit.isSuccess(gathered) ? DecisionSet.attempt(() => decide(gathered.value)) : gathered
          if (Exit.isFailure(step)) piece.exit = Exit.failCause(step.cause)
          if (piece.exit !== null) ended()
        }
      })

    const decide = (facts: Facts.Facts): void => {
      const now = Asker_.now(caller)
      const decided = Piece_.decide(piece, facts, now, mint)
      if (decided === null) return
      committer.offer(decided.commit, caller, (outcome) => {
        Piece_.settle(decided, outcome, now)
        if (piece.exit !== null) ended()
        else if (!isGone) begin()
      })
    }

    begin()
    return Effect.sync(() => {
      isGone = true
    })
  })
