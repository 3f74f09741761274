/**
 * A claim that has passed over a lane, which a commit had locked: nobody else says that more waits in it.
 */
import { Store } from "@signalbox/core/Store"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import type { Make } from "./WorkerNode.ts"
import { done, due, keep, nodeOn, nodes } from "./WorkerNode.ts"

it.each([["of which it has something in hand claims again", 1, 2], ["of others does not", 2, 1]])(
  "a worker whose claim has passed over a lane %s",
  async (_, passed, claims) => {
    let claimed = 0
    const ends = await Effect.runPromise(Latch.make(false))
    const make: Make = (store) => (leases) => Effect.andThen(ends.await, done(store, leases))
    const watched = (store: Store["Service"]): Store["Service"] => ({
      ...store,
      claim: (request) =>
        Effect.map(store.claim(request), (found) => {
          if (found.leases.length === 0 && claimed === 0) return found
          claimed++
          return claimed === 1 ? { ...found, passed: [due(1, passed).lane] } : found
        })
    })
    await Bench.run(
      Layer.unwrap(Effect.map(Store, (store) => nodeOn(watched(store), nodes[0]!, make, { pollMillis: 1_000_000 })))
        .pipe(
          Layer.provideMerge(MemoryStore.layerStore)
        ),
      Effect.gen(function*() {
        yield* keep([due(1, 1)])
        yield* Effect.flatMap(WorkSignal.WorkSignal, ({ raise }) => raise)
        yield* Effect.replicateEffect(Effect.yieldNow, 200, { discard: true })
        expect(claimed).toBe(claims)
        yield* ends.open
        yield* Bench.idle
      })
    )
  }
)
