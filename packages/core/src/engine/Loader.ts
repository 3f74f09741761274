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
import type { Asker } from "./Asker.ts"
import * as Batch from "./Batch.ts"

/** What is to be loaded, and what is known already. */
export interface Wanted {
  readonly needs: Needs.Needs
  readonly known: Facts.Facts
}

export class Loader extends Context.Service<Loader, {
  /**
   * Loads rows, balances and counters, and returns what is known then: whatever else was loaded with it is among that,
   * and all of it was loaded after this was called. Lists are not grouped; the store is asked for them directly.
   */
  readonly load: (wanted: Wanted) => Effect.Effect<Facts.Facts, StoreError>
  /** The same for a fiber that need not wait for the answer. */
  readonly offer: (wanted: Wanted, caller: Asker, answered: Batch.Answered<Facts.Facts>) => void
}>()("@signalbox/core/engine/Loader") {}

/** How many calls run at once, how many decisions share one, and how many rows and numbers they ask for together. */
const questions = 2
const batchSize = 128
const batchNeeds = 2048

export const layer: Layer.Layer<Loader, never, Store> = Layer.effect(
  Loader,
  Effect.gen(function*() {
    const store = yield* Store
    const { ask, offer } = yield* Batch.make<Wanted, Facts.Facts>({
      ask: (all) => {
        const needs = Facts.missing(Facts.empty, Needs.all(...all.map((each) => each.needs)))
        return Effect.map(
          store.load({ ...needs, lists: [] }),
          (facts) => all.map(({ known }) => Facts.merge(known, facts))
        )
      },
      atOnce: questions,
      items: batchSize,
      size: batchNeeds,
      sizeOf: ({ needs: { balances, counters, rows, uniques } }) =>
        rows.length + uniques.length + balances.length + counters.length
    })
    return { load: ask, offer }
  })
)
