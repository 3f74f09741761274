/**
 * The store in memory keeps the contracts of storage.
 */
import { make, put } from "@signalbox/core/Commit"
import type { WebhookId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import { refText } from "@signalbox/core/Kind"
import { Lockout } from "@signalbox/core/Lockout"
import { none } from "@signalbox/core/Needs"
import { Pace } from "@signalbox/core/Pace"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Store } from "@signalbox/core/Store"
import { Endpoints } from "@signalbox/core/Webhook"
import { MemoryNodes } from "@signalbox/memory/MemoryNodes"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as IdempotencyContract from "@signalbox/testing/IdempotencyContract"
import * as LockoutContract from "@signalbox/testing/LockoutContract"
import * as PaceContract from "@signalbox/testing/PaceContract"
import * as RateWindowContract from "@signalbox/testing/RateWindowContract"
import * as StoreContract from "@signalbox/testing/StoreContract"
import type { Harness } from "@signalbox/testing/StoreHarness"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"

const memory: Harness = {
  make: Effect.map(Layer.build(Layer.fresh(MemoryStore.layer)), (context) => ({
    store: Context.get(context, Store),
    idempotency: Context.get(context, Idempotency),
    rateWindow: Context.get(context, RateWindow),
    lockout: Context.get(context, Lockout),
    pace: Context.get(context, Pace),
    killNode: Context.get(context, MemoryNodes).forget
  }))
}

for (const { suite } of [StoreContract, IdempotencyContract, RateWindowContract, LockoutContract, PaceContract]) {
  suite("memory", memory)
}

describe("the store in memory", () => {
  it("numbers the versions of a row from one, across deletion", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { store } = yield* memory.make
      const id = "00000000-0000-7000-8000-000000000001" as WebhookId
      const row = put(Endpoints, { webhook: id, consecutiveFailures: 0, lastAttemptAt: null, lastSuccessAt: null })
      const version = Effect.map(store.load({ ...none, rows: [row] }), ({ rows }) => rows.get(refText(row))?.version)
      const versions = [yield* version]
      for (const change of [{ puts: [row, row] }, { puts: [row] }, { deletes: [row] }, { puts: [row] }]) {
        yield* store.commit([make(change)])
        versions.push(yield* version)
      }
      expect(versions).toEqual([0, 1, 2, 0, 3])
    }))))
})
