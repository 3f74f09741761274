/**
 * A `PgClient` on connections of the host's own, such as those of `pg`: on a pool, or on one connection on which the host
 * has begun a transaction.
 *
 * The server gives times and numbers in the form that the statements of the store ask for, so it does not matter what
 * types the host's client reads besides.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import * as HostFailure from "./internal/hostFailure.ts"

/** Parameters are numbered: `$1`. */
export interface HostConnection {
  readonly query: (text: string, values?: Array<unknown>) => Promise<{ readonly rows: ReadonlyArray<object> }>
}

export interface PooledConnection extends HostConnection {
  readonly on?: (event: "error", listener: (error: Error) => void) => unknown
  readonly removeListener?: (event: "error", listener: (error: Error) => void) => unknown
  /** With an error the connection is closed, and not used again. */
  readonly release: (error?: Error | boolean) => void
}

export interface HostPool {
  readonly connect: () => Promise<PooledConnection>
}

const failed = (cause: unknown, operation: string): SqlError =>
  new SqlError({ reason: HostFailure.reason(cause, operation) })

interface Line extends Connection {
  /** Whether nobody knows what the connection is about: it was lost, or its last statement may still run. */
  readonly isBroken: () => boolean
}

const nothing = (what: string) =>
  Effect.fail(failed(new Error(`${what} is not used on connections of a host`), "execute"))

const lineOf = (connection: HostConnection): Line => {
  let isBroken = false
  const run = (text: string, values: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<object>, SqlError> =>
    Effect.suspend(() =>
      isBroken ? Effect.fail(failed(HostFailure.broken(), "execute")) : Effect.tryPromise({
        try: () => connection.query(text, [...values]),
        catch: (cause) => {
          isBroken ||= HostFailure.isConnectionLost(cause)
          return failed(cause, "execute")
        }
      })
    ).pipe(
      Effect.map(({ rows }) => rows),
      Effect.onInterrupt(() =>
        Effect.sync(() => {
          isBroken = true
        })
      )
    )
  const execute: Connection["execute"] = (text, values, transform) =>
    Effect.map(run(text, values), (rows) => transform === undefined ? rows : transform(rows))
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: run,
    executeValues: () => nothing("an array of values"),
    executeValuesUnprepared: () => nothing("an array of values"),
    executeStream: () => Stream.unwrap(nothing("a stream")),
    isBroken: () => isBroken
  }
}

/** How a client begins and ends what is a transaction to it. */
type Bounds = Pick<SqlClient.SqlClient.MakeOptions, "beginTransaction" | "commit" | "rollback">

const clientOf = (
  acquirer: Effect.Effect<Connection, SqlError, Scope.Scope>,
  bounds: Bounds = {}
): Effect.Effect<PgClient.PgClient, never, Reactivity.Reactivity> =>
  Effect.map(
    SqlClient.make({
      acquirer,
      compiler: PgClient.makeCompiler(),
      driver: "pg-host",
      releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
      spanAttributes: [],
      ...bounds
    }),
    (client) =>
      Object.assign(client, {
        [PgClient.TypeId]: PgClient.TypeId as PgClient.TypeId,
        config: {},
        json: () => {
          throw new Error("fragments of JSON are not used on connections of a host")
        },
        listen: () => nothing("LISTEN"),
        notify: (channel: string, payload: string) =>
          Effect.asVoid(
            Effect.scoped(
              Effect.flatMap(acquirer, (line) => line.executeRaw("select pg_notify($1, $2)", [channel, payload]))
            )
          )
      })
  )

/** A connection that is lost while nobody asks it anything tells that by an event, which ends a process unheard. */
const unheard = (): void => {}

/** A client on the host's pool. Whatever its sessions should be told, the host tells them. */
export const layerPool = (pool: HostPool): Layer.Layer<PgClient.PgClient> => {
  const acquirer = Effect.map(
    Effect.acquireRelease(
      Effect.tryPromise({
        try: async () => {
          const connection = await pool.connect()
          connection.on?.("error", unheard)
          return { connection, line: lineOf(connection) }
        },
        catch: (cause) => failed(cause, "connect")
      }),
      ({ connection, line }) =>
        Effect.sync(() => {
          connection.removeListener?.("error", unheard)
          connection.release(line.isBroken())
        })
    ),
    ({ line }) => line
  )
  return Layer.effect(PgClient.PgClient, clientOf(acquirer)).pipe(Layer.provide(Reactivity.layer))
}

const savepoint = "signalbox"

/**
 * A client on one connection, on which the host has begun a transaction. What is a transaction to the client is a
 * savepoint in that of the host.
 */
export const makeWithin = (connection: HostConnection): Effect.Effect<PgClient.PgClient> =>
  clientOf(Effect.succeed(lineOf(connection)), {
    beginTransaction: `SAVEPOINT ${savepoint}`,
    commit: `RELEASE SAVEPOINT ${savepoint}`,
    rollback: `ROLLBACK TO SAVEPOINT ${savepoint}`
  }).pipe(Effect.provide(Reactivity.layer))
