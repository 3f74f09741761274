/**
 * Runs calls within a transaction of the host's.
 */
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import * as KeyedQueue from "@signalbox/core/KeyedQueue"
import type { Secrets } from "@signalbox/core/Secrets"
import * as Service from "@signalbox/core/Service"
import type { WebhookSender } from "@signalbox/core/WebhookSender"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type { SignalboxError } from "../SignalboxError.ts"
import type { Storage, Transaction } from "../Storage.ts"
import type { Services } from "./calling.ts"
import * as Errors from "./errors.ts"
import * as HostConnection from "./hostConnection.ts"

/** The services that calls take from the running one: all but the place of its data. */
export type Shared = IdGenerator | Secrets | WebhookSender

/** Nobody is woken before the host has committed. */
const silent = Layer.succeed(WorkSignal, { raise: Effect.void, raiseElsewhere: Effect.void, heard: Effect.never })

/**
 * A connection does one thing after the other, whoever asks, and savepoints must not cross. The connection is the host's,
 * so those take turns who were given the same one, even by different services of this process.
 */
const turns = KeyedQueue.make<Transaction, void>(Effect.void)

export interface Within {
  /** @param name of the call */
  <A>(effect: Effect.Effect<A, SignalboxError, Services>, name: string): Effect.Effect<A, SignalboxError, Shared>
}

/** @throws SignalboxError immediately when nothing can be done in such a transaction */
export const make = (storage: Storage, transaction: Transaction): Within => {
  if (storage.kind !== "postgres") {
    throw Errors.noTransaction("needs storage: postgres(...) in the database of the transaction.")
  }
  HostConnection.check(transaction)
  // Each call has an engine of its own, so that nothing is left of it when the host ends its transaction.
  return (effect, name) =>
    turns.within(transaction, ({ turn }) =>
      Semaphore.withPermit(
        turn,
        Effect.gen(function*() {
          const { HostTransaction, within } = yield* Effect.promise(() => import("./postgresLayer.ts"))
          const layer = Service.intakeLayer.pipe(
            Layer.provide(Service.engineLayerWith(silent)),
            Layer.provideMerge(within(storage, transaction))
          )
          let host: (typeof HostTransaction)["Service"] = { isMissing: () => false, isOver: () => false }
          const exit = yield* Effect.exit(Effect.scoped(Effect.gen(function*() {
            const context = yield* Layer.buildWithMemoMap(layer, yield* Layer.makeMemoMap, yield* Effect.scope)
            host = Context.get(context, HostTransaction)
            return yield* Effect.provideContext(effect, context)
          })))
          // Whatever the call has come to, the host cannot commit.
          if (host.isMissing()) return yield* Effect.fail(Errors.notBegun(name))
          return yield* host.isOver() ? Effect.fail(Errors.over(exit)) : exit
        })
      ))
}
