/**
 * Work that a node holds as soon as it is committed: it is carried out without a claim, and overtakes nothing that waits.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import { done } from "@signalbox/core/Outcome"
import { Store, StoreError } from "@signalbox/core/Store"
import type { Due, Lease } from "@signalbox/core/Work"
import * as Workers from "@signalbox/core/Worker"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Scheduler from "effect/Scheduler"
import { describe, expect, it } from "vitest"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import { completes, due, nodes, terms } from "./WorkerNode.ts"

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const errand = (number: number, account: number, at = Given.now): Due => due(number, account, at, "shared")

const names = (leases: ReadonlyArray<{ readonly work: Due["work"] }>) => leases.map(({ work }) => work.key)

/** Lets those who have been told something act upon it. */
const settled = Effect.forEach(numbers(1, 20), () => Effect.yieldNow, { discard: true })

/** A node's record of what it has claimed, what it has asked to hold immediately, and what it has begun, in order. */
interface Seen {
  readonly claimed: Array<string>
  readonly asked: Array<string>
  readonly begun: Array<string>
  claims: number
}

interface Options {
  readonly limit?: number
  readonly tap?: Tap
  readonly admits?: (due: Due) => boolean
  /** Each batch waits for this before it ends. */
  readonly until?: Effect.Effect<void>
}

const watched = (seen: Seen): Tap => (store) => ({
  ...store,
  commit: (batch) => {
    seen.asked.push(...names(batch.flatMap((each) => each.due).filter(({ holder }) => holder !== undefined)))
    return store.commit(batch)
  },
  claim: (request) =>
    Effect.tap(store.claim(request), ({ leases }) =>
      Effect.sync(() => {
        seen.claims++
        seen.claimed.push(...names(leases))
      }))
})

/** One node; the program runs beside it when it has claimed for the first time. */
const working = <A, E>(
  { admits = () => true, limit = 512, tap = (store) => store, until = Effect.void }: Options,
  program: (context: {
    readonly seen: Seen
    readonly keep: (...dues: ReadonlyArray<Due>) => Effect.Effect<unknown, StoreError>
    readonly pauses: (commit: Partial<Commit>) => Effect.Effect<unknown, StoreError>
  }) => Effect.Effect<A, E, Bench.TheClock | Workers.Worker | WorkSignal.WorkSignal | Store>
): Promise<A> => {
  const seen: Seen = { claimed: [], asked: [], begun: [], claims: 0 }
  const node = Layer.unwrap(Effect.map(Store, (store) => {
    const tapped = tap(watched(seen)(store))
    const handle = Effect.fnUntraced(function*(leases: ReadonlyArray<Lease>) {
      seen.begun.push(...names(leases))
      yield* until
      yield* Effect.orDie(store.commit([completes(leases)]))
      return []
    })
    return Workers.layer({ node: nodes[0]!, pollMillis: 5, limit }).pipe(
      Layer.provide(Layer.succeed(Workers.Handlers, { handle, lanes: terms, admits })),
      Layer.provideMerge(Committers.layer),
      Layer.provideMerge(WorkSignal.layer),
      Layer.provideMerge(LocalLeases.layer),
      Layer.provide(Layer.succeed(Store, tapped))
    )
  })).pipe(Layer.provideMerge(MemoryStore.layerStore))
  return Bench.run(
    node,
    Effect.gen(function*() {
      const { commit } = yield* Committers.Committer
      while (seen.claims === 0) yield* Effect.yieldNow
      yield* Bench.idle
      return yield* program({
        seen,
        keep: (...due) => commit(Commits.make({ due })),
        pauses: (parts) => commit(Commits.make(parts))
      })
    })
  )
}

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

  it("is due, of a lane that nodes share, not paused, and of a kind that would begin now", () =>
    working({ admits: ({ work }) => work.key !== "work-4" }, ({ keep, pauses, seen }) =>
      Effect.gen(function*() {
        const later = plus(Given.now, 60_000)
        yield* pauses({ pauses: [{ lane: errand(0, 5).lane, until: later }] })
        yield* keep(errand(1, 1), errand(2, 1, later), due(3, 1), errand(4, 4), errand(5, 5))
        expect(seen.asked).toEqual(["work-1", "work-5"])
        yield* Bench.idle
        expect(seen.begun.toSorted()).toEqual(["work-1", "work-3", "work-4"])
        yield* Bench.travel(later)
        expect(seen.begun.toSorted()).toEqual(numbers(1, 5).map((number) => `work-${number}`))
        expect(seen.claimed.toSorted()).toEqual(numbers(2, 5).map((number) => `work-${number}`))
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

  it("comes with the next claim when the outcome of its commit was lost", async () => {
    let lost = 0
    await working(
      {
        tap: (store) => ({
          ...store,
          commit: (batch) =>
            Effect.flatMap(
              store.commit(batch),
              (outcomes) =>
                lost++ === 0
                  ? Effect.fail(new StoreError({ reason: "unavailable", cause: "no answer" }))
                  : Effect.succeed(outcomes)
            )
        })
      },
      ({ keep, seen }) =>
        Effect.gen(function*() {
          expect((yield* Effect.flip(keep(errand(1, 1), errand(2, 1)))).reason).toBe("unavailable")
          const worker = yield* Workers.Worker
          yield* worker.idle
          expect(seen.begun.toSorted()).toEqual(["work-1", "work-2"])
          yield* keep(errand(3, 1))
          yield* Bench.idle
          expect(seen.begun).toHaveLength(3)
        })
    )
  })

  it("keeps its place in the lane while nobody knows whether this node holds it", async () => {
    const gate = await Effect.runPromise(Latch.make(true))
    const { width } = terms.shared
    let isLost = true
    await working(
      {
        tap: (store) => ({
          ...store,
          claim: (request) => Effect.andThen(gate.await, store.claim(request)),
          commit: (batch) =>
            isLost ? Effect.fail(new StoreError({ reason: "unavailable", cause: "no answer" })) : store.commit(batch)
        })
      },
      ({ keep, seen }) =>
        Effect.gen(function*() {
          yield* gate.close
          const all = numbers(1, width).map((number) => errand(number, 1))
          expect((yield* Effect.flip(keep(...all))).reason).toBe("unavailable")
          isLost = false
          yield* keep(errand(100, 1), errand(200, 2))
          expect(seen.asked).toEqual(["work-200"])
          yield* gate.open
          yield* Bench.idle
          expect(seen.begun.toSorted()).toEqual(["work-100", "work-200"])
        })
    )
  })

  it("leaves its place in the lane when others held its commit up, which so has changed nothing", async () => {
    const gate = await Effect.runPromise(Latch.make(true))
    let tries = 0
    await working(
      {
        tap: (store) => ({
          ...store,
          claim: (request) => Effect.andThen(gate.await, store.claim(request)),
          commit: (batch) =>
            tries++ === 0
              ? Effect.fail(new StoreError({ reason: "unavailable", cause: "a lock", isBlocked: true }))
              : store.commit(batch)
        })
      },
      ({ keep, seen }) =>
        Effect.gen(function*() {
          yield* gate.close
          const all = numbers(1, terms.shared.width).map((number) => errand(number, 1))
          yield* keep(...all)
          expect(seen.asked).toEqual(names(all))
          yield* gate.open
          yield* Bench.idle
          expect(seen.begun).toEqual(names(all))
        })
    )
  })

  it("is carried out once when it is committed again, because the first commit never came to the store", async () => {
    const open = await Effect.runPromise(Latch.make(false))
    let isLost = true
    await working(
      {
        until: open.await,
        tap: (store) => ({
          ...store,
          commit: (batch) =>
            isLost ? Effect.fail(new StoreError({ reason: "unavailable", cause: "no answer" })) : store.commit(batch)
        })
      },
      ({ keep, seen }) =>
        Effect.gen(function*() {
          const all = [errand(1, 1), errand(2, 1)]
          expect((yield* Effect.flip(keep(...all))).reason).toBe("unavailable")
          isLost = false
          yield* keep(...all)
          // Claims that ask for what was in doubt do not bring what is in hand.
          const { claims } = seen
          while (seen.claims < claims + 2) yield* Effect.sleep(1)
          yield* open.open
          yield* Bench.idle
          expect(seen.begun.toSorted()).toEqual(["work-1", "work-2"])
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

  it("leaves nothing behind of a commit that is given up at any step", () =>
    Bench.run(
      Layer.empty,
      Effect.gen(function*() {
        const ends: Array<string> = []
        // As many steps as it takes until the commit is done before anybody gives it up.
        for (let steps = 0; steps < 200 && !ends.includes("done"); steps++) {
          const local = yield* LocalLeases.make
          const holder = Effect.succeed({ node: nodes[0]!, offset: 0 })
          const now = yield* Clock.monotonicTimeNanos
          const worker = { pollMillis: 5, lanes: terms, holder, admits: () => true, lends: Context.empty() }
          local.tell({ _tag: "Begins", terms: worker, at: now })
          local.tell({ _tag: "Measured", isRight: true })
          local.tell({ _tag: "Claimed", brought: "nothing", at: now })
          local.tell({ _tag: "Taken" })
          const work = errand(1, 1)
          const applied = Effect.as(Effect.yieldNow, [done])
          const committed = local.commit([Commits.make({ due: [work] })], () => applied).pipe(
            // It yields as often as it can, so somebody else may come between any two steps.
            Effect.provideService(Scheduler.MaxOpsBeforeYield, 3)
          )
          const fiber = yield* Effect.forkChild(committed)
          for (let step = 0; step < steps; step++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
          const exit = yield* Fiber.await(fiber)
          ends.push(Exit.isSuccess(exit) ? "done" : "given up")
          const { batches, commits, isInDoubt } = local.holding()
          expect({ steps, batches, commits }).toEqual({ steps, batches: 0, commits: 0 })
          // A place is kept for what the store may have given all the same.
          expect(local.isBusy(work.lane)).toBe(isInDoubt)
        }
        expect(ends.at(-1)).toBe("done")
        expect(ends.length).toBeGreaterThan(5)
      })
    ))
})
