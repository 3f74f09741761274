/**
 * The access to the database: plain statements, short transactions, and every failure as a StoreError within a bounded
 * time.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { StoreError } from "@signalbox/core/Store"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SqlError } from "effect/sql/SqlError"
import { isStorable } from "../statement/storable.ts"
import type { Tables } from "../statement/tables.ts"
import * as Tables_ from "../statement/tables.ts"
import * as Failure from "./failure.ts"

/** The time limit of every operation, in elapsed milliseconds. */
const patience = 10_000

/** A transaction that lost a race is tried again so many times at most. */
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
  // A host's client may be configured to rename columns.
  const sql = client.withoutTransforms()
  return {
    client,
    tables: Tables_.make(schema),
    query: <Row>(text: string, params: ReadonlyArray<unknown> = []) =>
      (params.every((param, index) => isStorable(text, param, index))
        ? sql.unsafe(text, params)
        : Effect.fail(Failure.unstorable())) as Effect.Effect<ReadonlyArray<object>, SqlError> as Effect.Effect<
          ReadonlyArray<Row>,
          SqlError
        >
  }
}

/**
 * The errors by which whoever lost a race knows it; a wait for a lock that took too long is given up like a deadlock.
 */
const races: ReadonlySet<SqlError["reason"]["_tag"]> = new Set([
  "DeadlockError",
  "LockTimeoutError",
  "SerializationError",
  "UniqueViolation"
])

export const isLost = (error: SqlError): boolean => races.has(error.reason._tag) || Failure.isLostInsert(error)

/** Returns whether a statement was given up because another transaction holds what it needs. */
export const isBlocked = (error: SqlError): boolean => error.reason._tag === "LockTimeoutError"

/**
 * The same within the caller's transaction: whoever waits there for a lock is waited for by others, and what it sees does
 * not become younger.
 */
const isLostWithin = (error: SqlError): boolean =>
  error.reason._tag === "UniqueViolation" || Failure.isLostInsert(error)

export const storeError = (error: unknown): StoreError => {
  if (error instanceof StoreError) return error
  return error instanceof SqlError ? Failure.fromSql(error) : Failure.fromDefect(error)
}

/**
 * Converts a cause into a StoreError by its first failure. A defect counts as one; a rollback that also failed adds
 * nothing.
 */
const fromCause = (cause: Cause.Cause<SqlError | StoreError>): Effect.Effect<never, StoreError> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  return Effect.fail(storeError(Cause.squash(cause)))
}

/** Makes an operation of the port. A thrown exception is a defect of the adapter, so it becomes `failed`. */
export const operation = <A>(effect: Effect.Effect<A, SqlError | StoreError>): Effect.Effect<A, StoreError> =>
  effect.pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(Failure.tooLong(patience)) }),
    Effect.catchCause(fromCause)
  )

/** Returns whether the caller has opened a transaction on this client. */
export const inTransaction = ({ client }: Database): Effect.Effect<boolean> =>
  Effect.map(Effect.serviceOption(client.transactionService), Option.isSome)

/** Tries an effect again when it lost a race for a row; the next try sees the winner's rows. */
export const retrying = <A, E = never>(
  db: Database,
  effect: Effect.Effect<A, SqlError | E>
): Effect.Effect<A, SqlError | E> =>
  Effect.flatMap(inTransaction(db), (isHosted) => {
    const isAgain = isHosted ? isLostWithin : isLost
    const attempt = (left: number): Effect.Effect<A, SqlError | E> =>
      Effect.catch(
        effect,
        (error) =>
          left > 0 && error instanceof SqlError && isAgain(error)
            ? Effect.andThen(Effect.yieldNow, attempt(left - 1))
            : Effect.fail(error)
      )
    return attempt(tries)
  })

/** A transaction that is tried again when it lost a race. */
export const transaction = <A, E = never>(
  db: Database,
  effect: Effect.Effect<A, SqlError | E>
): Effect.Effect<A, SqlError | E> => retrying(db, db.client.withTransaction(effect))

/**
 * Returns why nothing can be written, or null when it can: a primary that has become a standby is read-only, like one
 * that was told to be.
 */
export const refusal = ({ query }: Database): Effect.Effect<string | null, SqlError> =>
  Effect.map(
    query<{ readonly is: string }>("select current_setting('transaction_read_only') as is"),
    ([row]) => row!.is === "on" ? "is read-only" : null
  )

/** The server's clock, as the last whole millisecond that has begun. */
export const now = ({ query }: Database): Effect.Effect<number, SqlError> =>
  Effect.map(
    query<{ readonly now: number }>("select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now"),
    ([row]) => row!.now
  )

/** Makes an operation without a time limit. */
export const failing = <A, R>(effect: Effect.Effect<A, SqlError | StoreError, R>): Effect.Effect<A, StoreError, R> =>
  Effect.mapError(effect, storeError)
