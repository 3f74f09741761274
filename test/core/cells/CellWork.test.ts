/**
 * The workers of all cells are one to whoever ends the node, and cells are started, tried again and ended by themselves.
 */
import type { CellName } from "@signalbox/core/CellName"
import type { Inside } from "@signalbox/core/Cells"
import * as Cells from "@signalbox/core/Cells"
import * as CellWork from "@signalbox/core/internal/cells/CellWork"
import { Store, StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import { eu, us } from "./World.ts"

interface Observed {
  /** The calls of workers and signals, in order. */
  readonly asked: Array<string>
  /** The cells that have work in hand, and those that stand still. */
  readonly busy: Set<CellName>
  readonly still: Set<CellName>
  /** The cells that do not start, and how often each was tried. */
  readonly away: Set<CellName>
  readonly attempts: Map<CellName, number>
  readonly ended: Array<CellName>
}

/** A cell of which only the worker and the signal run. */
const cell = (
  name: CellName,
  { asked, attempts, away, busy, ended, still }: Observed
): Layer.Layer<Inside, StoreError> => {
  const noted = (what: string) => Effect.sync(() => void asked.push(`${name} ${what}`))
  const context = Context.make(Worker, {
    idle: noted("idle"),
    isIdle: Effect.sync(() => !busy.has(name)),
    drain: noted("drain"),
    interrupt: noted("interrupt"),
    standstill: Effect.sync(() => still.has(name) ? `${name} stands still` : null)
  }).pipe(
    Context.add(WorkSignal, {
      raise: noted("raise"),
      raiseHere: noted("here"),
      raiseElsewhere: noted("elsewhere"),
      heard: Effect.never
    })
  ) as Context.Context<Inside>
  return Layer.effectContext(Effect.gen(function*() {
    attempts.set(name, (attempts.get(name) ?? 0) + 1)
    if (away.has(name)) return yield* Effect.fail(new StoreError({ reason: "unavailable", cause: name }))
    yield* Effect.addFinalizer(() => Effect.sync(() => void ended.push(name)))
    return context
  }))
}

type Running = Cells.Cells | Worker | WorkSignal

const run = (
  use: (observed: Observed) => Effect.Effect<void, unknown, Running | Scope.Scope>,
  ...away: ReadonlyArray<CellName>
) =>
  Effect.gen(function*() {
    const observed: Observed = {
      asked: [],
      busy: new Set(),
      still: new Set(),
      away: new Set(away),
      attempts: new Map(),
      ended: []
    }
    const layer = Layer.provideMerge(CellWork.layer, Cells.layer([eu, us]))
    yield* Effect.scoped(Effect.provide(
      Effect.gen(function*() {
        const { start } = yield* Cells.Cells
        yield* start(new Map([eu, us].map((name) => [name, cell(name, observed)])))
        yield* use(observed)
      }),
      layer
    ))
    // Whatever has begun has ended with the node.
    expect(observed.ended.toSorted()).toEqual([eu, us].filter((name) => !observed.away.has(name)))
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

describe("the workers of all cells", () => {
  it("are asked together, and so are their signals", () =>
    run(({ asked }) =>
      Effect.gen(function*() {
        const worker = yield* Worker
        const signal = yield* WorkSignal
        const all = {
          idle: worker.idle,
          drain: worker.drain,
          interrupt: worker.interrupt,
          raise: signal.raise,
          here: signal.raiseHere,
          elsewhere: signal.raiseElsewhere
        }
        for (const [what, effect] of Object.entries(all)) {
          asked.length = 0
          yield* effect
          expect(asked.toSorted()).toEqual([`eu ${what}`, `us ${what}`])
        }
      })
    ))

  it("are idle when each of them is, and stand still when one of them does", () =>
    run(({ busy, still }) =>
      Effect.gen(function*() {
        const worker = yield* Worker
        expect([yield* worker.isIdle, yield* worker.standstill]).toEqual([true, null])
        busy.add(us)
        still.add(us)
        expect([yield* worker.isIdle, yield* worker.standstill]).toEqual([false, "us stands still"])
      })
    ))

  it("of a cell that does not run have nothing to do", () =>
    run(({ asked, busy }) =>
      Effect.gen(function*() {
        const worker = yield* Worker
        busy.add(eu)
        yield* worker.drain
        expect(asked).toEqual(["us drain"])
        expect([yield* worker.isIdle, yield* worker.standstill]).toEqual([true, null])
      }), eu))
})

describe("a cell that does not start", () => {
  it("is tried again after a quarter of a second, then after twice the time, and after 30 seconds at most", () =>
    run(({ attempts, away }) =>
      Effect.gen(function*() {
        const { within } = yield* Cells.Cells
        expect(yield* Effect.flip(within(eu, Effect.void))).toMatchObject({ message: "the cell eu is away" })
        expect(yield* within(us, Effect.succeed("there"))).toBe("there")
        for (const [index, millis] of [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
          yield* TestClock.adjust(millis - 1)
          expect(attempts.get(eu)).toBe(index + 1)
          yield* TestClock.adjust(1)
          expect(attempts.get(eu)).toBe(index + 2)
        }
        away.delete(eu)
        yield* TestClock.adjust(30_000)
        expect(yield* within(eu, Effect.succeed("there"))).toBe("there")
        expect(attempts.get(us)).toBe(1)
      }), eu))

  it("leaves nothing running of an attempt", () =>
    run(
      ({ ended }) =>
        Effect.sync(() => {
          expect(ended).toEqual([])
        }),
      eu,
      us
    ))
})

describe("a cell that is still starting", () => {
  it("is waited for, five seconds at most", () =>
    Effect.gen(function*() {
      const { start, within } = yield* Cells.Cells
      const slow = Layer.effectContext(Effect.as(Effect.sleep(8000), Context.empty() as Context.Context<Inside>))
      const starting = yield* Effect.forkChild(start(new Map([[eu, slow]])))
      yield* TestClock.adjust(4999)
      expect(starting.pollUnsafe()).toBe(undefined)
      yield* TestClock.adjust(1)
      expect(starting.pollUnsafe()?._tag).toBe("Success")
      const asked = yield* Effect.forkChild(within(eu, Effect.succeed("there")))
      yield* TestClock.adjust(3000)
      expect(asked.pollUnsafe()).toMatchObject({ value: "there" })
      const other = yield* Effect.forkChild(Effect.flip(within(us, Effect.serviceOption(Store))))
      yield* TestClock.adjust(0)
      expect(other.pollUnsafe()).toMatchObject({ value: { reason: "unavailable" } })
    }).pipe(
      Effect.provide(Cells.layer([eu, us])),
      Effect.scoped,
      Effect.provide(TestClock.layer()),
      Effect.runPromise
    ))
})
