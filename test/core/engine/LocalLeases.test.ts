/**
 * Work that a node holds as soon as it is committed: it is carried out without a claim, and overtakes nothing that waits.
 */
import * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import { done } from "@signalbox/core/Outcome"
import { Store, StoreError } from "@signalbox/core/Store"
import { laneKind } from "@signalbox/core/Work"
import * as Workers from "@signalbox/core/Worker"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import type { Seen } from "./HoldingNode.ts"
import { errand, numbers, settled, watched, working } from "./HoldingNode.ts"
import { due, nodes, terms } from "./WorkerNode.ts"

describe("work that a node holds immediately", () => {
  it("is carried out once, and nobody claims it", () =>
    working({}, ({ keep, seen }) =>
      Effect.gen(function*() {
        yield* keep(errand(1, 1), errand(2, 2))
        yield* keep(errand(3, 1))
        yield* Bench.idle
        expect(seen.begun.toSorted()).toEqual(["work-1", "work-2", "work-3"])
        expect(seen.claimed).toEqual([])
      })))

  it("is due, of a lane that is not paused, and of a kind that would begin now", () =>
    working({ admits: ({ work }) => work.key !== "work-4" }, ({ keep, pauses, seen }) =>
      Effect.gen(function*() {
        const later = plus(Given.now, 60_000)
        yield* pauses({ pauses: [{ lane: errand(0, 5).lane, until: later }] })
        yield* keep(errand(1, 1), errand(2, 1, later), due(3, 1), errand(4, 4), errand(5, 5))
        // It does not matter whether nodes share the lane.
        expect(seen.asked).toEqual(["work-1", "work-3", "work-5"])
        yield* Bench.idle
        expect(seen.begun.toSorted()).toEqual(["work-1", "work-3", "work-4"])
        yield* Bench.travel(later)
        expect(seen.begun.toSorted()).toEqual(numbers(1, 5).map((number) => `work-${number}`))
        expect(seen.claimed.toSorted()).toEqual([2, 4, 5].map((number) => `work-${number}`))
      })))

  it("waits in a lane that the same commit pauses", () =>
    working({}, ({ pauses, seen }) =>
      Effect.gen(function*() {
        const later = plus(Given.now, 60_000)
        const waiting = errand(1, 1)
        yield* pauses({ due: [waiting, errand(2, 2)], pauses: [{ lane: waiting.lane, until: later }] })
        expect(seen.asked).toEqual(["work-2"])
        yield* Bench.idle
        expect(seen.begun).toEqual(["work-2"])
        yield* Bench.travel(later)
        expect(seen.begun).toEqual(["work-2", "work-1"])
      })))

  it("is no more than the lane's width has places for; the rest is claimed, behind it", async () => {
    const open = await Effect.runPromise(Latch.make(false))
    await working({ until: open.await }, ({ keep, seen }) =>
      Effect.gen(function*() {
        const { width } = terms.shared
        yield* keep(...numbers(1, width - 1).map((number) => errand(number, 1)))
        yield* keep(...numbers(width, width + 3).map((number) => errand(number, 1)), errand(100, 2))
        expect(seen.asked).toEqual([...numbers(1, width), 100].map((number) => `work-${number}`))
        yield* open.open
        yield* Bench.idle
        // What has waited in the lane goes before what is new.
        expect(seen.claimed).toEqual(numbers(width + 1, width + 3).map((number) => `work-${number}`))
        expect(new Set(seen.begun).size).toBe(width + 4)
        expect(seen.begun).toHaveLength(width + 4)
      }))
  })

  it("is as many again as the lane is wide at most while a claim is under way, which knows nothing of it", async () => {
    const open = await Effect.runPromise(Latch.make(false))
    const answers = await Effect.runPromise(Latch.make(true))
    const { width } = terms.shared
    await working(
      {
        until: open.await,
        // The store has leased it out, and the answer is on its way.
        tap: (store) => ({
          ...store,
          claim: (request) =>
            Effect.tap(store.claim(request), ({ leases }) => leases.length > 0 ? answers.await : Effect.void)
        })
      },
      ({ keep, seen }) =>
        Effect.gen(function*() {
          const store = yield* Store
          yield* answers.close
          yield* store.commit([Commits.make({ due: numbers(1, width).map((number) => errand(number, 1)) })])
          while (seen.claimed.length < width) yield* Effect.sleep(1)
          yield* keep(...numbers(101, 100 + 2 * width).map((number) => errand(number, 1)))
          expect(seen.asked).toHaveLength(width)
          while (seen.begun.length < width) yield* Effect.sleep(1)
          yield* answers.open
          while (seen.begun.length < 2 * width) yield* Effect.sleep(1)
          yield* keep(errand(300, 1))
          expect(seen.asked).toHaveLength(width)
          expect(seen.begun).toHaveLength(2 * width)
          yield* open.open
          yield* Bench.idle
          expect(seen.begun).toHaveLength(3 * width + 1)
        })
    )
  })

  it("does not overtake what waits in other lanes: where a claim may leave something, all goes by claims", async () => {
    const gate = await Effect.runPromise(Latch.make(true))
    const limit = 2
    await working(
      {
        limit,
        // The claim after the first one that brings all that it may has to wait.
        tap: (store) => ({
          ...store,
          claim: (request) =>
            gate.await.pipe(
              Effect.andThen(store.claim(request)),
              Effect.tap(({ leases }) => leases.length === limit ? gate.close : Effect.void)
            )
        })
      },
      ({ keep, seen }) =>
        Effect.gen(function*() {
          const store = yield* Store
          // Six customers wait, whose messages another node has accepted.
          yield* store.commit([Commits.make({ due: numbers(1, 6).map((number) => errand(number, number)) })])
          while (seen.claimed.length < limit) yield* Effect.sleep(1)
          yield* settled
          for (const number of numbers(101, 120)) yield* keep(errand(number, 9))
          expect(seen.asked).toEqual([])
          expect(seen.begun).toHaveLength(limit)
          const claiming = yield* Effect.forkChild(Effect.forever(Effect.andThen(Effect.sleep(1), gate.open)))
          yield* Bench.idle
          yield* Fiber.interrupt(claiming)
          expect(seen.begun).toHaveLength(26)
          // The flood has its turns among the others, as any lane has.
          const last = Math.max(...numbers(1, 6).map((number) => seen.begun.indexOf(`work-${number}`)))
          expect(last).toBeLessThan(13)
        })
    )
  })

  it("is none while this node cannot claim, or is being drained", async () => {
    let isAway = false
    const failed = await Effect.runPromise(Latch.make(false))
    await working(
      {
        tap: (store) => ({
          ...store,
          claim: (request) => {
            if (!isAway) return store.claim(request)
            return Effect.andThen(failed.open, new StoreError({ reason: "unavailable", cause: "away" }))
          }
        })
      },
      ({ keep, seen }) =>
        Effect.gen(function*() {
          isAway = true
          yield* failed.await
          yield* settled
          yield* keep(errand(1, 1))
          expect(seen.asked).toEqual([])
          isAway = false
          yield* Bench.idle
          expect(seen.claimed).toEqual(["work-1"])
          yield* keep(errand(2, 1))
          yield* Bench.idle
          expect(seen.asked).toEqual(["work-2"])
          const worker = yield* Workers.Worker
          yield* worker.drain
          yield* keep(errand(3, 1))
          expect(seen.asked).toEqual(["work-2"])
          expect(seen.begun).toEqual(["work-1", "work-2"])
        })
    )
  })

  it("is none on a node without a worker", async () => {
    const seen: Seen = { claimed: [], asked: [], begun: [], claims: 0 }
    const engine = Layer.unwrap(Effect.map(Store, (store) =>
      Committers.layer.pipe(
        Layer.provideMerge(WorkSignal.layer),
        Layer.provideMerge(LocalLeases.layer),
        Layer.provide(Layer.succeed(Store, watched(seen)(store)))
      ))).pipe(Layer.provideMerge(MemoryStore.layerStore))
    await Bench.run(
      engine,
      Effect.gen(function*() {
        const { commit } = yield* Committers.Committer
        expect(yield* commit(Commits.make({ due: [errand(1, 1)] }))).toEqual(done)
        expect(seen.asked).toEqual([])
      })
    )
  })
})

describe("a lane of which a node holds as much as it may", () => {
  it("is full, so that what ends in it makes the node claim", async () => {
    const leases = await Effect.runPromise(LocalLeases.make)
    const lane = due(1, 1).lane
    const lanes = { [laneKind(lane)]: { width: 3, shared: false } }
    const holder = Effect.succeed({ node: nodes[0]!, offset: 0 })
    leases.tell({
      _tag: "Begins",
      terms: { pollMillis: 5, lanes, holder, admits: () => false, lends: Context.empty() },
      at: 0n
    })
    leases.take(lane, 2)
    expect(leases.known().full).toBeNull()
    leases.take(lane, 1)
    expect(leases.known().full).toBe("here")
    expect(leases.leave(lane, 1)).toBe(true)
    expect(leases.known().full).toBeNull()
    expect(leases.leave(lane, 2)).toBe(false)
  })
})
