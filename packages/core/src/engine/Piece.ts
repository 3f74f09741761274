/**
 * One command while it is executed: how often it was tried, and what it has come to.
 */
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decision } from "../commit/Decision.ts"
import type * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import type * as Needs from "../commit/Needs.ts"
import type { Outcome } from "../commit/Outcome.ts"
import type { StoreError } from "../port/Store.ts"
import type * as Instant from "../value/Instant.ts"
import * as DecisionSet from "./DecisionSet.ts"
import type { Execution } from "./Execution.ts"
import { Conflict, LeaseLost } from "./Execution.ts"

export interface Piece<Command, Answer> {
  readonly use: Decision<Command, Answer>
  readonly command: Command
  tries: number
  exit: Execution<Answer> | null
}

/** A piece that was decided, and what it would commit. */
export interface Decided<Command, Answer> {
  readonly piece: Piece<Command, Answer>
  readonly commit: Commit.Commit
  readonly answer: Answer
}

/** How often a piece is decided at most. */
const most = 12

export const isAway = (exit: Exit.Exit<unknown, StoreError>): boolean =>
  Option.exists(Exit.findErrorOption(exit), ({ reason }) => reason === "unavailable")

export const make = <Command, Answer>(use: Decision<Command, Answer>, command: Command): Piece<Command, Answer> => ({
  use,
  command,
  tries: 0,
  exit: null
})

const decisionOf = <Command, Answer>({ tries, use }: Piece<Command, Answer>): Decision<Command, Answer> =>
  tries === 0 ? use : use.again ?? use

export const needs = <Command, Answer>(piece: Piece<Command, Answer>, known: Facts.Facts): Needs.Needs =>
  decisionOf(piece).needs(piece.command, known)

/** Decides a piece, and returns what it would commit; null when that is nothing, so that the piece has come to its end. */
export const decide = <Command, Answer>(
  piece: Piece<Command, Answer>,
  facts: Facts.Facts,
  now: Instant.Instant,
  mint: Mint
): Decided<Command, Answer> | null => {
  const decideOne = () => decisionOf(piece).decide(piece.command, facts, now, mint)
  let exit = DecisionSet.attempt(decideOne)
  if (Exit.isFailure(exit) && piece.tries === 0 && piece.use.again !== undefined) {
    piece.tries++
    exit = DecisionSet.attempt(decideOne)
  }
  if (Exit.isFailure(exit)) {
    piece.exit = Exit.failCause(exit.cause)
    return null
  }
  const decided = exit.value
  if (Result.isFailure(decided)) {
    piece.exit = Exit.fail(decided.failure)
    return null
  }
  const { answer, commit } = decided.success
  if (Commit.isEmpty(commit)) {
    piece.exit = Exit.succeed({ answer, at: now })
    return null
  }
  return { piece, commit, answer }
}

/** Notes what a commit has come to. A piece whose facts were out of date stays open, for a bounded number of times. */
export const settle = <Command, Answer>(
  { answer, piece }: Decided<Command, Answer>,
  outcome: Exit.Exit<Outcome, StoreError>,
  at: Instant.Instant
): void => {
  const { use } = piece
  if (Exit.isFailure(outcome)) {
    if (piece.tries === 0 && use.again !== undefined && !isAway(outcome)) piece.tries++
    else piece.exit = Exit.failCause(outcome.cause)
  } else if (outcome.value._tag === "Done") piece.exit = Exit.succeed({ answer, at })
  else if (outcome.value._tag === "Stale" && outcome.value.because !== "row") {
    piece.exit = Exit.fail(new LeaseLost({ use: use.name }))
  } else if (++piece.tries === most) piece.exit = Exit.fail(new Conflict({ use: use.name }))
}
