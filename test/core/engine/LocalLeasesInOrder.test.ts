/**
 * Work that a commit gives to its node in a lane that keeps its order: it overtakes nothing that a claim under way may have
 * taken of the lane.
 */
import * as Commits from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import { Store, StoreError } from "@signalbox/core/Store"
import type { Due, Lease } from "@signalbox/core/Work"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import type { Seen } from "./HoldingNode.ts"
import { errand, settled, working } from "./HoldingNode.ts"
import { due, nodes, terms } from "./WorkerNode.ts"

/** Another node schedules this, of which this one is not told. */
const scheduled = (...work: ReadonlyArray<ReturnType<typeof due>>) =>
  Effect.flatMap(Store, (store) => store.commit([Commits.make({ due: work })]))

const until = (holds: () => boolean) =>
  Effect.gen(function*() {
    while (!holds()) yield* Effect.sleep(1)
  })

describe("work that a commit gives in a lane that keeps its order", () => {
  it("begins without a claim, in the order in which it was given", () =>
    working({}, ({ keep, seen }) =>
      Effect.gen(function*() {
        yield* keep(due(1, 1), due(2, 1))
        yield* keep(due(3, 1), due(4, 2))
        yield* Bench.idle
        expect(seen.claimed).toEqual([])
        expect(seen.begun.filter((key) => key !== "work-4")).toEqual(["work-1", "work-2", "work-3"])
        expect(seen.begun).toHaveLength(4)
      })))

  it("begins in front of what a claim under way takes afterwards", async () => {
    const begins = await Effect.runPromise(Latch.make(true))
    const state = { waits: 0 }
    const tap: Tap = (store) => ({
      ...store,
      claim: (request) =>
        Effect.suspend(() => {
          state.waits++
          return Effect.andThen(begins.await, store.claim(request))
        })
    })
    await working({ tap }, ({ keep, seen }) =>
      Effect.gen(function*() {
        const { waits } = state
        yield* begins.close
        yield* until(() => state.waits > waits)
        yield* keep(due(1, 1))
        yield* scheduled(due(2, 1), due(3, 2))
        yield* keep(due(4, 2))
        yield* settled
        expect(seen.begun).toEqual([])
        yield* begins.open
        yield* Bench.idle
        expect(seen.claimed).toEqual(["work-2", "work-3", "work-4"])
        expect(seen.begun.filter((key) => ["work-1", "work-2"].includes(key))).toEqual(["work-1", "work-2"])
      }))
  })

  it("begins without another claim where it was given while what a claim has brought began", async () => {
    const state = { brings: false }
    const tap: Tap = (store) => ({
      ...store,
      claim: (request) =>
        Effect.tap(store.claim(request), ({ leases }) => Effect.sync(() => void (state.brings = leases.length > 0)))
    })
    await working({ tap, pollMillis: 1_000_000 }, ({ keep, seen }) =>
      Effect.gen(function*() {
        yield* scheduled(...Array.from({ length: 500 }, (_, index) => due(index, index)))
        yield* Effect.flatMap(WorkSignal, ({ raise }) => raise)
        while (!state.brings) yield* Effect.yieldNow
        const given = Array.from({ length: 60 }, (_, index) => 1000 + index)
        for (const number of given) yield* keep(due(number, number))
        yield* until(() => seen.begun.length === 560)
        expect(seen.claimed).toHaveLength(500)
      }))
  })

  it("begins behind what a claim has taken whose answer is on its way, and holds up no other lane", async () => {
    const answers = await Effect.runPromise(Latch.make(true))
    const tap: Tap = (store) => ({
      ...store,
      claim: (request) =>
        Effect.tap(store.claim(request), ({ leases }) => leases.length > 0 ? answers.await : Effect.void)
    })
    await working({ tap }, ({ keep, seen }) =>
      Effect.gen(function*() {
        yield* answers.close
        yield* scheduled(due(1, 1))
        yield* until(() => seen.claimed.length === 1)
        yield* keep(due(2, 1))
        yield* keep(due(3, 1), errand(4, 1))
        yield* until(() => seen.begun.length > 0)
        yield* settled
        expect(seen.asked).toEqual(["work-2", "work-3", "work-4"])
        expect(seen.begun).toEqual(["work-4"])
        yield* answers.open
        yield* Bench.idle
        expect(seen.begun).toEqual(["work-4", "work-1", "work-2", "work-3"])
        expect(seen.claimed).toEqual(["work-1"])
        yield* keep(due(5, 1))
        yield* Bench.idle
        expect(seen.begun.at(-1)).toBe("work-5")
        expect(seen.claimed).toEqual(["work-1"])
      }))
  })

  describe.each(["the commit", "a claim"])("while %s is under way", (which) => {
    it("begins behind what the node has let go since it was named", async () => {
      const [ends, answers] = await Effect.runPromise(Effect.all([Latch.make(false), Latch.make(true)]))
      const state = { letsGo: true, isGiven: false, isReleased: false, holds: false, held: 0 }
      const held = Effect.suspend(() => {
        state.held++
        return answers.await
      })
      const tap: Tap = (store) => ({
        ...store,
        commit: (batch) =>
          Effect.tap(store.commit(batch), () => {
            const gives = batch.some((commit) => commit.due.some(({ work }) => work.key === "work-2"))
            state.isGiven ||= gives
            state.isReleased ||= batch.some(({ releases }) => releases.length > 0)
            return gives && which === "the commit" ? held : Effect.void
          }),
        claim: (request) => Effect.tap(store.claim(request), () => state.holds ? held : Effect.void)
      })
      const options = { tap, until: ends.await, letsGo: () => state.letsGo }
      await working(options, ({ keep, seen }) =>
        Effect.gen(function*() {
          const store = yield* Store
          const { lane } = due(1, 1)
          yield* keep(due(1, 1))
          yield* until(() => seen.begun.length === 1)
          yield* answers.close
          state.holds = which === "a claim"
          if (state.holds) yield* until(() => state.held === 1)
          yield* Effect.forkChild(keep(due(2, 1)))
          yield* until(() => state.isGiven)
          yield* store.commit([Commits.make({ pauses: [{ lane, until: Instant.plus(Given.now, 60_000) }] })])
          yield* ends.open
          yield* until(() => state.isReleased)
          const { claims } = seen
          // Claims bring nothing of a lane that is paused.
          if (!state.holds) yield* until(() => seen.claims > claims + 1)
          state.letsGo = false
          state.holds = false
          yield* answers.open
          yield* until(() => seen.claims > claims + 1)
          yield* settled
          expect(seen.begun).toEqual(["work-1"])
          yield* store.commit([Commits.make({ pauses: [{ lane, until: null }] })])
          yield* Bench.idle
          expect(seen.begun).toEqual(["work-1", "work-1", "work-2"])
        }))
    })
  })

  /** The next claim that brings something has no answer; the one after it is answered when the way is open. */
  const losing = Effect.gen(function*() {
    const way = yield* Latch.make(false)
    const state: { isLost: boolean; lost: ReadonlyArray<Lease>; failures: number } = {
      isLost: false,
      lost: [],
      failures: 0
    }
    const away = new StoreError({ reason: "unavailable", cause: "the answer was lost" })
    const tap: Tap = (store) => ({
      ...store,
      claim: (request) => {
        if (state.isLost && state.lost.length > 0) {
          return Effect.gen(function*() {
            state.failures++
            if (!(yield* Effect.map(Effect.timeoutOption(way.await, 0), ({ _tag }) => _tag === "Some"))) {
              return yield* away
            }
            const leases = state.lost
            state.isLost = false
            state.lost = []
            return { leases }
          })
        }
        return Effect.flatMap(store.claim(request), (claimed) => {
          if (!state.isLost || claimed.leases.length === 0) return Effect.succeed(claimed)
          state.lost = claimed.leases
          // A commit that was under way gives what is named already.
          return Effect.andThen(Effect.andThen(way.await, way.close), away)
        })
      }
    })
    /** This node is given the second item while the claim that has taken the first one is not answered. */
    const lose = Effect.fnUntraced(function*(keep: (work: Due) => Effect.Effect<unknown, StoreError>, seen: Seen) {
      state.isLost = true
      yield* scheduled(due(1, 1))
      yield* until(() => state.lost.length === 1)
      yield* keep(due(2, 1))
      yield* way.open
      yield* until(() => state.failures > 1)
      expect(seen.asked).toEqual(["work-2"])
    })
    return { way, tap, lose }
  })

  it("begins behind what comes with the claim after one that was never answered", async () => {
    const { lose, tap, way } = await Effect.runPromise(losing)
    await working({ tap }, ({ keep, seen }) =>
      Effect.gen(function*() {
        yield* lose(keep, seen)
        yield* settled
        expect(seen.begun).toEqual([])
        yield* way.open
        yield* Bench.idle
        expect(seen.begun).toEqual(["work-1", "work-2"])
      }))
  })

  it("is let go where the node is drained before", async () => {
    const { lose, tap } = await Effect.runPromise(losing)
    await working({ tap }, ({ keep, seen }) =>
      Effect.gen(function*() {
        const worker = yield* Worker
        const store = yield* Store
        yield* lose(keep, seen)
        yield* worker.drain
        expect(seen.begun).toEqual([])
        yield* store.commit([Commits.make({ cancels: [due(1, 1).work] })])
        const { leases } = yield* store.claim({ node: nodes[1]!, offset: 0, limit: 9, lanes: terms })
        expect(leases.map(({ work }) => work.key)).toEqual(["work-2"])
      }))
  })
})
