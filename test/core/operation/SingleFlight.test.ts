/**
 * Requests of one node that carry the same key: one of them asks the store or is executed, and the others learn what it
 * has come to. While another node executes the request, the questions get fewer.
 */
import type { Begun } from "@signalbox/core/Idempotency"
import * as Deadline from "@signalbox/core/internal/engine/Deadline"
import * as SingleFlight from "@signalbox/core/internal/operation/SingleFlight"
import type { ClaimKey, ClaimToken, Reply } from "@signalbox/core/Reply"
import { StoreError } from "@signalbox/core/Store"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const claim: ClaimKey = { account: Given.accountId(1), key: "key" }
const inProgress: Begun = { _tag: "InProgress" }
const started: Begun = { _tag: "Started", token: 1 as ClaimToken }
const mismatch: Begun = { _tag: "Mismatch" }
const reply: Reply = {
  claim,
  token: 1 as ClaimToken,
  status: 200,
  outcome: null,
  requestId: "req",
  at: Given.now,
  sandbox: false,
  profile: null
}

/** A store that answers from a list, and then what it said last; and when it was asked, in milliseconds. */
const scripted = (answers: ReadonlyArray<Effect.Effect<Begun, StoreError>>) => {
  const asked: Array<number> = []
  const left = [...answers]
  const ask = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    asked.push(now)
    return left.length > 1 ? left.shift()! : left[0]!
  })
  return { ask, asked }
}

const playing = <A, E>(program: Effect.Effect<A, E>): Promise<A> =>
  program.pipe(Effect.provide(TestClock.layer()), Effect.scoped, Effect.runPromise)

const taking = (
  flights: SingleFlight.SingleFlight,
  ask: Effect.Effect<Begun, StoreError>,
  fingerprint = "print",
  of = claim
) =>
  Effect.forkChild(flights.take(of, fingerprint, ask, (effect) => Effect.interruptible(effect)), {
    startImmediately: true
  })

describe("a request whose key another node has", () => {
  it("asks after pauses that double up to a second, for five seconds", () =>
    playing(Effect.gen(function*() {
      const { ask, asked } = scripted([Effect.succeed(inProgress)])
      const fiber = yield* taking(SingleFlight.make(), ask)
      yield* TestClock.adjust(4999)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect((yield* Fiber.join(fiber)).begun).toStrictEqual(inProgress)
      expect(asked).toStrictEqual([0, 50, 150, 350, 750, 1550, 2550, 3550, 4550, 5000])
    })))

  it("asks for no longer than its request may wait", () =>
    playing(Effect.gen(function*() {
      const { ask, asked } = scripted([Effect.succeed(inProgress)])
      const begun = Deadline.begin(yield* Clock.monotonicTimeNanos, 1000)
      const flights = SingleFlight.make()
      const fiber = yield* Effect.forkChild(begun(flights.take(claim, "print", ask, (effect) => effect)), {
        startImmediately: true
      })
      yield* TestClock.adjust(1000)
      expect((yield* Fiber.join(fiber)).begun).toStrictEqual(inProgress)
      expect(asked).toStrictEqual([0, 50, 150, 350, 750, 1000])
    })))

  it.each([[4998, [0, 5000]], [4999, [0]]])(
    "is told so when nothing is left of its time, after a first answer that took %d milliseconds",
    (millis, times) =>
      playing(Effect.gen(function*() {
        const slow = Effect.as(Effect.sleep(millis), inProgress)
        const { ask, asked } = scripted([slow, Effect.succeed(inProgress)])
        const fiber = yield* taking(SingleFlight.make(), ask)
        yield* TestClock.adjust(5000)
        expect((yield* Fiber.join(fiber)).begun).toStrictEqual(inProgress)
        expect(asked).toStrictEqual(times)
      }))
  )

  it("learns what the other one has come to, and lets the next one ask for itself", () =>
    playing(Effect.gen(function*() {
      const finished: Begun = { _tag: "Finished", reply }
      const { ask, asked } = scripted([inProgress, finished, mismatch].map(Effect.succeed))
      const flights = SingleFlight.make()
      const [one, two] = [yield* taking(flights, ask), yield* taking(flights, ask)]
      yield* TestClock.adjust(50)
      expect([(yield* Fiber.join(one)).begun, (yield* Fiber.join(two)).begun]).toStrictEqual([finished, finished])
      expect((yield* Fiber.join(yield* taking(flights, ask))).begun).toStrictEqual(mismatch)
      expect(asked).toStrictEqual([0, 50, 50])
    })))
})

describe("a request whose key another request of its node has", () => {
  it("waits for it, and has its reply without a question of its own", () =>
    playing(Effect.gen(function*() {
      const { ask, asked } = scripted([Effect.succeed(started)])
      const flights = SingleFlight.make()
      const { begun, end } = yield* Fiber.join(yield* taking(flights, ask))
      const two = yield* taking(flights, ask)
      yield* TestClock.adjust(4999)
      expect([begun, two.pollUnsafe(), asked]).toStrictEqual([started, undefined, [0]])
      yield* end(reply)
      expect((yield* Fiber.join(two)).begun).toStrictEqual({ _tag: "Finished", reply })
      expect(asked).toStrictEqual([0])
    })))

  it("asks for itself when that has come to nothing, one at a time", () =>
    playing(Effect.gen(function*() {
      const { ask, asked } = scripted([Effect.succeed(started)])
      const flights = SingleFlight.make()
      const { end } = yield* Fiber.join(yield* taking(flights, ask))
      const [two, three] = [yield* taking(flights, ask), yield* taking(flights, ask)]
      yield* end(null)
      const second = yield* Fiber.join(two)
      expect([second.begun, three.pollUnsafe(), asked]).toStrictEqual([started, undefined, [0, 0]])
      yield* second.end(reply)
      expect((yield* Fiber.join(three)).begun).toStrictEqual({ _tag: "Finished", reply })
    })))

  it("is told that it is in progress after five seconds, and takes nothing from it", () =>
    playing(Effect.gen(function*() {
      const { ask, asked } = scripted([Effect.succeed(started)])
      const flights = SingleFlight.make()
      yield* taking(flights, ask)
      yield* TestClock.adjust(2000)
      const two = yield* taking(flights, ask)
      yield* TestClock.adjust(4999)
      expect(two.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      const { begun, end } = yield* Fiber.join(two)
      expect(begun).toStrictEqual(inProgress)
      yield* end(reply)
      const three = yield* taking(flights, ask)
      expect([three.pollUnsafe(), asked]).toStrictEqual([undefined, [0]])
      yield* Fiber.interrupt(three)
    })))

  it("fails with it when the store cannot be asked, and asks when that was interrupted", () =>
    playing(Effect.gen(function*() {
      const away = Effect.fail(new StoreError({ reason: "unavailable", cause: "away" }))
      const { ask, asked } = scripted([Effect.andThen(Effect.sleep(10), away), Effect.never, Effect.succeed(started)])
      const flights = SingleFlight.make()
      const [one, two] = [yield* taking(flights, ask), yield* taking(flights, ask)]
      yield* TestClock.adjust(10)
      const exits = yield* Effect.forEach([one, two], Fiber.await)
      expect(exits).toEqual([yield* Effect.exit(away), yield* Effect.exit(away)])
      const [three, four] = [yield* taking(flights, ask), yield* taking(flights, ask)]
      yield* Fiber.interrupt(three)
      expect((yield* Fiber.join(four)).begun).toStrictEqual(started)
      expect(asked).toStrictEqual([0, 10, 10])
    })))

  it("is another one when its fingerprint, its key or its account is another", () =>
    playing(Effect.gen(function*() {
      const { ask, asked } = scripted([Effect.succeed(started)])
      const flights = SingleFlight.make()
      const fibers = [
        yield* taking(flights, ask),
        yield* taking(flights, ask, "other"),
        yield* taking(flights, ask, "print", { ...claim, key: "other" }),
        yield* taking(flights, ask, "print", { ...claim, account: Given.accountId(2) })
      ]
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      expect([exits.every(Exit.isSuccess), asked]).toStrictEqual([true, [0, 0, 0, 0]])
    })))
})
