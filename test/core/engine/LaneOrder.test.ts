/**
 * The turns of batches in a lane that keeps its order.
 */
import * as LaneOrder from "@signalbox/core/internal/engine/LaneOrder"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { done, due, keep, working } from "./WorkerNode.ts"

describe("a lane that keeps its order", () => {
  it("lets the next batch of a lane begin when one passes its turn, and no sooner", async () => {
    const [first, second] = await Effect.runPromise(Effect.all([Latch.make(false), Latch.make(false)]))
    const log: Array<string> = []
    const claimed: Array<string> = []
    await working(
      (store) =>
        Effect.fnUntraced(function*(leases, _, turn) {
          const key = leases[0]!.work.key
          log.push(`begin ${key}`)
          if (key === "work-1") {
            yield* first.await
            log.push("pass")
            yield* turn!.pass
            yield* turn!.pass
            yield* second.await
          }
          // The turn is passed on once only: the third batch does not begin while the second one is busy.
          if (key === "work-2") { for (let turns = 0; turns < 50; turns++) yield* Effect.yieldNow }
          yield* done(store, leases)
          log.push(`end ${key}`)
          if (key === "work-3") yield* second.open
          return []
        }),
      Effect.gen(function*() {
        for (const number of [1, 2, 3]) {
          yield* keep([due(number, 1)])
          yield* Effect.flatMap(WorkSignal.WorkSignal, ({ raise }) => raise)
          // Each item is a batch of its own, since it is claimed before the next one is there.
          while (claimed.length < number) yield* Effect.sleep(1)
        }
        yield* first.open
        yield* Bench.idle
      }),
      (store) => ({
        ...store,
        claim: (request) =>
          Effect.tap(
            store.claim(request),
            ({ leases }) => Effect.sync(() => void claimed.push(...leases.map(({ work }) => work.key)))
          )
      })
    )
    expect(log).toEqual([
      "begin work-1",
      "pass",
      "begin work-2",
      "end work-2",
      "begin work-3",
      "end work-3",
      "end work-1"
    ])
  })

  it("is that of the places in line, whoever begins first, and one that is interrupted in it lets nobody pass", async () => {
    const ends = await Effect.runPromise(Latch.make(false))
    const log: Array<number> = []
    const { inTurn } = LaneOrder.make()
    await Effect.runPromise(Effect.gen(function*() {
      const batches = yield* Effect.forEach(
        [1, 2, 3],
        (number) => inTurn("any:a", () => Effect.andThen(Effect.sync(() => void log.push(number)), ends.await))
      )
      const running: Array<Fiber.Fiber<void>> = []
      for (const batch of batches.toReversed()) {
        running.unshift(yield* Effect.forkChild(batch, { startImmediately: true }))
      }
      expect(log).toEqual([1])
      yield* Fiber.interrupt(running[1]!)
      expect(log).toEqual([1])
      yield* ends.open
      yield* Fiber.join(running[2]!)
      expect(log).toEqual([1, 3])
    }))
  })
})
