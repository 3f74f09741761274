/**
 * Rate windows of several nodes on one database, in simulated time (decisions 9.1): all nodes together admit what the
 * limit allows in any minute and no more, they refuse hardly any earlier than one node would, and they hardly ask.
 * `SlidingWindows.test.ts` plays many more cases without a database.
 */
import type { Instant } from "@signalbox/core/Instant"
import { make as instant, plus } from "@signalbox/core/Instant"
import type { Take } from "@signalbox/core/RateWindow"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as ByHand from "./ByHand.ts"
import { suite } from "./Client.ts"
import * as StoreClock from "./StoreClock.ts"

const { harness, postgres } = suite("rates")

const noon = instant(Date.UTC(2030, 0, 15, 12))
const minute = 60_000

/** The loop of a process that confirms reserves turns so often. */
const turn = 2000

/** Counts of what the nodes have asked the database for. */
interface Said {
  statements: number
  /** How often a node asked for a share. */
  asked: number
}

/** Several processes whose time goes by together, and that of their database with it. */
class Fleet {
  now: Instant = noon
  readonly said: Said = { statements: 0, asked: 0 }
  readonly processes: Array<ByHand.Process> = []
  private waited = 0

  readonly start = Effect.gen({ self: this }, function*() {
    const place = {
      ...postgres(),
      client: StoreClock.client(postgres().client, () => this.now, (text) => {
        this.said.statements++
        if (text.includes("pg_advisory_xact_lock")) this.said.asked++
      })
    }
    const process = yield* ByHand.make(place, minute)
    this.processes.push(process)
    return process
  })

  async go(millis: number): Promise<void> {
    this.now = plus(this.now, millis)
    for (const { clock } of this.processes) clock.pass(millis)
    const isTime = this.waited + millis >= turn
    this.waited = isTime ? 0 : this.waited + millis
    if (isTime) await Promise.all(this.processes.map(({ clock }) => clock.turn(turn)))
  }
}

/** A case on so many processes that share an empty storage. */
const fleet = (size: number, body: (fleet: Fleet) => Effect.Effect<void, unknown, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    yield* harness.make
    const fleet = new Fleet()
    for (let number = 0; number < size; number++) yield* fleet.start
    Object.assign(fleet.said, { statements: 0, asked: 0 })
    yield* body(fleet)
  })))

const pool = (limit: number, shape: Take["shape"] = "sliding") => ({ pool: "account:a", limit, millis: minute, shape })

/** A busy machine needs long for a few hundred transactions. */
const timeout = 180_000

describe("sliding windows of several nodes", () => {
  const limit = 300
  const share = 3

  /** Returns how many of so many concurrent requests a process admits. */
  const count = (nodes: Fleet, { take }: ByHand.Process, requests = limit + 5) =>
    Effect.map(
      Effect.forEach(Array.from({ length: requests }), () => take({ ...pool(limit), now: nodes.now })),
      (taken) => taken.filter(({ _tag }) => _tag === "Admitted").length
    )

  propWith({ runs: 3, timeout })(
    "together admit no more than the limit in any minute, and refuse no earlier than their shares allow [RTL-001, RTL-002]",
    fc.integer({ min: 2, max: 3 }),
    fc.array(
      fc.record({
        wait: fc.oneof(
          fc.nat({ max: 150 }),
          fc.nat({ max: 20_000 }),
          fc.constantFrom(minute - 1, minute, minute - 5000)
        ),
        // Requests that come at the same time, at each node.
        counts: fc.tuple(...Array.from({ length: 3 }, () => fc.oneof(fc.nat({ max: 10 }), fc.nat({ max: limit }))))
      }),
      { minLength: 2, maxLength: 5 }
    ),
    (size, steps) =>
      fleet(size, (nodes) =>
        Effect.gen(function*() {
          const admitted: Array<number> = []
          const within = (millis: number) => admitted.filter((at) => at > nodes.now - millis).length
          for (const { counts, wait } of steps) {
            yield* Effect.promise(() => nodes.go(wait))
            const refused = yield* Effect.forEach(nodes.processes, ({ take }, index) =>
              Effect.gen(function*() {
                let refused = 0
                for (let number = 0; number < counts[index]! && refused < 3; number++) {
                  const answer = yield* take({ ...pool(limit), now: nodes.now })
                  if (answer._tag === "Admitted") {
                    admitted.push(nodes.now)
                  } else {
                    expect(answer.until).toBeGreaterThan(nodes.now)
                    refused++
                  }
                }
                return refused
              }), { concurrency: "unbounded" })
            expect(within(minute)).toBeLessThanOrEqual(limit)
            if (refused.some((count) => count > 0)) {
              expect(within(minute)).toBeGreaterThanOrEqual(limit - (size - 1) * share)
            }
          }
        }))
  )

  it(
    "ask for half a hundredth of the limit together, not for each request",
    { timeout },
    () =>
      fleet(3, (nodes) =>
        Effect.gen(function*() {
          const burst = Effect.map(
            Effect.forEach(
              Array.from({ length: 4200 }),
              (_, number) => nodes.processes[number % 3]!.take({ ...pool(4000), now: nodes.now }),
              { concurrency: 30 }
            ),
            (taken) => taken.filter(({ _tag }) => _tag === "Admitted").length
          )
          const admitted = yield* burst
          expect(admitted).toBeLessThanOrEqual(4000)
          expect(admitted).toBeGreaterThanOrEqual(4000 - 2 * 40)
          // Two hundred shares of twenty, and what each of the three asks for in vain; each question is three statements.
          expect(nodes.said.asked).toBeGreaterThanOrEqual(190)
          expect(nodes.said.asked).toBeLessThanOrEqual(210)
          expect(nodes.said.statements).toBe(3 * nodes.said.asked)
        }))
  )

  it(
    "let go of a burst when it leaves the window, for whoever needs it",
    { timeout },
    () =>
      fleet(2, (nodes) =>
        Effect.gen(function*() {
          const [one, other] = nodes.processes as [ByHand.Process, ByHand.Process]
          expect(yield* count(nodes, one)).toBe(limit)
          expect(yield* count(nodes, other)).toBe(0)
          yield* Effect.promise(() => nodes.go(minute - 1))
          expect(yield* count(nodes, other)).toBe(0)
          // The first one says nothing any more.
          nodes.processes.shift()
          yield* Effect.promise(() => nodes.go(1))
          expect(yield* count(nodes, other)).toBeGreaterThanOrEqual(limit - share)
        }))
  )

  it(
    "that refuse hardly ask, however often they are asked",
    { timeout },
    () =>
      fleet(2, (nodes) =>
        Effect.gen(function*() {
          const [one, other] = nodes.processes as [ByHand.Process, ByHand.Process]
          expect(yield* count(nodes, one)).toBe(limit)
          Object.assign(nodes.said, { statements: 0, asked: 0 })
          for (let tenths = 0; tenths < 10; tenths++) {
            expect(yield* count(nodes, other)).toBe(0)
            yield* Effect.promise(() => nodes.go(100))
          }
          // Five times a second.
          expect(nodes.said.asked).toBeGreaterThanOrEqual(1)
          expect(nodes.said.asked).toBeLessThanOrEqual(5)
        }))
  )

  it(
    "leave nothing behind but what windows still count, when they end",
    { timeout },
    () =>
      fleet(1, (nodes) =>
        Effect.gen(function*() {
          const scope = yield* Scope.make()
          const ending = yield* Scope.provide(nodes.start, scope)
          expect(yield* count(nodes, ending, 7)).toBe(7)
          yield* Effect.promise(() => nodes.go(1000))
          nodes.processes.pop()
          yield* Scope.close(scope, Exit.void)
          expect(yield* count(nodes, nodes.processes[0]!)).toBe(limit - 7)
          yield* Effect.promise(() => nodes.go(minute - 1001))
          expect(yield* count(nodes, nodes.processes[0]!)).toBe(0)
          yield* Effect.promise(() => nodes.go(1))
          expect(yield* count(nodes, nodes.processes[0]!)).toBe(7)
          yield* Effect.promise(() => nodes.go(minute))
          // Reports are cleared away when they are over.
          const left = yield* postgres().client.unsafe(
            `select 1 from "${postgres().schema}".rate_taken where ends_at <= to_timestamp($1::text::float8 / 1000)`,
            [String(nodes.now)]
          )
          expect(left).toEqual([])
        }))
  )
})

describe("a fixed window of several nodes", () => {
  it("is one for all of them, and another one when it is over [RTL-006, RTL-007]", () =>
    fleet(3, (nodes) =>
      Effect.gen(function*() {
        const count = Effect.map(
          Effect.forEach(
            Array.from({ length: 24 }),
            (_, number) => nodes.processes[number % 3]!.take({ ...pool(10, "fixed"), now: nodes.now }),
            { concurrency: "unbounded" }
          ),
          (taken) => taken.filter(({ _tag }) => _tag === "Admitted").length
        )
        expect(yield* count).toBe(10)
        yield* Effect.promise(() => nodes.go(minute - 1))
        expect(yield* count).toBe(0)
        yield* Effect.promise(() => nodes.go(1))
        expect(yield* count).toBe(10)
      })))
})
