/**
 * Group load, the counterpart of group commit: it loads what concurrent decisions need in one call of the store. There
 * is no timer; the next call forms while the last ones run. What requests wait for goes first.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Backlog from "./Backlog.ts"
import * as Batch from "./Batch.ts"

export class Loader extends Context.Service<Loader, {
  /** Loads rows, balances and counters. Lists are not grouped; the store is asked for them directly. */
  readonly load: (needs: Needs.Needs) => Effect.Effect<Facts.Facts, StoreError>
}>()("@signalbox/core/engine/Loader") {}

/** How many calls run at once, how many decisions share one, and how many rows and numbers they ask for together. */
const questions = 2
const batchSize = 128
const batchNeeds = 2048

interface Pending extends Batch.Pending<Facts.Facts> {
  readonly needs: Needs.Needs
}

export const layer: Layer.Layer<Loader, never, Store> = Layer.effect(
  Loader,
  Effect.gen(function*() {
    const store = yield* Store
    const queue = yield* Backlog.make<Pending>({
      items: batchSize,
      size: batchNeeds,
      sizeOf: ({ needs: { balances, counters, rows, uniques } }) =>
        rows.length + uniques.length + balances.length + counters.length
    })

    const ask = (batch: ReadonlyArray<Pending>) => {
      const [first] = batch
      if (batch.length === 1) return Effect.map(store.load({ ...first!.needs, lists: [] }), (facts) => [facts])
      const needs = Facts.missing(Facts.empty, Needs.all(...batch.map((pending) => pending.needs)))
      return Effect.map(
        store.load({ ...needs, lists: [] }),
        (facts) => batch.map((pending) => Facts.pick(facts, pending.needs))
      )
    }

    yield* queue.take.pipe(
      Effect.flatMap((batch) => Batch.answer<Pending, Facts.Facts>(batch, ask)),
      Effect.forever,
      Effect.forkScoped,
      Effect.replicateEffect(questions, { discard: true })
    )

    return {
      load: Effect.fnUntraced(function*(needs) {
        const answer = yield* Deferred.make<Facts.Facts, StoreError>()
        yield* queue.offerAll([{ needs, answered: (exit) => Deferred.done(answer, exit) }])
        return yield* Deferred.await(answer)
      })
    }
  })
)
