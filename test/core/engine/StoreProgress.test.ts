/**
 * The store does not get on with what it is asked when some wait and none has succeeded for five seconds, however the
 * calls are strung together.
 */
import * as Commits from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import * as Progress from "@signalbox/core/internal/engine/StoreProgress"
import * as Needs from "@signalbox/core/Needs"
import * as Readiness from "@signalbox/core/Readiness"
import { Store, StoreError } from "@signalbox/core/Store"
import { prop } from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { ForwardClock } from "../ForwardClock.ts"
import { ask, template } from "../Keyed.ts"

const { begun, ended, isStalled, none, patience } = Progress

describe("calls of the store", () => {
  it("stall when one waits for five seconds and none succeeds", () => {
    const waiting = begun(none, 100)
    expect(isStalled(waiting, 100 + patience - 1)).toBe(false)
    expect(isStalled(waiting, 100 + patience)).toBe(true)
    const two = begun(waiting, 3000)
    // The other one has begun later, and counts from then on that one succeeded.
    expect(isStalled(ended(two, 4000, "Done"), 4000 + patience - 1)).toBe(false)
    expect(isStalled(ended(two, 4000, "Done"), 4000 + patience)).toBe(true)
    expect(isStalled(ended(waiting, 100 + patience, "Done"), 9e9)).toBe(false)
  })

  it("stall as well when each fails soon, and no longer when nobody has tried for five seconds", () => {
    let calls = none
    for (let now = 0; now <= patience; now += 100) calls = ended(begun(calls, now), now + 10, "Failed")
    expect(isStalled(calls, patience + 100)).toBe(true)
    expect(isStalled(calls, 2 * patience + 9)).toBe(true)
    expect(isStalled(calls, 2 * patience + 10)).toBe(false)
    // The next try is judged anew.
    const next = begun(calls, 3 * patience)
    expect(isStalled(next, 3 * patience + 1)).toBe(false)
    expect(isStalled(next, 4 * patience)).toBe(true)
  })

  it("are counted while they wait, loads and commits each by themselves, with what becomes of them", () => {
    const failing = (reason: StoreError["reason"]) => Effect.fail(new StoreError({ reason, cause: null }))
    const slow = Effect.sleep(10)
    const own = Layer.mock(Store, {
      load: () => Effect.as(slow, Facts.empty),
      commit: (batch) => Effect.andThen(slow, failing(batch.length === 0 ? "failed" : "unavailable"))
    })
    const counted = Progress.storeLayer.pipe(Layer.provide(own), Layer.provideMerge(Progress.layer))
    return Effect.gen(function*() {
      const [store, progress] = [yield* Store, yield* Progress.StoreProgress]
      const during = (call: Effect.Effect<unknown, StoreError>) =>
        Effect.gen(function*() {
          const fiber = yield* Effect.forkChild(Effect.exit(call), { startImmediately: true })
          const { commits, loads } = progress
          yield* TestClock.adjust(10)
          yield* Fiber.join(fiber)
          return [{ commits, loads }, { commits: progress.commits, loads: progress.loads }]
        })
      const loaded = ended(begun(none, 0), 10, "Done")
      const refused = ended(begun(none, 10), 20, "Refused")
      const failed = ended(begun(refused, 20), 30, "Failed")
      expect([
        yield* during(store.load(Needs.none)),
        yield* during(store.commit([])),
        yield* during(store.commit([Commits.empty]))
      ]).toStrictEqual([
        [{ loads: begun(none, 0), commits: none }, { loads: loaded, commits: none }],
        [{ loads: loaded, commits: begun(none, 10) }, { loads: loaded, commits: refused }],
        [{ loads: loaded, commits: begun(refused, 20) }, { loads: loaded, commits: failed }]
      ])
      expect(failed.failedAt).toBe(30)
    }).pipe(Effect.provide(counted), Effect.provide(TestClock.layer()), Effect.runPromise)
  })

  it("do not stall for one that the store would not have", () => {
    const refused = ended(begun(none, 0), 1, "Refused")
    expect(isStalled(refused, 2 * patience)).toBe(false)
    expect(isStalled(begun(refused, 2 * patience), 2 * patience + 1)).toBe(false)
  })

  const step = fc.record({
    after: fc.integer({ min: 0, max: 2000 }),
    outcome: fc.constantFrom("Begun" as const, "Done" as const, "Refused" as const, "Failed" as const)
  })

  prop(
    "do not stall within five seconds of a success, and not while none is open or has failed",
    fc.array(step),
    (steps) => {
      let [calls, now, open, done, failed] = [none, 0, 0, -Infinity, -Infinity]
      for (const { after, outcome } of steps) {
        now += after
        if (outcome === "Begun") {
          calls = begun(calls, now)
          open++
        } else if (open > 0) {
          calls = ended(calls, now, outcome)
          open--
          if (outcome === "Done") [done, failed] = [now, -Infinity]
          if (outcome === "Failed") failed = now
        }
        for (const at of [now, now + patience - 1, now + patience]) {
          if (isStalled(calls, at)) {
            expect(at - done).toBeGreaterThanOrEqual(patience)
            expect(open > 0 || at - failed < patience).toBe(true)
          }
        }
      }
      expect(calls.waiting).toBe(open)
    }
  )
})

describe("a node", () => {
  it.each(["commit", "load"] as const)("is not ready while its store answers, but a %s waits", (kind) => {
    const gate = Deferred.makeUnsafe<void>()
    let isShut = false
    const waits = Deferred.makeUnsafe<void>()
    const shut = <A>(call: Effect.Effect<A, StoreError>) =>
      Effect.suspend(() => {
        if (!isShut) return call
        return Deferred.succeed(waits, undefined).pipe(
          Effect.andThen(Deferred.await(gate)),
          Effect.andThen(call)
        )
      })
    const tap: Bench.Tap = (store) => ({
      ...store,
      load: (needs) => kind === "load" ? shut(store.load(needs)) : store.load(needs),
      commit: (batch) => kind === "commit" ? shut(store.commit(batch)) : store.commit(batch)
    })
    return Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        const { unready } = yield* Readiness.Readiness
        const clock = new ForwardClock(yield* Clock.Clock)
        const found = Effect.provideService(unready(null), Clock.Clock, clock)
        isShut = true
        expect(yield* found).toEqual([])
        const asked = yield* Effect.forkChild(ask("templates.create", template))
        yield* Deferred.await(waits)
        expect(yield* found).toEqual([])
        clock.pass(Progress.patience)
        const what = kind === "commit" ? "kept" : "shown"
        expect(yield* found).toEqual([{ part: "store", why: `has ${what} nothing for five seconds, while some wait` }])
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(asked)
        expect(yield* found).toEqual([])
      }).pipe(Effect.ensuring(Deferred.succeed(gate, undefined)))
    )
  })
})
