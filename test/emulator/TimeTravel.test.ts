/**
 * Time travel over parts that do as told: what is due at t1 happens before what is due at t2, at t1, whoever does it.
 */
import * as Instant from "@signalbox/core/Instant"
import { Store, StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as TimeTravel from "@signalbox/emulator/clock/TimeTravel"
import { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import * as Events from "@signalbox/emulator/event/Events"
import { Arrivals } from "@signalbox/emulator/network/Arrivals"
import * as Hanging from "@signalbox/emulator/network/Hanging"
import { Network } from "@signalbox/emulator/network/Network"
import { ReceiptDelivery } from "@signalbox/emulator/network/ReceiptDelivery"
import { Reviews } from "@signalbox/emulator/review/Reviews"
import * as Prop from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { StillClock } from "../core/Bench.ts"

const start = Instant.make(1_800_000_000_000)
const sources = ["worker", "courier", "reviews"] as const
type Source = (typeof sources)[number]

interface Task {
  readonly source: Source
  readonly at: number
  /** Whenever it is done, it is due again so much later. */
  readonly again?: number
  /** So much real time passes while it is done. */
  readonly lasts?: number
  /** It makes this due when it is done, so much later. */
  readonly next?: { readonly source: Source; readonly wait: number }
}

interface Done {
  readonly source: Source
  readonly due: number
  readonly at: number
}

const unavailable = new StoreError({ reason: "unavailable", cause: "down" })

class World {
  readonly real: StillClock
  readonly clock: TravelClock
  readonly done: Array<Done> = []
  private tasks: ReadonlyArray<Task>
  isDown = false
  /** How far the store's clock is behind the one of this machine. */
  storeBehind = 0
  /** So much real time passes before the store says its time. */
  answerMillis = 0
  /** The instants that the clock showed whenever the store was asked or somebody was to be idle. */
  readonly shown: Array<number> = []
  /** A task that comes in at an instant, just when all have said that they are idle. */
  arrival: { readonly when: number; readonly task: Task } | null = null

  constructor(tasks: ReadonlyArray<Task>) {
    this.real = new StillClock(Effect.runSync(Clock.Clock))
    this.real.set(start)
    this.clock = new TravelClock(this.real)
    this.tasks = tasks
  }

  private get storeNow(): number {
    return this.real.currentTimeMillisUnsafe() - this.storeBehind
  }

  private asked(): Instant.Instant {
    this.real.set(Instant.plus(Instant.make(this.real.currentTimeMillisUnsafe()), this.answerMillis))
    this.shown.push(this.clock.currentTimeMillisUnsafe())
    return Instant.make(this.storeNow)
  }

  /** Returns the time at which the worker can claim, by the store's clock, and everybody else can act. */
  private nowOf(source: Source): number {
    return source === "worker" ? this.storeNow + this.clock.declared : this.clock.currentTimeMillisUnsafe()
  }

  /** Does one thing that is due, and says whether there was none. */
  private idle(source: Source): Effect.Effect<boolean> {
    return Effect.sync(() => {
      const now = this.clock.currentTimeMillisUnsafe()
      this.shown.push(now)
      const all = this.tasks.filter((each) => each.source === source).toSorted((a, b) => a.at - b.at)
      const task = all.find(({ at }) => at <= this.nowOf(source))
      // What is due and cannot be claimed keeps the worker from being idle.
      if (task === undefined) return all.every(({ at }) => at > now)
      this.done.push({ source, due: task.at, at: now })
      this.real.set(Instant.plus(Instant.make(this.real.currentTimeMillisUnsafe()), task.lasts ?? 0))
      this.tasks = this.tasks.filter((each) => each !== task)
      if (task.again !== undefined) this.tasks = [...this.tasks, { ...task, at: task.at + task.again }]
      if (task.next !== undefined) {
        this.tasks = [...this.tasks, { source: task.next.source, at: now + task.next.wait }]
      }
      return false
    })
  }

  private due(source: Source): Effect.Effect<Option.Option<Instant.Instant>, StoreError> {
    return Effect.suspend(() => {
      const { arrival } = this
      if (arrival !== null && this.clock.currentTimeMillisUnsafe() >= arrival.when) {
        this.tasks = [...this.tasks, arrival.task]
        this.arrival = null
      }
      const all = this.tasks.filter((each) => each.source === source).map(({ at }) => at)
      return this.isDown
        ? Effect.fail(unavailable)
        : Effect.succeed(all.length === 0 ? Option.none() : Option.some(Instant.make(Math.min(...all))))
    })
  }

  layer(patience?: number): Layer.Layer<TimeTravel.TimeTravel> {
    const nextReview = Effect.orDie(this.due("reviews"))
    return TimeTravel.layer(this.clock, patience).pipe(Layer.provide(Layer.mergeAll(
      Layer.mock(Worker, { isIdle: this.idle("worker") }),
      Layer.mock(WorkSignal, { raise: Effect.void }),
      Layer.mock(Store, {
        nextDue: () => this.due("worker"),
        now: Effect.suspend(() => this.isDown ? Effect.fail(unavailable) : Effect.succeed(this.asked()))
      }),
      Hanging.layer,
      Events.layer,
      Layer.mock(Arrivals, { wake: Effect.void }),
      Layer.mock(Network, { nextDue: this.due("courier") }),
      Layer.mock(ReceiptDelivery, { isIdle: this.idle("courier"), wake: Effect.void }),
      Layer.mock(Reviews, { isIdle: this.idle("reviews"), nextDue: nextReview, wake: Effect.void })
    )))
  }

  /** @param service the clock of the service, which may be ahead of the machine's */
  travel(millis: number, patience?: number, service: Clock.Clock = this.clock) {
    return Effect.flatMap(TimeTravel.TimeTravel, ({ advance }) => advance(millis)).pipe(
      Effect.provide(this.layer(patience).pipe(Layer.provide(Layer.succeed(Clock.Clock, service)))),
      Effect.runPromiseExit
    )
  }
}

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
})
