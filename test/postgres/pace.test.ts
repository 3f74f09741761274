/**
 * The pace of a carrier over several processes: never above it together, fair between them, and free again when one of
 * them dies.
 */
import type { Paced } from "@signalbox/core/Pace"
import type { StoreError } from "@signalbox/core/Store"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { suite } from "./Client.ts"

const { harness, node, postgres } = suite("pace")

const pool = "carrier:sms-a"
const second = 1000

type Body = (a: Services, b: Services, c: Services) => Effect.Effect<void, StoreError, Scope.Scope>

/** A case on three processes that share one empty storage. */
const processes = (body: Body) => () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const a = yield* harness.make
    yield* body(a, yield* node, yield* node)
  })))

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** Takes shares, and begins all that is admitted. */
const take = ({ pace }: Services, perSecond: number, inFlight: number, ...parts: ReadonlyArray<number>) =>
  pace.take({ pool, perSecond, inFlight, parts }).pipe(
    Effect.tap(({ admitted }) => pace.begin(pool, sum(parts.slice(0, admitted))))
  )

const sql = (text: string) => Effect.orDie(postgres().client.unsafe<{ readonly n: number }>(text))

const millis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/** Asks until something goes. */
const untilAdmitted = (ask: Effect.Effect<Paced, StoreError>) =>
  Effect.repeat(Effect.delay(ask, 20), { until: ({ admitted }) => admitted > 0 })

describe("processes that hand over to one carrier", () => {
  it(
    "keep its pace together, and all of theirs goes",
    { timeout: 30_000 },
    processes((...all) =>
      Effect.gen(function*() {
        const [perSecond, inFlight] = [80, 12]
        const seen: Array<{ readonly from: number; readonly to: number; readonly parts: number }> = []
        let underWay = 0
        const hand = (services: Services, number: number) =>
          Effect.gen(function*() {
            let rest = Array.from({ length: 20 }, (_, index) => 1 + (number + index) % 3)
            while (rest.length > 0) {
              const from = yield* millis
              const { admitted, again } = yield* take(services, perSecond, inFlight, ...rest)
              const parts = sum(rest.slice(0, admitted))
              seen.push({ from, to: yield* millis, parts })
              underWay += parts
              expect(underWay).toBeLessThanOrEqual(inFlight)
              rest = rest.slice(admitted)
              // The pace says when it makes sense to ask again.
              if (admitted === 0) yield* Effect.sleep(again)
              else {
                // A hand-over takes a little of the real time by which the database counts.
                yield* Effect.sleep(10)
                underWay -= parts
                yield* services.pace.done(pool, parts)
              }
            }
          })
        yield* Effect.forEach(all, hand, { concurrency: "unbounded" })
        expect(sum(seen.map(({ parts }) => parts))).toBe(120)
        for (const { from } of seen) {
          const inside = seen.filter((other) => other.from >= from && other.to < from + second)
          expect(sum(inside.map(({ parts }) => parts))).toBeLessThanOrEqual(perSecond)
        }
      })
    )
  )

  it(
    "leave to each other what they need no more",
    processes((a, b) =>
      Effect.gen(function*() {
        expect(yield* take(a, 100, 3, 3)).toEqual({ admitted: 1, again: 0 })
        expect(yield* take(b, 100, 3, 1)).toEqual({ admitted: 0, again: 50 })
        yield* a.pace.done(pool, 3)
        yield* untilAdmitted(take(b, 100, 3, 3))
        expect((yield* take(a, 100, 3, 1)).admitted).toBe(0)
        yield* b.pace.done(pool, 3)
      })
    )
  )

  it(
    "take turns, so that small items of one do not keep a large one of the other from going",
    { timeout: 20_000 },
    processes((a, b) =>
      Effect.gen(function*() {
        let small = 0
        const greedy = Effect.gen(function*() {
          const { admitted } = yield* take(a, 8, 100, 1, 1)
          small += admitted
          yield* a.pace.done(pool, admitted)
          // One after the other, so that the second never empties.
          yield* Effect.sleep(20)
        })
        const large = untilAdmitted(take(b, 8, 100, 8))
        yield* Effect.repeat(greedy, { until: () => small >= 6 })
        const paced = yield* Effect.raceFirst(large, Effect.forever(greedy))
        expect(paced).toEqual({ admitted: 1, again: 0 })
        expect(small).toBeLessThan(24)
      })
    )
  )

  it(
    "count what a dead one had under way for fifteen seconds, and its last second for five",
    processes((a) =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        const dying = yield* Scope.provide(node, scope)
        expect((yield* take(dying, 100, 6, 5)).admitted).toBe(1)
        yield* Scope.close(scope, Exit.void)
        yield* sql(`update "${postgres().schema}".pace_share set owner = 'dead'`)
        const silent = (seconds: number) =>
          sql(
            `update "${postgres().schema}".pace_share set recent = 5,
               seen_at = clock_timestamp() - interval '${seconds} seconds' where owner = 'dead'`
          )
        yield* silent(4)
        expect((yield* take(a, 5, 100, 1)).admitted).toBe(0)
        yield* silent(6)
        expect((yield* take(a, 5, 100, 5)).admitted).toBe(1)
        yield* a.pace.done(pool, 5)
        yield* silent(14)
        expect((yield* take(a, 100, 6, 2)).admitted).toBe(0)
        yield* silent(16)
        expect((yield* take(a, 100, 6, 6)).admitted).toBe(1)
      })
    )
  )

  it(
    "leave nothing behind when they stop after they are done",
    processes((a) =>
      Effect.gen(function*() {
        yield* Effect.scoped(Effect.flatMap(node, (b) =>
          Effect.gen(function*() {
            yield* take(b, 100, 5, 5)
            yield* b.pace.done(pool, 5)
          })))
        expect((yield* take(a, 100, 5, 5)).admitted).toBe(1)
      })
    )
  )

  it(
    "go on when the database was away, and nothing is counted that did not go",
    processes((a, b) =>
      Effect.gen(function*() {
        const { schema } = postgres()
        expect((yield* take(a, 100, 5, 2)).admitted).toBe(1)
        yield* sql(`alter table "${schema}".pace_share rename to away`)
        expect((yield* Effect.result(take(a, 100, 5, 3)))._tag).toBe("Failure")
        yield* a.pace.done(pool, 2)
        yield* sql(`alter table "${schema}".away rename to pace_share`)
        expect((yield* untilAdmitted(take(b, 100, 5, 5))).admitted).toBe(1)
      })
    )
  )
})
