/**
 * Executes Decisions, one or a set of them: it loads what they need, decides each and commits, in one load and one commit
 * for the whole set. What has changed meanwhile is decided again with fresh facts.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import { Mint } from "../commit/Mint.ts"
import type * as Needs from "../commit/Needs.ts"
import { LastSeen } from "../port/LastSeen.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import * as Asker_ from "./Asker.ts"
import { Committer } from "./Committer.ts"
import * as DecisionSet from "./DecisionSet.ts"
import type { Executed, Execution, ExecutionError } from "./Execution.ts"
import * as Gathering from "./Gathering.ts"
import { Loader } from "./Loader.ts"
import type { Decided, Piece } from "./Piece.ts"
import * as Piece_ from "./Piece.ts"
import * as Single from "./Single.ts"
import * as Telemetry from "./Telemetry.ts"

export type { Executed, ExecutionError } from "./Execution.ts"
export { Conflict, LeaseLost } from "./Execution.ts"

export type Executions<Answer> = ReadonlyArray<Execution<Answer>>

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

/** How many pieces of a set are decided in one go. */
const few = 64

export const layer: Layer.Layer<Executor, never, Store | Loader | Committer | Mint> = Layer.effect(
  Executor,
  Effect.gen(function*() {
    const gathering = Gathering.make(yield* Store, yield* Loader, yield* LastSeen)
    const committer = yield* Committer
    const mint = yield* Mint
    const { gather } = gathering
    const engine: Single.Engine = { gathering, committer, mint }

    /** Decides pieces one after the other, and returns those that have something to commit now. */
    const decide = <Command, Answer>(
      pieces: ReadonlyArray<Piece<Command, Answer>>,
      facts: Facts.Facts,
      now: Instant.Instant,
      touched: DecisionSet.Touched
    ): ReadonlyArray<Decided<Command, Answer>> => {
      const decided: Array<Decided<Command, Answer>> = []
      for (const piece of pieces) {
        const each = Piece_.decide(piece, facts, now, mint)
        if (each === null || touched.meets(each.commit)) continue
        touched.add(each.commit)
        decided.push(each)
      }
      return decided
    }

    /** The same for a set of any size, after every few pieces of which others have their turn. */
    const decideAll = Effect.fnUntraced(function*<Command, Answer>(
      pieces: ReadonlyArray<Piece<Command, Answer>>,
      facts: Facts.Facts,
      now: Instant.Instant
    ) {
      const touched = new DecisionSet.Touched()
      const decided: Array<Decided<Command, Answer>> = []
      for (let first = 0; first < pieces.length; first += few) {
        if (first > 0) yield* Effect.yieldNow
        decided.push(...decide(pieces.slice(first, first + few), facts, now, touched))
      }
      return decided
    })

    /** @param known what is known already of what the first round needs */
    const rounds: <Command, Answer>(
      pieces: ReadonlyArray<Piece<Command, Answer>>,
      known?: Facts.Facts
    ) => Effect.Effect<void> = Effect.fnUntraced(function*<Command, Answer>(
      pieces: ReadonlyArray<Piece<Command, Answer>>,
      known: Facts.Facts = Facts.empty
    ) {
      let before = known
      for (let open = pieces; open.length > 0; open = open.filter(({ exit }) => exit === null), before = Facts.empty) {
        const asks = open.map((piece) => (known: Facts.Facts) => Piece_.needs(piece, known))
        const gathered = yield* Effect.exit(gather(asks, before))
        if (Exit.isFailure(gathered)) {
          // One piece may fail the load of all, so each half is tried by itself; a store that is away fails all of them.
          if (open.length === 1 || Piece_.isAway(gathered)) {
            for (const piece of open) piece.exit = Exit.failCause(gathered.cause)
            return
          }
          const middle = open.length >> 1
          yield* rounds(open.slice(0, middle))
          return yield* rounds(open.slice(middle))
        }
        const facts = gathered.value
        if (Gathering.isLarge(facts.rows.size + facts.owners.size)) yield* Effect.yieldNow
        const now = yield* Instant.now
        const decided = open.length > few
          ? yield* decideAll(open, facts, now)
          : decide(open, facts, now, new DecisionSet.Touched())
        if (decided.length === 0) continue
        if (Gathering.isLarge(decided.reduce((sum, { commit }) => sum + commit.puts.length, 0))) yield* Effect.yieldNow
        const outcomes = yield* committer.commitAll(decided.map(({ commit }) => commit))
        for (const [index, each] of decided.entries()) Piece_.settle(each, outcomes[index]!, now)
      }
    })

    const asSet = <Command, Answer>(
      use: Decision<Command, Answer>,
      commands: ReadonlyArray<Command>
    ): Effect.Effect<Executions<Answer>> =>
      Effect.suspend(() => {
        const pieces = commands.map((command) => Piece_.make(use, command))
        return Telemetry.decisions(use.name, Effect.map(rounds(pieces), () => pieces.map(({ exit }) => exit!)))
      })

    /** Executes one decision, and returns what `then` makes of it. */
    const single = <Command, Answer, A, E>(
      use: Decision<Command, Answer>,
      command: Command,
      then: (exit: Execution<Answer>) => Effect.Effect<A, E>
    ): Effect.Effect<A, E> =>
      Effect.withFiber((caller) => {
        // Spans show what happens within the caller's fiber.
        if (Asker_.isTraced(caller)) return Effect.flatMap(asSet(use, [command]), ([exit]) => then(exit!))
        const began = Asker_.elapsed(caller)
        const piece = Piece_.make(use, command)
        const apart = (known: Facts.Facts) => Effect.map(rounds([piece], known), () => piece.exit!)
        return Effect.flatMap(Single.execute(engine, piece, caller, apart), (exit) => {
          Telemetry.decided(use.name, exit, began, caller)
          return then(exit)
        })
      })

    const run = <Command, Answer>(
      use: Decision<Command, Answer>,
      command: Command
    ): Effect.Effect<Executed<Answer>, ExecutionError> => single(use, command, (exit) => exit)

    const runAll = <Command, Answer>(
      use: Decision<Command, Answer>,
      commands: ReadonlyArray<Command>
    ): Effect.Effect<Executions<Answer>> =>
      commands.length === 1 ? single(use, commands[0]!, (exit) => Effect.succeed([exit])) : asSet(use, commands)

    const read = (needs: Gathering.Ask): Effect.Effect<Facts.Facts, StoreError> =>
      Effect.withFiber((caller) =>
        Effect.callback((resume) =>
          gathering.listen(needs, { caller, told: resume, apart: (known) => resume(gather([needs], known)) })
        )
      )

    return { read, run, runAll }
  })
)
