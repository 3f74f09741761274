/**
 * Behind a pooler that gives every transaction another session, nothing that lives in a session is expects on.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { make as money } from "@signalbox/core/Money"
import { none } from "@signalbox/core/Needs"
import { hashKey } from "@signalbox/core/Secret"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import { lanes, suite } from "./Client.ts"
import * as Pooler from "./Pooler.ts"

let pooler: Pooler.Pooler | undefined

// What is registered first ends last: the schema is dropped by this way.
afterAll(() => pooler?.stop())

const behind = (): PostgresStore.Options => ({ url: pooler!.url, pooler: true, maxConnections: 8 })

const { harness, node } = suite("pooler", {}, async (url) => {
  pooler = await Pooler.start(url, 3)
  return behind()
})

const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
const now = instant(Date.UTC(2020, 0, 15, 12))
const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

describe("behind a pooler", () => {
  it("two nodes do all that stores do, many times at the same time", () =>
    Effect.gen(function*() {
      const [a, b] = [yield* harness.make, yield* node]
      yield* a.store.commit([
        Commit.make({ debits: [{ account, amount: money(-50), floor: money(0), once: "top-up" }] })
      ])
      const done = yield* Effect.forEach(numbers(50), (number) => {
        const { idempotency, lockout, rateWindow, store } = number % 2 === 0 ? a : b
        return Effect.all([
          store.commit([Commit.make({
            debits: [{ account, amount: money(1), floor: money(0), once: String(number) }],
            due: [{ work: { kind: "dispatch", key: String(number) }, lane: DispatchWork.lane.of(account), at: now }]
          })]),
          idempotency.begin({ account, key: `key-${number >> 1}` }, "request", now),
          rateWindow.take({ pool: "account:a", limit: 1000, millis: 60_000, shape: "sliding", now }),
          lockout.fail(hashKey("mine"), now)
        ])
      }, { concurrency: 6 })
      expect(done.every(([[outcome]]) => outcome?._tag === "Done")).toBe(true)
      expect(done.filter(([, { _tag }]) => _tag === "Started")).toHaveLength(25)
      expect(done.filter(([, , { _tag }]) => _tag === "Admitted")).toHaveLength(50)
      expect((yield* b.lockout.standing(hashKey("mine"), now)).failures).toBe(10)
      const { balances } = yield* b.store.load({ ...none, balances: [account] })
      expect(balances.get(account)).toBe(0)
      const leases = yield* Leases.claim(a.store, {
        node: "one" as NodeId,
        offset: 0,
        limit: 200,
        lanes: { ...lanes, send: { width: 200, shared: false } }
      })
      expect(new Set(leases.map(({ work }) => work.key)).size).toBe(50)
      expect(yield* Leases.claim(b.store, { node: "two" as NodeId, offset: 0, limit: 200, lanes })).toEqual([])
    }).pipe(Effect.scoped, Effect.runPromise))

  it("a client that was not told says what to set", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Layer.build(Layer.fresh(PostgresStore.layer({ url: pooler!.url }))))
      expect(error).toMatchObject({ reason: "failed", message: expect.stringContaining("pooler: true") })
    }).pipe(Effect.scoped, Effect.runPromise))

  it("every transaction has another session, or these tests would show nothing", () =>
    Effect.gen(function*() {
      const client = yield* Layer.build(Layer.fresh(PostgresStore.client({ ...behind(), maxConnections: 1 })))
      const session = Context.get(client, PgClient).unsafe("select pg_backend_pid() as pid")
      const sessions = yield* Effect.all([session, session, session])
      expect(new Set(sessions.map(([row]) => JSON.stringify(row))).size).toBeGreaterThan(1)
    }).pipe(Effect.scoped, Effect.runPromise))
})
