/**
 * Executes Decisions, one or a set of them: it loads what they need, decides each and commits, in one load and one commit
 * for the whole set. What has changed meanwhile is decided again with fresh facts.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decision } from "../commit/Decision.ts"
import type * as Facts from "../commit/Facts.ts"
import { Mint } from "../commit/Mint.ts"
import type * as Needs from "../commit/Needs.ts"
import type { Outcome } from "../commit/Outcome.ts"
import type { Refused } from "../commit/Refused.ts"
import { LastSeen } from "../port/LastSeen.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import { Committer } from "./Committer.ts"
import * as DecisionSet from "./DecisionSet.ts"
import * as Gathering from "./Gathering.ts"
import { Loader } from "./Loader.ts"
import * as Telemetry from "./Telemetry.ts"

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

export type Executions<Answer> = ReadonlyArray<Exit.Exit<Executed<Answer>, ExecutionError>>

export class Executor extends Context.Service<Executor, {
  /** Loads what `needs` asks for, and calls it again with the facts until nothing more is needed. */
  readonly read: (needs: (known: Facts.Facts) => Needs.Needs) => Effect.Effect<Facts.Facts, StoreError>
  readonly run: <Command, Answer>(
    use: Decision<Command, Answer>,
    command: Command
  ) => Effect.Effect<Executed<Answer>, ExecutionError>
  /**
   * Executes the decision for each of the commands, and returns what each has come to, in their order. The set is no
   * transaction: each command succeeds or fails by itself.
   */
  readonly runAll: <Command, Answer>(
    use: Decision<Command, Answer>,
    commands: ReadonlyArray<Command>
  ) => Effect.Effect<Executions<Answer>>
}>()("@signalbox/core/engine/Executor") {}

const tries = 12

/**
 * From so many rows on, other requests have their turn between loading, deciding and committing: a send to a thousand
 * recipients must not hold up everybody else for the sum of the three.
 */
const large = 250

const isLarge = (rows: number): boolean => rows >= large

/** How many pieces of a set are decided in one go. */
const few = 64

const isAway = (exit: Exit.Exit<unknown, StoreError>): boolean =>
  Option.exists(Exit.findErrorOption(exit), ({ reason }) => reason === "unavailable")

/** One command of a set. */
interface Piece<Command, Answer> {
  readonly command: Command
  tries: number
  exit: Exit.Exit<Executed<Answer>, ExecutionError> | null
}

/** A piece that was decided, and what it would commit. */
interface Decided<Command, Answer> {
  readonly piece: Piece<Command, Answer>
  readonly commit: Commit.Commit
  readonly answer: Answer
}

export const layer: Layer.Layer<Executor, never, Store | Loader | Committer | Mint> = Layer.effect(
  Executor,
  Effect.gen(function*() {
    const gather = Gathering.make(yield* Store, yield* Loader, yield* LastSeen)
    const committer = yield* Committer
    const mint = yield* Mint

    const decisionOf = <Command, Answer>(use: Decision<Command, Answer>, { tries }: Piece<Command, Answer>) =>
      tries === 0 ? use : use.again ?? use

    /** Decides pieces one after the other, and returns those that have something to commit now. */
    const decide = <Command, Answer>(
      use: Decision<Command, Answer>,
      pieces: ReadonlyArray<Piece<Command, Answer>>,
      facts: Facts.Facts,
      now: Instant.Instant,
      touched: DecisionSet.Touched
    ): ReadonlyArray<Decided<Command, Answer>> =>
      pieces.flatMap((piece) => {
        const decideOne = () => decisionOf(use, piece).decide(piece.command, facts, now, mint)
        let exit = DecisionSet.attempt(decideOne)
        if (Exit.isFailure(exit) && piece.tries === 0 && use.again !== undefined) {
          piece.tries++
          exit = DecisionSet.attempt(decideOne)
        }
        if (Exit.isFailure(exit)) {
          piece.exit = Exit.failCause(exit.cause)
          return []
        }
        const decided = exit.value
        if (Result.isFailure(decided)) {
          piece.exit = Exit.fail(decided.failure)
          return []
        }
        const { answer, commit } = decided.success
        if (Commit.isEmpty(commit)) {
          piece.exit = Exit.succeed({ answer, at: now })
          return []
        }
        if (touched.meets(commit)) return []
        touched.add(commit)
        return [{ piece, commit, answer }]
      })

    /** The same for a set of any size, after every few pieces of which others have their turn. */
    const decideAll = Effect.fnUntraced(function*<Command, Answer>(
      use: Decision<Command, Answer>,
      pieces: ReadonlyArray<Piece<Command, Answer>>,
      facts: Facts.Facts,
      now: Instant.Instant
    ) {
      const touched = new DecisionSet.Touched()
      const decided: Array<Decided<Command, Answer>> = []
      for (let first = 0; first < pieces.length; first += few) {
        if (first > 0) yield* Effect.yieldNow
        decided.push(...decide(use, pieces.slice(first, first + few), facts, now, touched))
      }
      return decided
    })

    /** Notes what a commit has come to. A piece whose facts were out of date stays open, for a bounded number of times. */
    const settle = <Command, Answer>(
      use: Decision<Command, Answer>,
      { answer, piece }: Decided<Command, Answer>,
      outcome: Exit.Exit<Outcome, StoreError>,
      at: Instant.Instant
    ): void => {
      if (Exit.isFailure(outcome)) {
        if (piece.tries === 0 && use.again !== undefined && !isAway(outcome)) piece.tries++
        else piece.exit = Exit.failCause(outcome.cause)
      } else if (outcome.value._tag === "Done") piece.exit = Exit.succeed({ answer, at })
      else if (outcome.value._tag === "Stale" && outcome.value.because !== "row") {
        piece.exit = Exit.fail(new LeaseLost({ use: use.name }))
      } else if (++piece.tries === tries) piece.exit = Exit.fail(new Conflict({ use: use.name }))
    }

    const rounds: <Command, Answer>(
      use: Decision<Command, Answer>,
      pieces: ReadonlyArray<Piece<Command, Answer>>
    ) => Effect.Effect<void> = Effect.fnUntraced(function*<Command, Answer>(
      use: Decision<Command, Answer>,
      pieces: ReadonlyArray<Piece<Command, Answer>>
    ) {
      for (let open = pieces; open.length > 0; open = open.filter(({ exit }) => exit === null)) {
        const asks = open.map((piece) => (known: Facts.Facts) => decisionOf(use, piece).needs(piece.command, known))
        const gathered = yield* Effect.exit(gather(asks))
        if (Exit.isFailure(gathered)) {
          // One piece may fail the load of all, so each half is tried by itself; a store that is away fails all of them.
          if (open.length === 1 || isAway(gathered)) {
            for (const piece of open) piece.exit = Exit.failCause(gathered.cause)
            return
          }
          const middle = open.length >> 1
          yield* rounds(use, open.slice(0, middle))
          return yield* rounds(use, open.slice(middle))
        }
        const facts = gathered.value
        if (isLarge(facts.rows.size + facts.owners.size)) yield* Effect.yieldNow
        const now = yield* Instant.now
        const decided = open.length > few
          ? yield* decideAll(use, open, facts, now)
          : decide(use, open, facts, now, new DecisionSet.Touched())
        if (decided.length === 0) continue
        if (isLarge(decided.reduce((sum, { commit }) => sum + commit.puts.length, 0))) yield* Effect.yieldNow
        const outcomes = yield* committer.commitAll(decided.map(({ commit }) => commit))
        for (const [index, each] of decided.entries()) settle(use, each, outcomes[index]!, now)
      }
    })

    const runAll = Effect.fnUntraced(function*<Command, Answer>(
      use: Decision<Command, Answer>,
      commands: ReadonlyArray<Command>
    ) {
      const pieces = commands.map((command): Piece<Command, Answer> => ({ command, tries: 0, exit: null }))
      return yield* Telemetry.decisions(
        use.name,
        Effect.map(rounds(use, pieces), () => pieces.map(({ exit }) => exit!))
      )
    })

    return {
      read: (needs) => gather([needs]),
      run: (use, command) => Effect.flatMap(runAll(use, [command]), ([exit]) => exit!),
      runAll
    }
  })
)
