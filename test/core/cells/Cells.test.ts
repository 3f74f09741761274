/**
 * The cells of a node are started beside each other, tried again for as long as they cannot be, and ended with the node.
 */
import type { CellName } from "@signalbox/core/CellName"
import type { Inside } from "@signalbox/core/Cells"
import * as Instant from "@signalbox/core/Instant"
import * as Cells from "@signalbox/core/internal/cells/Cells"
import { Store, StoreError } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import { eu, us } from "./World.ts"

const names = [eu, us] as const

type Built = Effect.Effect<void, StoreError, Scope.Scope>

const down = new StoreError({ reason: "unavailable", message: "it is down", cause: null })

interface Scene {
  readonly cells: Cells.Cells["Service"]
  /** Starts both cells, each of which is built so. */
  readonly start: (eu: Built, us: Built) => Effect.Effect<void, never, Scope.Scope>
  /** Says which cell answers. */
  readonly ask: (cell: CellName) => Effect.Effect<string, StoreError>
  readonly lines: Array<unknown>
}

const scene = (use: (scene: Scene) => Effect.Effect<void, unknown, Scope.Scope>): Promise<void> => {
  const lines: Array<unknown> = []
  const logger = Logger.make(({ fiber, message }) =>
    void lines.push([message, fiber.getRef(References.CurrentLogAnnotations)])
  )
  return Effect.gen(function*() {
    const cells = Context.get(yield* Layer.build(Cells.layer(names)), Cells.Cells)
    const layerOf = (cell: CellName, built: Built) =>
      Layer.effectContext(Effect.andThen(
        Effect.andThen(Effect.logInfo("is built"), built),
        Effect.map(
          Layer.build(Layer.mock(Store, { now: Effect.succeed(Instant.make(names.indexOf(cell))) })),
          (context) => context as Context.Context<Inside>
        )
      ))
    yield* use({
      cells,
      start: (one, other) => cells.start(new Map([[eu, layerOf(eu, one)], [us, layerOf(us, other)]])),
      ask: (cell) => cells.within(cell, Effect.flatMap(Store, ({ now }) => Effect.map(now, (index) => names[index]!))),
      lines
    })
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.merge(TestClock.layer(), Logger.layer([logger]))),
    Effect.runPromise
  )
}

const away = (cell: string) => ({ reason: "unavailable", message: `the cell ${cell} is away` })

describe("the cells of a node", () => {
  it("answer each by itself, and what is logged in one names it", () =>
    scene(({ ask, cells, lines, start }) =>
      Effect.gen(function*() {
        expect(cells.names).toEqual([eu, us])
        for (const cell of [eu, us]) expect(yield* Effect.flip(ask(cell))).toMatchObject(away(cell))
        yield* start(Effect.void, Effect.void)
        expect([yield* ask(eu), yield* ask(us)]).toEqual(["eu", "us"])
        lines.length = 0
        yield* cells.within(us, Effect.logInfo("here"))
        expect(lines).toEqual([[["here"], { cell: us }]])
      })
    ))

  it("are tried again after pauses that double up to half a minute, and hold up no other", () =>
    scene(({ ask, lines, start }) =>
      Effect.gen(function*() {
        let tries = 0
        const closed: Array<number> = []
        const unwell = Effect.suspend((): Built => {
          const own = ++tries
          const left = Effect.addFinalizer(() => Effect.sync(() => void closed.push(own)))
          return Effect.andThen(left, own < 10 ? Effect.fail(down) : Effect.void)
        })
        yield* start(Effect.void, unwell)
        expect([yield* ask(eu), tries]).toEqual(["eu", 1])
        const pauses = [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
        for (const [index, millis] of pauses.entries()) {
          expect(yield* Effect.flip(ask(us))).toMatchObject(away("us"))
          yield* TestClock.adjust(millis - 1)
          expect(tries).toBe(index + 1)
          yield* TestClock.adjust(1)
          expect(tries).toBe(index + 2)
        }
        expect(yield* ask(us)).toBe("us")
        // Nothing of an attempt that has failed is left open.
        expect(closed).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
        expect(lines.filter((line) => JSON.stringify(line).includes("tried again"))).toEqual(
          pauses.map((again_in_ms) => [
            ["a cell cannot be started; it is tried again", { cell: us, cause: "StoreError: it is down", again_in_ms }],
            {}
          ])
        )
        expect(lines.filter((line) => JSON.stringify(line).includes("is built"))).toEqual([
          [["is built"], { cell: eu }],
          ...Array.from({ length: 10 }, () => [["is built"], { cell: us }])
        ])
      })
    ))

  it("are waited for for five seconds, by whoever starts them and by whoever asks them", () =>
    scene(({ ask, start }) =>
      Effect.gen(function*() {
        const slow = yield* Deferred.make<void>()
        const starting = yield* Effect.forkChild(start(Effect.void, Deferred.await(slow)), { startImmediately: true })
        yield* TestClock.adjust(4999)
        expect(starting.pollUnsafe()).toBe(undefined)
        expect(yield* ask(eu)).toBe("eu")
        yield* TestClock.adjust(1)
        yield* Fiber.join(starting)
        const [late, soon] = [yield* Effect.forkChild(Effect.flip(ask(us))), yield* Effect.forkChild(Effect.void)]
        yield* Fiber.join(soon)
        yield* TestClock.adjust(4999)
        expect(late.pollUnsafe()).toBe(undefined)
        const next = yield* Effect.forkChild(ask(us))
        yield* TestClock.adjust(1)
        expect(yield* Fiber.join(late)).toMatchObject(away("us"))
        yield* Deferred.succeed(slow, undefined)
        expect(yield* Fiber.join(next)).toBe("us")
      })
    ))

  it("end with the node", () =>
    scene(({ ask, start }) =>
      Effect.gen(function*() {
        const ended: Array<string> = []
        const built = (name: string): Built => Effect.addFinalizer(() => Effect.sync(() => void ended.push(name)))
        const node = yield* Scope.make()
        yield* Scope.provide(start(built("eu"), built("us")), node)
        expect([yield* ask(eu), ended]).toEqual(["eu", []])
        yield* Scope.close(node, Exit.void)
        expect(ended.toSorted()).toEqual(["eu", "us"])
        expect(yield* Effect.flip(ask(eu))).toMatchObject(away("eu"))
      })
    ))
})
