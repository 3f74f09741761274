/**
 * Somebody else in the database who holds it up.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** Runs a statement in a transaction that stays open until it is let go. */
export const hold = async (url: string, statement: string): Promise<() => Promise<void>> => {
  const held = Deferred.makeUnsafe<void>()
  const over = Deferred.makeUnsafe<void>()
  const ended = Effect.flatMap(PgClient.PgClient, (client) =>
    client.withTransaction(Effect.gen(function*() {
      yield* client.unsafe(statement)
      yield* Deferred.succeed(held, undefined)
      yield* Deferred.await(over)
    }))).pipe(
      Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
      Effect.scoped,
      Effect.runPromise
    )
  await Promise.race([Effect.runPromise(Deferred.await(held)), ended])
  return async () => {
    await Effect.runPromise(Deferred.succeed(over, undefined))
    await ended
  }
}
