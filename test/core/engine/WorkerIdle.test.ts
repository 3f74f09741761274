/**
 * Whoever waits for a worker asks anew when something has ended, and else after a while: when it says that nothing is left to
 * do, and when that nothing is in hand any more.
 */
import * as Instant from "@signalbox/core/Instant"
import * as WorkerIdle from "@signalbox/core/internal/engine/WorkerIdle"
import * as WorkerState from "@signalbox/core/internal/engine/WorkerState"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const free: WorkerState.Holding = { batches: 0, commits: 0, isInDoubt: false }

const draining: WorkerState.WorkerState = { ...WorkerState.absent, mode: { _tag: "Draining", isClaiming: false } }
const claiming: WorkerState.WorkerState = { ...WorkerState.absent, mode: { _tag: "Claiming", isSignalled: false } }

interface World {
  holding: WorkerState.Holding
  worker: WorkerState.WorkerState
  takings: number
  /** How often it was asked when the next work falls due, and what is said to that. */
  asked: number
  foreseen: Effect.Effect<WorkerState.Foreseen, StoreError>
}

const nothing: Effect.Effect<WorkerState.Foreseen> = Effect.succeed({ next: null, now: Given.now })

const run = (
  use: (world: World, idle: WorkerIdle.WorkerIdle, turned: Latch.Latch) => Effect.Effect<void>
): Promise<void> =>
  Effect.gen(function*() {
    const world: World = { holding: free, worker: draining, takings: 0, asked: 0, foreseen: nothing }
    const turned = yield* Latch.make(false)
    const leases = { holding: () => world.holding, worker: () => world.worker, takings: () => world.takings }
    const foreseen = Effect.suspend(() => {
      world.asked++
      return world.foreseen
    })
    yield* use(world, WorkerIdle.make({ leases, foreseen, turned, pollMillis: 700 }), turned)
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

/** Whether a fiber has ended, once whoever was woken has gone on. */
const hasEnded = Effect.fnUntraced(function*(fiber: Fiber.Fiber<void>) {
  for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
  return fiber.pollUnsafe() !== undefined
})

it("is idle where nothing is in hand, nothing was taken meanwhile, and nothing is due", () =>
  run((world, { isIdle }) =>
    Effect.gen(function*() {
      const found = (parts: Partial<World>) =>
        Effect.suspend(() => {
          Object.assign(world, { holding: free, worker: draining, takings: 0, asked: 0, foreseen: nothing }, parts)
          return Effect.map(isIdle, (idle) => [idle, world.asked])
        })
      const at = (millis: number) => Effect.succeed({ next: Instant.plus(Given.now, millis), now: Given.now })
      expect(yield* found({})).toEqual([true, 1])
      // Whoever holds something need not ask.
      for (const more of [{ batches: 1 }, { commits: 1 }, { isInDoubt: true }]) {
        expect(yield* found({ holding: { ...free, ...more } }), JSON.stringify(more)).toEqual([false, 0])
      }
      expect(yield* found({ worker: claiming })).toEqual([false, 1])
      expect(yield* found({ foreseen: at(1) })).toEqual([true, 1])
      expect(yield* found({ foreseen: at(0) })).toEqual([false, 1])
      const during = (change: () => void) => Effect.andThen(Effect.sync(change), nothing)
      expect(yield* found({ foreseen: during(() => world.takings++) })).toEqual([false, 1])
      expect(yield* found({ foreseen: during(() => world.holding = { ...free, batches: 1 }) })).toEqual([false, 1])
      const away = Effect.fail(new StoreError({ reason: "unavailable", cause: null }))
      expect(yield* found({ foreseen: away })).toEqual([false, 1])
    })
  ))

it("is asked anew when something has ended, or after the interval of polling", () =>
  run((world, { idle }, turned) =>
    Effect.gen(function*() {
      world.worker = claiming
      const waiting = yield* Effect.forkChild(idle)
      expect([yield* hasEnded(waiting), world.asked]).toEqual([false, 1])
      yield* TestClock.adjust(699)
      expect([yield* hasEnded(waiting), world.asked]).toEqual([false, 1])
      yield* TestClock.adjust(1)
      expect([yield* hasEnded(waiting), world.asked]).toEqual([false, 2])
      yield* turned.open
      expect([yield* hasEnded(waiting), world.asked]).toEqual([false, 3])
      world.worker = draining
      yield* turned.open
      expect([yield* hasEnded(waiting), world.asked]).toEqual([true, 4])
    })
  ))

it("has drained when nothing is in hand, whatever it may hold without knowing, and is looked at each fifty milliseconds", () =>
  run((world, { drained }, turned) =>
    Effect.gen(function*() {
      world.holding = { ...free, batches: 1 }
      const waiting = yield* Effect.forkChild(drained)
      expect(yield* hasEnded(waiting)).toBe(false)
      world.holding = { ...free, isInDoubt: true }
      yield* TestClock.adjust(49)
      expect(yield* hasEnded(waiting)).toBe(false)
      yield* TestClock.adjust(1)
      expect(yield* hasEnded(waiting)).toBe(true)
      world.holding = { ...free, commits: 1 }
      const again = yield* Effect.forkChild(drained)
      expect(yield* hasEnded(again)).toBe(false)
      world.holding = free
      yield* turned.open
      expect(yield* hasEnded(again)).toBe(true)
      expect(world.asked).toBe(0)
    })
  ))
