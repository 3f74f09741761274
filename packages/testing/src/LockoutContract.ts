/**
 * The contract of `Lockout`: ten failures lock a credential, and every further one locks it for longer.
 */
import { lockoutCounters, lockoutFailures, lockoutMemory } from "@signalbox/core/Limit"
import type { KeyHash } from "@signalbox/core/Secret"
import { hashKey } from "@signalbox/core/Secret"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Given } from "./internal/given.ts"
import { cases, run } from "./internal/given.ts"
import { after } from "./internal/samples.ts"
import { propWith } from "./Prop.ts"
import type { Harness } from "./StoreHarness.ts"

const [mine, other] = [hashKey("mine"), hashKey("other")]

const standing = ({ lockout }: Given, at: number, credential = mine) => lockout.standing(credential, after(at))

const lockedUntil = (given: Given, at: number, credential = mine) =>
  Effect.map(standing(given, at, credential), (found) => found.lockedUntil)

const fail = ({ lockout }: Given, at: number, times = 1, credential = mine) =>
  Effect.repeat(lockout.fail(credential, after(at)), { times: times - 1 })

/** The failures of one credential, as decisions part 6 counts them. */
interface Model {
  readonly failures: number
  readonly locks: number
  readonly until: number
  readonly last: number
}

const fresh: Model = { failures: 0, locks: 0, until: -Infinity, last: -Infinity }

const lengths = [60, 300, 900, 1800, 3600].map((seconds) => seconds * 1000)

const afterFailure = (model: Model, now: number): Model => {
  const self = now - model.last >= 86_400_000 ? fresh : model
  if (now < self.until) return self
  const failures = self.failures + 1
  if (failures < 10) return { ...self, failures, last: now }
  return { failures, locks: self.locks + 1, until: now + lengths[Math.min(self.locks, 4)]!, last: now }
}

const steps = fc.array(
  fc.record({
    wait: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(0, 1, 59_999, 60_000, 300_000, 900_000) },
      { weight: 1, arbitrary: fc.constantFrom(1_800_000, 3_600_000, 86_399_999, 86_400_000) }
    ),
    credential: fc.constantFrom(mine, mine, other),
    what: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(1, 3, 9) },
      { weight: 1, arbitrary: fc.constant("clear" as const) }
    )
  }),
  { maxLength: 25 }
)

const locks = (harness: Harness): void => {
  const it = cases(harness)

  it("comes with the tenth failure, not with the ninth [AUT-023, AUT-024]", function*(given) {
    expect(yield* standing(given, 0)).toEqual({ failures: 0, lockedUntil: null })
    yield* fail(given, 0, 9)
    expect(yield* standing(given, 0)).toEqual({ failures: 9, lockedUntil: null })
    yield* fail(given, 5)
    expect(yield* standing(given, 5)).toEqual({ failures: 10, lockedUntil: after(60_005) })
  })

  it("lasts a minute the first time [AUT-026]", function*(given) {
    yield* fail(given, 0, lockoutFailures)
    expect(yield* lockedUntil(given, 59_999)).toBe(after(60_000))
    expect(yield* lockedUntil(given, 60_000)).toBe(null)
  })

  it(
    "grows with the next failure after each lock, up to an hour [AUT-027, AUT-028, AUT-029, AUT-030]",
    function*(given) {
      yield* fail(given, 0, lockoutFailures)
      let now = 0
      for (const seconds of [60, 300, 900, 1800, 3600, 3600, 3600]) {
        expect(yield* lockedUntil(given, now)).toBe(after(now + seconds * 1000))
        now += seconds * 1000
        expect(yield* lockedUntil(given, now)).toBe(null)
        yield* fail(given, now)
      }
    }
  )

  it("is not prolonged and not followed by a longer one for failures during it", function*(given) {
    yield* fail(given, 0, lockoutFailures)
    yield* fail(given, 30_000, 20)
    expect(yield* lockedUntil(given, 30_000)).toBe(after(60_000))
    expect(yield* lockedUntil(given, 60_000)).toBe(null)
    yield* fail(given, 60_000)
    expect(yield* lockedUntil(given, 60_000)).toBe(after(360_000))
  })

  it("ends with a right credential, and the failures before it do not count [AUT-031]", function*(given) {
    yield* fail(given, 0, 9)
    yield* given.lockout.clear(mine)
    yield* fail(given, 0, 9)
    expect(yield* lockedUntil(given, 0)).toBe(null)
    yield* fail(given, 0)
    expect(yield* lockedUntil(given, 0)).toBe(after(60_000))
    yield* given.lockout.clear(mine)
    expect(yield* standing(given, 0)).toEqual({ failures: 0, lockedUntil: null })
    yield* fail(given, 0, lockoutFailures)
    expect(yield* lockedUntil(given, 0)).toBe(after(60_000))
  })

  it("of one credential is not that of another [AUT-032]", function*(given) {
    yield* fail(given, 0, lockoutFailures)
    yield* fail(given, 0, 9, other)
    expect(yield* lockedUntil(given, 0, other)).toBe(null)
    yield* given.lockout.clear(other)
    expect(yield* lockedUntil(given, 0)).toBe(after(60_000))
  })

  it("is forgotten a day after the last failure", function*(given) {
    yield* fail(given, 0, 8)
    yield* fail(given, lockoutMemory - 1)
    yield* fail(given, 2 * lockoutMemory - 1, 9)
    expect(yield* lockedUntil(given, 2 * lockoutMemory - 1)).toBe(null)
    yield* fail(given, 3 * lockoutMemory - 2)
    expect(yield* lockedUntil(given, 3 * lockoutMemory - 2)).toBe(after(3 * lockoutMemory - 2 + 60_000))
    yield* fail(given, 4 * lockoutMemory - 2)
    expect(yield* lockedUntil(given, 4 * lockoutMemory - 2)).toBe(null)
  })

  it("comes once with twenty failures at the same time, and not with nine", function*(given) {
    const together = (times: number, credential: KeyHash) =>
      Effect.forEach(Array.from({ length: times }), () => given.lockout.fail(credential, after(0)), {
        concurrency: "unbounded"
      })
    yield* together(9, other)
    yield* together(20, mine)
    expect(yield* lockedUntil(given, 0, other)).toBe(null)
    expect(yield* lockedUntil(given, 0)).toBe(after(60_000))
    yield* fail(given, 60_000)
    expect(yield* lockedUntil(given, 60_000)).toBe(after(360_000))
  })

  it("comes after exactly ten of twenty at the same time, and the others are told so", function*(given) {
    const failed = yield* Effect.forEach(Array.from({ length: 20 }), () => given.lockout.fail(mine, after(0)), {
      concurrency: "unbounded"
    })
    expect(failed.filter(({ isCounted }) => isCounted).length).toBe(10)
    expect(failed.filter(({ isCounted, lockedUntil }) => !isCounted && lockedUntil === after(60_000)).length).toBe(10)
    expect(failed.filter(({ isCounted, lockedUntil }) => isCounted && lockedUntil !== null)).toEqual([
      { isCounted: true, lockedUntil: after(60_000) }
    ])
    expect(yield* given.lockout.fail(mine, after(60_000))).toEqual({ isCounted: true, lockedUntil: after(360_000) })
  })

  it("is kept, and so are the failures of others, while many other credentials fail", function*(given) {
    yield* fail(given, 0, lockoutFailures)
    yield* fail(given, 0, 7, other)
    yield* Effect.forEach(
      Array.from({ length: 600 }, (_, number) => hashKey(`other ${number}`)),
      (credential) => given.lockout.fail(credential, after(1)),
      { concurrency: 16, discard: true }
    )
    expect(yield* standing(given, 2)).toEqual({ failures: 10, lockedUntil: after(60_000) })
    expect(yield* standing(given, 2, other)).toEqual({ failures: 7, lockedUntil: null })
    expect(yield* standing(given, 2, hashKey("other 3"))).toEqual({ failures: 1, lockedUntil: null })
  })

  it("is told to each of many that ask for different credentials at the same time", function*(given) {
    const credentials = Array.from({ length: 40 }, (_, number) => hashKey(`one of many ${number}`))
    for (const [number, credential] of credentials.entries()) {
      if (number % 3 > 0) yield* fail(given, number, number % 3, credential)
    }
    const standings = yield* Effect.forEach(
      [...credentials, ...credentials.toReversed()],
      (credential) => standing(given, 100, credential),
      { concurrency: "unbounded" }
    )
    const failures = standings.map((found) => found.failures)
    expect(failures.slice(0, 40)).toEqual(credentials.map((_, number) => number % 3))
    expect(failures.slice(40)).toEqual(credentials.map((_, number) => number % 3).toReversed())
  })

  it("is counted by the clock of its failures, also when that goes back a little", function*(given) {
    yield* fail(given, 1000, 9)
    yield* fail(given, 400)
    expect(yield* standing(given, 500)).toEqual({ failures: 10, lockedUntil: after(60_400) })
  })

  propWith({ runs: 150 })("comes and goes as the failures say", steps, (sequence) =>
    run(harness, function*(given) {
      const models = new Map<KeyHash, Model>()
      let now = 0
      for (const { credential, wait, what } of sequence) {
        now += wait
        if (what === "clear") {
          yield* given.lockout.clear(credential)
          models.delete(credential)
        } else {
          yield* fail(given, now, what, credential)
          for (let time = 0; time < what; time++) {
            models.set(credential, afterFailure(models.get(credential) ?? fresh, now))
          }
        }
        for (const each of [mine, other]) {
          const { failures, last, until } = models.get(each) ?? fresh
          expect(yield* standing(given, now, each)).toEqual({
            failures: now - last < 86_400_000 ? failures : 0,
            lockedUntil: now < until ? after(until) : null
          })
        }
      }
    }))
}

const bound = (harness: Harness): void => {
  const title = "are at most 100,000, and the one that failed longest ago goes first"
  const reason = harness.without?.lockoutBound
  if (reason !== undefined) {
    // The adapter said why, and the title repeats it.
    it.skip(`${title} (left out: ${reason})`)
    return
  }
  cases(harness)(title, function*(given) {
    yield* fail(given, 0, lockoutFailures - 1)
    yield* fail(given, 1, lockoutFailures, other)
    yield* fail(given, 2)
    for (let number = 0; number < lockoutCounters - 2; number++) {
      yield* given.lockout.fail(number.toString(16).padStart(64, "0") as KeyHash, after(3))
    }
    expect(yield* lockedUntil(given, 4, other)).toBe(after(60_001))
    yield* given.lockout.fail(hashKey("one too many"), after(4))
    expect(yield* standing(given, 4, other)).toEqual({ failures: 0, lockedUntil: null })
    expect(yield* lockedUntil(given, 4)).toBe(after(60_002))
  })
}

export const suite = (name: string, harness: Harness): void => {
  describe(`Lockout (${name})`, () => {
    describe("a lock", () => locks(harness))
    describe("counters", () => bound(harness))
  })
}
