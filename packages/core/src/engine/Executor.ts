/**
 * Executes Decisions, one or a set of them: it loads what they need, decides each and commits, in one load and one commit
 * for the whole set. What has changed meanwhile is decided again with fresh facts.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { empty } from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import type * as Facts from "../commit/Facts.ts"
import { IdGenerator } from "../commit/IdGenerator.ts"
import type * as Needs from "../commit/Needs.ts"
import { LastSeen } from "../port/LastSeen.ts"
import type { StoreError } from "../port/Store.ts"
import type { Instant } from "../value/Instant.ts"
import * as Asker_ from "./Asker.ts"
import * as CarrierTally from "./CarrierTally.ts"
import { Committer } from "./Committer.ts"
import * as Confidence from "./Confidence.ts"
import * as Contention from "./Contention.ts"
import * as Deadline from "./Deadline.ts"
import { DecisionWatch } from "./DecisionWatch.ts"
import * as Drivers from "./Drivers.ts"
import * as Execution from "./Execution.ts"
import * as Foresight from "./Foresight.ts"
import { Loader } from "./Loader.ts"
import type { Ended, Executed, ExecutionError } from "./PendingDecision.ts"
import { PendingDecision } from "./PendingDecision.ts"
import * as Telemetry from "./Telemetry.ts"

export type { Executed, ExecutionError } from "./PendingDecision.ts"
export { Conflict, LeaseLost } from "./PendingDecision.ts"

export type Executions<Answer> = ReadonlyArray<Ended<Answer>>

/** Returns what is to be loaded, given what is known. */
export type Ask = (known: Facts.Facts) => Needs.Needs

export class Executor extends Context.Service<Executor, {
  /** Loads what `needs` asks for, and calls it again with the facts until nothing more is needed. */
  readonly read: (needs: Ask) => Effect.Effect<Facts.Facts, StoreError>
  /**
   * Returns the rows that `needs` asks for as the store last saw them, which may be out of date, or null when one of them is
   * not remembered.
   */
  readonly remembered: (needs: Ask) => Effect.Effect<Facts.Facts | null>
  /** Executes a decision that is asked for so often that nobody measures it. */
  readonly ask: <Command, Answer>(
    use: Decision<Command, Answer>,
    command: Command
  ) => Effect.Effect<Answer, ExecutionError>
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

/** Whoever only reads is told all that is known then. */
const Read: Decision<Ask, Facts.Facts> = {
  name: "read",
  needs: (ask, known) => ask(known),
  decide: (_, { facts }) =>
    done(
      facts,
      empty
    )
}

export const layer: Layer.Layer<Executor, never, Loader | Committer | IdGenerator> = Layer.effect(
  Executor,
  Effect.gen(function*() {
    const contention = Contention.make()
    const means: Drivers.Means = { loader: yield* Loader, committer: yield* Committer, contention }
    const around: Execution.Surroundings = {
      ids: yield* IdGenerator,
      lastSeen: yield* LastSeen,
      isContended: contention.isAt,
      confidence: Confidence.make(),
      carriers: yield* CarrierTally.watch,
      watch: yield* DecisionWatch
    }

    const asSet = <Command, Answer>(
      use: Decision<Command, Answer>,
      commands: ReadonlyArray<Command>
    ): Effect.Effect<Executions<Answer>> =>
      Effect.suspend(() => {
        const decisions = commands.map((command) => new PendingDecision(use, command))
        const executed = Deadline.within(
          Drivers.byFiber(means, (now) => Execution.begin(around, decisions, now)),
          (error) =>
            Effect.sync(() => {
              for (const decision of decisions) if (decision.isOpen) decision.fail(Cause.fail(error))
            })
        )
        return Telemetry.decisions(use.name, Effect.map(executed, () => decisions.map(({ exit }) => exit!)))
      })

    /** Executes one decision, and returns what `then` makes of it. */
    const alone = <Command, Answer, A, E>(
      use: Decision<Command, Answer>,
      command: Command,
      caller: Asker_.Asker,
      then: (exit: Ended<Answer>) => Effect.Effect<A, E>
    ): Effect.Effect<A, E> => {
      const decision = new PendingDecision(use, command)
      const begin = (now: Instant) => Execution.begin(around, [decision], now)
      const late = (error: StoreError) => {
        if (decision.isOpen) decision.fail(Cause.fail(error))
      }
      return Drivers.byCallback(means, caller, begin, late, () => then(decision.exit!))
    }

    /** The same for one that is measured. */
    const single = <Command, Answer, A, E>(
      use: Decision<Command, Answer>,
      command: Command,
      then: (exit: Ended<Answer>) => Effect.Effect<A, E>
    ): Effect.Effect<A, E> =>
      Effect.withFiber((caller) => {
        // Spans show what happens within the caller's fiber.
        if (Asker_.isTraced(caller)) return Effect.flatMap(asSet(use, [command]), ([exit]) => then(exit!))
        const began = Asker_.elapsed(caller)
        return alone(use, command, caller, (exit) => {
          Telemetry.decided(use.name, exit, began, caller)
          return then(exit)
        })
      })

    const ask = <Command, Answer>(
      use: Decision<Command, Answer>,
      command: Command
    ): Effect.Effect<Answer, ExecutionError> =>
      Effect.withFiber((caller) => alone(use, command, caller, (exit) => Exit.map(exit, ({ answer }) => answer)))

    return {
      ask,
      // It refuses nothing and commits nothing, so only the store can fail.
      read: (needs) => ask(Read, needs) as Effect.Effect<Facts.Facts, StoreError>,
      remembered: (needs) => Effect.sync(() => Foresight.remembered(needs, around.lastSeen)),
      run: (use, command) => single(use, command, (exit) => exit),
      runAll: (use, commands) =>
        commands.length === 1 ? single(use, commands[0]!, (exit) => Effect.succeed([exit])) : asSet(use, commands)
    }
  })
)
