/**
 * The store in memory keeps the contracts of storage.
 */
import { make, put } from "@signalbox/core/Commit"
import type { WebhookId } from "@signalbox/core/Id"
import { newEndpoint } from "@signalbox/core/internal/delivery/Health"
import { none } from "@signalbox/core/Needs"
import { Endpoints } from "@signalbox/core/Webhook"
import * as IdempotencyContract from "@signalbox/testing/IdempotencyContract"
import * as LockoutContract from "@signalbox/testing/LockoutContract"
import * as PaceContract from "@signalbox/testing/PaceContract"
import * as RateWindowContract from "@signalbox/testing/RateWindowContract"
import * as StoreContract from "@signalbox/testing/StoreContract"
import type { Harness } from "@signalbox/testing/StoreHarness"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Memory from "./Memory.ts"

const memory: Harness = { make: Memory.make }

for (const { suite } of [StoreContract, IdempotencyContract, RateWindowContract, LockoutContract, PaceContract]) {
  suite("memory", memory)
}

describe("the store in memory", () => {
  it("numbers the versions of a row from one, across deletion", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { store } = yield* memory.make
      const id = "00000000-0000-7000-8000-000000000001" as WebhookId
      const row = put(Endpoints, newEndpoint(id))
      const version = Effect.map(store.load({ ...none, rows: [row] }), ({ rows }) => rows.get(row)?.version)
      const versions = [yield* version]
      for (const change of [{ puts: [row, row] }, { puts: [row] }, { deletes: [row] }, { puts: [row] }]) {
        yield* store.commit([make(change)])
        versions.push(yield* version)
      }
      expect(versions).toEqual([0, 1, 2, 0, 3])
    }))))
})
