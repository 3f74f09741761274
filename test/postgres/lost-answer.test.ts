/**
 * The database kept it, and its answer was lost: what a claim took is found again.
 */
import * as Commit from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { lanes } from "./Client.ts"
import * as Proxy from "./Proxy.ts"
import * as Schema from "./Schema.ts"

const now = instant(Date.UTC(2020, 0, 1))
const node = "node-one" as NodeId
const keys = ["a", "b", "c"]

describe("a claim", () => {
  it("whose answer was lost gives what it took to the next one, once", () =>
    Effect.gen(function*() {
      const schema = yield* Schema.fresh()
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => Proxy.start(schema.url)),
        (made) => Effect.promise(() => made.stop())
      )
      // No heartbeat comes between.
      const storage = PostgresStore.layer({ url: proxy.url, schema: schema.name, heartbeatMillis: 60_000 })
      yield* Effect.gen(function*() {
        const store = yield* Store
        const claim = Effect.map(
          store.claim({ node, offset: 0, limit: 10, lanes }),
          (leases) => leases.map(({ work }) => work.key)
        )
        const work = (key: string) => ({ work: { kind: "dispatch", key }, lane: "dispatch:one", at: now }) as const
        yield* store.commit([Commit.make({ due: keys.map(work) })])
        // The first claim makes the node known, in a transaction of its own.
        yield* store.claim({ node, offset: 0, limit: 0, lanes })
        proxy.lose("COMMIT")
        const error = yield* Effect.flip(claim)
        expect(error.reason).toBe("unavailable")
        expect(yield* claim).toEqual(keys)
        expect(yield* claim).toEqual([])
        yield* store.commit([Commit.make({ due: [work("d")] })])
        expect(yield* claim).toEqual(["d"])
      }).pipe(Effect.provide(storage))
    }).pipe(Effect.scoped, Effect.runPromise))
})
