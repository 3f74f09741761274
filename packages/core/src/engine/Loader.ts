/**
 * Group load, the counterpart of group commit: it loads what concurrent decisions need in one call of the store. There
 * is no timer; the next call forms while the last ones run.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import * as Batch from "./Batch.ts"

export class Loader extends Context.Service<Loader, {
  /** Loads rows, balances and counters. Lists are not grouped; the store is asked for them directly. */
  readonly load: (needs: Needs.Needs) => Effect.Effect<Facts.Facts, StoreError>
}>()("@signalbox/core/engine/Loader") {}

/** How many calls run at once, and how many decisions share one. */
const questions = 2
const batchSize = 128

interface Pending extends Batch.Pending<Facts.Facts> {
  readonly needs: Needs.Needs
}

export const layer: Layer.Layer<Loader, never, Store> = Layer.effect(
  Loader,
  Effect.gen(function*() {
    const store = yield* Store
    const queue = yield* Queue.unbounded<Pending>()

    const ask = (batch: ReadonlyArray<Pending>) => {
      const needs = Facts.missing(Facts.empty, Needs.all(...batch.map((pending) => pending.needs)))
      return Effect.map(
        store.load({ ...needs, lists: [] }),
        (facts) => batch.map((pending) => Facts.pick(facts, pending.needs))
      )
    }

    yield* Queue.takeBetween(queue, 1, batchSize).pipe(
      Effect.flatMap((batch) => Batch.answer<Pending, Facts.Facts>(batch, ask)),
      Effect.forever,
      Effect.forkScoped,
      Effect.replicateEffect(questions, { discard: true })
    )

    return {
      load: Effect.fnUntraced(function*(needs) {
        const answer = yield* Deferred.make<Facts.Facts, StoreError>()
        yield* Queue.offer(queue, { needs, answer })
        return yield* Deferred.await(answer)
      })
    }
  })
)
