/**
 * The contract of `Pace`, on one node: never more parts than it says, in any second and at the same time, and
 * everything goes in the end.
 */
import type { Paced, PaceRequest } from "@signalbox/core/Pace"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it as vitestIt } from "vitest"
import type { Given } from "./internal/given.ts"
import { run } from "./internal/given.ts"
import { SteppedClock } from "./internal/steppedClock.ts"
import { propWith } from "./Prop.ts"
import type { Harness } from "./StoreHarness.ts"

const second = 1000

interface Stepped extends Given {
  /** Lets so many milliseconds pass. */
  readonly pass: (millis: number) => Effect.Effect<void>
}

type Body = (given: Stepped) => Generator<Effect.Effect<unknown, unknown>, void, never>

/** Runs a case on fresh services whose elapsed time is made by hand. */
const runStepped = (harness: Harness, body: Body): Promise<void> =>
  Effect.runPromise(Effect.flatMap(SteppedClock.make, (clock) => {
    const stepped = (given: Given): Stepped => ({ ...given, pass: (millis) => Effect.sync(() => clock.pass(millis)) })
    const inTime: Harness = { ...harness, make: Effect.provideService(harness.make, Clock.Clock, clock) }
    return Effect.promise(() =>
      run(inTime, function*(given) {
        yield* Effect.provideService(Effect.gen(() => body(stepped(given))), Clock.Clock, clock)
      })
    )
  }))

const pool = "carrier:sms-a"

const limits = (perSecond: number, inFlight: number, parts: ReadonlyArray<number>): PaceRequest => ({
  pool,
  perSecond,
  inFlight,
  parts
})

interface Admission {
  /** The time at which it began; null as long as it has not. */
  at: number | null
  readonly parts: number
  readonly counts: number
}

/** A pace as its port describes it: everything that was ever admitted, with the time when it began. */
class Model {
  readonly admissions: Array<Admission> = []
  underWay = 0
  now = 0

  recent(at = this.now): number {
    return this.admissions.filter((each) => each.at === null || each.at > at - second)
      .reduce((sum, { counts }) => sum + counts, 0)
  }

  /** Returns how many items may go, when nothing else is done until then. */
  admits({ inFlight, parts, perSecond }: PaceRequest, at = this.now): number {
    if (perSecond === 0 || inFlight === 0) return 0
    let [recent, underWay] = [this.recent(at), this.underWay]
    for (const [index, each] of parts.entries()) {
      recent += Math.min(each, perSecond)
      if (recent > perSecond || underWay + Math.min(each, inFlight) > inFlight) return index
      underWay += each
    }
    return parts.length
  }

  take(request: PaceRequest): void {
    const admitted = request.parts.slice(0, this.admits(request))
    for (const each of admitted) {
      this.admissions.push({ at: null, parts: each, counts: Math.min(each, request.perSecond) })
      this.underWay += each
    }
  }

  /** Begins everything that is still to begin, and returns its parts. */
  begin(): number {
    const all = this.admissions.filter(({ at }) => at === null)
    for (const each of all) each.at = this.now
    return all.reduce((sum, { parts }) => sum + parts, 0)
  }
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      _tag: fc.constant("Take"),
      perSecond: fc.constantFrom(5, 5, 5, 3, 9, 0),
      inFlight: fc.constantFrom(4, 4, 4, 8, 1, 0),
      parts: fc.array(fc.constantFrom(1, 1, 1, 2, 3, 7, 20), { maxLength: 5 })
    })
  },
  { weight: 5, arbitrary: fc.constant({ _tag: "Begin" } as const) },
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Done"), which: fc.nat({ max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Pass"),
      millis: fc.constantFrom(1, 10, 250, 499, 999, 1000, 1001, 3000, "again" as const)
    })
  }
)

const histories = (harness: Harness): void => {
  propWith({ runs: 150, timeout: 60_000 })(
    "admits what a log of everything admits, and says when that is more",
    fc.array(step, { maxLength: 30, size: "max" }),
    (steps) =>
      runStepped(harness, function*({ pace, pass }) {
        const model = new Model()
        const underWay: Array<number> = []
        let again = 1
        for (const each of steps) {
          switch (each._tag) {
            case "Take": {
              const request = limits(each.perSecond, each.inFlight, each.parts)
              const expected = model.admits(request)
              const paced = yield* pace.take(request)
              expect(paced.admitted).toBe(expected)
              const rest = { ...request, parts: each.parts.slice(expected) }
              model.take(request)
              underWay.push(...each.parts.slice(0, expected))
              if (rest.parts.length === 0) expect(paced.again).toBe(0)
              else {
                expect(paced.again).toBeGreaterThan(0)
                expect(paced.again).toBeLessThanOrEqual(second)
                // A part that waits for its second alone goes when it is told, and not a millisecond before.
                if (model.admits(rest, model.now + second) > 0) {
                  expect(model.admits(rest, model.now + paced.again)).toBeGreaterThan(0)
                  expect(model.admits(rest, model.now + paced.again - 1)).toBe(0)
                }
                again = paced.again
              }
              break
            }
            case "Begin":
              yield* pace.begin(pool, model.begin())
              break
            case "Done":
              for (const parts of underWay.splice(each.which, 1)) {
                model.underWay -= parts
                yield* pace.done(pool, parts)
              }
              break
            case "Pass": {
              const millis = each.millis === "again" ? again : each.millis
              model.now += millis
              yield* pass(millis)
            }
          }
        }
      })
  )
}

const single = (harness: Harness): void => {
  const it = (title: string, body: Body): void => vitestIt(title, () => runStepped(harness, body))

  /** Asks for parts, and begins immediately those that are admitted. */
  const take = ({ pace }: Given, perSecond: number, inFlight: number, ...parts: ReadonlyArray<number>) =>
    pace.take(limits(perSecond, inFlight, parts)).pipe(
      Effect.tap(({ admitted }) => pace.begin(pool, parts.slice(0, admitted).reduce((sum, each) => sum + each, 0)))
    )

  const all = (admitted: number): Paced => ({ admitted, again: 0 })

  it("admits items in their order, and none past one that does not fit", function*(given) {
    expect(yield* take(given, 10, 100, 4, 4, 4, 1)).toMatchObject({ admitted: 2 })
    expect(yield* take(given, 10, 100, 2)).toEqual(all(1))
    expect(yield* take(given, 10, 100, 1)).toEqual({ admitted: 0, again: second })
    expect(yield* take(given, 10, 100)).toEqual(all(0))
  })

  it("counts each part for a second", function*(given) {
    expect(yield* take(given, 10, 100, 6)).toEqual(all(1))
    yield* given.pass(400)
    expect(yield* take(given, 10, 100, 4)).toEqual(all(1))
    yield* given.pass(599)
    expect(yield* take(given, 10, 100, 1)).toEqual({ admitted: 0, again: 1 })
    yield* given.pass(1)
    expect(yield* take(given, 10, 100, 6, 1)).toEqual({ admitted: 1, again: 400 })
  })

  it("counts what is admitted until a second after it has begun", function*(given) {
    const ask = (...parts: ReadonlyArray<number>) => given.pace.take(limits(5, 100, parts))
    expect(yield* ask(3, 2)).toEqual(all(2))
    yield* given.pass(5 * second)
    expect(yield* ask(1)).toMatchObject({ admitted: 0 })
    yield* given.pace.begin(pool, 3)
    yield* given.pass(400)
    yield* given.pace.begin(pool, 2)
    yield* given.pass(599)
    expect(yield* ask(1)).toMatchObject({ admitted: 0 })
    yield* given.pass(1)
    expect(yield* ask(3, 1)).toMatchObject({ admitted: 1 })
  })

  it("gives places that are under way back when they are done", function*(given) {
    expect(yield* take(given, 1000, 3, 1, 2)).toEqual(all(2))
    yield* given.pass(5000)
    expect(yield* take(given, 1000, 3, 1)).toMatchObject({ admitted: 0 })
    yield* given.pace.done(pool, 1)
    expect(yield* take(given, 1000, 3, 1, 1)).toMatchObject({ admitted: 1 })
    yield* given.pace.done(pool, 2)
    expect(yield* take(given, 1000, 3, 2)).toEqual(all(1))
  })

  it("lets an item with more parts than it admits go alone", function*(given) {
    expect(yield* take(given, 5, 100, 12)).toEqual(all(1))
    expect(yield* take(given, 5, 100, 1)).toEqual({ admitted: 0, again: second })
    yield* given.pass(second)
    yield* given.pace.done(pool, 12)
    expect(yield* take(given, 100, 5, 12, 1)).toMatchObject({ admitted: 1 })
    yield* given.pass(second)
    yield* given.pace.done(pool, 11)
    expect(yield* take(given, 100, 5, 12)).toMatchObject({ admitted: 0 })
    yield* given.pace.done(pool, 1)
    expect(yield* take(given, 100, 5, 12)).toEqual(all(1))
  })

  it("admits nothing where nothing is admitted, and more when that is changed", function*(given) {
    expect(yield* take(given, 0, 5, 1)).toMatchObject({ admitted: 0 })
    expect(yield* take(given, 5, 0, 1)).toMatchObject({ admitted: 0 })
    expect(yield* take(given, 2, 5, 1, 1, 1)).toMatchObject({ admitted: 2 })
    expect(yield* take(given, 3, 5, 1)).toEqual(all(1))
    expect(yield* take(given, 2, 5, 1)).toEqual({ admitted: 0, again: second })
  })

  it("knows nothing of another pool", function*(given) {
    expect(yield* take(given, 1, 1, 1)).toEqual(all(1))
    for (let number = 0; number < 50; number++) {
      expect(yield* given.pace.take({ ...limits(1, 1, [1]), pool: `carrier:${number}` })).toEqual(all(1))
    }
    yield* given.pace.done("carrier:0", 1)
    yield* given.pass(second)
    expect(yield* take(given, 1, 1, 1)).toMatchObject({ admitted: 0 })
    yield* given.pace.done(pool, 1)
    expect(yield* take(given, 1, 1, 1)).toEqual(all(1))
  })
}

/** An admission, between the call and its answer. */
interface Seen {
  readonly from: number
  readonly to: number
  readonly parts: number
}

const crowd = (harness: Harness): void => {
  vitestIt(
    "keeps its word to many who ask at the same time, and all of theirs goes",
    { timeout: 30_000 },
    () =>
      run(harness, function*({ pace }) {
        const [perSecond, inFlight] = [60, 25]
        const seen: Array<Seen> = []
        let underWay = 0
        const millis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)
        const taker = (number: number) =>
          Effect.gen(function*() {
            let rest = Array.from({ length: 8 }, (_, index) => index === 3 ? 30 : 1 + (number + index) % 3)
            while (rest.length > 0) {
              const from = yield* millis
              const { admitted, again } = yield* pace.take(limits(perSecond, inFlight, rest))
              const to = yield* millis
              const gone = rest.slice(0, admitted)
              const parts = gone.reduce((sum, each) => sum + each, 0)
              const counts = gone.reduce((sum, each) => sum + Math.min(each, inFlight), 0)
              seen.push({ from, to, parts: gone.reduce((sum, each) => sum + Math.min(each, perSecond), 0) })
              underWay += counts
              expect(underWay).toBeLessThanOrEqual(inFlight)
              rest = rest.slice(admitted)
              if (admitted === 0) {
                // The pace says when it makes sense to ask again.
                yield* Effect.sleep(Math.min(again, 50))
                continue
              }
              yield* pace.begin(pool, parts)
              // A hand-over takes a little of the real time by which the pace counts.
              yield* Effect.sleep(5)
              underWay -= counts
              yield* pace.done(pool, parts)
            }
          })
        yield* Effect.forEach([1, 2, 3, 4], taker, { concurrency: "unbounded" })
        for (const { from } of seen) {
          const inside = seen.filter((other) => other.from >= from && other.to < from + second)
          expect(inside.reduce((sum, { parts }) => sum + parts, 0)).toBeLessThanOrEqual(perSecond)
        }
      })
  )
}

export const suite = (name: string, harness: Harness): void => {
  describe(`Pace (${name})`, () => {
    histories(harness)
    single(harness)
    crowd(harness)
  })
}
