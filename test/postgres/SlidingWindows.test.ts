/**
 * Sliding windows of several processes, in simulated time, on a table in memory that does what the one of the database
 * does (decisions 9.1): whatever they are asked when, and however wrong their clocks are, together they never admit more
 * than the limit in any minute, and none of them refuses more than a hundredth of it early for each other one.
 */
import { make as instant } from "@signalbox/core/Instant"
import type { Take } from "@signalbox/core/RateWindow"
import type { Shares } from "@signalbox/postgres/internal/rateLimits/shares"
import type { SlidingWindows } from "@signalbox/postgres/internal/rateLimits/slidingWindows"
import * as Windows from "@signalbox/postgres/internal/rateLimits/slidingWindows"
import { propWith } from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import { ManualClock } from "./ManualClock.ts"

const noon = Date.UTC(2030, 0, 15, 12)
const minute = 60_000

/**
 * The share that a dead process has held back counts so long: its window, and fifteen seconds in which it might have
 * come back.
 */
const burial = minute + 15_000

/** A process goes so long by what the table has told it, before it asks again. */
const pause = 200

const broken = new SqlError({ reason: new ConnectionError({ cause: null }) })

/** The table: reserves and reports of all processes, of one pool. */
class Table {
  readonly reserves = new Map<string, { units: number; seenAt: number }>()
  readonly reports = new Map<string, { readonly owner: string; readonly ends: ReadonlyArray<number> }>()
  asked = 0
  /** Whether it hears nothing of what it is told next, or hears it and cannot answer. */
  trouble: Step["trouble"] = "none"
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  shares(owner: string): Shares {
    const put = (
      { counts, number, waits }: { number: number; waits: ReadonlyArray<number>; counts: ReadonlyArray<number> }
    ) =>
      this.reports.set(`${owner}/${number}`, {
        owner,
        ends: waits.flatMap((wait, index) => Array<number>(counts[index]!).fill(this.now() + wait))
      })
    return {
      locked: (_, effect) =>
        Effect.suspend(() => {
          this.asked++
          return effect
        }),
      look: (_, windowMillis, leaving) =>
        Effect.sync(() => {
          for (const [each, { seenAt }] of this.reserves) {
            if (each !== owner && seenAt < this.now() - windowMillis - 15_000) this.reserves.delete(each)
          }
          const ends = [...this.reports.values()].filter((report) => report.owner !== owner)
            .flatMap((report) => report.ends).filter((at) => at > this.now()).toSorted((a, b) => a - b)
          const reserved = [...this.reserves].reduce((sum, [each, { units }]) => each === owner ? sum : sum + units, 0)
          const end = ends[leaving - 1]
          return { held: reserved + ends.length, wait: end === undefined ? null : end - this.now() }
        }),
      tell: (_, { live, reports, units }) =>
        Effect.suspend(() => {
          const { trouble } = this
          this.trouble = "none"
          if (trouble === "deaf") return Effect.fail(broken)
          const keys = new Set(live.map((number) => `${owner}/${number}`))
          for (const [key, report] of this.reports) {
            if (report.owner === owner && !keys.has(key)) this.reports.delete(key)
          }
          for (const each of reports) put(each)
          this.reserves.set(owner, { units, seenAt: this.now() })
          return trouble === "none" ? Effect.void : Effect.fail(broken)
        }),
      keep: (held, idle) =>
        Effect.sync(() => {
          if (idle.length > 0) this.reserves.delete(owner)
          const mine = this.reserves.get(owner)
          if (mine === undefined || held.length === 0) return new Set<string>()
          mine.seenAt = this.now()
          return new Set(held)
        }),
      leave: (pools) =>
        Effect.sync(() => {
          for (const each of pools) put(each)
          this.reserves.delete(owner)
        }),
      sweep: Effect.sync(() => {
        for (const [key, { ends }] of this.reports) if (Math.max(...ends) <= this.now()) this.reports.delete(key)
      })
    }
  }
}

interface Process {
  readonly windows: SlidingWindows
  readonly skew: number
}

/** One step: a process is asked so often, every so many milliseconds. */
interface Step {
  readonly wait: number
  readonly node: number
  readonly count: number
  readonly every: number
  /** The way in which the table takes what it is told next, and the process's fate afterwards. */
  readonly trouble: "none" | "deaf" | "dumb"
  readonly fate: "goes on" | "ends" | "dies"
}

class World {
  private readonly admitted: Array<number> = []
  readonly table = new Table(() => this.now)
  /** The times at which processes went that are gone. */
  readonly gone: Array<number> = []
  now = noon
  private processes: Array<Process> = []
  /** How many have left the window. */
  private left = 0
  private born = 0
  private steps = 0
  private moment = 0
  private moments = 0
  private waited = 0
  private readonly clock: ManualClock
  private readonly limit: number

  constructor(clock: ManualClock, limit: number) {
    this.clock = clock
    this.limit = limit
  }

  /** The number that was admitted within a minute. */
  private get within(): number {
    while (this.admitted[this.left]! <= this.now - minute) this.left++
    return this.admitted.length - this.left
  }

  /** By how many requests a process may refuse early: a hundredth of the limit for each other one. */
  get early(): number {
    const others = this.processes.length - 1 + this.gone.filter((at) => at >= this.now - burial - pause).length
    return others * Math.ceil(this.limit / 100)
  }

  readonly start = (skew: number) =>
    Effect.map(Windows.make(this.table.shares(String(++this.born))), (windows) => {
      this.processes.push({ windows, skew })
    })

  /**
   * Half a hundredth of the limit is worth a question: when a process has used up as much, and when others have let go of
   * as much. Besides, each asks five times a second at most, and again after trouble.
   */
  private expectFewQuestions(): void {
    this.steps++
    const worth = Math.max(1, Math.floor(this.limit / 200))
    const most = this.processes.length * (this.admitted.length / worth + this.moments) + this.steps + this.born
    expect(this.table.asked, "questions").toBeLessThanOrEqual(most)
  }

  /** Time goes by; every two seconds each process tidies up. */
  readonly go = (millis: number) =>
    Effect.gen({ self: this }, function*() {
      let left = millis
      while (left > 0) {
        const next = Math.min(left, 2000 - this.waited)
        left -= next
        this.now += next
        this.waited = (this.waited + next) % 2000
        this.clock.pass(next)
        if (this.waited === 0) yield* Effect.forEach(this.processes, ({ windows }) => windows.tidy)
      }
    })

  /** Returns whether it was admitted; null when it could not be told. */
  private readonly take = (index: number) => {
    const { skew, windows } = this.processes[index]!
    const take: Take = {
      pool: "account:a",
      limit: this.limit,
      millis: minute,
      shape: "sliding",
      now: instant(this.now + skew)
    }
    if (this.now >= this.moment + pause) {
      this.moment = this.now
      this.moments++
    }
    return Effect.map(Effect.result(windows.take(take)), (result) => {
      if (result._tag === "Failure") return null
      if (result.success._tag === "Admitted") {
        this.admitted.push(this.now)
        if (this.within > this.limit) expect.fail(`${this.within} were admitted within a minute`)
        return true
      }
      const least = this.limit - this.early
      if (result.success.until <= take.now) expect.fail("it refuses until the past")
      if (this.within < least) expect.fail(`refused after ${this.within}, not at least ${least}`)
      return false
    })
  }

  readonly step = ({ count, every, fate, node, trouble, wait }: Step) =>
    Effect.gen({ self: this }, function*() {
      yield* this.go(wait)
      this.table.trouble = trouble
      const index = node % this.processes.length
      let left = count
      let patience = every > 0 ? Infinity : 5
      while (left-- > 0 && patience > 0) {
        if ((yield* this.take(index)) === false) patience--
        yield* this.go(every)
      }
      this.expectFewQuestions()
      if (fate === "goes on") return
      const [{ skew, windows }] = this.processes.splice(index, 1) as [Process]
      if (fate === "ends") yield* windows.leave
      this.gone.push(this.now)
      yield* this.start(-skew)
    })
}

const world = (limit: number, skews: ReadonlyArray<number>, body: (world: World) => Effect.Effect<void, unknown>) =>
  Effect.runPromise(Effect.gen(function*() {
    const clock = yield* ManualClock.make
    const made = new World(clock, limit)
    yield* Effect.forEach(skews, made.start)
    yield* Effect.provideService(body(made), Clock.Clock, clock)
  }))

describe("sliding windows of several processes", () => {
  const limits = fc.constantFrom(1, 7, 100, 300, 300, 1000)
  const skews = fc.array(fc.constantFrom(0, 0, -7000, 3000, 90_000), { minLength: 1, maxLength: 3 })
  const waits = fc.oneof(
    fc.nat({ max: 3 }),
    fc.nat({ max: 300 }),
    fc.nat({ max: 20_000 }),
    fc.constantFrom(minute - 1, minute, minute + 100, minute - 5000, burial)
  )
  const fate = fc.oneof(
    { weight: 12, arbitrary: fc.constant<Step["fate"]>("goes on") },
    { weight: 1, arbitrary: fc.constantFrom<Step["fate"]>("ends", "dies") }
  )
  const step = fc.record({
    wait: waits,
    node: fc.nat({ max: 2 }),
    // Often as many as a limit, spread or together.
    count: fc.oneof(fc.constantFrom(100, 150, 300), fc.nat({ max: 3 }), fc.nat({ max: 40 }), fc.nat({ max: 1100 })),
    every: fc.constantFrom(0, 0, 1, 7, 60),
    trouble: fc.oneof(
      { weight: 20, arbitrary: fc.constant<Step["trouble"]>("none") },
      { weight: 1, arbitrary: fc.constantFrom<Step["trouble"]>("deaf", "dumb") }
    ),
    fate
  })

  propWith({ runs: 60, timeout: 180_000 })(
    "never admit more than the limit in any minute, and refuse no earlier than their shares allow [RTL-001, RTL-002]",
    limits,
    skews,
    fc.array(step, { minLength: 2, maxLength: 25 }),
    (limit, skews, steps) => world(limit, skews, (world) => Effect.forEach(steps, world.step, { discard: true }))
  )
})
