/**
 * A commit with what PostgreSQL cannot hold (U+0000, half a surrogate pair) fails alone where the adapter itself asks
 * for many things together, and otherwise fails its batch without a trace.
 */
import * as Commit from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import { make as instant, plus } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { make as money } from "@signalbox/core/Money"
import { none } from "@signalbox/core/Needs"
import type { KeyHash } from "@signalbox/core/Secret"
import { hashKey } from "@signalbox/core/Secret"
import type { LeaseToken } from "@signalbox/core/Work"
import * as Rows from "@signalbox/testing/generate/Rows"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { suite } from "./Client.ts"

const { harness, postgres } = suite("unstorable")

const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
const now = instant(Date.UTC(2030, 0, 15, 12))
const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)
const cannotHold = { reason: "failed", message: expect.stringContaining("cannot hold") }

const bads = [["U+0000", "bad\0key"], ["half a character", "bad\ud83dkey"]] as const

const rows = fc.sample(Rows.of("contact"), { seed: 11, numRuns: 20 })

describe.each(bads)("%s", (_, bad) => {
  it("in a credential does not touch the standing of others that are asked for with it", () =>
    Effect.gen(function*() {
      const { lockout } = yield* harness.make
      const good = numbers(200).map((number) => hashKey(`key ${number}`))
      yield* lockout.fail(good[150]!, now)
      const asked = [...good.slice(0, 120), bad as KeyHash, ...good.slice(120)]
      const standings = yield* Effect.forEach(
        asked,
        (credential) => Effect.result(lockout.standing(credential, now)),
        { concurrency: "unbounded" }
      )
      const failed = standings.map((standing, index) => standing._tag === "Failure" ? index : -1).filter((i) => i >= 0)
      expect(failed).toEqual([120])
      expect(standings[120]).toMatchObject({ failure: cannotHold })
      expect(standings[151]).toMatchObject({ success: { failures: 1, lockedUntil: null } })
      expect(standings[150]).toMatchObject({ success: { failures: 0, lockedUntil: null } })
      expect(yield* Effect.flip(lockout.fail(bad as KeyHash, now))).toMatchObject(cannotHold)
      expect(yield* Effect.flip(lockout.clear(bad as KeyHash))).toMatchObject(cannotHold)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("in the name of a pool does not touch other pools, now or when shares are confirmed", () =>
    Effect.gen(function*() {
      const { rateWindow } = yield* harness.make
      const take = (pool: string, shape: "sliding" | "fixed") =>
        Effect.result(rateWindow.take({ pool, limit: 100, millis: 60_000, shape, now }))
      for (const shape of ["sliding", "fixed"] as const) {
        const taken = yield* Effect.forEach(
          [...numbers(10).map(String), bad, "last"],
          (pool) => take(`${shape} ${pool}`, shape),
          { concurrency: "unbounded" }
        )
        expect(taken.map(({ _tag }) => _tag)).toEqual([
          ...Array<string>(10).fill("Success"),
          "Failure",
          "Success"
        ])
        expect(taken[10]).toMatchObject({ failure: cannotHold })
      }
      const { client, schema } = postgres()
      const seen = Effect.map(
        client.unsafe<{ readonly at: string }>(`select max(seen_at)::text as at from "${schema}".rate_share`),
        ([row]) => row!.at
      )
      const before = yield* seen
      const after = yield* Effect.repeat(Effect.delay(seen, 50), { until: (at) => at !== before, times: 200 })
      expect(after).not.toBe(before)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("in an idempotency key fails alone among many that begin", () =>
    Effect.gen(function*() {
      const { idempotency } = yield* harness.make
      const begun = yield* Effect.forEach(
        [...numbers(30).map((number) => `key-${number}`), bad, "last"],
        (key) => Effect.result(idempotency.begin({ account, key }, "request", now)),
        { concurrency: "unbounded" }
      )
      expect(begun.map(({ _tag }) => _tag)).toEqual([...Array<string>(30).fill("Success"), "Failure", "Success"])
      expect(begun[30]).toMatchObject({ failure: cannotHold })
    }).pipe(Effect.scoped, Effect.runPromise))

  it("in one key fails the load of all, and says so; the others can be loaded", () =>
    Effect.gen(function*() {
      const { store } = yield* harness.make
      yield* store.commit([Commit.make({ puts: rows })])
      const wrong = { kind: "contact", key: bad }
      expect(yield* Effect.flip(store.load({ ...none, rows: [...rows, wrong] }))).toMatchObject(cannotHold)
      expect(yield* Effect.flip(store.load({ ...none, rows, counters: [bad] }))).toMatchObject(cannotHold)
      const facts = yield* store.load({ ...none, rows })
      expect(rows.map((row) => facts.rows.get(row)?.row)).toEqual(rows)
    }).pipe(Effect.scoped, Effect.runPromise))

  const puts = rows.map((row) => Commit.make({ puts: [row] }))
  const work = { work: { kind: "dispatch" as const, key: bad }, lane: DispatchWork.lane.of(account), at: plus(now, 1) }
  const wrongs: ReadonlyArray<readonly [string, Partial<Commit.Commit>]> = [
    ["row", { puts: [{ ...rows[0]!, key: bad }] }],
    ["deletion", { deletes: [{ kind: "contact", key: bad }] }],
    ["row that is expects on", { expects: [{ ref: { kind: "contact", key: bad }, version: 0 }] }],
    ["work item", { due: [work] }],
    ["lane of a pause", { pauses: [{ lane: `dispatch:${bad}`, until: plus(now, 1) }] }],
    ["lease that is held", { holds: [{ work: work.work, token: 1 as LeaseToken }] }],
    ["spend", { debits: [{ account, amount: money(-1), floor: money(0), once: bad }] }],
    ["counter", { counts: [{ counter: bad, by: 1, ceiling: null, once: "a" }] }]
  ]
  it.each(wrongs)(
    "in the key of a %s fails its whole batch, and nothing of that is kept",
    (__, wrong) =>
      Effect.gen(function*() {
        const { store } = yield* harness.make
        const batch = [...puts.slice(0, 10), Commit.make(wrong), ...puts.slice(10)]
        expect(yield* Effect.flip(store.commit(batch))).toMatchObject(cannotHold)
        const facts = yield* store.load({ ...none, rows, balances: [account] })
        expect([...facts.rows.values()].filter(({ row }) => row !== null)).toEqual([])
        expect(facts.balances.get(account)).toBe(0)
        expect(yield* store.nextDue(0)).toMatchObject({ _tag: "None" })
        // One by one, all the others are kept.
        const results = yield* Effect.forEach(batch, (commit) => Effect.result(store.commit([commit])))
        expect(results.map(({ _tag }) => _tag)).toEqual(batch.map((_, index) => index === 10 ? "Failure" : "Success"))
      }).pipe(Effect.scoped, Effect.runPromise)
  )
})

describe("text that only looks like it", () => {
  it("is kept as it is", () =>
    Effect.gen(function*() {
      const { idempotency, store } = yield* harness.make
      const keys = ["\\u0000", "\\ud83d", "\\\\u0000", "[\\u0000]", "😀", "\ufffd", "\\"]
      const counts = keys.map((counter, index) => ({ counter, by: index + 1, ceiling: null, once: counter }))
      yield* store.commit([Commit.make({ counts })])
      const { counters } = yield* store.load({ ...none, counters: keys })
      expect([...counters.entries()]).toEqual(keys.map((key, index) => [key, index + 1]))
      for (const key of keys) {
        expect((yield* idempotency.begin({ account, key }, key, now))._tag).toBe("Started")
        expect((yield* idempotency.begin({ account, key }, key, now))._tag).toBe("InProgress")
      }
    }).pipe(Effect.scoped, Effect.runPromise))

  it("within a row is kept, even U+0000: a value is JSON", () =>
    Effect.gen(function*() {
      const { store } = yield* harness.make
      const [template] = fc.sample(Rows.of("webhook"), { seed: 3, numRuns: 1 })
      const row = { ...template!, value: { ...template!.value, displayName: "a\0b \ud83d \\u0000" } } as
        & typeof template
        & {}
      yield* store.commit([Commit.make({ puts: [row] })])
      const { rows } = yield* store.load({ ...none, rows: [row] })
      expect(rows.get(row)?.row).toEqual(row)
    }).pipe(Effect.scoped, Effect.runPromise))
})
