/**
 * A batch of a lane in the hands of this node: how it is split, in which order its parts are handled, and when what was let go is
 * given back.
 */
import type { Handler, LaneTurn, Undone } from "@signalbox/core/internal/engine/Handler"
import * as Handler_ from "@signalbox/core/internal/engine/Handler"
import * as LaneOrder from "@signalbox/core/internal/engine/LaneOrder"
import * as LaneWork from "@signalbox/core/internal/engine/LaneWork"
import { StoreError } from "@signalbox/core/Store"
import type { Lane, Lease, LeaseToken } from "@signalbox/core/Work"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const ordered: Lane = "ordered:a"
const shared: Lane = "shared:a"

/** An item with its number as its token, and whether it has failed before. */
const lease = (number: number, failures = 0): Lease => ({
  work: { kind: "any", key: String(number) },
  lane: ordered,
  at: Given.now,
  token: number as LeaseToken,
  failures
})

const leases = (...numbers: ReadonlyArray<number>): ReadonlyArray<Lease> => numbers.map((number) => lease(number))

const broken = Cause.fail("broken")
const away = Cause.fail(new StoreError({ reason: "unavailable", cause: null }))
const tokens = (some: ReadonlyArray<Lease>): string => some.map(({ token }) => token).join()
const briefly = (undone: ReadonlyArray<Undone>): string =>
  undone.map(({ _tag, lease }) => `${_tag} ${lease.token}`).join()

interface Scene {
  readonly work: LaneWork.LaneWork
  /** The batches that the handler was given, and what was given back, in order. */
  readonly log: Array<string>
  readonly drains: { hasBegun: boolean; readonly begins: Deferred.Deferred<void> }
  /** How many claims have begun. */
  readonly claims: { count: number }
}

const run = (handle: Handler, use: (scene: Scene) => Effect.Effect<void, unknown, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(
    Effect.gen(function*() {
      const log: Array<string> = []
      const drains = { hasBegun: false, begins: yield* Deferred.make<void>() }
      const claims = { count: 1 }
      const work = LaneWork.make({
        handle: (leases, draining, turn) => {
          log.push(`handle ${tokens(leases)}`)
          return handle(leases, draining, turn)
        },
        lanes: { ordered: { width: 9, shared: false }, shared: { width: 9, shared: true } },
        draining: { hasBegun: () => drains.hasBegun, begins: Deferred.await(drains.begins) },
        giveBack: (undone) => Effect.sync(() => void (undone.length > 0 && log.push(`give back ${briefly(undone)}`))),
        claims: () => claims.count,
        pollMillis: 100
      })
      yield* use({ work, log, drains, claims })
    }),
    TestClock.layer()
  )))

const nothingLeft: Handler = () => Effect.succeed([])
const mixed = [lease(1), lease(2), lease(3, 1), lease(4), lease(5, 2), lease(6, 1), lease(7)]

describe("items that wait for nothing", () => {
  it("are handled together, but each that has failed before by itself, side by side", () =>
    run(
      (some) =>
        Effect.as(Effect.sleep(10), some[0]!.token === 4 ? some.map((each) => Handler_.undone(each, broken)) : []),
      ({ log, work }) =>
        Effect.gen(function*() {
          const fiber = yield* Effect.forkChild(work.sideBySide(mixed))
          yield* TestClock.adjust(10)
          yield* Fiber.join(fiber)
          expect(log).toEqual([
            "handle 1,2",
            "handle 3",
            "handle 4",
            "handle 5",
            "handle 6",
            "handle 7",
            "give back Failed 4"
          ])
        })
    ))

  it("are those of lanes that nodes share", () =>
    run(() => Effect.sleep(10).pipe(Effect.as([])), ({ log, work }) =>
      Effect.gen(function*() {
        expect([shared, ordered, "other:a" as const].map(work.isShared)).toEqual([true, false, false])
        const both = yield* Effect.forEach([leases(1), leases(2)], (some) => work.inTurn(shared, some, 1))
        const fiber = yield* Effect.forkChild(Effect.all(both, { concurrency: "unbounded" }))
        yield* TestClock.adjust(5)
        expect(log).toEqual(["handle 1", "handle 2"])
        yield* TestClock.adjust(5)
        yield* Fiber.join(fiber)
      })))

  it("are let go while the node drains, and have failed when their handler dies", () =>
    run(() => Effect.die("bug"), ({ drains, log, work }) =>
      Effect.gen(function*() {
        yield* work.sideBySide(leases(1, 2))
        drains.hasBegun = true
        yield* work.sideBySide(leases(3, 4))
        expect(log).toEqual(["handle 1,2", "give back Failed 1,Failed 2", "give back LetGo 3,LetGo 4"])
      })))
})

describe("a batch of a lane that keeps its order", () => {
  const inTurn = ({ work }: Scene, some: ReadonlyArray<Lease>, claim = 1) =>
    Effect.flatten(work.inTurn(ordered, some, claim))

  it("is handled part by part, and goes on behind one that has failed", () =>
    run(
      (some) => Effect.succeed(some[0]!.token === 3 ? [Handler_.undone(some[0]!, broken)] : []),
      (scene) =>
        Effect.gen(function*() {
          yield* inTurn(scene, mixed)
          expect(scene.log).toEqual([
            "handle 1,2",
            "handle 3",
            "give back Failed 3",
            "handle 4",
            "handle 5",
            "handle 6",
            "handle 7"
          ])
          // Nothing has kept its place, so what was claimed before goes on.
          yield* inTurn(scene, leases(8))
          expect(scene.log.at(-1)).toBe("handle 8")
        })
    ))

  it.each([["was let go", Handler_.letGo], ["the store was away", (each: Lease) => Handler_.undone(each, away)]])(
    "keeps its place in line behind an item that keeps its own: %s",
    (_, keep) =>
      run(
        (some) => Effect.succeed(some.length === 2 ? [keep(some[1]!)] : []),
        (scene) =>
          Effect.gen(function*() {
            yield* inTurn(scene, mixed)
            const tag = keep(lease(1))._tag
            const back = `give back ${tag} 2,LetGo 3,LetGo 4,LetGo 5,LetGo 6,LetGo 7`
            expect(scene.log).toEqual(["handle 1,2", back])
            // So does all that claims have brought that had begun by then; what comes later is behind it.
            scene.claims.count = 3
            yield* inTurn(scene, leases(8), 1)
            yield* inTurn(scene, leases(9), 2)
            yield* inTurn(scene, leases(10), 4)
            expect(scene.log.slice(2)).toEqual(["give back LetGo 8", "give back LetGo 9"].concat("handle 10"))
          })
      )
  )

  it("rests for as long as the node does when it was let go as a whole, unless the node drains", () =>
    run((some) => Effect.succeed(some.map(Handler_.letGo)), (scene) =>
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(inTurn(scene, leases(1, 2)), { startImmediately: true })
        yield* TestClock.adjust(99)
        expect(scene.log).toEqual(["handle 1,2"])
        yield* TestClock.adjust(1)
        yield* Fiber.join(first)
        expect(scene.log).toEqual(["handle 1,2", "give back LetGo 1,LetGo 2"])
        const second = yield* Effect.forkChild(inTurn(scene, leases(3), 2), { startImmediately: true })
        yield* TestClock.adjust(1)
        expect(scene.log).toHaveLength(3)
        yield* Deferred.succeed(scene.drains.begins, undefined)
        yield* Fiber.join(second)
        expect(scene.log.slice(2)).toEqual(["handle 3", "give back LetGo 3"])
      })))

  it("waits for the one before, until that has ended or passes its turn", () =>
    run(
      (some, _, turn) =>
        Effect.gen(function*() {
          if (some[0]!.token === 4) yield* turn!.pass
          yield* Effect.sleep(10)
          return []
        }),
      (scene) =>
        Effect.gen(function*() {
          const all = yield* Effect.forEach(
            [[lease(1), lease(2, 1)], leases(3), leases(4), leases(5)],
            (some) => scene.work.inTurn(ordered, some, 1)
          )
          const fiber = yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
          const begun: Array<number> = []
          for (let step = 0; step < 5; step++) {
            yield* TestClock.adjust(step === 0 ? 0 : 10)
            begun.push(scene.log.length)
          }
          // One has two parts; four passes its turn to five.
          expect(begun).toEqual([1, 2, 3, 5, 5])
          yield* Fiber.join(fiber)
        })
    ))

  it("passes its turn in its last part only", () =>
    run(
      (_, __, turn) => Effect.as(Effect.andThen(turn!.pass, Effect.sleep(10)), []),
      (scene) =>
        Effect.gen(function*() {
          const all = yield* Effect.forEach(
            [[lease(1), lease(2, 1)], leases(3)],
            (some) => scene.work.inTurn(ordered, some, 1)
          )
          const fiber = yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
          yield* TestClock.adjust(5)
          expect(scene.log).toEqual(["handle 1"])
          yield* TestClock.adjust(10)
          expect(scene.log).toEqual(["handle 1", "handle 2", "handle 3"])
          yield* TestClock.adjust(20)
          yield* Fiber.join(fiber)
        })
    ))

  it("gives back early what keeps its place, with all behind it, once, and lets the next batch begin", () => {
    const giveBack = (turn: LaneTurn | undefined, ...some: ReadonlyArray<Lease>) =>
      turn!.giveBack!(some.map(Handler_.letGo))
    return run(
      (some, _, turn) =>
        some[0]!.token === 1
          ? Effect.as(Effect.andThen(giveBack(turn, some[1]!), Effect.sleep(10)), [])
          : Effect.succeed([]),
      (scene) =>
        Effect.gen(function*() {
          const all = yield* Effect.forEach(
            [[lease(1), lease(2), lease(3, 1)], leases(4)],
            (some, index) => scene.work.inTurn(ordered, some, 1 + index)
          )
          const fiber = yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
          yield* TestClock.adjust(5)
          expect(scene.log).toEqual(["handle 1,2", "give back LetGo 2,LetGo 3", "handle 4"])
          yield* TestClock.adjust(5)
          yield* Fiber.join(fiber)
          expect(scene.log).toHaveLength(3)
        })
    )
  })

  it("is let go as a whole while the node drains", () =>
    run(nothingLeft, (scene) =>
      Effect.gen(function*() {
        scene.drains.hasBegun = true
        yield* Deferred.succeed(scene.drains.begins, undefined)
        yield* inTurn(scene, mixed)
        expect(scene.log).toEqual([`give back ${mixed.map(({ token }) => `LetGo ${token}`).join()}`])
      })))
})

describe("a lane in which items were let go", () => {
  it("is broken for what claims up to then have brought, until all of them have ended and nobody waits in it", () =>
    Effect.runPromise(Effect.gen(function*() {
      const order = LaneOrder.make()
      const broken = () => [1, 2, 3].map((claim) => order.isBroken(ordered, claim))
      expect(broken()).toEqual([false, false, false])
      order.break(ordered, 2)
      expect(broken()).toEqual([true, true, false])
      expect(order.isBroken(shared, 1)).toBe(false)
      order.mend(1)
      expect(broken()).toEqual([true, true, false])
      const waits = yield* order.inTurn(ordered, () => Effect.void)
      order.mend(2)
      expect(broken()).toEqual([true, true, false])
      yield* waits
      order.mend(2)
      expect(broken()).toEqual([false, false, false])
      order.break(ordered, 2)
      order.mend(3)
      expect(broken()).toEqual([false, false, false])
    })))
})
