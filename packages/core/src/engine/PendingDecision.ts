/**
 * One command while it is executed: how often it was tried, and what it has come to: an answer, or one of a few errors.
 */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Continuation from "../commit/Continuation.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import type { Outcome } from "../commit/Outcome.ts"
import type { Refused } from "../commit/Refused.ts"
import type { StoreError } from "../port/Store.ts"
import type { Ref } from "../row/Kind.ts"
import type * as Instant from "../value/Instant.ts"
import type { Watch } from "./DecisionWatch.ts"

/** Concurrent commits won so often that the executor gave up. Trying again later makes sense. */
export class Conflict extends Data.TaggedError("Conflict")<{ readonly use: string }> {}

/** Another holder has the lease or the idempotency claim now. Nothing was changed. */
export class LeaseLost extends Data.TaggedError("LeaseLost")<{ readonly use: string }> {}

export type ExecutionError = Refused | Conflict | LeaseLost | StoreError

/** The answer, and the instant at which it was decided. */
export interface Executed<Answer> {
  readonly answer: Answer
  readonly at: Instant.Instant
}

export type Ended<Answer> = Exit.Exit<Executed<Answer>, ExecutionError>

/** A decision, whatever it is about. */
export interface Any {
  readonly name: string
  readonly tries: number
  readonly isOpen: boolean
  /** Whether it may be decided on rows as the store last saw them, since its commit finds out whether they still are so. */
  readonly isVerified: boolean
  /** Whether it has found the store away. */
  readonly isAway: boolean
  readonly needs: (known: Facts.Facts) => Needs.Needs
  /** Returns what must be loaded before it can be decided; nothing when it has come to its end. */
  readonly lacks: (known: Facts.Facts) => Needs.Needs
  /** Decides it, and returns what it would commit; null when that is nothing, so that it has come to its end. */
  readonly decide: (grounds: Grounds, watch: Watch | null) => Commit.Commit | null
  /** Notes what its commit has come to. It stays open where its facts were out of date, a bounded number of times. */
  readonly settle: (outcome: Exit.Exit<Outcome, StoreError>) => void
  /** Ends it, since it has failed. It stays open where it may be that only what follows has failed. */
  readonly fail: (cause: Cause.Cause<StoreError>) => void
}

/** How often a decision is decided at most: in another process, too, one after the other has its turn. */
export const most = 64

export const isAway = (exit: Exit.Exit<unknown, ExecutionError>): boolean =>
  Option.exists(
    Exit.findErrorOption(exit),
    (error) => error._tag === "StoreError" && error.reason === "unavailable"
  )

export class PendingDecision<in out Command, out Answer> implements Any {
  tries = 0
  exit: Ended<Answer> | null = null
  /** The answer that it ends with if its commit is applied. */
  private decided: Executed<Answer> | null = null
  private readonly use: Decision<Command, Answer>
  private readonly command: Command

  constructor(use: Decision<Command, Answer>, command: Command) {
    this.use = use
    this.command = command
  }

  get name(): string {
    return this.use.name
  }

  get isOpen(): boolean {
    return this.exit === null
  }

  get isVerified(): boolean {
    return this.use.isVerified?.(this.command) === true && this.tries === 0
  }

  get isAway(): boolean {
    return this.exit !== null && isAway(this.exit)
  }

  /** Only the first try takes the steps that may follow as well. */
  private get isFollowed(): boolean {
    return this.tries === 0 && this.use.following !== undefined
  }

  needs(known: Facts.Facts): Needs.Needs {
    const { command, use } = this
    return this.isFollowed ? Continuation.needs(use, command, known) : use.needs(command, known)
  }

  lacks(known: Facts.Facts): Needs.Needs {
    try {
      return Facts.missing(known, this.needs(known))
    } catch (defect) {
      this.fail(Cause.die(defect))
    }
    return this.isOpen ? this.lacks(known) : Needs.none
  }

  decide(grounds: Grounds, watch: Watch | null): Commit.Commit | null {
    try {
      return this.outcome(grounds, watch)
    } catch (defect) {
      this.fail(Cause.die(defect))
    }
    return this.isOpen ? this.decide(grounds, watch) : null
  }

  private outcome(grounds: Grounds, watch: Watch | null): Commit.Commit | null {
    const decided = watch === null ? this.attempt(grounds) : this.watched(grounds, watch)
    if (Result.isFailure(decided)) {
      this.exit = Exit.fail(decided.failure)
      return null
    }
    const { answer, commit } = decided.success
    this.decided = { answer, at: grounds.now }
    if (!Commit.isEmpty(commit)) return commit
    this.exit = Exit.succeed(this.decided)
    return null
  }

  private attempt(grounds: Grounds): Result.Result<Decided<Answer>, Refused> {
    const { command, isFollowed, tries, use } = this
    return isFollowed ? Continuation.decide(use, command, grounds) : use.decide(command, grounds, tries)
  }

  private watched(grounds: Grounds, watch: Watch): Result.Result<Decided<Answer>, Refused> {
    const reads: Array<Ref> = []
    const decided = this.attempt({ ...grounds, facts: { ...grounds.facts, seen: (ref) => reads.push(ref) } })
    if (Result.isSuccess(decided)) watch({ name: this.name, reads, commit: decided.success.commit })
    return decided
  }

  settle(outcome: Exit.Exit<Outcome, StoreError>): void {
    const { name: use } = this
    if (Exit.isFailure(outcome)) this.fail(outcome.cause)
    else if (outcome.value._tag === "Done") this.exit = Exit.succeed(this.decided!)
    else if (outcome.value._tag === "Stale" && outcome.value.because !== "row") {
      this.exit = Exit.fail(new LeaseLost({ use }))
    } else if (++this.tries === most) this.exit = Exit.fail(new Conflict({ use }))
  }

  fail(cause: Cause.Cause<StoreError>): void {
    const exit = Exit.failCause(cause)
    if (this.isFollowed && !isAway(exit)) this.tries++
    else this.exit = exit
  }
}
