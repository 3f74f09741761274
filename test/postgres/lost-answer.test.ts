/**
 * The database kept it, and its answer was lost: what a claim took, or a commit gave, is found again.
 */
import * as Commit from "@signalbox/core/Commit"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import { make as instant } from "@signalbox/core/Instant"
import { leasesOf } from "@signalbox/core/Outcome"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import { lanes } from "./Client.ts"
import * as Proxy from "./Proxy.ts"
import * as Schema from "./Schema.ts"

const now = instant(Date.UTC(2020, 0, 1))
const node = "node-one" as NodeId
const keys = ["a", "b", "c"]

/** A store behind a way that can lose answers. No heartbeat comes between. */
const behind = <A, E>(body: (proxy: Proxy.Proxy) => Effect.Effect<A, E, Store | Idempotency>): Promise<A> =>
  Effect.gen(function*() {
    const schema = yield* Schema.fresh()
    const proxy = yield* Effect.acquireRelease(
      Effect.promise(() => Proxy.start(schema.url)),
      (made) => Effect.promise(() => made.stop())
    )
    const storage = PostgresStore.layer({ url: proxy.url, schema: schema.name, heartbeatMillis: 60_000 })
    return yield* Effect.provide(body(proxy), storage)
  }).pipe(Effect.scoped, Effect.runPromise)

const claiming = (store: Store["Service"], doubts: ReadonlyArray<string> = []) =>
  Effect.map(
    Leases.claim(store, {
      node,
      offset: 0,
      limit: 10,
      lanes,
      doubts: doubts.map((key) => ({ kind: "submission", key }))
    }),
    (leases) => leases.map(({ work }) => work.key)
  )

const work = (key: string) => ({ work: { kind: "dispatch", key }, lane: "dispatch:one", at: now }) as const

const held = (key: string) =>
  ({
    work: { kind: "submission", key },
    lane: "submission:sms-a/one",
    at: now,
    holder: { node, offset: 0 }
  }) as const

describe("a claim", () => {
  it("whose answer was lost gives what it took to the next one, once", () =>
    behind(Effect.fnUntraced(function*(proxy) {
      const store = yield* Store
      const claim = claiming(store)
      yield* store.commit([Commit.make({ due: keys.map(work) })])
      // The first claim makes the node known, in a transaction of its own.
      yield* Leases.claim(store, { node, offset: 0, limit: 0, lanes })
      proxy.lose("COMMIT")
      const error = yield* Effect.flip(claim)
      expect(error.reason).toBe("unavailable")
      // What a commit gives meanwhile is known, and not what the claim took.
      const [outcome] = yield* store.commit([Commit.make({ due: [held("known")] })])
      expect(leasesOf(outcome!).map(({ work }) => work.key)).toEqual(["known"])
      expect(yield* claim).toEqual(keys)
      expect(yield* claim).toEqual([])
      yield* store.commit([Commit.make({ due: [work("d")] })])
      expect(yield* claim).toEqual(["d"])
    })))
})

describe("an idempotency key", () => {
  it("whose claim had no answer is free again soon: nothing was executed for it", () =>
    behind(Effect.fnUntraced(function*(proxy) {
      const { begin } = yield* Idempotency
      const claim = { account: "aaaaaaaa-0000-7000-8000-000000000001" as AccountId, key: "key" }
      const ask = begin(claim, "print", now)
      proxy.lose("bounded as materialized")
      const error = yield* Effect.flip(ask)
      expect(error.reason).toBe("unavailable")
      expect(yield* ask).toEqual({ _tag: "InProgress" })
      const again = yield* Effect.repeat(Effect.tap(ask, Effect.sleep(50)), {
        until: ({ _tag }) => _tag !== "InProgress",
        times: 200
      })
      expect(again).toMatchObject({ _tag: "Started" })
      // And what has begun then is nobody else's to free.
      // The process frees such keys in real time, and would have freed this one by then.
      yield* Effect.sleep(1500)
      expect(yield* ask).toEqual({ _tag: "InProgress" })
    })))
})

describe("a commit", () => {
  it("whose answer was lost gives what its holder holds to a claim that names it", () =>
    behind(Effect.fnUntraced(function*(proxy) {
      const store = yield* Store
      yield* claiming(store)
      proxy.lose("left_rung")
      const error = yield* Effect.flip(store.commit([Commit.make({ due: [held("a"), held("b")] })]))
      expect(error.reason).toBe("unavailable")
      expect(yield* claiming(store)).toEqual([])
      expect(yield* claiming(store, ["a", "b", "never"])).toEqual(["a", "b"])
    })))
})
