/**
 * Turns and counters by keys: one at a time has the turn of a key, whatever others do, and nothing is left behind.
 */
import { KeyedCounter } from "@signalbox/core/internal/engine/KeyedCounter"
import * as KeyedQueue from "@signalbox/core/internal/engine/KeyedQueue"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Semaphore from "effect/Semaphore"
import * as fc from "fast-check"
import { describe, expect } from "vitest"

const key = fc.constantFrom("a", "b", "c")

describe("a turn by a key", () => {
  prop(
    "is had by one after the other, in the order in which they came, and the line is forgotten",
    fc.array(fc.record({ key, steps: fc.nat(3), isInterrupted: fc.boolean() })),
    async (comers) => {
      const busy = new Set<string>()
      const ended: Array<number> = []
      const lines = KeyedQueue.make<string, Array<number>>(Effect.sync(() => []))
      const come = ({ key, steps }: typeof comers[number], number: number) =>
        lines.within(key, ({ shared, turn }) => {
          shared.push(number)
          return Semaphore.withPermit(
            turn,
            Effect.gen(function*() {
              expect(busy.has(key)).toBe(false)
              busy.add(key)
              for (let step = 0; step < steps; step++) yield* Effect.yieldNow
              ended.push(number)
              expect(shared).toContain(number)
            }).pipe(Effect.ensuring(Effect.sync(() => busy.delete(key))))
          )
        })
      await Effect.runPromise(Effect.gen(function*() {
        const fibers = []
        for (const [number, comer] of comers.entries()) {
          fibers.push(yield* Effect.forkChild(come(comer, number), { startImmediately: true }))
        }
        // Whoever has its turn may end it.
        for (const [number, { isInterrupted, key }] of comers.entries()) {
          if (isInterrupted && comers.findIndex((each) => each.key === key) < number) {
            yield* Fiber.interrupt(fibers[number]!)
          }
        }
        for (const fiber of fibers) yield* Fiber.await(fiber)
      }))
      for (const each of new Set(comers.map(({ key }) => key))) {
        const order = ended.filter((number) => comers[number]!.key === each)
        expect(order).toEqual(order.toSorted((one, other) => one - other))
        expect(lines.of(each)).toBeUndefined()
      }
      for (const [number, { isInterrupted }] of comers.entries()) if (!isInterrupted) expect(ended).toContain(number)
    }
  )
})

describe("a counter by keys", () => {
  prop("counts what was added, and forgets a key of which nothing is left", fc.array(fc.tuple(key, fc.integer())), (
    additions
  ) => {
    const counter = new KeyedCounter<string>()
    const model: Record<string, number> = {}
    for (const [key, by] of additions) {
      counter.add(key, by)
      model[key] = Math.max(0, (model[key] ?? 0) + by)
      expect(counter.of(key)).toBe(model[key])
      expect(counter.isEmpty).toBe(Object.values(model).every((count) => count === 0))
    }
  })
})
