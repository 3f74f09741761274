/**
 * The cells of a node as far as they run. Each has an engine of its own (decisions 20.1), and is started, tried again and
 * ended by itself.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as ErrorSummary from "../engine/ErrorSummary.ts"
import type { Worker } from "../engine/Worker.ts"
import type { WorkSignal } from "../engine/WorkSignal.ts"
import type { Directory } from "../port/Directory.ts"
import type { Lockout } from "../port/Lockout.ts"
import type { RateWindow } from "../port/RateWindow.ts"
import type { Store } from "../port/Store.ts"
import { StoreError } from "../port/Store.ts"
import type { Intake } from "../service/Service.ts"
import type { CellName } from "../value/CellName.ts"
import type { Guard } from "./Guard.ts"

/** All that is asked of a running cell. That of the directory's cell is what all of them are entered in. */
export type Inside = Intake | Worker | WorkSignal | Store | Lockout | RateWindow | Directory | Guard

export class Cells extends Context.Service<Cells, {
  /** The names of all cells, running or not, that of the directory first. */
  readonly names: readonly [CellName, ...ReadonlyArray<CellName>]
  /** Does something in a cell, by its clock; what is logged there names the cell. It is unavailable while the cell does not run. */
  readonly within: <A, E>(cell: CellName, effect: Effect.Effect<A, E, Inside>) => Effect.Effect<A, E | StoreError>
  /** Starts the cells, and waits a while for the first attempt of each. */
  readonly start: (layers: ReadonlyMap<CellName, Layer.Layer<Inside, StoreError>>) => Effect.Effect<
    void,
    never,
    Scope.Scope
  >
}>()("@signalbox/core/cells/Cells") {}

/** Between two attempts, in elapsed milliseconds: it doubles each time. */
const shortest = 250
const longest = 30_000

/** How long the first attempts are waited for, in elapsed milliseconds. */
const patience = 5000

const away = (cell: CellName): StoreError =>
  new StoreError({ reason: "unavailable", message: `the cell ${cell} is away`, cause: null })

export const layer = (names: Cells["Service"]["names"]): Layer.Layer<Cells> =>
  Layer.sync(Cells, () => {
    const running = new Map<CellName, Context.Context<Inside>>()
    /** The end of the first attempt of each. */
    const first = new Map<CellName, Effect.Effect<void>>()

    /** Builds the layer of a cell until it stands, each time anew. */
    const attempt = (
      cell: CellName,
      layer: Layer.Layer<Inside, StoreError>,
      owner: Scope.Scope,
      told: Effect.Effect<void>,
      millis: number
    ): Effect.Effect<void> =>
      Effect.gen(function*() {
        const scope = yield* Scope.fork(owner)
        const built = Layer.buildWithMemoMap(layer, yield* Layer.makeMemoMap, scope)
        const exit = yield* Effect.exit(Effect.annotateLogs(built, { cell }))
        if (Exit.isSuccess(exit)) running.set(cell, exit.value)
        yield* told
        if (Exit.isSuccess(exit)) return
        yield* Scope.close(scope, Exit.void)
        yield* Effect.logWarning("a cell cannot be started; it is tried again", {
          cell,
          cause: ErrorSummary.origin(exit.cause),
          again_in_ms: millis
        })
        yield* Effect.sleep(millis)
        yield* attempt(cell, layer, owner, Effect.void, Math.min(longest, 2 * millis))
      })

    /** Waits a while for a first attempt that has not ended, which may bring a large schema up to date. */
    const awaited = (cell: CellName) => Effect.timeoutOption(first.get(cell) ?? Effect.void, patience)

    const inside = <A, E>(cell: CellName, effect: Effect.Effect<A, E, Inside>): Effect.Effect<A, E | StoreError> => {
      const context = running.get(cell)
      return context === undefined
        ? Effect.fail(away(cell))
        : Effect.annotateLogs(Effect.provideContext(effect, context), { cell })
    }

    return {
      names,
      within: (cell, effect) =>
        Effect.suspend(() =>
          running.has(cell)
            ? inside(cell, effect)
            : Effect.andThen(awaited(cell), Effect.suspend(() => inside(cell, effect)))
        ),
      start: Effect.fnUntraced(function*(layers) {
        const owner = yield* Effect.scope
        yield* Effect.addFinalizer(() => Effect.sync(() => running.clear()))
        for (const [cell, layer] of layers) {
          const told = yield* Latch.make(false)
          first.set(cell, told.await)
          yield* Effect.forkScoped(attempt(cell, layer, owner, Effect.asVoid(told.open), shortest))
        }
        yield* Effect.timeoutOption(Effect.all([...first.values()], { discard: true }), patience)
      })
    }
  })
