/** Whoever asks the store never waits for others' batches and then as long again, however the store stalls. */
import * as Batch from "@signalbox/core/Batch"
import { StoreError } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

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

it("a request that is too few to go beside a batch under way goes after a while, where two would go immediately", () =>
  Effect.gen(function*() {
    const calls: Array<ReadonlyArray<number>> = []
    const batch = yield* Batch.make<number, number>({
      ask: (asked) => Effect.suspend(() => (calls.push(asked), Effect.never)),
      beside: 2,
      concurrency: 3,
      items: 9,
      size: 1000,
      sizeOf: () => 1
    })
    const ask = (number: number) => Effect.forkChild(batch.ask(number), { startImmediately: true })
    yield* ask(1)
    yield* TestClock.adjust(0)
    yield* ask(2)
    yield* TestClock.adjust(19)
    expect(calls).toEqual([[1]])
    yield* TestClock.adjust(1)
    expect(calls).toEqual([[1], [2]])
    yield* Effect.forEach([3, 4], ask)
    yield* TestClock.adjust(0)
    expect(calls).toEqual([[1], [2], [3, 4]])
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise))

describe("a question", () => {
  const second = 1_000_000_000n
  const late = new StoreError({ reason: "unavailable", cause: "it has answered others for too long" })

  /** Asks after these have waited so long, in nanoseconds, and returns after how many milliseconds it was given up. */
  const givenUp = (...waited: ReadonlyArray<bigint>) =>
    Effect.gen(function*() {
      const now = 100n * second
      const batch = waited.map((each) => ({ item: 0, size: 1, since: now - each, answered: () => undefined }))
      const asking = yield* Effect.forkChild(Batch.inTime(Effect.never, batch, now), { startImmediately: true })
      for (let millis = 0; millis <= 12_000; millis += 250) {
        const exit = asking.pollUnsafe()
        if (exit !== undefined) {
          expect(exit).toEqual(Exit.fail(late))
          return millis
        }
        yield* TestClock.adjust(250)
      }
      return null
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

  it.each<readonly [what: string, waited: ReadonlyArray<bigint>, millis: number | null]>([
    ["for less than a second is left to the store's own patience", [second - 1n], null],
    ["for a second is given up after eleven", [second], 10_000],
    ["is given up by the one that has waited longest", [second, 5n * second, 2n * second], 6000],
    ["still has half a second at the end", [11n * second - 1n], 500],
    ["for eleven seconds is not asked any more", [11n * second], 0]
  ])("that has waited %s", async (_, waited, millis) => {
    expect(await givenUp(...waited)).toBe(millis)
  })
})
