/**
 * Group load, the counterpart of group commit: what concurrent decisions need is asked of the store in one question.
 * There is no timer; the next question forms while the last ones are under way.
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"

export class Loader extends Context.Service<Loader, {
  /** Rows, balances and counters; lists are asked of the store itself. */
  readonly load: (needs: Needs.Needs) => Effect.Effect<Facts.Facts, StoreError>
}>()("@signalbox/core/engine/Loader") {}

/** How many questions are under way at once, and how many decisions share one. */
const questions = 2
const batchSize = 128

interface Pending {
  readonly needs: Needs.Needs
  readonly answer: Deferred.Deferred<Facts.Facts, StoreError>
}

export const layer: Layer.Layer<Loader, never, Store> = Layer.effect(
  Loader,
  Effect.gen(function*() {
    const store = yield* Store
    const queue = yield* Queue.unbounded<Pending>()

    const ask = Effect.fnUntraced(function*(batch: ReadonlyArray<Pending>) {
      const needs = Facts.missing(Facts.empty, Needs.all(...batch.map((pending) => pending.needs)))
      const exit = yield* Effect.exit(store.load({ ...needs, lists: [] }))
      yield* Effect.forEach(
        batch,
        (pending) => Deferred.done(pending.answer, Exit.map(exit, (facts) => Facts.pick(facts, pending.needs))),
        { discard: true }
      )
    })

    yield* Queue.takeBetween(queue, 1, batchSize).pipe(
      Effect.flatMap(ask),
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
