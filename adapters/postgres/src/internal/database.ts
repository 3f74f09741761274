/**
 * How the adapter talks to the database: plain statements, short transactions, and every failure as a StoreError
 * within a bounded time.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { StoreError } from "@signalbox/core/port/Store"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SqlError } from "effect/sql/SqlError"
import type { Tables } from "./tables.ts"
import * as Tables_ from "./tables.ts"

/** No operation takes longer, whatever the database or the pool does. */
const patience = 10_000

/** How often a transaction is tried again that lost against another one. */
const tries = 20

export interface Database {
  readonly client: PgClient
  readonly tables: Tables
  /** One statement. Its rows are as the statement names them. */
  readonly query: <Row>(
    text: string,
    params?: ReadonlyArray<unknown>
  ) => Effect.Effect<ReadonlyArray<Row>, SqlError>
}

export const make = (client: PgClient, schema: string): Database => {
  // A host's own client may rename columns.
  const sql = client.withoutTransforms()
  return {
    client,
    tables: Tables_.make(schema),
    query: <Row>(text: string, params: ReadonlyArray<unknown> = []) =>
      sql.unsafe(text, params) as Effect.Effect<ReadonlyArray<object>, SqlError> as Effect.Effect<
        ReadonlyArray<Row>,
        SqlError
      >
  }
}

/** The SQLSTATE of a failure, if the server named one. */
const stateOf = (error: SqlError): string => {
  let cause: unknown = error.reason.cause
  for (let depth = 0; depth < 4 && typeof cause === "object" && cause !== null; depth++) {
    if ("code" in cause && typeof cause.code === "string") return cause.code
    cause = "cause" in cause ? cause.cause : null
  }
  return ""
}

/** Too many connections, a shutdown, a start, a transaction that was ended for being idle. */
const passing = /^(08|53|57|25P0[234]|ECONN|EPIPE|ETIMEDOUT)/

const isUnavailable = (error: SqlError): boolean => {
  switch (error.reason._tag) {
    case "ConnectionError":
    case "LockTimeoutError":
    case "StatementTimeoutError":
    case "DeadlockError":
    case "SerializationError":
      return true
    default:
      return passing.test(stateOf(error))
  }
}

export const isLost = (error: SqlError): boolean =>
  error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError" ||
  error.reason._tag === "UniqueViolation"

const storeError = (error: SqlError | Error): StoreError =>
  new StoreError({
    reason: "reason" in error && !isUnavailable(error) ? "failed" : "unavailable",
    cause: error
  })

/** What went wrong, told by the first failure; a defect counts as one, and a rollback that failed too says nothing. */
const fromCause = (cause: Cause.Cause<SqlError | Error>): Effect.Effect<never, StoreError> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  return Effect.fail(
    error instanceof SqlError || cause.reasons.some(Cause.isFailReason)
      ? storeError(error as SqlError | Error)
      : new StoreError({ reason: "failed", cause: error })
  )
}

/** The port's side of an operation. What it throws is a defect of the adapter, so it is `failed`. */
export const operation = <A>(effect: Effect.Effect<A, SqlError>): Effect.Effect<A, StoreError> =>
  effect.pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(new Error(`no answer of the database within ${patience} ms`))
    }),
    Effect.catchCause(fromCause)
  )

/** Whether the caller has opened a transaction on this client. */
export const inTransaction = ({ client }: Database): Effect.Effect<boolean> =>
  Effect.map(Effect.serviceOption(client.transactionService), Option.isSome)

/** Tries again what lost a race for a row: it sees the winner's rows then. */
export const retrying = <A>(effect: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> => {
  const attempt = (left: number): Effect.Effect<A, SqlError> =>
    Effect.catch(
      effect,
      (error) => left > 0 && isLost(error) ? Effect.andThen(Effect.yieldNow, attempt(left - 1)) : Effect.fail(error)
    )
  return attempt(tries)
}

/** A transaction that is tried again when it lost a race. */
export const transaction = <A>(
  { client }: Database,
  effect: Effect.Effect<A, SqlError>
): Effect.Effect<A, SqlError> => retrying(client.withTransaction(effect))

/** An operation that takes as long as it takes. */
export const failing = <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.mapError(effect, storeError)
