/**
 * Work whose commit was lost or given up: nobody knows whether this node holds it, and yet it is carried out once.
 */
import * as Commits from "@signalbox/core/Commit"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import { done } from "@signalbox/core/Outcome"
import { StoreError } from "@signalbox/core/Store"
import * as Workers from "@signalbox/core/Worker"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Scheduler from "effect/Scheduler"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { errand, names, numbers, working } from "./HoldingNode.ts"
import { nodes, terms } from "./WorkerNode.ts"

describe("work that a node has asked to hold, and does not know whether it does", () => {
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
