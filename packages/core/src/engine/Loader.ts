/**
 * Loads what decisions need. What they ask for at the same time is one call of the store, the counterpart of group commit.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import { queryText } from "../row/Usage.ts"
import * as Batch from "./Batch.ts"

/** A request to load: the needs, and the facts that are known already. */
export interface Wanted {
  readonly needs: Needs.Needs
  readonly known: Facts.Facts
}

/**
 * Whoever loads is told what is known then: whatever else was loaded with it is among that, and all of it was loaded after
 * it was asked for.
 */
export class Loader extends Context.Service<Loader, {
  readonly load: (wanted: Wanted) => Effect.Effect<Facts.Facts, StoreError>
  /** The same for a fiber that need not wait for the answer, where no page is needed. */
  readonly offer: Batch.Batch<Wanted, Facts.Facts>["offer"]
}>()("@signalbox/core/engine/Loader") {}

/**
 * From so many rows on, other requests have their turn between loading, deciding and committing: a send to a thousand
 * recipients must not hold up everybody else for the sum of the three.
 */
const large = 250

export const isLarge = (rows: number): boolean => rows >= large

/**
 * How many calls run at the same time, how many decisions share one, and how many rows and numbers they ask for
 * together.
 */
const questions = 2
const batchSize = 128
const batchNeeds = 2048

export const layer: Layer.Layer<Loader, never, Store> = Layer.effect(
  Loader,
  Effect.gen(function*() {
    const store = yield* Store
    const batch = yield* Batch.make<Wanted, Facts.Facts>({
      ask: (all) => {
        const needs = Facts.missing(Facts.empty, Needs.all(...all.map((each) => each.needs)))
        return Effect.map(
          store.load({ ...needs, lists: [], usages: [] }),
          (facts) => all.map(({ known }) => Facts.merge(known, facts))
        )
      },
      concurrency: questions,
      items: batchSize,
      size: batchNeeds,
      sizeOf: ({ needs: { balances, counters, rows, uniques } }) =>
        rows.length + uniques.length + balances.length + counters.length
    })
    /** Lists are not grouped; the store is asked for them directly. */
    const loadWithPages = Effect.fnUntraced(function*({ known, needs }: Wanted) {
      const rows = Needs.isEmpty({ ...needs, lists: [], usages: [] }) ? known : yield* batch.ask({ needs, known })
      const pages = yield* Effect.forEach(
        needs.lists,
        (query) => Effect.map(store.list(query), (page) => [Needs.listText(query), page] as const)
      )
      const usages = yield* Effect.forEach(
        needs.usages,
        (query) => Effect.map(store.usage(query), (found) => [queryText(query), found] as const)
      )
      return Facts.merge(rows, { ...Facts.empty, pages: new Map(pages), usages: new Map(usages) })
    })
    return {
      load: (wanted) =>
        wanted.needs.lists.length === 0 && wanted.needs.usages.length === 0 ? batch.ask(wanted) : loadWithPages(wanted),
      offer: batch.offer
    }
  })
)
