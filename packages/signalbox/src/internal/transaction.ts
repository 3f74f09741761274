/**
 * Runs calls within a transaction of the host's.
 */
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import * as KeyedQueue from "@signalbox/core/KeyedQueue"
import type { Secrets } from "@signalbox/core/Secrets"
import * as Service from "@signalbox/core/Service"
import type { Store } from "@signalbox/core/Store"
import type { WebhookSender } from "@signalbox/core/WebhookSender"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import type { InOptions } from "../Signalbox.ts"
import type { SignalboxError } from "../SignalboxError.ts"
import type { PostgresStorage, Storage, Transaction } from "../Storage.ts"
import type { Services } from "./calling.ts"
import * as Errors from "./errors.ts"
import * as Given from "./given.ts"
import * as HostConnection from "./hostConnection.ts"

/** The services that calls take from the running one: all but the place of its data. */
export type Shared = IdGenerator | Secrets | WebhookSender

/** Nobody is woken before the host has committed. */
const silent = Layer.succeed(WorkSignal, {
  raise: Effect.void,
  raiseHere: Effect.void,
  raiseElsewhere: Effect.void,
  heard: Effect.never
})

/**
 * A connection does one thing after the other, whoever asks, and savepoints must not cross. The connection is the host's,
 * so those take turns who were given the same one, even by different services of this process.
 */
const turns = KeyedQueue.make<Transaction, void>(Effect.void)

export interface Within {
  /**
   * @param name of the call
   * @param account for which it is
   */
  <A>(
    effect: Effect.Effect<A, SignalboxError, Services>,
    name: string,
    account: string
  ): Effect.Effect<A, SignalboxError, Shared>
}

const Options = Schema.Struct({ cell: Schema.optionalKey(Schema.String) })

interface Place {
  readonly storage: PostgresStorage
  /** Null: there is one database. */
  readonly cell: string | null
}

/** Returns the storage in whose database the transaction is. */
const placeOf = (storage: Storage, cell: string | undefined): Place => {
  if (storage.kind !== "cells") {
    if (cell !== undefined) throw Errors.noTransaction("takes a cell only with storage: cells(...).")
    if (storage.kind === "postgres") return { storage, cell: null }
    throw Errors.noTransaction("needs storage: postgres(...) in the database of the transaction.")
  }
  const names = Object.keys(storage.cells)
  if (cell === undefined || !names.includes(cell)) {
    throw Errors.noTransaction(
      "needs the cell that its database is of, since a call is committed in one database: " +
        `in(transaction, { cell: "${names[0]}" }). There are ${names.join(", ")}.`
    )
  }
  const own = storage.cells[cell]!
  if (own.kind !== "postgres") throw Errors.noTransaction(`needs a cell in postgres(...), and ${cell} is in memory.`)
  return { storage: own, cell }
}

/** Whoever has one database does not load what tells cells apart. */
const inCell = <A, E>(cell: string, account: string, call: string, own: Layer.Layer<A | Store, E>) =>
  Effect.flatMap(
    Effect.promise(() => import("./cellsLayer.ts")),
    ({ transaction }) => transaction(cell, account, call, own)
  )

/** @throws SignalboxError immediately when nothing can be done in such a transaction */
export const make = (storage: Storage, transaction: Transaction, options?: InOptions): Within => {
  const place = placeOf(storage, Given.read("in", "options", Options, options).cell)
  HostConnection.check(transaction)
  // Each call has an engine of its own, so that nothing is left of it when the host ends its transaction.
  return (effect, name, account) =>
    turns.within(transaction, ({ turn }) =>
      Semaphore.withPermit(
        turn,
        Effect.gen(function*() {
          const { HostTransaction, within } = yield* Effect.promise(() => import("./postgresLayer.ts"))
          const bare = within(place.storage, transaction)
          const own = place.cell === null ? bare : yield* inCell(place.cell, account, name, bare)
          const layer = Service.intakeLayer.pipe(
            Layer.provide(Service.engineLayerWith(silent)),
            Layer.provideMerge(own)
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
