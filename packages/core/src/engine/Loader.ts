/**
 * Group load, the counterpart of group commit: it loads what concurrent decisions need in one call of the store.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Batch from "./Batch.ts"

export class Loader extends Context.Service<Loader, {
  /** Loads rows, balances and counters. Lists are not grouped; the store is asked for them directly. */
  readonly load: (needs: Needs.Needs) => Effect.Effect<Facts.Facts, StoreError>
}>()("@signalbox/core/engine/Loader") {}

/** How many calls run at once, how many decisions share one, and how many rows and numbers they ask for together. */
const questions = 2
const batchSize = 128
const batchNeeds = 2048

export const layer: Layer.Layer<Loader, never, Store> = Layer.effect(
  Loader,
  Effect.gen(function*() {
    const store = yield* Store
    const batch = yield* Batch.make<Needs.Needs, Facts.Facts>({
      ask: (all) => {
        const [first] = all
        if (all.length === 1) return Effect.map(store.load({ ...first!, lists: [] }), (facts) => [facts])
        const needs = Facts.missing(Facts.empty, Needs.all(...all))
        return Effect.map(store.load({ ...needs, lists: [] }), (facts) => all.map((each) => Facts.pick(facts, each)))
      },
      atOnce: questions,
      items: batchSize,
      size: batchNeeds,
      sizeOf: ({ balances, counters, rows, uniques }) =>
        rows.length + uniques.length + balances.length + counters.length
    })
    return { load: batch.ask }
  })
)
