/**
 * Waiting for what handsets show: nothing is missed, whenever it comes.
 */
import * as Instant from "@signalbox/core/Instant"
import { EventLog, Events } from "@signalbox/emulator/event/Events"
import * as Arrivals from "@signalbox/emulator/network/Arrivals"
import type { Arrival } from "@signalbox/emulator/network/Handset"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

/** Nobody looks without being told. */
const never = 1e9
const long = 60_000

const arrival = (message: number, receivedAt: Instant.Instant): Arrival => ({
  phone: Given.phone(1),
  account: Given.accountId(1),
  received: {
    message: Given.messageId(message),
    carrier: Given.carrierId("sms-a"),
    channel: "sms",
    from: null,
    header: null,
    headerMedia: null,
    body: "Hi",
    footer: null,
    buttons: [],
    media: [],
    subject: null,
    receivedAt
  }
})

const run = <A>(
  test: (arrivals: Arrivals.Arrivals["Service"], log: EventLog) => Effect.Effect<A>,
  intervalMillis = never
): Promise<A> => {
  const log = new EventLog()
  return Effect.flatMap(Arrivals.make(intervalMillis), (arrivals) => test(arrivals, log)).pipe(
    Effect.provideService(Events, log),
    Effect.scoped,
    Effect.runPromise
  )
}

describe("a wait for what a handset shows", () => {
  it("misses nothing that comes while it looks", () =>
    run((arrivals) =>
      Effect.gen(function*() {
        const shown: Array<Arrival> = []
        let looks = 0
        // Each of the first looks has seen the screen when the message comes, and says that it was empty.
        const look = Effect.gen(function*() {
          const seen = shown[0] ?? null
          if (++looks === 2) {
            const one = arrival(1, yield* Instant.now)
            shown.push(one)
            yield* arrivals.add([one])
          }
          return seen
        })
        expect(yield* arrivals.next(look, long)).toMatchObject({ _tag: "Found", value: shown[0] })
        expect(looks).toBe(3)
      })
    ))

  it("ends when the message comes, also one of another process", () =>
    run((arrivals) =>
      Effect.gen(function*() {
        let looks = 0
        const look = Effect.sync(() => ++looks === 4 ? "it" : null)
        expect(yield* arrivals.next(look, long)).toEqual({ _tag: "Found", value: "it" })
      }), 1))

  it("looks once where it is not to wait", () =>
    run((arrivals) =>
      Effect.gen(function*() {
        const slow = Effect.as(Effect.yieldNow, "it")
        expect(yield* arrivals.next(slow, 0)).toEqual({ _tag: "Found", value: "it" })
        expect(yield* arrivals.next(Effect.succeed(null), 0)).toEqual({ _tag: "Late" })
      })
    ))

  it("has a bound of those who wait, and gives their places back", () =>
    run((arrivals, log) =>
      Effect.gen(function*() {
        const nothing = Effect.succeed(null)
        const waits = yield* Effect.forEach(
          Array.from({ length: 64 }),
          () => Effect.forkChild(arrivals.next(nothing, long), { startImmediately: true })
        )
        expect(yield* arrivals.next(nothing, long)).toEqual({ _tag: "Crowded" })
        yield* Fiber.interrupt(waits[0]!)
        expect(yield* arrivals.next(nothing, 0)).toEqual({ _tag: "Late" })
        yield* log.over.open
        expect(yield* Fiber.join(waits[1]!)).toEqual({ _tag: "Over" })
      })
    ))

  it("is told when a handset shows what was to come later, once and in order", () =>
    run((arrivals, log) =>
      Effect.gen(function*() {
        const told: Array<unknown> = []
        const all = yield* Deferred.make<void>()
        log.listen(({ event: { data } }) => {
          told.push((data as { readonly message_id: string }).message_id)
          if (told.length === 3) Deferred.doneUnsafe(all, Effect.void)
        })
        const now = yield* Instant.now
        yield* arrivals.add([arrival(2, Instant.plus(now, 30)), arrival(1, Instant.plus(now, 10)), arrival(0, now)])
        expect(told).toEqual([Given.messageId(0)])
        yield* Deferred.await(all)
        yield* arrivals.wake
        expect(told).toEqual([0, 1, 2].map(Given.messageId))
      })
    ))

  it("looks four times a second without being told, until its time is over", () =>
    Effect.gen(function*() {
      const { next } = yield* Arrivals.Arrivals
      let looks = 0
      const look = Effect.sync(() => {
        looks++
        return null
      })
      const wait = yield* Effect.forkChild(next(look, 1000), { startImmediately: true })
      const seen: Array<number> = []
      for (const millis of [249, 1, 249, 1, 499]) {
        yield* TestClock.adjust(millis)
        seen.push(looks)
      }
      // The first one is for whoever is not to wait.
      expect([...seen, wait.pollUnsafe()]).toEqual([2, 3, 3, 4, 5, undefined])
      yield* TestClock.adjust(1)
      expect(wait.pollUnsafe()).toEqual(Exit.succeed({ _tag: "Late" }))
    }).pipe(
      Effect.provide(Arrivals.layer.pipe(Layer.provide(Layer.succeed(Events, new EventLog())))),
      Effect.provide(TestClock.layer()),
      Effect.runPromise
    ))

  it("ends with the service", () => {
    const log = new EventLog()
    return Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { next } = yield* Arrivals.make(never).pipe(Scope.provide(scope))
      const wait = yield* Effect.forkChild(next(Effect.succeed(null), long), { startImmediately: true })
      yield* Scope.close(scope, Exit.void)
      expect(yield* Fiber.join(wait)).toEqual({ _tag: "Over" })
    }).pipe(Effect.provideService(Events, log), Effect.runPromise)
  })
})

describe("a message that a handset shows later", () => {
  it("is told within fifty milliseconds, or when the clock was moved, as ten thousand of them are", () => {
    const log = new EventLog()
    const told: Array<string> = []
    log.listen(({ event: { data } }) => told.push((data as { readonly message_id: string }).message_id))
    return Effect.gen(function*() {
      const arrivals = yield* Arrivals.make(never)
      yield* arrivals.add([])
      yield* arrivals.add([arrival(1, Instant.make(120))])
      yield* TestClock.adjust(149)
      expect(told).toEqual([])
      yield* TestClock.adjust(1)
      expect(told).toEqual([Given.messageId(1)])
      yield* arrivals.add([arrival(2, Instant.make(151))])
      yield* TestClock.adjust(1)
      yield* arrivals.wake
      expect(told).toEqual([1, 2].map(Given.messageId))
      told.length = 0
      const [most, later] = [10_000, Instant.make(1000)]
      yield* arrivals.add(Array.from({ length: most - 1 }, (_, index) => arrival(index, later)))
      yield* arrivals.add([arrival(most, later), arrival(most + 1, later)])
      yield* TestClock.adjust(1000)
      expect([told.length, told.at(-1)]).toEqual([most, Given.messageId(most)])
    }).pipe(
      Effect.provideService(Events, log),
      Effect.provide(TestClock.layer()),
      Effect.scoped,
      Effect.runPromise
    )
  })
})
