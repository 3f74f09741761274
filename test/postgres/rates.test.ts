/**
 * Rate windows of several nodes on one database, in simulated time (decisions 9.1): all nodes together admit what the
 * limit allows in any minute and no more, they refuse hardly any earlier than one node would, and they hardly ask.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant, plus } from "@signalbox/core/Instant"
import type { Take } from "@signalbox/core/RateWindow"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as ByHand from "./ByHand.ts"
import { suite } from "./Client.ts"

const { harness, postgres } = suite("rates")

const noon = instant(Date.UTC(2030, 0, 15, 12))
const minute = 60_000

/** How often the loops of a process turn that give shares back and confirm the others. */
const turns = [200, 2000]

/** A process gives back what it does not need 0.2 seconds late, and one that was refused asks again 0.2 seconds late. */
const late = 400

/** Several processes whose time goes by together. */
class Fleet {
  now: Instant = noon
  readonly processes: ReadonlyArray<ByHand.Process>
  private readonly waited = new Map(turns.map((millis) => [millis, 0]))

  constructor(processes: ReadonlyArray<ByHand.Process>) {
    this.processes = processes
  }

  async go(millis: number): Promise<void> {
    this.now = plus(this.now, millis)
    for (const { clock } of this.processes) clock.pass(millis)
    for (const [turn, waited] of this.waited) {
      const isTime = waited + millis >= turn
      this.waited.set(turn, isTime ? 0 : waited + millis)
      if (isTime) await Promise.all(this.processes.map(({ clock }) => clock.turn(turn)))
    }
  }
}

/** The client of a test, which counts how often a process asks for a share. */
const counting = (inner: PgClient, count: () => void): PgClient =>
  new Proxy(inner, {
    get: (target, name) => {
      if (name === "withoutTransforms") return () => counting(target.withoutTransforms() as PgClient, count)
      if (name !== "unsafe") return Reflect.get(target, name) as unknown
      return (text: string, params?: ReadonlyArray<unknown>) => {
        if (text.includes("pg_advisory_xact_lock")) count()
        return target.unsafe(text, params)
      }
    }
  })

/** A case on so many processes that share an empty storage. */
const fleet = (
  size: number,
  body: (fleet: Fleet, asked: () => number) => Effect.Effect<void, unknown, Scope.Scope>
) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    yield* harness.make
    let asked = 0
    const place = { ...postgres(), client: counting(postgres().client, () => asked++) }
    const processes = yield* Effect.forEach(Array.from({ length: size }), () => ByHand.make(place, minute))
    yield* body(new Fleet(processes), () => asked)
  })))

const pool = (limit: number, shape: Take["shape"] = "sliding") => ({ pool: "account:a", limit, millis: minute, shape })

describe("sliding windows of several nodes", () => {
  const limit = 300
  const share = 3

  propWith({ runs: 10, timeout: 120_000 })(
    "together admit no more than the limit in any minute, and refuse no earlier than their shares allow [RTL-001, RTL-002]",
    fc.integer({ min: 1, max: 3 }),
    fc.array(
      fc.record({
        wait: fc.oneof(
          fc.nat({ max: 150 }),
          fc.nat({ max: 20_000 }),
          fc.constantFrom(minute - 1, minute, minute + 100, minute - 5000)
        ),
        // Requests that come at once, at each node.
        counts: fc.tuple(...Array.from({ length: 3 }, () => fc.oneof(fc.nat({ max: 10 }), fc.nat({ max: limit }))))
      }),
      { minLength: 2, maxLength: 7 }
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
                for (let number = 0; number < counts[index]!; number++) {
                  const answer = yield* take({ ...pool(limit), now: nodes.now })
                  if (answer._tag === "Admitted") {
                    admitted.push(nodes.now)
                    // A share that was refused once may have become free since, but not within one instant.
                  } else {
                    expect(answer.until).toBeGreaterThan(nodes.now)
                    if (++refused === 3) break
                  }
                }
                return refused
              }), { concurrency: "unbounded" })
            expect(within(minute)).toBeLessThanOrEqual(limit)
            // What one node would have refused, or what is held by others in shares that they have not used up.
            if (refused.some((count) => count > 0)) {
              expect(within(minute + (size === 1 ? 0 : late))).toBeGreaterThanOrEqual(limit - (size - 1) * share)
            }
          }
        }))
  )

  it("ask for a hundredth of the limit at once, not for each request", () =>
    fleet(3, (nodes, asked) =>
      Effect.gen(function*() {
        const burst = Effect.map(
          Effect.forEach(
            Array.from({ length: 10_500 }),
            (_, number) => nodes.processes[number % 3]!.take({ ...pool(10_000), now: nodes.now }),
            { concurrency: 30 }
          ),
          (taken) => taken.filter(({ _tag }) => _tag === "Admitted").length
        )
        const first = yield* burst
        expect(first).toBeLessThanOrEqual(10_000)
        expect(first).toBeGreaterThanOrEqual(9800)
        // A hundred shares, and what each of the three asks for in vain.
        expect(asked()).toBeGreaterThanOrEqual(100)
        expect(asked()).toBeLessThanOrEqual(110)
        // A minute later the shares are where the requests are, and next to nothing has to be asked for.
        const before = asked()
        for (const { clock } of nodes.processes) clock.pass(5000)
        nodes.now = plus(nodes.now, minute)
        expect(yield* burst).toBeGreaterThanOrEqual(9800)
        expect(asked() - before).toBeLessThanOrEqual(10)
      })))

  it("let go of a burst half a second after it has left the window, for whoever needs it", () =>
    fleet(2, (nodes) =>
      Effect.gen(function*() {
        const [one, other] = nodes.processes as [ByHand.Process, ByHand.Process]
        const count = ({ take }: ByHand.Process) =>
          Effect.map(
            Effect.forEach(Array.from({ length: limit + 5 }), () => take({ ...pool(limit), now: nodes.now })),
            (taken) => taken.filter(({ _tag }) => _tag === "Admitted").length
          )
        expect(yield* count(one)).toBe(limit)
        expect(yield* count(other)).toBe(0)
        yield* Effect.promise(() => nodes.go(minute - 1))
        expect(yield* count(other)).toBe(0)
        yield* Effect.promise(() => nodes.go(201))
        expect(yield* count(other)).toBeGreaterThanOrEqual(limit - share)
      })))
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
