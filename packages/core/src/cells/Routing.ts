/**
 * Does what is asked of the service in the cell that it is about.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Lead } from "../port/Directory.ts"
import type { StoreError } from "../port/Store.ts"
import type { CellName } from "../value/CellName.ts"
import type { Inside } from "./Cells.ts"
import { Cells } from "./Cells.ts"
import * as FirstKnown from "./FirstKnown.ts"
import * as Leads from "./Leads.ts"
import { Whereabouts } from "./Whereabouts.ts"

export class Routing extends Context.Service<Routing, {
  /** Does it in the cell to which the lead leads. Null: it leads nowhere, and nothing was done. */
  readonly at: <A, E>(lead: Lead, effect: Effect.Effect<A, E, Inside>) => Effect.Effect<A | null, E | StoreError>
  /** The same, but what leads nowhere is left to the cell of the directory, which says by itself that it does not know it. */
  readonly by: <A, E>(lead: Lead, effect: Effect.Effect<A, E, Inside>) => Effect.Effect<A, E | StoreError>
  /**
   * The same for something that may have gone to another cell since this node has seen it there: when the cell denies that
   * it has it, the directory is asked again.
   */
  readonly confirmed: <A, E>(
    lead: Lead,
    effect: Effect.Effect<A, E, Inside>,
    isDenied: (answer: A) => boolean
  ) => Effect.Effect<A, E | StoreError>
  /** Does it for an account, as `by`. */
  readonly of: <A, E>(account: string, effect: Effect.Effect<A, E, Inside>) => Effect.Effect<A, E | StoreError>
  /**
   * Asks one cell after the other for what nothing leads to, until one knows it, and returns the answer of the last one
   * when none does. One that is silent does not hold up the next. It fails when none knows it and one could not be asked.
   */
  readonly sought: <A, E>(
    effect: Effect.Effect<A, E, Inside>,
    isKnown: (answer: A) => boolean
  ) => Effect.Effect<A, E | StoreError>
  /** Asks all cells, and fails when one cannot be asked: a part would look like the whole. */
  readonly all: <A, E>(effect: Effect.Effect<A, E, Inside>) => Effect.Effect<ReadonlyArray<A>, E | StoreError>
  /**
   * Does it in every cell that can be reached, and returns what the directory's cell answers. It fails when one was not
   * reached: whoever asks again reaches the rest.
   */
  readonly everywhere: <A, E>(effect: Effect.Effect<A, E, Inside>) => Effect.Effect<A, E | StoreError>
}>()("@signalbox/core/cells/Routing") {}

/** After so many elapsed milliseconds without an answer of a cell the next one is asked too. */
export const glance = 250

export const layer: Layer.Layer<Routing, never, Cells | Whereabouts> = Layer.effect(
  Routing,
  Effect.gen(function*() {
    const { names, within } = yield* Cells
    const { find, forget } = yield* Whereabouts
    const [home] = names

    const exits = <A, E>(effect: Effect.Effect<A, E, Inside>) =>
      Effect.forEach(names, (cell: CellName) => Effect.exit(within(cell, effect)), { concurrency: "unbounded" })

    const by = <A, E>(lead: Lead, effect: Effect.Effect<A, E, Inside>) =>
      Effect.flatMap(find(lead), (cell) => within(cell ?? home, effect))

    return {
      at: (lead, effect) =>
        Effect.flatMap(find(lead), (cell) => cell === null ? Effect.succeed(null) : within(cell, effect)),
      by,
      confirmed: <A, E>(lead: Lead, effect: Effect.Effect<A, E, Inside>, isDenied: (answer: A) => boolean) =>
        Effect.gen(function*() {
          const cell = yield* find(lead)
          const answer = yield* within(cell ?? home, effect)
          if (cell === null || !isDenied(answer)) return answer
          forget(lead)
          // A directory that is away says nothing against the cell.
          const now = yield* Effect.catch(find(lead), () => Effect.succeed(null))
          return now === null || now === cell ? answer : yield* within(now, effect)
        }),
      of: (account, effect) => by(Leads.ofAccount(account), effect),
      sought: <A, E>(effect: Effect.Effect<A, E, Inside>, isKnown: (answer: A) => boolean) => {
        const [first, ...others] = names
        return FirstKnown.ask([within(first, effect), ...others.map((cell) => within(cell, effect))], isKnown, glance)
      },
      all: (effect) => Effect.flatMap(exits(effect), (answers) => Effect.forEach(answers, (exit) => exit)),
      everywhere: <A, E>(effect: Effect.Effect<A, E, Inside>) =>
        Effect.gen(function*() {
          const answers = yield* exits(effect)
          for (const [index, exit] of answers.entries()) {
            if (Exit.isFailure(exit)) {
              yield* Effect.logWarning("a setting has not reached a cell", { cell: names[index] })
            }
          }
          const [first] = yield* Effect.forEach(answers, (exit) => exit)
          return first!
        })
    }
  })
)
