/**
 * A process of the simulated world: its fibers run when the timeline says so, its clock is its own. When it is killed
 * its fibers stop where they are, for ever, and nothing of them is tidied up; when it is paused they stand still.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Random from "effect/Random"
import * as Scheduler from "effect/Scheduler"
import type { Dice } from "./dice.ts"
import type { Strand, Timeline } from "./timeline.ts"

/** A host's wall clock shows true time, so far off, and that much too fast. */
export interface Wall {
  readonly epoch: number
  readonly aheadMillis: number
  /** Parts per million. */
  readonly driftPpm: number
}

/** Returns how far a wall clock is off, at this true time. */
const offBy = ({ aheadMillis, driftPpm }: Wall, now: number): number => aheadMillis + now * driftPpm / 1e6

interface Hands {
  readonly timeline: Timeline
  readonly after: (millis: number, run: () => void) => () => void
  /** Returns what the wall clock shows now, in milliseconds since 1970. */
  readonly wallNow: () => number
}

class HostClock implements Clock.Clock {
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())
  private readonly hands: Hands

  constructor(hands: Hands) {
    this.hands = hands
  }

  currentTimeMillisUnsafe(): number {
    return Math.floor(this.hands.wallNow())
  }

  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.currentTimeMillisUnsafe()) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return BigInt(Math.floor(this.hands.timeline.now * 1000)) * 1000n
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    const millis = Duration.toMillis(duration)
    if (millis <= 0) return Effect.yieldNow
    if (!Number.isFinite(millis)) return Effect.never
    return Effect.callback((resume) => {
      const cancel = this.hands.after(millis, () => resume(Effect.void))
      return Effect.sync(cancel)
    })
  }
}

/** A clock that shows true time. */
export const trueClock = (timeline: Timeline, epoch: number): Clock.Clock =>
  new HostClock({
    timeline,
    after: (millis, run) => timeline.after(millis, run),
    wallNow: () => epoch + timeline.now
  })

/** The tasks of one fiber: those of lower priority numbers first, else in their order. */
class Dispatcher implements Scheduler.SchedulerDispatcher, Strand {
  private readonly tasks: Array<{ readonly run: () => void; readonly priority: number }> = []
  private readonly host: Host
  readonly state: Strand["state"]

  constructor(host: Host) {
    this.host = host
    this.state = () => host.state
  }

  scheduleTask(run: () => void, priority: number): void {
    const before = this.tasks.findIndex((task) => task.priority > priority)
    if (before < 0) this.tasks.push({ run, priority })
    else this.tasks.splice(before, 0, { run, priority })
    if (this.tasks.length === 1) this.host.timeline.wake(this)
  }

  get size(): number {
    return this.tasks.length
  }

  next(): (() => void) | undefined {
    return this.tasks.shift()?.run
  }

  flush(): void {
    for (let run = this.next(); run !== undefined; run = this.next()) run()
  }
}

export interface HostOptions {
  readonly name: string
  readonly wall: Wall
  readonly dice: Dice
  /** Takes the lines that it would have logged. */
  readonly log: (line: string) => void
}

export class Host {
  readonly name: string
  readonly timeline: Timeline
  /** The context with which its fibers begin. */
  context: Context.Context<never>
  wall: Wall
  state: "runs" | "paused" | "dead" = "runs"

  constructor(timeline: Timeline, { dice, log, name, wall }: HostOptions) {
    this.name = name
    this.timeline = timeline
    this.wall = wall
    const operations = [4, 16, 64, 512, 2048][dice.below(5)]!
    const scheduler: Scheduler.Scheduler = {
      executionMode: "async",
      shouldYield: (fiber) => fiber.currentOpCount >= operations,
      makeDispatcher: () => new Dispatcher(this)
    }
    const logger = Logger.make(({ logLevel, message }) => log(`${logLevel} ${[message].flat().map(brief).join(" ")}`))
    this.context = Context.empty().pipe(
      Context.add(Scheduler.Scheduler, scheduler),
      Context.add(Clock.Clock, new HostClock(this)),
      Context.add(Logger.CurrentLoggers, new Set([logger])),
      Context.add(Random.Random, {
        nextIntUnsafe: () => dice.below(Number.MAX_SAFE_INTEGER),
        nextDoubleUnsafe: () => dice.share()
      })
    ) as Context.Context<never>
  }

  /** Returns how far its clock is off, in milliseconds. */
  off(): number {
    return offBy(this.wall, this.timeline.now)
  }

  wallNow(): number {
    return this.wall.epoch + this.timeline.now + this.off()
  }

  /** Runs something as a task of this host, as soon as the dice choose it; never when it is dead by then. */
  soon(run: () => void): void {
    const dispatcher = new Dispatcher(this)
    dispatcher.scheduleTask(run, 0)
  }

  /** In so many milliseconds; a paused host runs it when it goes on. */
  after(millis: number, run: () => void): () => void {
    let isOff = false
    const cancel = this.timeline.after(millis, () => this.soon(() => isOff ? undefined : run()))
    return () => {
      isOff = true
      cancel()
    }
  }

  fork<A, E>(effect: Effect.Effect<A, E>, onExit: (exit: Exit.Exit<A, E>) => void = () => {}): () => void {
    let fiber: Fiber.Fiber<A, E> | undefined
    this.soon(() => {
      fiber = Effect.runForkWith(this.context)(effect)
      fiber.addObserver(onExit)
    })
    return () => this.soon(() => fiber?.interruptUnsafe())
  }

  kill(): void {
    this.state = "dead"
  }

  pause(): void {
    if (this.state === "runs") this.state = "paused"
  }

  resume(): void {
    if (this.state !== "paused") return
    this.state = "runs"
    this.timeline.resume()
  }
}

/** In one line: what comes after it is the way through the code, which is another one at every place of a test. */
const brief = (part: unknown): string => {
  const text = typeof part === "string"
    ? part
    : JSON.stringify(part, (_, value: unknown) => typeof value === "string" ? value.split("\n", 1)[0] : value) ?? ""
  return text.split("\n", 1)[0]!
}
