/**
 * Time travel over parts that do as told: what is due at t1 happens before what is due at t2, at t1, whoever does it.
 */
import * as Instant from "@signalbox/core/Instant"
import { TimeTravel } from "@signalbox/emulator/clock/TimeTravel"
import * as Prop from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { StillClock } from "../core/Bench.ts"
import type { Task } from "./TravelWorld.ts"
import { sources, start, World } from "./TravelWorld.ts"

const Source = fc.constantFrom(...sources)
const Wait = fc.integer({ min: 0, max: 100_000 })
const Tasks = fc.array(
  fc.record({
    source: Source,
    at: Wait.map((wait) => start + wait),
    next: fc.record({ source: Source, wait: Wait })
  }),
  { maxLength: 12 }
)

describe("TimeTravel", () => {
  Prop.propWith({ runs: 30 })(
    "never shows an earlier time than before, however long the store takes to say its own",
    Tasks,
    Wait,
    fc.integer({ min: 1, max: 900 }),
    async (tasks, millis, answerMillis) => {
      const world = new World(tasks)
      world.answerMillis = answerMillis
      expect(Exit.isSuccess(await world.travel(millis))).toBe(true)
      expect(world.shown.length).toBeGreaterThan(2)
      expect(world.shown).toEqual(world.shown.toSorted((a, b) => a - b))
      // Elapsed time, which the store's answers took, comes on top of the travel.
      expect(world.clock.offset).toBe(millis)
    }
  )

  it("begins at the instant that the service shows, which nothing that is due then may come after", async () => {
    const world = new World([{ source: "worker", at: start + 40 }, { source: "worker", at: start + 90 }])
    const ahead = new StillClock(Effect.runSync(Clock.Clock))
    ahead.set(Instant.plus(start, 50))
    expect(Exit.isSuccess(await world.travel(10, 1000, ahead))).toBe(true)
    expect(world.done.map(({ at }) => at)).toEqual([start + 50])
    expect(world.clock.offset).toBe(60)
  })

  Prop.prop(
    "does everything on the way at its instant, in order, and nothing beyond",
    Tasks,
    Wait,
    fc.constantFrom(0, 0, 40, -40, 1900),
    async (tasks, millis, storeBehind) => {
      const world = new World(tasks)
      world.storeBehind = storeBehind
      expect(Exit.isSuccess(await world.travel(millis))).toBe(true)
      for (const { at, due } of world.done) expect(at).toBe(due)
      expect(world.done.map(({ at }) => at)).toEqual(world.done.map(({ at }) => at).toSorted((a, b) => a - b))
      const expected = tasks.flatMap(({ at, next }) => at > start + millis ? [] : [at, at + next.wait])
      expect(world.done.map(({ due }) => due)).toEqual(
        expected.filter((at) => at <= start + millis).toSorted((a, b) => a - b)
      )
      expect(world.clock.currentTimeMillisUnsafe()).toBe(start + millis)
      world.real.set(Instant.plus(start, 7))
      expect(world.clock.currentTimeMillisUnsafe()).toBe(start + millis + 7)
    }
  )

  it("waits for what comes in just when the service has come to rest", async () => {
    const world = new World([{ source: "courier", at: start + 1000 }, { source: "courier", at: start + 3000 }])
    // Its time was over already: for that the clock must not go back.
    world.arrival = { when: start + 1000, task: { source: "worker", at: start + 500 } }
    expect(Exit.isSuccess(await world.travel(5000))).toBe(true)
    expect(world.done).toEqual([
      { source: "courier", due: start + 1000, at: start + 1000 },
      { source: "worker", due: start + 500, at: start + 1000 },
      { source: "courier", due: start + 3000, at: start + 3000 }
    ])
  })

  it("lets what falls due while it lasts happen at its instant as well", async () => {
    const world = new World([
      { source: "courier", at: start + 1000, lasts: 700 },
      { source: "worker", at: start + 5300, lasts: 50 },
      { source: "reviews", at: start + 5720 },
      { source: "worker", at: start + 5751 }
    ])
    expect(Exit.isSuccess(await world.travel(5000))).toBe(true)
    expect(world.done).toEqual([
      { source: "courier", due: start + 1000, at: start + 1000 },
      { source: "worker", due: start + 5300, at: start + 5300 },
      { source: "reviews", due: start + 5720, at: start + 5720 }
    ])
    expect(world.clock.currentTimeMillisUnsafe()).toBe(start + 5750)
  })

  it("ends although more falls due than can be done meanwhile", async () => {
    const world = new World([{ source: "worker", at: start + 1000, again: 100, lasts: 200 }])
    expect(Exit.isSuccess(await world.travel(1000, 200))).toBe(true)
    expect(world.done.length).toBeGreaterThan(1)
    for (const { at, due } of world.done) expect(at).toBe(due)
    expect(world.clock.currentTimeMillisUnsafe()).toBe(world.real.currentTimeMillisUnsafe() + 1000)
  })

  it("gives up when the service never comes to rest, and the time goes on from there", async () => {
    const task: Task = { source: "courier", at: start + 1000 }
    const world = new World([{ ...task, again: 0 }])
    const exit = await world.travel(5000, 200)
    expect(Exit.isFailure(exit)).toBe(true)
    expect(world.clock.currentTimeMillisUnsafe()).toBe(start + 1000)
    world.real.set(Instant.plus(start, 50))
    expect(world.clock.currentTimeMillisUnsafe()).toBe(start + 1050)
  })

  it("does not set out while the store is down", async () => {
    const world = new World([])
    world.isDown = true
    expect(Exit.isFailure(await world.travel(5000))).toBe(true)
    expect(world.clock.currentTimeMillisUnsafe()).toBe(start)
    world.isDown = false
    expect(Exit.isSuccess(await world.travel(5000))).toBe(true)
    expect(world.clock.currentTimeMillisUnsafe()).toBe(start + 5000)
  })

  it("wakes everybody at each instant at which it stops", async () => {
    const world = new World([{ source: "courier", at: start + 1000 }])
    expect(Exit.isSuccess(await world.travel(5000))).toBe(true)
    const all = ["arrivals", "courier", "reviews", "worker"]
    expect(world.woken.toSorted()).toEqual(all.flatMap((each) => [each, each, each]))
  })

  it("lets go whoever hangs, however often", async () => {
    const world = new World([{ source: "worker", at: start + 1000 }])
    world.hanging = 3
    expect(Exit.isSuccess(await world.travel(5000, 20_000))).toBe(true)
    expect(world.done).toEqual([{ source: "worker", due: start + 1000, at: start + 1000 }])
  })

  it("looks every five milliseconds whether somebody is still at work", () =>
    Effect.gen(function*() {
      const world = new World([])
      world.hanging = 9
      const service = Layer.succeed(Clock.Clock, world.clock)
      const travel = Effect.flatMap(TimeTravel, ({ advance }) => advance(1000))
      yield* Effect.forkChild(Effect.provide(travel, Layer.provide(world.layer(), service)))
      const left: Array<number> = []
      for (const millis of [0, 4, 1, 4, 1]) {
        yield* TestClock.adjust(millis)
        left.push(world.hanging)
      }
      expect(left).toEqual([8, 8, 7, 7, 6])
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise))

  it("waits for work that one who was idle got from another, which no store tells of", async () => {
    const world = new World([{ source: "courier", at: start + 1000 }])
    world.inHand = { from: start + 1000, looks: 3 }
    expect(Exit.isSuccess(await world.travel(5000))).toBe(true)
    expect(world.done).toEqual([
      { source: "courier", due: start + 1000, at: start + 1000 },
      { source: "worker", due: start + 1000, at: start + 1000 }
    ])
  })

  it("gives an instant up that has kept the service busy for 130 seconds", () =>
    Effect.gen(function*() {
      const world = new World([{ source: "reviews", at: start + 500, again: 0 }])
      const service = Layer.succeed(Clock.Clock, world.clock)
      const travel = Effect.flatMap(TimeTravel, ({ advance }) => advance(1000))
      const fiber = yield* Effect.forkChild(Effect.provide(travel, Layer.provide(world.layer(), service)))
      yield* TestClock.adjust(129_999)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(Exit.isFailure(yield* Fiber.await(fiber))).toBe(true)
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise))

  it("goes one travel behind the other, and tells where the clock is after each", async () => {
    const world = new World([{ source: "courier", at: start + 500 }, { source: "courier", at: start + 2500 }])
    expect(Exit.isSuccess(await world.travels([1000, 2000]))).toBe(true)
    expect(world.done.map(({ at }) => at)).toEqual([start + 500, start + 2500])
    expect(world.clock.currentTimeMillisUnsafe()).toBe(start + 3000)
    const told = (offset_ms: number) => ({
      type: "clock",
      data: { now: new Date(start + offset_ms).toISOString(), offset_ms }
    })
    expect(world.told()).toEqual([told(1000), told(3000)])
    const stuck = new World([{ source: "reviews", at: start + 500, again: 0 }])
    expect(Exit.isFailure(await stuck.travel(5000, 50))).toBe(true)
    expect(stuck.told()).toEqual([told(500)])
  })

  it("ends when the store is gone three times in a row while somebody is at work", async () => {
    const world = new World([{ source: "reviews", at: start, again: 0 }])
    const [gone, there] = [false, true]
    world.isThere = [there, gone, gone, there, gone, gone, gone]
    const exit = await world.watched()
    expect(Exit.isFailure(exit) ? exit.cause.reasons : []).toMatchObject([{ error: { _tag: "StoreError" } }])
    expect(world.looks).toBe(7)
    expect(world.clock.stands).toBe(false)
  })
})
