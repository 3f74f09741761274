/**
 * A service for travels through time: its parts do as told, and note when they did it.
 */
import * as Instant from "@signalbox/core/Instant"
import { Store, StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as TimeTravel from "@signalbox/emulator/clock/TimeTravel"
import { TravelClock } from "@signalbox/emulator/clock/TravelClock"
import * as Events from "@signalbox/emulator/event/Events"
import { Arrivals } from "@signalbox/emulator/network/Arrivals"
import { Hanging } from "@signalbox/emulator/network/Hanging"
import { Network } from "@signalbox/emulator/network/Network"
import { ReceiptDelivery } from "@signalbox/emulator/network/ReceiptDelivery"
import { Reviews } from "@signalbox/emulator/review/Reviews"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { StillClock } from "../core/Bench.ts"
import { MachineClock } from "../core/MachineClock.ts"

export const start = Instant.make(1_800_000_000_000)
export const sources = ["worker", "courier", "reviews"] as const
type Source = (typeof sources)[number]

export interface Task {
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

export class World {
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
  readonly events = new Events.EventLog()
  /** Those that were woken, in their order. */
  readonly woken: Array<string> = []
  /** So many times a carrier that never answers keeps the worker busy, until it is let go. */
  hanging = 0
  /** The worker has something in hand for so many looks, once the courier has said that it is idle. */
  inHand: { readonly from: number; looks: number } | null = null
  /** Whether the store is there, look by look; behind these it is. */
  isThere: Array<boolean> = []
  /** How often it was asked what is due next. */
  looks = 0
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

  /** Returns whether the worker has something in hand, of which the store says nothing. */
  private isAtWork(source: Source, now: number): boolean {
    const held = this.inHand
    if (source !== "worker") return false
    if (this.hanging > 0) return true
    if (!this.isHeld || held === null) return false
    if (--held.looks > 0) return true
    this.inHand = null
    this.done.push({ source, due: held.from, at: now })
    return true
  }

  private isHeld = false

  /** Does one thing that is due, and says whether there was none. */
  private idle(source: Source): Effect.Effect<boolean> {
    return Effect.sync(() => {
      const now = this.clock.currentTimeMillisUnsafe()
      if (this.isAtWork(source, now)) return false
      this.shown.push(now)
      const all = this.tasks.filter((each) => each.source === source).toSorted((a, b) => a.at - b.at)
      const task = all.find(({ at }) => at <= this.nowOf(source))
      if (task === undefined && source === "courier") this.isHeld = (this.inHand?.from ?? Infinity) <= now
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
      if (source === "worker") this.looks++
      return this.isDown || (source === "worker" && this.isThere.shift() === false)
        ? Effect.fail(unavailable)
        : Effect.succeed(all.length === 0 ? Option.none() : Option.some(Instant.make(Math.min(...all))))
    })
  }

  private wakes(name: string): Effect.Effect<void> {
    return Effect.sync(() => void this.woken.push(name))
  }

  layer(patience?: number): Layer.Layer<TimeTravel.TimeTravel> {
    const nextReview = Effect.orDie(this.due("reviews"))
    const letGo = Effect.sync(() => void (this.hanging = Math.max(0, this.hanging - 1)))
    return TimeTravel.layer(this.clock, patience).pipe(Layer.provide(Layer.mergeAll(
      Layer.mock(Worker, { isIdle: this.idle("worker") }),
      Layer.mock(WorkSignal, { raise: this.wakes("worker") }),
      Layer.mock(Store, {
        nextDue: () => this.due("worker"),
        now: Effect.suspend(() => this.isDown ? Effect.fail(unavailable) : Effect.succeed(this.asked()))
      }),
      Layer.mock(Hanging, { letGo }),
      Layer.succeed(Events.Events, this.events),
      Layer.mock(Arrivals, { wake: this.wakes("arrivals") }),
      Layer.mock(Network, { nextDue: this.due("courier") }),
      Layer.mock(ReceiptDelivery, { isIdle: this.idle("courier"), wake: this.wakes("courier") }),
      Layer.mock(Reviews, { isIdle: this.idle("reviews"), nextDue: nextReview, wake: this.wakes("reviews") })
    )))
  }

  /** @param service the clock of the service, which may be ahead of the machine's */
  travel(millis: number, patience?: number, service: Clock.Clock = this.clock) {
    return this.travels([millis], patience, service)
  }

  /** All of them are begun together. */
  travels(all: ReadonlyArray<number>, patience?: number, service: Clock.Clock = this.clock) {
    return Effect.flatMap(
      TimeTravel.TimeTravel,
      ({ advance }) => Effect.forEach(all, advance, { concurrency: "unbounded", discard: true })
    ).pipe(
      Effect.provide(this.layer(patience).pipe(Layer.provide(Layer.succeed(Clock.Clock, service)))),
      Effect.runPromiseExit
    )
  }

  /** A travel of which every second is a millisecond. */
  watched() {
    class Fast extends MachineClock {
      override sleep(duration: Duration.Duration): Effect.Effect<void> {
        return super.sleep(Duration.millis(Duration.toMillis(duration) / 1000))
      }
    }
    // It is only the store that may end it.
    const patience = 1_000_000_000
    return Effect.flatMap(TimeTravel.TimeTravel, ({ advance }) => advance(1000)).pipe(
      Effect.provide(this.layer(patience).pipe(Layer.provide(Layer.succeed(Clock.Clock, this.clock)))),
      Effect.provideService(Clock.Clock, new Fast(Effect.runSync(Clock.Clock))),
      Effect.runPromiseExit
    )
  }

  /** Returns what was told of the clock. */
  told() {
    const { last } = this.events.since(undefined)
    return this.events.since(last.replace(/\d+$/, "0")).events.map(({ event }) => event)
  }
}
