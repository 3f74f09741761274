/**
 * The time in which a request waits for the store: all of its questions together, and nothing else that it waits for.
 */
import * as Deadline from "@signalbox/core/internal/engine/Deadline"
import { StoreError } from "@signalbox/core/Store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

const late = new StoreError({ reason: "unavailable", cause: "the request has waited for too long" })

/** Runs a request of eleven seconds, half a second of which are early, by a clock that stands still unless it is moved. */
const asked = <A, E>(request: Effect.Effect<A, E>): Promise<A> =>
  Effect.flatMap(Clock.monotonicTimeNanos, (since) => Deadline.begin(since, 11_000)(request)).pipe(
    Effect.provide(TestClock.layer()),
    Effect.scoped,
    Effect.runPromise
  )

const isClose = Effect.withFiber((fiber) => Effect.succeed(Deadline.isClose(fiber)))

describe("the time of a request", () => {
  it("is what is left of it, and bounds what comes next once it is not early any more", () =>
    asked(Effect.gen(function*() {
      expect([yield* Deadline.remaining, yield* isClose]).toEqual([11_000, false])
      yield* TestClock.adjust(499)
      expect([yield* Deadline.remaining, yield* isClose]).toEqual([10_501, false])
      yield* TestClock.adjust(1)
      expect([yield* Deadline.remaining, yield* isClose]).toEqual([10_500, true])
      yield* TestClock.adjust(20_000)
      expect([yield* Deadline.remaining, yield* isClose]).toEqual([0, true])
    })))

  it("goes on by what it waits for the store, and not by what it waits for others", () =>
    asked(Effect.gen(function*() {
      yield* Deadline.apart(TestClock.adjust(3000))
      expect(yield* Deadline.remaining).toBe(11_000)
      yield* TestClock.adjust(3000)
      yield* Deadline.apart(TestClock.adjust(50_000))
      expect(yield* Deadline.remaining).toBe(8000)
    })))

  it("ends a question of a request that has asked before", () =>
    asked(Effect.gen(function*() {
      yield* TestClock.adjust(10_000)
      const question = yield* Effect.forkChild(Deadline.inTime(Effect.never), { startImmediately: true })
      yield* TestClock.adjust(999)
      expect(question.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Effect.flip(Fiber.join(question))).toEqual(late)
      // Nothing is asked any more when the time is over.
      let isAsked = false
      const more = Effect.sync(() => {
        isAsked = true
      })
      expect(yield* Effect.flip(Deadline.inTime(more))).toEqual(late)
      expect(isAsked).toBe(false)
    })))

  it("lets a question answer in time, and the first one as long as the store takes", () =>
    asked(Effect.gen(function*() {
      const first = yield* Effect.forkChild(Deadline.inTime(Effect.as(Effect.sleep(60_000), "first")), {
        startImmediately: true
      })
      yield* TestClock.adjust(10_000)
      const second = yield* Effect.forkChild(Deadline.inTime(Effect.as(Effect.sleep(999), "second")), {
        startImmediately: true
      })
      yield* TestClock.adjust(50_000)
      expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toEqual(["first", "second"])
    })))

  it("has no end for whoever waits as long as it takes", () =>
    Effect.gen(function*() {
      expect([yield* Deadline.remaining, yield* isClose]).toEqual([null, false])
      expect(yield* Deadline.apart(Effect.succeed("done"))).toBe("done")
      const question = yield* Effect.forkChild(
        Deadline.within(Effect.as(Effect.sleep(60_000), "done"), () => Effect.succeed("late")),
        { startImmediately: true }
      )
      yield* TestClock.adjust(60_000)
      expect(yield* Fiber.join(question)).toBe("done")
    }).pipe(Effect.provide(TestClock.layer()), Effect.scoped, Effect.runPromise))
})
