/** Whoever asks the store never waits for others' batches and then as long again, however the store stalls. */
import * as Batch from "@signalbox/core/Batch"
import { StoreError } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect } from "vitest"

const unavailable = new StoreError({ reason: "unavailable", cause: "away" })

/** The time that a store takes for a batch, at most ten seconds, and whether it answers then. */
const answers = fc.record({
  millis: fc.oneof(fc.constant(10_000), fc.constant(5), fc.integer({ min: 0, max: 10_000 })),
  isAway: fc.boolean()
})

/** The times at which requests come, in milliseconds. */
const requests = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 40 })

describe("a request", () => {
  propWith({ runs: 30 })(
    "has its answer within twelve seconds, however the store stalls",
    requests,
    fc.array(answers, { maxLength: 40 }),
    fc.integer({ min: 1, max: 8 }),
    (comings, stalls, items) =>
      Effect.gen(function*() {
        const waits: Array<number> = []
        let now = 0
        const left = [...stalls]
        const batch = yield* Batch.make<number, number>({
          ask: (asked) =>
            Effect.suspend(() => {
              const { isAway, millis } = left.shift() ?? { isAway: false, millis: 1 }
              return Effect.andThen(Effect.sleep(millis), isAway ? Effect.fail(unavailable) : Effect.succeed(asked))
            }),
          concurrency: 2,
          items,
          size: 1000,
          sizeOf: () => 1
        })
        for (const coming of comings.toSorted((a, b) => a - b)) {
          while (now < coming) {
            const step = Math.min(100, coming - now)
            now += step
            yield* TestClock.adjust(step)
          }
          yield* Effect.forkChild(
            Effect.map(Effect.exit(batch.ask(coming)), (exit) => {
              waits.push(now - coming)
              if (Exit.isSuccess(exit)) expect(exit.value).toBe(coming)
            }),
            { startImmediately: true }
          )
        }
        for (let rest = 0; rest < 130; rest++) {
          now += 100
          yield* TestClock.adjust(100)
        }
        expect(waits).toHaveLength(comings.length)
        for (const wait of waits) expect(wait).toBeLessThanOrEqual(12_000)
      }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)
  )
})
