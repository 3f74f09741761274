/**
 * One process's sliding windows beside a table that says what it is told to: when it asks, what it tells, and what it says
 * meanwhile (`SlidingWindows.test.ts` plays many processes).
 */
import * as Instant from "@signalbox/core/Instant"
import type { Taken } from "@signalbox/core/RateWindow"
import type { Others, Shares } from "@signalbox/postgres/internal/rateLimits/shares"
import * as SlidingWindows from "@signalbox/postgres/internal/rateLimits/slidingWindows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import { expect, it } from "vitest"
import { ManualClock } from "../ManualClock.ts"

const minute = 60_000

const noon = Instant.make(Date.UTC(2030, 0, 15, 12))

const broken = new SqlError({ reason: new ConnectionError({ cause: null }) })

interface Table {
  /** Everything that it was asked and told. */
  readonly said: Array<unknown>
  others: Others
  /** It answers no question before this has ended. */
  holding: Effect.Effect<void>
  isDeaf: boolean
  kept: ReadonlyArray<string>
}

interface World {
  readonly table: Table
  readonly windows: SlidingWindows.SlidingWindows
  /** Time goes by, for requests as well unless told otherwise. */
  readonly pass: (millis: number, ofRequests?: number) => void
  /** Takes with a limit, by the pool's name. */
  readonly take: (limit?: number, pool?: string) => Effect.Effect<string, SqlError>
  /** The calls since they were asked for last. */
  readonly calls: () => ReadonlyArray<unknown>
}

const run = (use: (world: World) => Effect.Effect<void, unknown>): Promise<void> =>
  Effect.runPromise(Effect.gen(function*() {
    const clock = yield* ManualClock.make
    const table: Table = { said: [], others: { held: 0, wait: null }, holding: Effect.void, isDeaf: false, kept: [] }
    const note = <A>(answer: () => A, ...call: ReadonlyArray<unknown>) =>
      Effect.sync(() => {
        table.said.push(call)
        return answer()
      })
    const shares: Shares = {
      locked: (_, effect) => effect,
      look: (...asked) =>
        Effect.andThen(Effect.suspend(() => table.holding), note(() => table.others, "look", ...asked)),
      tell: (pool, held) =>
        Effect.andThen(
          note(() => undefined, "tell", pool, held),
          Effect.suspend(() => table.isDeaf ? Effect.fail(broken) : Effect.void)
        ),
      keep: (held, idle) => note(() => new Set(table.kept), "keep", held, idle),
      leave: (pools) => note(() => undefined, "leave", pools),
      sweep: note(() => undefined, "sweep")
    }
    const windows = yield* SlidingWindows.make(shares)
    let now = 0
    const words = (taken: Taken): string => taken._tag === "Admitted" ? "Admitted" : `until ${taken.until - noon - now}`
    yield* use({
      table,
      windows,
      pass: (millis, ofRequests = millis) => {
        clock.pass(millis)
        now += ofRequests
      },
      take: (limit = 1000, pool = "p") =>
        Effect.map(
          windows.take({ pool, limit, millis: minute, shape: "sliding", now: Instant.plus(noon, now) }),
          words
        ),
      calls: () => table.said.splice(0)
    }).pipe(Effect.provideService(Clock.Clock, clock))
  }))

const look = ["look", "p", minute, 5]

const tell = (units: number, live: ReadonlyArray<number> = [], reports: ReadonlyArray<object> = []) => [
  "tell",
  "p",
  { units, live, reports }
]

it("a reserve is half a hundredth of the limit, is used without a word, and is asked for anew with what was used", () =>
  run(({ calls, pass, take }) =>
    Effect.gen(function*() {
      for (let number = 0; number < 5; number++) {
        expect(yield* take()).toBe("Admitted")
        pass(10)
      }
      expect(calls()).toEqual([look, tell(5)])
      expect(yield* take()).toBe("Admitted")
      expect(calls()).toEqual([
        look,
        tell(5, [4], [{ number: 4, waits: [59_950, 59_960, 59_970, 59_980, 59_990], counts: [1, 1, 1, 1, 1] }])
      ])
    })
  ))

it("a reserve is trusted for ten seconds after it was confirmed", () =>
  run(({ calls, pass, table, take, windows }) =>
    Effect.gen(function*() {
      yield* take()
      calls()
      pass(9999)
      expect([yield* take(), calls()]).toEqual(["Admitted", []])
      pass(1)
      expect([yield* take(), calls()]).toMatchObject(["Admitted", [look, ["tell", "p", { units: 5 }]]])
      table.kept = ["p"]
      pass(5000)
      yield* windows.tidy
      expect(calls()).toEqual([["keep", ["p"], []], ["sweep"]])
      pass(9999)
      expect([yield* take(), calls()]).toEqual(["Admitted", []])
      // The table knows nothing of it any more.
      table.kept = []
      yield* windows.tidy
      calls()
      expect([yield* take(), calls()]).toMatchObject(["Admitted", [look, ["tell", "p", { units: 5 }]]])
      // Also when it has just told it so.
      yield* windows.tidy
      calls()
      expect([yield* take(), calls()]).toMatchObject(["Admitted", [look, ["tell", "p", { units: 5 }]]])
    })
  ))

it("who is refused asks again after a fifth of a second, or when others have let go of enough", () =>
  run(({ calls, pass, table, take }) =>
    Effect.gen(function*() {
      table.others = { held: 1000, wait: null }
      const after = (millis: number, ofRequests = millis) =>
        Effect.gen(function*() {
          pass(millis, ofRequests)
          const said = yield* take()
          return [said, calls().length / 2]
        })
      expect(yield* after(0)).toEqual(["until 1000", 1])
      expect(yield* after(199)).toEqual(["until 1000", 0])
      expect(yield* after(1)).toEqual(["until 1000", 1])
      // By the elapsed time alone, and by the time of the requests alone.
      expect(yield* after(199, 0)).toEqual(["until 1000", 0])
      expect(yield* after(1, 0)).toEqual(["until 1000", 1])
      expect(yield* after(0, 199)).toEqual(["until 1000", 0])
      expect(yield* after(0, 1)).toEqual(["until 1000", 1])
      // Whoever may have more asks for it.
      expect([yield* take(1001), calls().length / 2]).toEqual(["Admitted", 1])
      table.others = { held: 1000, wait: 50 }
      expect(yield* after(200)).toEqual(["until 50", 1])
      expect(yield* after(49)).toEqual(["until 1", 0])
      expect(yield* after(1)).toEqual(["until 50", 1])
      table.others = { held: 1000, wait: 201 }
      expect(yield* after(50)).toEqual(["until 201", 1])
      expect(yield* after(199)).toEqual(["until 2", 0])
      expect(yield* after(1)).toEqual(["until 201", 1])
    })
  ))

it("nobody is refused while another one asks the table, whose answer may be enough for both", () =>
  run(({ table, take }) =>
    Effect.gen(function*() {
      table.others = { held: 1000, wait: null }
      expect(yield* take()).toBe("until 1000")
      const answers = yield* Latch.make(false)
      Object.assign(table, { others: { held: 0, wait: null }, holding: answers.await })
      // Whoever may have more asks, so whoever may have no more waits with it.
      const [asking, waiting] = yield* Effect.forEach([1001, 1000], (limit) =>
        Effect.forkChild(take(limit), { startImmediately: true }))
      expect([asking!.pollUnsafe(), waiting!.pollUnsafe()]).toEqual([undefined, undefined])
      yield* answers.open
      expect([yield* Fiber.join(asking!), yield* Fiber.join(waiting!)]).toEqual(["Admitted", "Admitted"])
    })
  ))

it("the limit itself is refused without a word, until the first has left the window", () =>
  run(({ calls, pass, take }) =>
    Effect.gen(function*() {
      expect([yield* take(2), yield* take(2)]).toEqual(["Admitted", "Admitted"])
      calls()
      pass(100)
      expect([yield* take(2), calls()]).toEqual(["until 59900", []])
      expect([yield* take(0), calls()]).toEqual(["until 60000", []])
    })
  ))

it("what could not be told is told again as new, and nothing is used of it meanwhile", () =>
  run(({ calls, table, take, windows }) =>
    Effect.gen(function*() {
      for (let number = 0; number < 5; number++) yield* take()
      calls()
      table.isDeaf = true
      expect(yield* Effect.flip(take())).toBe(broken)
      expect(calls()).toHaveLength(2)
      // A pool of which nobody knows what the table has heard is neither confirmed nor given up.
      yield* windows.tidy
      expect(calls()).toEqual([["keep", [], []], ["sweep"]])
      table.isDeaf = false
      expect(yield* take()).toBe("Admitted")
      expect(calls()).toEqual([look, tell(5, [6], [{ number: 6, waits: [minute], counts: [5] }])])
    })
  ))

it("a pool whose window is over is given up, and what the table does not know is left to it", () =>
  run(({ calls, pass, take, windows }) =>
    Effect.gen(function*() {
      yield* windows.tidy
      expect(calls()).toEqual([])
      yield* take(1000, "old")
      pass(1)
      yield* take()
      yield* take()
      pass(minute - 1)
      calls()
      yield* windows.tidy
      expect(calls()).toEqual([["keep", ["p"], ["old"]], ["sweep"]])
      yield* windows.leave
      expect(calls()).toEqual([["leave", [{ pool: "p", number: 5, waits: [1], counts: [2] }]]])
      yield* windows.leave
      expect(calls()).toEqual([])
    })
  ))

it("a pool whose name cannot be stored is refused alone", () =>
  run(({ calls, take }) =>
    Effect.gen(function*() {
      const { reason } = yield* Effect.flip(take(1000, "\0"))
      expect(reason.message).toBe("a text with U+0000 or an unpaired surrogate")
      expect(calls()).toEqual([])
    })
  ))

it("so many pools are asked for at the same time, and no more", () =>
  run(({ table, take }) =>
    Effect.gen(function*() {
      const gate = yield* Latch.make()
      let asking = 0
      table.holding = Effect.andThen(Effect.sync(() => asking++), gate.await)
      const fibers = yield* Effect.forEach(
        Array.from({ length: 1030 }, (_, pool) => take(1000, `p${pool}`)),
        (taking) => Effect.forkChild(taking, { startImmediately: true })
      )
      yield* Effect.yieldNow
      expect(asking).toBe(1024)
      yield* gate.open
      expect(new Set(yield* Effect.forEach(fibers, Fiber.join))).toEqual(new Set(["Admitted"]))
      expect(asking).toBe(1030)
    })
  ))
