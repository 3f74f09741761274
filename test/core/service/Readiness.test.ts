/** A node that is not ready says why, whatever the store and the worker do, and nobody waits long for it. */
import * as StoreProgress from "@signalbox/core/internal/engine/StoreProgress"
import { Migrations } from "@signalbox/core/Migrations"
import * as Readiness from "@signalbox/core/Readiness"
import { Store, StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { nodeOn, nodes, recorder } from "../engine/WorkerNode.ts"
import * as Given from "../Given.ts"

const secret = "hunter2 of +12015550123"

/** Time that passes only when it is told to; whoever sleeps is woken immediately when it is told to hurry. */
const hurried = (live: Clock.Clock): Clock.Clock => ({ ...bound(live), sleep: () => Effect.yieldNow })

const bound = (live: Clock.Clock): Clock.Clock => ({
  currentTimeMillis: live.currentTimeMillis,
  currentTimeNanos: live.currentTimeNanos,
  monotonicTimeNanos: live.monotonicTimeNanos,
  currentTimeMillisUnsafe: () => live.currentTimeMillisUnsafe(),
  currentTimeNanosUnsafe: () => live.currentTimeNanosUnsafe(),
  monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
  sleep: (duration) => live.sleep(duration)
})

interface World {
  readonly now?: Store["Service"]["now"]
  readonly missing?: Effect.Effect<ReadonlyArray<string>, StoreError>
  readonly progress?: typeof StoreProgress.StoreProgress.Service
}

const asking = async (
  {
    missing = Effect.succeed([]),
    now,
    progress = { loads: StoreProgress.none, commits: StoreProgress.none, lines: new Set() }
  }: World,
  times = 1
): Promise<{ readonly found: ReadonlyArray<ReadonlyArray<Readiness.Unready>>; readonly logs: string }> => {
  const logs: Array<string> = []
  const store = Layer.effect(Store, Effect.map(Store, (store) => ({ ...store, now: now ?? store.now })))
  const found = await Effect.gen(function*() {
    const readiness = yield* Readiness.Readiness
    const clock = yield* Clock.Clock
    const asked = Effect.provideService(readiness.unready(null), Clock.Clock, hurried(clock))
    return yield* Effect.all(Array.from({ length: times }, () => asked), { concurrency: "unbounded" })
  }).pipe(
    Effect.provide(Readiness.layer.pipe(Layer.provide(store), Layer.provide(MemoryStore.layerStore))),
    Effect.provideService(Migrations, { missing }),
    Effect.provideService(StoreProgress.StoreProgress, progress),
    Effect.provide(Logger.layer([Logger.map(Logger.formatStructured, (line) => void logs.push(JSON.stringify(line)))])),
    Effect.scoped,
    Effect.runPromise
  )
  return { found, logs: logs.join("\n") }
}

const away = new StoreError({ reason: "unavailable", cause: new Error("connection refused") })

describe("a node", () => {
  it("is ready when its store answers and lacks nothing", async () => {
    expect((await asking({})).found).toEqual([[]])
  })

  it.each<readonly [string, Store["Service"]["now"]]>([
    ["is away", Effect.fail(away)],
    ["dies", Effect.die(new Error(secret))],
    [
      "throws",
      Effect.suspend(() => {
        throw new Error(secret)
      })
    ],
    ["hangs", Effect.never],
    ["hangs and cannot be interrupted", Effect.uninterruptible(Effect.never)]
  ])("is not ready while its store %s", async (name, now) => {
    const { found, logs } = await asking({ now })
    expect(found).toEqual([[{ part: "store", why: "does not answer" }]])
    if (name !== "hangs" && name !== "hangs and cannot be interrupted") expect(logs).toContain("this node is not ready")
    expect(logs).not.toContain("hunter2")
    expect(logs).not.toContain("12015550123")
  })

  it("is not ready without its migrations, and names the first five", async () => {
    const { found: [some] } = await asking({ missing: Effect.succeed(["pauses", "documents"]) })
    expect(some).toEqual([{ part: "migrations", why: "are not in place: pauses; documents" }])
    const { found: [five] } = await asking({ missing: Effect.succeed(["a", "b", "c", "d", "e"]) })
    expect(five).toEqual([{ part: "migrations", why: "are not in place: a; b; c; d; e" }])
    const { found: [six] } = await asking({ missing: Effect.succeed(["a", "b", "c", "d", "e", "f"]) })
    expect(six).toEqual([{ part: "migrations", why: "are not in place: a; b; c; d; e; and 1 more" }])
    const { found: [many] } = await asking({ missing: Effect.succeed(["a", "b", "c", "d", "e", "f", "g"]) })
    expect(many).toEqual([{ part: "migrations", why: "are not in place: a; b; c; d; e; and 2 more" }])
    const { found: [none] } = await asking({ missing: Effect.fail(away) })
    expect(none).toEqual([{ part: "migrations", why: "cannot be read" }])
  })

  it("says of a store that lets everybody wait that it does, unless the store does not even answer", async () => {
    // It has let somebody wait since the machine began to count.
    const progress = {
      loads: { waiting: 1, since: -1e9, failedAt: null },
      commits: StoreProgress.none,
      lines: new Set<never>()
    }
    const why = "has shown nothing for five seconds, while some wait"
    expect((await asking({ progress })).found).toStrictEqual([[{ part: "store", why }]])
    expect((await asking({ progress, now: Effect.fail(away) })).found).toStrictEqual([
      [{ part: "store", why: "does not answer" }]
    ])
  })

  it("asks its store once, however many want to know", async () => {
    let questions = 0
    const now = Effect.suspend(() => {
      questions++
      return Effect.andThen(Effect.yieldNow, Effect.fail(away))
    })
    const { found } = await asking({ now }, 500)
    expect(new Set(found.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(questions).toBe(1)
  })

  it("asks a store that hangs no second time, and is ready when it answers at last", async () => {
    let questions = 0
    await Effect.gen(function*() {
      const answer = yield* Deferred.make<void>()
      const store = Layer.effect(
        Store,
        Effect.map(Store, (store) => ({
          ...store,
          now: Effect.suspend(() => {
            questions++
            return Effect.uninterruptible(Effect.andThen(Deferred.await(answer), store.now))
          })
        }))
      )
      yield* Effect.gen(function*() {
        const readiness = yield* Readiness.Readiness
        const unready = Effect.provideService(readiness.unready(null), Clock.Clock, hurried(yield* Clock.Clock))
        for (let count = 0; count < 20; count++) expect(yield* unready).toHaveLength(1)
        expect(questions).toBe(1)
        yield* Deferred.succeed(answer, undefined)
        while ((yield* unready).length > 0) yield* Effect.sleep(5)
      }).pipe(Effect.provide(Readiness.layer.pipe(Layer.provide(store), Layer.provide(MemoryStore.layerStore))))
    }).pipe(Effect.scoped, Effect.runPromise)
    expect(questions).toBeLessThan(4)
  })
})

describe("an answer of the store", () => {
  /** Asks at these instants, in milliseconds, and returns what was found, and how often the store was asked by then. */
  const askedAt = (now: (question: number) => Store["Service"]["now"], times: ReadonlyArray<number>) => {
    let questions = 0
    const store = Layer.effect(
      Store,
      Effect.map(Store, (store) => ({ ...store, now: Effect.suspend(() => now(++questions)) }))
    )
    return Effect.gen(function*() {
      const readiness = yield* Readiness.Readiness
      const seen: Array<readonly [isReady: boolean, questions: number]> = []
      let at = 0
      for (const time of times) {
        yield* TestClock.adjust(time - at)
        at = time
        const fiber = yield* Effect.forkChild(readiness.unready(null), { startImmediately: true })
        yield* Effect.yieldNow
        // Whoever waits for a store waits no longer than two seconds.
        if (fiber.pollUnsafe() === undefined) {
          yield* TestClock.adjust(1999)
          expect(fiber.pollUnsafe()).toBeUndefined()
          yield* TestClock.adjust(1)
          at += 2000
        }
        seen.push([(yield* Fiber.join(fiber)).length === 0, questions])
      }
      return seen
    }).pipe(
      Effect.provide(Readiness.layer.pipe(Layer.provide(store), Layer.provide(MemoryStore.layerStore))),
      Effect.provide(TestClock.layer()),
      Effect.scoped,
      Effect.runPromise
    )
  }

  it("counts for a second", async () => {
    const seen = await askedAt(() => Effect.succeed(Given.now), [0, 1, 999, 1000, 1999, 2000])
    expect(seen).toEqual([[true, 1], [true, 1], [true, 1], [true, 2], [true, 2], [true, 3]])
  })

  it("is asked for anew after one that did not come and was given up", async () => {
    const seen = await askedAt((question) => question === 1 ? Effect.never : Effect.succeed(Given.now), [0, 2001])
    expect(seen).toEqual([[false, 1], [true, 2]])
  })
})

/** Runs a worker whose store is tapped, and hands over what the readiness tells of it. */
const withWorker = (
  tap: Bench.Tap,
  program: (why: Effect.Effect<string | null>) => Effect.Effect<void, never, Worker>
): Promise<void> =>
  Bench.run(
    Layer.unwrap(Effect.map(Store, (store) => nodeOn(tap(store), nodes[0]!, recorder().make))).pipe(
      Layer.provideMerge(Readiness.layer),
      Layer.provideMerge(MemoryStore.layerStore)
    ),
    Effect.gen(function*() {
      const readiness = yield* Readiness.Readiness
      const worker = yield* Worker
      yield* program(
        Effect.map(readiness.unready(worker), (found) => found.find(({ part }) => part === "worker")?.why ?? null)
      )
    })
  )

/** Asks until it is so. */
const until = (why: Effect.Effect<string | null>, wanted: string) =>
  Effect.gen(function*() {
    let seen = yield* why
    while (seen !== wanted) {
      yield* Effect.sleep(5)
      seen = yield* why
    }
    expect(seen).toBe(wanted)
  })

describe("a worker", () => {
  it("is ready while it turns, and not any more when it is drained", () =>
    withWorker(
      (store) => store,
      Effect.fnUntraced(function*(why) {
        expect(yield* why).toBe(null)
        yield* Effect.flatMap(Worker, ({ drain }) => drain)
        expect(yield* why).toBe("is being drained")
      })
    ))

  it("is not ready once it has ended", () =>
    withWorker((store) => ({ ...store, claim: () => Effect.interrupt }), (why) => until(why, "has ended")))

  it.each<readonly [string, Store["Service"]["claim"]]>([
    ["hangs", () => Effect.never],
    ["fails", () => Effect.fail(away)]
  ])(
    "is not ready when its claim %s for thirty polls",
    (_, claim) => withWorker((store) => ({ ...store, claim }), (why) => until(why, "has claimed nothing for too long"))
  )
})
