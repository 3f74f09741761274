/** Documents that cannot be reached are asked for again ten seconds later, until they are kept or removed (decisions 5.7). */
import * as Commit from "@signalbox/core/Commit"
import { Documents } from "@signalbox/core/Documents"
import { plus } from "@signalbox/core/Instant"
import * as DocumentWork from "@signalbox/core/internal/channel/DocumentWork"
import { Store, StoreError } from "@signalbox/core/Store"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

it("each document is kept or removed, once it can be", async () => {
  const asked: Array<string> = []
  let isAway = true
  const told = (what: string) =>
    Effect.suspend(() => {
      asked.push(what)
      return isAway && !what.endsWith("two")
        ? Effect.fail(new StoreError({ reason: "unavailable", cause: "away" }))
        : Effect.void
    })
  const port: Documents = {
    put: () => Effect.succeed("Put"),
    keep: (id) => told(`keep ${id}`),
    remove: (all) => told(`remove ${all.join()}`),
    find: () => Effect.succeed(null),
    next: () => Effect.succeed(null),
    restore: () => Effect.void
  }
  const storage = Layer.merge(MemoryStore.layerStore, Layer.succeed(Documents, port))
  await Bench.run(
    Bench.layer({ storage }),
    Effect.gen(function*() {
      const store = yield* Store
      const due = (fate: DocumentWork.Fate, ...ids: ReadonlyArray<string>) =>
        DocumentWork.due(ids.map((id) => ({ id })), fate, Given.accountId(1), Given.now)
      yield* store.commit([Commit.make({ due: [...due("keep", "one", "two"), ...due("remove", "three")] })])
      yield* Bench.travel(plus(Given.now, 9999))
      expect(asked.toSorted()).toEqual(["keep one", "keep two", "remove three"])
      yield* Bench.travel(plus(Given.now, 10_000))
      yield* Bench.idle
      expect(asked.slice(3).toSorted()).toEqual(["keep one", "remove three"])
      isAway = false
      yield* Bench.travel(plus(Given.now, 60_000))
      expect(asked.slice(5).toSorted()).toEqual(["keep one", "remove three"])
    })
  )
})
