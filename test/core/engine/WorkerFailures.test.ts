/**
 * The worker where something fails: each item by itself, later and later, and in the end as a dead letter.
 */
import { put } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as Handler from "@signalbox/core/internal/engine/Handler"
import { DeadLetters } from "@signalbox/core/internal/row/DeadLetter"
import { Store, StoreError } from "@signalbox/core/Store"
import type { Lease } from "@signalbox/core/Work"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import type { Make } from "./WorkerNode.ts"
import { completes, done, due, keep, recorder, working } from "./WorkerNode.ts"

const away = new StoreError({ reason: "unavailable", cause: "gone" })
const isBad = ({ work }: Lease) => work.key === "work-2"

/** Does everything but one item, which fails, and writes down which items came together. */
const failing = (cause: Cause.Cause<unknown>) => {
  const batches: Array<ReadonlyArray<Lease>> = []
  const make: Make = (store) => (leases) => {
    batches.push(leases)
    const bad = leases.filter(isBad)
    return Effect.as(
      done(store, leases.filter((lease) => !isBad(lease))),
      bad.map((lease) => Handler.undone(lease, cause))
    )
  }
  return { batches, make }
}

const keys = (leases: ReadonlyArray<Lease>) => leases.map(({ work }) => work.key)

const letters = Effect.flatMap(
  Store,
  (store) => Effect.map(store.list({ list: "dead_letters", scope: "", offset: 0, limit: 9 }), ({ rows }) => rows)
)

describe("an item that fails", () => {
  it("costs the others of its batch nothing, and comes again by itself after 5 s, doubling, up to an hour", async () => {
    const { batches, make } = failing(Cause.die(new Error("a bug")))
    await working(
      make,
      Effect.gen(function*() {
        yield* keep([due(1, 1), due(2, 1), due(3, 1)])
        yield* Bench.idle
        expect(batches.map(keys)).toEqual([["work-1", "work-2", "work-3"]])
        // Others fall due in the same lane at the same instant, and it is alone all the same.
        yield* keep([due(4, 1, plus(Given.now, 5_000)), due(5, 1, plus(Given.now, 5_000))])
        yield* Bench.travel(plus(Given.now, 86_400_000))
      })
    )
    const again = batches.filter((batch) => batch.some(isBad)).slice(1)
    expect(again.map(keys)).toEqual(Array.from({ length: 11 }, () => ["work-2"]))
    let at = 0
    const waits = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600]
    expect(again.map(([lease]) => [(lease!.at - Given.now) / 1000, lease!.failures])).toEqual(
      waits.map((wait, index) => [at += wait, index + 1])
    )
  })

  it("ends as a dead letter with its twelfth failure in a row, which tells the last cause without secrets", async () => {
    const lines: Array<unknown> = []
    const { batches, make } = failing(Cause.die(new Error("no place for +12015550001")))
    await working(
      make,
      Effect.gen(function*() {
        yield* keep([due(2, 1)])
        yield* Bench.travel(plus(Given.now, 86_400_000))
        expect(batches).toHaveLength(12)
        const [row, ...more] = yield* letters
        expect(more).toEqual([])
        expect(row).toEqual(put(DeadLetters, {
          kind: "errand",
          key: "work-2",
          lane: due(2, 1).lane,
          failures: 12,
          cause: "Error: no place for ***",
          at: batches[11]![0]!.at
        }))
        const { nextDue } = yield* Store
        expect((yield* nextDue(0))._tag).toBe("None")
      }),
      (store) => store,
      lines
    )
    expect(lines).toHaveLength(13)
    expect(lines).toContainEqual(["work is not tried again until an operator says so", {
      lane: due(2, 1).lane,
      work: ["errand:work-2"],
      cause: expect.stringMatching(/^Error at .*WorkerFailures\.test\.ts[^\s:]*:\d+:\d+/)
    }])
  })

  it("has failed no time once it was done", async () => {
    const seen: Array<number> = []
    await working(
      (store) => (leases) => {
        seen.push(...leases.map(({ failures }) => failures))
        return seen.length === 2
          ? Effect.as(
            Effect.orDie(store.commit([
              Commits.make({ ...completes(leases), due: [due(2, 1, plus(Given.now, 60_000))] })
            ])),
            []
          )
          : Effect.succeed(leases.map((lease) => Handler.undone(lease, Cause.die("a bug"))))
      },
      Effect.gen(function*() {
        yield* keep([due(2, 1)])
        yield* Bench.travel(plus(Given.now, 70_000))
      })
    )
    expect(seen.slice(0, 4)).toEqual([0, 1, 0, 1])
  })

  it("is found out when its batch dies as a whole: the others are done the next time", async () => {
    const did: Array<string> = []
    await working(
      (store) => (leases) => {
        if (leases.some(isBad)) return Effect.die("a bug")
        did.push(...keys(leases))
        return done(store, leases)
      },
      Effect.gen(function*() {
        yield* keep([due(1, 1), due(2, 1), due(3, 1)])
        yield* Bench.travel(plus(Given.now, 5_000))
      })
    )
    expect(did.toSorted()).toEqual(["work-1", "work-3"])
  })

  it("comes back from a handler that interrupts itself", async () => {
    const { make, seen } = recorder()
    let accidents = 0
    await working(
      (store, node) => (leases, draining) => accidents++ === 0 ? Effect.interrupt : make(store, node)(leases, draining),
      Effect.gen(function*() {
        yield* keep([due(1, 1)])
        yield* Bench.travel(plus(Given.now, 60_000))
      })
    )
    expect(keys(seen)).toEqual(["work-1"])
  })
})

describe("a store that is away", () => {
  it("is no failure of the work, which keeps its place in line, before what came later", async () => {
    const seen: Array<readonly [string, number, number]> = []
    let accidents = 0
    await working(
      (store) => (leases) => {
        if (accidents++ < 3) return Effect.succeed(leases.map((lease) => Handler.undone(lease, Cause.fail(away))))
        seen.push(...leases.map(({ at, failures, work }) => [work.key, at, failures] as const))
        return done(store, leases)
      },
      Effect.gen(function*() {
        yield* keep([due(1, 1, plus(Given.now, -2)), due(2, 1, plus(Given.now, -1)), due(3, 1)])
        yield* Bench.idle
      })
    )
    expect(seen).toEqual([["work-1", Given.now - 2, 0], ["work-2", Given.now - 1, 0], ["work-3", Given.now, 0]])
  })
})

describe("a lane that keeps its order", () => {
  it("keeps it where items are let go while later ones are in hand and on their way", async () => {
    const seen: Array<string> = []
    const [isHeld, goOn] = await Effect.runPromise(Effect.all([Deferred.make<void>(), Latch.make(false)]))
    let calls = 0
    const freed = Deferred.makeUnsafe<void>()
    const at = (number: number) => plus(Given.now, number - 100)
    await working(
      (store) =>
        Effect.fnUntraced(function*(leases) {
          if (calls++ === 0) {
            // The first batch is let go after a claim has brought the next item, and with another claim under way.
            yield* Deferred.await(isHeld)
            return leases.map(Handler.letGo)
          }
          seen.push(...keys(leases))
          return yield* done(store, leases)
        }),
      Effect.gen(function*() {
        yield* keep([due(1, 1, at(1)), due(2, 1, at(2))])
        yield* Effect.repeat(Effect.sync(() => calls), { until: (count) => count === 1 })
        yield* keep([due(3, 1, at(3))])
        yield* Deferred.await(isHeld)
        yield* Deferred.await(freed)
        yield* goOn.open
        yield* Bench.idle
      }),
      (store) => ({
        ...store,
        claim: (request) =>
          Effect.tap(store.claim(request), ({ leases }) =>
            leases.some(({ work }) => work.key === "work-3")
              ? Effect.andThen(Deferred.succeed(isHeld, undefined), goOn.await)
              : Effect.void),
        commit: (batch) =>
          Effect.tap(
            store.commit(batch),
            () => batch.some(({ releases }) => releases.length > 0) ? Deferred.succeed(freed, undefined) : Effect.void
          )
      })
    )
    expect(seen).toEqual(["work-1", "work-2", "work-3"])
  })
})

describe("a shared lane", () => {
  it("does not let one batch wait for another", async () => {
    const stuck = await Effect.runPromise(Latch.make(false))
    const begun: Array<string> = []
    const seen: Array<string> = []
    await working(
      (store) =>
        Effect.fnUntraced(function*(leases) {
          begun.push(...keys(leases))
          if (keys(leases).includes("work-1")) yield* stuck.await
          seen.push(...keys(leases))
          return yield* done(store, leases)
        }),
      Effect.gen(function*() {
        yield* keep([due(1, 1, Given.now, "shared")])
        while (begun.length === 0) yield* Effect.sleep(1)
        yield* keep([due(2, 1, Given.now, "shared")])
        yield* Effect.repeat(Effect.sync(() => seen.length), { until: (count) => count === 1 })
        yield* stuck.open
        yield* Bench.idle
      })
    )
    expect(seen).toEqual(["work-2", "work-1"])
  })
})
