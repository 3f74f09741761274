/**
 * Clocks that lie: a node that is off by more than two seconds claims nothing, and a decision about work is never made
 * before the instant of the work.
 */
import { ClockOffset } from "@signalbox/core/ClockOffset"
import * as Commits from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import type { Leased } from "@signalbox/core/internal/commit/LeasedDecision"
import * as LeasedDecision from "@signalbox/core/internal/commit/LeasedDecision"
import * as ClockSkew from "@signalbox/core/internal/engine/ClockSkew"
import * as Needs from "@signalbox/core/Needs"
import type { Store } from "@signalbox/core/Store"
import { StoreError } from "@signalbox/core/Store"
import type { LeaseToken } from "@signalbox/core/Work"
import { prop } from "@signalbox/testing/Prop"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import { due, keep, recorder, working } from "./WorkerNode.ts"

/** A node whose clock, and whose measure of elapsed time, go as told; and a store with the right time. */
const node = () => {
  const lines: Array<string> = []
  const state = { wall: 0, elapsed: 0, store: 0, offset: 0, asked: 0, answersAfter: 0, isAway: false }
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => state.wall,
    currentTimeMillis: Effect.sync(() => state.wall),
    currentTimeNanosUnsafe: () => BigInt(state.wall) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(state.wall) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(state.elapsed) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(state.elapsed) * 1_000_000n),
    sleep: () => Effect.void
  }
  const pass = (millis: number) => {
    state.wall += millis
    state.elapsed += millis
    state.store += millis
  }
  const now = Effect.suspend(() => {
    state.asked++
    if (state.isAway) return Effect.fail(new StoreError({ reason: "unavailable", cause: "gone" }))
    const read = state.store
    pass(state.answersAfter)
    return Effect.succeed(read as Instant)
  })
  const skew = ClockSkew.make({ now } as Store["Service"])
  const isRight = () =>
    Effect.runSync(skew.isRight.pipe(
      Effect.provideService(Clock.Clock, clock),
      Effect.provideService(ClockOffset, Effect.sync(() => state.offset)),
      Effect.provide(Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))]))
    ))
  return { isRight, lines, pass, state }
}

describe("Skew", () => {
  prop(
    "finds a clock wrong that is off by more than two seconds, beyond what the answer's way may explain",
    fc.integer({ min: -10_000, max: 10_000 }),
    fc.integer({ min: 0, max: 6_000 }),
    fc.integer({ min: -1e9, max: 1e9 }),
    (off, answersAfter, offset) => {
      const { isRight, state } = node()
      Object.assign(state, { wall: off + offset, offset, answersAfter })
      // Half of the way to the store and back may have passed before the store read its clock, or all of it.
      const seen = off + answersAfter / 2
      expect(isRight()).toBe(Math.abs(seen) <= 2_000 + answersAfter / 2)
    }
  )

  it("is measured every ten seconds while the clock is right, and each second while it is off", () => {
    const { isRight, lines, pass, state } = node()
    const asked = (millis: number) => {
      const before = state.asked
      for (let passed = 0; passed < millis; passed += 100) {
        pass(100)
        isRight()
      }
      return state.asked - before
    }
    expect(isRight()).toBe(true)
    expect(asked(60_000)).toBe(6)
    state.store += 2_001
    expect(asked(10_000)).toBe(1)
    expect(isRight()).toBe(false)
    expect(asked(10_000)).toBe(10)
    state.store -= 2_001
    expect(asked(1_000)).toBe(1)
    expect(isRight()).toBe(true)
    // It is said once.
    expect(lines.map((line) => line.split(",")[0])).toEqual([
      "this node's clock is off",
      "this node's clock is right again"
    ])
  })

  it("is measured immediately when the clock jumps, and not when time travel is declared", () => {
    const { isRight, pass, state } = node()
    expect(isRight()).toBe(true)
    pass(100)
    state.wall += 86_400_000
    state.offset += 86_400_000
    expect([isRight(), state.asked]).toEqual([true, 1])
    state.wall -= 3_000
    expect([isRight(), state.asked]).toEqual([false, 2])
    pass(500)
    expect([isRight(), state.asked]).toEqual([false, 2])
    state.wall += 3_000
    expect([isRight(), state.asked]).toEqual([true, 3])
  })

  it("is not known while the store is away, so nothing is claimed", () => {
    const { isRight, state } = node()
    state.isAway = true
    expect(() => isRight()).toThrow("unavailable")
    expect(() => isRight()).toThrow("unavailable")
    state.isAway = false
    expect(isRight()).toBe(true)
  })
})

describe("a worker", () => {
  it("claims nothing while its clock is off, and goes on when it is back", async () => {
    const { make, seen } = recorder()
    const lines: Array<unknown> = []
    let off = 5_000
    let claims = 0
    await working(
      make,
      Effect.gen(function*() {
        yield* keep([due(1, 1)])
        while (lines.length === 0) yield* Effect.sleep(1)
        // A claim would have begun by then.
        for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
        expect([seen.length, claims]).toEqual([0, 0])
        off = 0
        yield* Bench.idle
        expect(seen).toHaveLength(1)
      }),
      (store) => ({
        ...store,
        claim: (request) => {
          claims++
          return store.claim(request)
        },
        now: Effect.map(store.now, (now) => plus(now, off))
      }),
      lines
    )
    expect(lines).toEqual([
      ["this node's clock is off, so it claims no work until it is right", {
        milliseconds: expect.closeTo(-5_000, -3)
      }],
      ["this node's clock is right again"]
    ])
  })
})

describe("LeasedDecision", () => {
  const decided: Array<Instant> = []
  const decision = (parts: Partial<Commits.Commit>) =>
    LeasedDecision.make<Leased, void>({
      name: "test",
      needs: () => Needs.none,
      decide: (_, { now }) => {
        decided.push(now)
        return Result.succeed({ answer: undefined, commit: Commits.make(parts) })
      }
    })
  const lease = { ...due(1, 1), failures: 0, token: 7 as LeaseToken }
  const fence = { work: lease.work, token: lease.token }
  const commitOf = (parts: Partial<Commits.Commit>, now: Instant = Given.now) =>
    Result.getOrThrow(decision(parts).decide({ lease }, { facts: Facts.empty, now, ids: Given.ids() })).commit

  prop("never decides before the instant of its work", fc.integer({ min: -5_000, max: 5_000 }), (late) => {
    commitOf({}, plus(Given.now, late))
    expect(decided.at(-1)).toBe(Given.now + Math.max(0, late))
  })

  it("completes its work, unless it holds or releases it", () => {
    const other = { work: { kind: "errand", key: "other" }, token: 7 as LeaseToken }
    expect(commitOf({}).completes).toEqual([fence])
    expect(commitOf({ holds: [other] }).completes).toEqual([fence])
    expect(commitOf({ holds: [fence] }).completes).toEqual([])
    expect(commitOf({ releases: [fence] }).completes).toEqual([])
  })
})
