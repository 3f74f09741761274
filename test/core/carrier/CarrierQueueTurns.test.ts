/** How much a lane asks of a carrier's pace in one turn: a tenth of what the carrier takes in a second, and one item at least. */
import type { Carrier } from "@signalbox/core/Carrier"
import { CarrierQueue, layer } from "@signalbox/core/internal/carrier/CarrierQueue"
import { Pace } from "@signalbox/core/Pace"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const carrier = (perSecond: number | null): Carrier => ({
  id: Given.carrierId("sms-a"),
  channels: ["sms"],
  submit: () => Effect.void,
  ...(perSecond === null ? {} : { pace: { perSecond, inFlight: 100 } })
})

type Answer = { readonly admitted: number; readonly again: number } | StoreError

interface World {
  readonly queue: CarrierQueue["Service"]
  readonly asked: ReadonlyArray<ReadonlyArray<number>>
  readonly said: ReadonlyArray<readonly [what: string, pool: string, parts: number]>
}

/** @param answers of the pace, one after the other; after these it admits all that is asked for */
const play = (use: (world: World) => Effect.Effect<void>, answers: ReadonlyArray<Answer> = []) => {
  const asked: Array<ReadonlyArray<number>> = []
  const said: Array<readonly [string, string, number]> = []
  const pace = Layer.succeed(Pace, {
    take: ({ parts, pool }) =>
      Effect.suspend(() => {
        expect(pool).toBe("carrier:sms-a")
        const answer = answers[asked.length] ?? { admitted: parts.length, again: 0 }
        asked.push(parts)
        return answer instanceof StoreError ? Effect.fail(answer) : Effect.succeed(answer)
      }),
    begin: (pool, parts) => Effect.sync(() => void said.push(["begin", pool, parts])),
    done: (pool, parts) => Effect.sync(() => void said.push(["done", pool, parts]))
  })
  return Effect.flatMap(CarrierQueue, (queue) => use({ queue, asked, said })).pipe(
    Effect.provide(Layer.merge(Layer.provide(layer, pace), TestClock.layer())),
    Effect.runPromise
  )
}

describe("a turn at a carrier", () => {
  it.each<readonly [perSecond: number, parts: ReadonlyArray<number>, asked: number]>([
    [30, [1, 1, 1, 1], 3],
    [39, [1, 1, 1, 1], 3],
    [40, [1, 1, 1, 1], 4],
    [30, [2, 1, 1], 2],
    [30, [2, 2, 1], 1],
    [30, [4, 1], 1],
    [5, [1, 1], 1],
    [5, [3, 1], 1],
    [30, [1], 1]
  ])(
    "at %d a second takes of %j the first %d",
    (perSecond, parts, asked_) =>
      play(({ asked, queue }) =>
        Effect.gen(function*() {
          expect(yield* queue.take(carrier(perSecond), parts)).toBe(asked_)
          expect(asked).toEqual([parts.slice(0, asked_)])
        })
      )
  )

  it("takes all where there is no pace, and asks nobody", () =>
    play(({ asked, queue }) =>
      Effect.gen(function*() {
        expect(yield* queue.take(carrier(null), [5, 5, 5])).toBe(3)
        expect([asked, queue.isFree(carrier(null)), queue.isFree(carrier(1))]).toEqual([[], true, true])
      })
    ))

  it("waits until it may ask again, or something is under way no more, and those behind it wait for it", () =>
    play(({ asked, queue, said }) =>
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(queue.take(carrier(10), [1]))
        yield* TestClock.adjust(9)
        expect([asked.length, queue.isFree(carrier(10)), queue.isFree(carrier(null))]).toEqual([1, false, true])
        const second = yield* Effect.forkChild(queue.take(carrier(10), [2]))
        yield* TestClock.adjust(1)
        expect(asked).toEqual([[1], [1]])
        yield* queue.begin(carrier(10), 0)
        yield* queue.done(carrier(10), 0)
        yield* queue.begin(carrier(10), 4)
        yield* TestClock.adjust(0)
        expect(asked).toEqual([[1], [1]])
        yield* queue.done(carrier(10), 3)
        expect(yield* Fiber.join(first)).toBe(1)
        yield* TestClock.adjust(4)
        expect(asked).toEqual([[1], [1], [1], [2]])
        yield* TestClock.adjust(1)
        expect(yield* Fiber.join(second)).toBe(1)
        expect(asked).toEqual([[1], [1], [1], [2], [2]])
        expect(said).toEqual([["begin", "carrier:sms-a", 4], ["done", "carrier:sms-a", 3]])
        expect(queue.isFree(carrier(10))).toBe(true)
      }), [
      { admitted: 0, again: 10 },
      { admitted: 0, again: 1000 },
      { admitted: 1, again: 0 },
      { admitted: 0, again: 5 }
    ]))

  it("waits for a second when the store is away", () =>
    play(({ asked, queue }) =>
      Effect.gen(function*() {
        const taking = yield* Effect.forkChild(queue.take(carrier(10), [1]))
        yield* TestClock.adjust(999)
        expect(asked).toHaveLength(1)
        yield* TestClock.adjust(1)
        expect(yield* Fiber.join(taking)).toBe(1)
        expect(asked).toHaveLength(2)
      }), [new StoreError({ reason: "unavailable", cause: "gone" })]))
})
