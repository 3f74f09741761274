/**
 * The worker: what is due is handed to its handler, lane by lane, once; what a handler drops comes back.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import * as Handler from "@signalbox/core/internal/engine/Handler"
import { Store, StoreError } from "@signalbox/core/Store"
import * as Workers from "@signalbox/core/Worker"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Leases from "../../stores/Leases.ts"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import type { Make } from "./WorkerNode.ts"
import { completes, done, due, keep, nodeOn, nodes, recorder, terms, working } from "./WorkerNode.ts"

describe("Worker", () => {
  it("hands over what is due, each item once, and no item before its instant", async () => {
    const { make, seen } = recorder()
    const later = plus(Given.now, 60_000)
    await working(
      make,
      Effect.gen(function*() {
        yield* keep([due(1, 1), due(2, 2), due(3, 1, later)])
        yield* Bench.idle
        expect(seen.map(({ work }) => work.key).toSorted()).toEqual(["work-1", "work-2"])
        yield* Bench.travel(plus(later, -1))
        expect(seen).toHaveLength(2)
        yield* Bench.travel(later)
        expect(seen.map(({ work }) => work.key).toSorted()).toEqual(["work-1", "work-2", "work-3"])
      })
    )
  })

  it("keeps the order of a lane, and one batch of it at a time", async () => {
    const log: Array<string> = []
    const count = 200
    // Each batch goes on after it is settled until the next one has been claimed: they overlap if they can.
    let claimed = await Effect.runPromise(Deferred.make<void>())
    let left = count
    await working(
      (store) =>
        Effect.fnUntraced(function*(leases) {
          log.push("begin", ...leases.map(({ work }) => work.key))
          claimed = yield* Deferred.make<void>()
          left -= leases.length
          yield* done(store, leases)
          if (left > 0) yield* Deferred.await(claimed)
          for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
          log.push("end")
          return []
        }),
      Effect.gen(function*() {
        yield* keep(Array.from({ length: count }, (_, index) => due(index, 1, plus(Given.now, index - count))))
        yield* Bench.idle
      }),
      (store) => ({
        ...store,
        claim: (request) =>
          Effect.tap(
            store.claim(request),
            ({ leases }) => leases.length === 0 ? Effect.void : Deferred.succeed(claimed, undefined)
          )
      })
    )
    expect(log.filter((line) => line.startsWith("work"))).toEqual(
      Array.from({ length: count }, (_, index) => `work-${index}`)
    )
    const marks = log.filter((line) => !line.startsWith("work"))
    expect(marks.length).toBeGreaterThan(4)
    expect(marks).toEqual(marks.map((_, index) => index % 2 === 0 ? "begin" : "end"))
  })

  it("does not let one lane wait for another", async () => {
    const stuck = await Effect.runPromise(Latch.make(false))
    const seen: Array<string> = []
    await working(
      (store) =>
        Effect.fnUntraced(function*(leases) {
          if (leases[0]!.lane === due(0, 1).lane) yield* stuck.await
          seen.push(...leases.map(({ work }) => work.key))
          yield* done(store, leases)
          if (seen.length === 1) yield* stuck.open
          return []
        }),
      Effect.gen(function*() {
        yield* keep([due(1, 1), due(2, 2)])
        yield* Bench.idle
      })
    )
    expect(seen).toEqual(["work-2", "work-1"])
  })

  it("gets its work back from a handler that dies, some seconds later", async () => {
    const { make, seen } = recorder()
    let accidents = 0
    await working(
      (store, node) => (leases, draining) =>
        accidents++ === 0 ? Effect.die("a bug") : make(store, node)(leases, draining),
      Effect.gen(function*() {
        yield* keep([due(1, 1), due(2, 1)])
        yield* Bench.idle
        expect(seen).toEqual([])
        yield* Bench.travel(plus(Given.now, 60_000))
      })
    )
    expect(seen.map(({ work }) => work.key)).toEqual(["work-1", "work-2"])
    expect(seen.map(({ at, failures }) => [at - Given.now, failures])).toEqual([[5_000, 1], [5_000, 1]])
  })

  it("gives its work back until the store takes it, however often it is away", async () => {
    const { make, seen } = recorder()
    let accidents = 0
    let refused = 0
    await working(
      (store, node) => (leases, draining) =>
        accidents++ === 0 ? Effect.die("a bug") : make(store, node)(leases, draining),
      Effect.gen(function*() {
        yield* keep([due(1, 1, plus(Given.now, -1000)), due(2, 1)])
        yield* Bench.idle
        expect(refused).toBe(5)
        expect(seen).toEqual([])
        yield* Bench.travel(plus(Given.now, 5_000))
      }),
      (store) => ({
        ...store,
        commit: (batch) =>
          accidents > 0 && seen.length === 0 && refused < 5
            ? Effect.suspend(() => {
              refused++
              return Effect.fail(new StoreError({ reason: "unavailable", cause: "gone" }))
            })
            : store.commit(batch)
      })
    )
    expect(seen.map(({ work }) => work.key).toSorted()).toEqual(["work-1", "work-2"])
    // Five seconds after it was given back.
    expect(seen.map(({ at }) => at - Given.now)).toEqual([5_000, 5_000])
  })

  it("holds no lane up for an item that the store does not take back, and says which", async () => {
    const lines: Array<unknown> = []
    const { make, seen } = recorder()
    let accidents = 0
    const isBad = ({ due }: Commit) => due.some(({ work }) => work.key === "work-1")
    await working(
      (store, node) => (leases, draining) =>
        accidents++ === 0 ? Effect.die(new Error("a bug")) : make(store, node)(leases, draining),
      Effect.gen(function*() {
        yield* keep([due(2, 1), due(3, 1)])
        yield* Effect.flatMap(Store, (store) => store.commit([Commits.make({ due: [due(1, 1)] })]))
        yield* Bench.idle
        yield* Bench.travel(plus(Given.now, 60_000))
      }),
      (store) => ({
        ...store,
        commit: (batch) =>
          batch.some(isBad)
            ? Effect.fail(new StoreError({ reason: "failed", cause: new Error("no such column") }))
            : store.commit(batch)
      }),
      lines
    )
    expect(seen.map(({ work }) => work.key).toSorted()).toEqual(["work-2", "work-3"])
    expect(lines).toContainEqual(["work cannot be given back", {
      lane: due(1, 1).lane,
      work: ["errand:work-1"],
      cause: "StoreError: the store failed: no such column"
    }])
  })

  it("says which work failed, and why, in words that keep numbers and rows to themselves", async () => {
    const lines: Array<unknown> = []
    const { make } = recorder()
    let accidents = 0
    const deep = Object.assign(
      new Error("insert failed for +12015550001", { cause: { _tag: "PgError", message: "x" } }),
      {
        detail: "Failing row contains (+12015550001, Hello)"
      }
    )
    await working(
      (store, node) => (leases, draining) => {
        if (accidents++ > 0) return make(store, node)(leases, draining)
        const cause = Cause.fail(new StoreError({ reason: "failed", cause: deep }))
        return Effect.succeed(leases.map((lease) => Handler.undone(lease, cause)))
      },
      Effect.gen(function*() {
        yield* keep([due(1, 1), due(2, 1)])
        yield* Bench.travel(plus(Given.now, 60_000))
      }),
      (store) => store,
      lines
    )
    expect(lines).toEqual([["work failed", {
      lane: due(1, 1).lane,
      work: ["errand:work-1", "errand:work-2"],
      cause: "StoreError: the store failed: insert failed for ***, because of PgError"
    }]])
  })

  it("does not get back what the handler has settled before it died", async () => {
    const seen: Array<string> = []
    await working(
      (store) =>
        Effect.fnUntraced(function*(leases) {
          seen.push(...leases.map(({ work }) => work.key))
          yield* done(store, leases.slice(0, 1))
          return leases.length > 1 ? yield* Effect.die("a bug") : []
        }),
      Effect.gen(function*() {
        yield* keep([due(1, 1), due(2, 1)])
        yield* Bench.travel(plus(Given.now, 60_000))
      })
    )
    expect(seen).toEqual(["work-1", "work-2", "work-2"])
  })

  it.each<[string, () => ReturnType<Store["Service"]["claim"]>]>([
    ["is away", () => Effect.fail(new StoreError({ reason: "unavailable", cause: "gone" }))],
    ["dies", () => Effect.die("a bug of the adapter")]
  ])("goes on after a store that %s for a while", async (_, accident) => {
    const { make, seen } = recorder()
    let claims = 0
    await working(
      make,
      Effect.gen(function*() {
        yield* keep([due(1, 1)])
        yield* Bench.idle
      }),
      (store) => ({
        ...store,
        claim: (request) => claims++ < 2 ? accident() : store.claim(request)
      })
    )
    expect(seen.map(({ work }) => work.key)).toEqual(["work-1"])
  })

  it("is not idle while a handler is at work, nor while something is due", async () => {
    const [begun, end] = await Effect.runPromise(Effect.all([Deferred.make<void>(), Deferred.make<void>()]))
    const order: Array<string> = []
    await working(
      (store) =>
        Effect.fnUntraced(function*(leases) {
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(end)
          order.push("settled")
          return yield* done(store, leases)
        }),
      Effect.gen(function*() {
        yield* keep([due(1, 1)])
        yield* Deferred.await(begun)
        const waiting = yield* Effect.forkChild(Effect.andThen(Bench.idle, Effect.sync(() => order.push("idle"))), {
          startImmediately: true
        })
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(waiting)
      })
    )
    expect(order).toEqual(["settled", "idle"])
  })

  it("is not idle while the store's answer to a claim is on its way", async () => {
    const [claimed, answer] = await Effect.runPromise(Effect.all([Deferred.make<void>(), Deferred.make<void>()]))
    const order: Array<string> = []
    const { make } = recorder()
    await working(
      (store, node) => (leases, draining) => {
        order.push("handled")
        return make(store, node)(leases, draining)
      },
      Effect.gen(function*() {
        yield* keep([due(1, 1)])
        yield* Deferred.await(claimed)
        const waiting = yield* Effect.forkChild(Effect.andThen(Bench.idle, Effect.sync(() => order.push("idle"))), {
          startImmediately: true
        })
        yield* Deferred.succeed(answer, undefined)
        yield* Fiber.join(waiting)
      }),
      (store) => ({
        ...store,
        claim: Effect.fnUntraced(function*(request) {
          const answered = yield* store.claim(request)
          if (answered.leases.length > 0) {
            yield* Deferred.succeed(claimed, undefined)
            yield* Deferred.await(answer)
          }
          return answered
        })
      })
    )
    expect(order).toEqual(["handled", "idle"])
  })
})

describe("a worker that drains", () => {
  it("takes nothing new, frees what a claim brings that is under way, and waits for who is at work", async () => {
    const [begun, end, claimed, answer] = await Effect.runPromise(
      Effect.all([Deferred.make<void>(), Deferred.make<void>(), Deferred.make<void>(), Deferred.make<void>()])
    )
    const order: Array<string> = []
    await working(
      (store) =>
        Effect.fnUntraced(function*(leases) {
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(end)
          order.push(...leases.map(({ work }) => work.key))
          return yield* done(store, leases)
        }),
      Effect.gen(function*() {
        const [store, worker] = [yield* Store, yield* Workers.Worker]
        yield* keep([due(1, 1)])
        yield* Deferred.await(begun)
        yield* keep([due(2, 2)])
        yield* Deferred.await(claimed)
        const draining = yield* Effect.forkChild(
          Effect.andThen(worker.drain, Effect.sync(() => order.push("drained"))),
          { startImmediately: true }
        )
        yield* keep([due(3, 3)])
        // Longer than a worker that drains waits before it looks again.
        yield* Effect.sleep(120)
        expect(order).toEqual([])
        yield* Deferred.succeed(end, undefined)
        // As long again: what the claim brings is still to come.
        yield* Effect.sleep(120)
        expect(order).toEqual(["work-1"])
        yield* Deferred.succeed(answer, undefined)
        yield* Fiber.join(draining)
        const left = yield* Leases.claim(store, { node: nodes[1]!, offset: 0, limit: 9, lanes: terms })
        expect(left.map(({ at, work }) => [work.key, at]).toSorted()).toEqual([
          ["work-2", Given.now],
          ["work-3", Given.now]
        ])
        expect(order).toEqual(["work-1", "drained"])
      }),
      (store) => ({
        ...store,
        claim: Effect.fnUntraced(function*(request) {
          const answered = yield* store.claim(request)
          if (answered.leases.some(({ work }) => work.key === "work-2")) {
            yield* Deferred.succeed(claimed, undefined)
            yield* Deferred.await(answer)
          }
          return answered
        })
      })
    )
  })

  it("frees what a handler has not begun, and what waits for its turn, at their places in line", async () => {
    const begun = await Effect.runPromise(Deferred.make<void>())
    let isClaimed = false
    const inHand = Deferred.makeUnsafe<void>()
    await working(
      () =>
        Effect.fnUntraced(function*(leases, draining) {
          yield* Deferred.succeed(begun, undefined)
          yield* draining.begins
          return leases.map(Handler.letGo)
        }),
      Effect.gen(function*() {
        const [store, worker] = [yield* Store, yield* Workers.Worker]
        const at = (number: number) => plus(Given.now, number - 100)
        yield* keep([due(1, 1, at(1)), due(2, 1, at(2))])
        yield* Deferred.await(begun)
        yield* keep([due(3, 1, at(3))])
        // The next claim begins when all that the one before it has brought is in hand.
        yield* Deferred.await(inHand)
        yield* worker.drain
        const left = yield* Leases.claim(store, { node: nodes[1]!, offset: 0, limit: 9, lanes: terms })
        expect(left.map(({ at, failures, work }) => [work.key, at, failures])).toEqual(
          [1, 2, 3].map((number) => [`work-${number}`, at(number), 0])
        )
      }),
      (store) => ({
        ...store,
        claim: (request) =>
          Effect.suspend(() => {
            if (isClaimed) Deferred.doneUnsafe(inHand, Effect.void)
            return Effect.tap(store.claim(request), ({ leases }) =>
              Effect.sync(() => {
                isClaimed ||= leases.some(({ work }) => work.key === "work-3")
              }))
          })
      })
    )
  })
})

describe("a worker that hears the signal", () => {
  it("takes the next items of a lane as soon as the last ones have ended, without polling", async () => {
    const { make, seen } = recorder()
    const all = await Effect.runPromise(Deferred.make<void>())
    const count = 200
    // Each batch ends after the worker has found the lane full and begun to wait.
    const found = await Effect.runPromise(Latch.make(false))
    const watched = (store: Store["Service"]): Store["Service"] => ({
      ...store,
      nextDue: (offset) => Effect.tap(store.nextDue(offset), found.open)
    })
    const handler: Make = (store, node) =>
      Effect.fnUntraced(function*(leases, draining) {
        yield* found.close
        yield* found.await
        const undone = yield* make(store, node)(leases, draining)
        if (seen.length === count) yield* Deferred.succeed(all, undefined)
        return undone
      })
    const node = Layer.unwrap(
      Effect.map(Store, (store) => nodeOn(watched(store), nodes[0]!, handler, { pollMillis: 1_000_000 }))
    )
    await Bench.run(
      node.pipe(Layer.provideMerge(MemoryStore.layerStore)),
      Effect.gen(function*() {
        yield* keep(Array.from({ length: count }, (_, index) => due(index, 1)))
        const { raise } = yield* WorkSignal.WorkSignal
        yield* raise
        yield* Deferred.await(all)
      })
    )
    expect(seen).toHaveLength(count)
  })
})

describe("two workers on one store", () => {
  it("never handle one work twice, nor one lane at the same time", async () => {
    const handled = new Map<string, number>()
    const holders = new Map<string, NodeId>()
    const clashes: Array<string> = []
    const shares = new Map<NodeId, number>()
    const [lanes, items] = [20, 600]
    const make: Make = (store, node) =>
      Effect.fnUntraced(function*(leases) {
        const name = leases[0]!.lane
        const holder = holders.get(name)
        if (holder !== undefined && holder !== node) clashes.push(name)
        holders.set(name, node)
        for (const { work } of leases) handled.set(work.key, (handled.get(work.key) ?? 0) + 1)
        shares.set(node, (shares.get(node) ?? 0) + leases.length)
        yield* Effect.yieldNow
        holders.delete(name)
        const [outcome] = yield* Effect.orDie(store.commit([completes(leases)]))
        expect(outcome).toEqual({ _tag: "Done" })
        return []
      })
    await Bench.run(
      MemoryStore.layerStore,
      Effect.gen(function*() {
        const shared = yield* Store
        // The nodes claim in turns, so both get a share: each claim takes less than the lanes that there are.
        let turn = nodes[0]!
        const store: Store["Service"] = {
          ...shared,
          claim: (request) =>
            Effect.suspend(() => {
              if (turn !== request.node) return Effect.succeed({ leases: [] })
              turn = nodes.find((node) => node !== turn)!
              return shared.claim(request)
            })
        }
        yield* keep(Array.from({ length: items / 2 }, (_, index) => due(index, index % lanes)))
        const workers = yield* Effect.forEach(
          nodes,
          (node) => Layer.build(nodeOn(store, node, make, { limit: lanes / 2 }))
        )
        // The other half comes while they are at work.
        for (let index = items / 2; index < items; index += 10) {
          yield* keep(Array.from({ length: 10 }, (_, more) => due(index + more, (index + more) % lanes)))
          yield* Effect.yieldNow
        }
        for (const worker of workers) yield* Effect.provide(Bench.idle, worker)
        // Idle is said of one node: what the other one still holds is its own.
        for (const worker of workers) yield* Effect.provide(Bench.idle, worker)
      }).pipe(Effect.scoped)
    )
    expect(clashes).toEqual([])
    expect([...handled.values()].filter((times) => times !== 1)).toEqual([])
    expect(handled.size).toBe(items)
    expect([...shares.keys()].toSorted()).toEqual(nodes)
  })
})
