/**
 * Somebody else in the database who holds it up.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Runs a statement in a transaction that stays open until it is let go. */
export const hold = async (url: string, statement: string): Promise<() => Promise<void>> => {
  const held = Deferred.makeUnsafe<void>()
  const over = Deferred.makeUnsafe<void>()
  const ended = Effect.flatMap(PgClient, (client) =>
    client.withTransaction(Effect.gen(function*() {
      yield* client.unsafe(statement)
      yield* Deferred.succeed(held, undefined)
      yield* Deferred.await(over)
    }))).pipe(
      Effect.provide(Layer.fresh(PostgresStore.client({ url, maxConnections: 1 }))),
      Effect.scoped,
      Effect.runPromise
    )
  await Promise.race([Effect.runPromise(Deferred.await(held)), ended])
  return async () => {
    await Effect.runPromise(Deferred.succeed(over, undefined))
    await ended
  }
}
