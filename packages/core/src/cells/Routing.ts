/**
 * Does what is asked of the service in the cell that it is about.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { LeaseLost } from "../engine/PendingDecision.ts"
import type { Lead } from "../port/Directory.ts"
import { StoreError } from "../port/Store.ts"
import type { CellName } from "../value/CellName.ts"
import type { Inside } from "./Cells.ts"
import { Cells } from "./Cells.ts"
import * as FirstKnown from "./FirstKnown.ts"
import { Guard } from "./Guard.ts"
import * as Leads from "./Leads.ts"
import { Whereabouts } from "./Whereabouts.ts"

/** The account is on its way from one cell to another: whoever asks again a little later finds it. */
export const moving = new StoreError({
  reason: "unavailable",
  message: "the account is being moved to another cell",
  cause: null
})

export class Routing extends Context.Service<Routing, {
  /** Does it in the cell to which the lead leads. Null: it leads nowhere, and nothing was done. */
  readonly at: <A, E>(lead: Lead, effect: Effect.Effect<A, E, Inside>) => Effect.Effect<A | null, E | StoreError>
  /** Returns the cell that has the account; null: it leads nowhere. It is unavailable while the account is being moved. */
  readonly placeOf: (account: string) => Effect.Effect<CellName | null, StoreError>
  /**
   * Does it in the cell to which the lead leads; what leads nowhere is left to the cell of the directory, which says by
   * itself that it does not know it. What was refused because the account has gone is done where it is now.
   */
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
  /**
   * Does it for an account in the cell that has it, or in that of the directory when it leads nowhere. It is unavailable
   * while the account is being moved. What was refused because the account has gone is done where it is now.
   *
   * @param isRead returns whether an answer has changed nothing, so that it counts only if the account was still there
   */
  readonly of: <A, E>(
    account: string,
    effect: Effect.Effect<A, E, Inside>,
    isRead?: (answer: A) => boolean
  ) => Effect.Effect<A, E | StoreError>
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

/** Returns whether a commit was refused, as it is when it concerns an account that is not in the cell. */
const isLost = <A, E>(exit: Exit.Exit<A, E>): boolean =>
  Option.exists(Exit.findErrorOption(exit), (error) => error instanceof LeaseLost)

export const layer: Layer.Layer<Routing, never, Cells | Whereabouts> = Layer.effect(
  Routing,
  Effect.gen(function*() {
    const { names, within } = yield* Cells
    const { find, forget } = yield* Whereabouts
    const [home] = names

    const exits = <A, E>(effect: Effect.Effect<A, E, Inside>) =>
      Effect.forEach(names, (cell: CellName) => Effect.exit(within(cell, effect)), { concurrency: "unbounded" })

    const confirmed = Effect.fnUntraced(function*<A, E>(
      lead: Lead,
      effect: Effect.Effect<A, E, Inside>,
      isDenied: (answer: A) => boolean
    ) {
      const cell = yield* find(lead)
      const exit = yield* Effect.exit(within(cell ?? home, effect))
      if (cell === null || (Exit.isSuccess(exit) ? !isDenied(exit.value) : !isLost(exit))) return yield* exit
      forget(lead)
      // A directory that is away says nothing against the cell.
      const now = yield* Effect.catch(find(lead), () => Effect.succeed(null))
      return now === null || now === cell ? yield* exit : yield* within(now, effect)
    })

    const standing = (cell: CellName, account: string) =>
      within(cell, Effect.flatMap(Guard, (guard) => guard.standing(account)))

    /** Finds the cell that has the account, past one that it has left. Null: it leads nowhere. */
    const placeOf = Effect.fnUntraced(function*(account: string) {
      const lead = Leads.ofAccount(account)
      for (const isLast of [false, true]) {
        const cell = yield* find(lead)
        if (cell === null) return null
        const now = yield* standing(cell, account)
        if (now === "Here") return cell
        if (now === "Gone") forget(lead)
        if (now === "Moving" || isLast) break
      }
      return yield* Effect.fail(moving)
    })

    const inItsCell = Effect.fnUntraced(function*<A, E>(
      account: string,
      effect: Effect.Effect<A, E, Inside>,
      isRead: (answer: A) => boolean,
      nowhere: Effect.Effect<A, E | StoreError>
    ) {
      const cell = yield* placeOf(account)
      if (cell === null) return yield* nowhere
      const exit = yield* Effect.exit(within(cell, effect))
      if (Exit.isSuccess(exit) ? !isRead(exit.value) : !isLost(exit)) return yield* exit
      if ((yield* standing(cell, account)) === "Here") return yield* exit
      return yield* Effect.flatMap(placeOf(account), (now) => now === null ? nowhere : within(now, effect))
    })

    const nothingRead = () => false

    return {
      at: (lead, effect) =>
        lead.kind === "account"
          ? inItsCell(lead.key, effect, nothingRead, Effect.succeed(null))
          : Effect.flatMap(find(lead), (cell) => cell === null ? Effect.succeed(null) : within(cell, effect)),
      by: (lead, effect) => confirmed(lead, effect, () => false),
      confirmed,
      placeOf,
      of: (account, effect, isRead = nothingRead) => inItsCell(account, effect, isRead, within(home, effect)),
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
