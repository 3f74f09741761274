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
import * as HostFailure from "./internal/connection/hostFailure.ts"

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
  /** True when nobody knows what the connection is about: it was lost, or its last statement may still run. */
  readonly isBroken: () => boolean
}

/** The time that beginning or ending a transaction may take, in milliseconds: neither can be interrupted. */
const controlPatience = 10_000

const silent = (): SqlError =>
  failed(Object.assign(new Error("the connection gave no answer"), { code: "08006" }), "execute")

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
    executeUnprepared: (...args) =>
      Effect.timeoutOrElse(execute(...args), { duration: controlPatience, orElse: () => Effect.fail(silent()) }),
    executeRaw: run,
    executeValues: () => nothing("an array of values"),
    executeValuesUnprepared: () => nothing("an array of values"),
    executeStream: () => Stream.unwrap(nothing("a stream")),
    isBroken: () => isBroken
  }
}

/** The statements by which a client begins and ends what is a transaction to it. */
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
    (client): PgClient.PgClient =>
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

/** A connection that the host's pool was asked for. */
interface Borrowed {
  readonly line: Effect.Effect<Line, SqlError>
  /** To be called once. A connection that comes later goes back immediately. */
  readonly giveBack: () => void
}

const borrow = (pool: HostPool): Borrowed => {
  let isOver = false
  let giveBack = (): void => {}
  const arrive = async (): Promise<Line> => {
    const connection = await pool.connect()
    const line = lineOf(connection)
    if (isOver) {
      connection.release()
      return line
    }
    connection.on?.("error", unheard)
    giveBack = () => {
      connection.removeListener?.("error", unheard)
      connection.release(line.isBroken())
    }
    return line
  }
  const arrived = arrive()
  // Nobody may wait for it any more when it fails.
  arrived.catch(() => {})
  return {
    line: Effect.tryPromise({ try: () => arrived, catch: (cause) => failed(cause, "connect") }),
    giveBack: () => {
      isOver = true
      giveBack()
    }
  }
}

/**
 * A client on the host's pool. Whatever its sessions should be told, the host tells them. Whoever waits for a connection of
 * a pool that is used up can be interrupted.
 */
export const layerPool = (pool: HostPool): Layer.Layer<PgClient.PgClient> => {
  const acquirer = Effect.flatMap(
    Effect.acquireRelease(
      Effect.sync(() => borrow(pool)),
      ({ giveBack }) => Effect.sync(giveBack)
    ),
    ({ line }) => line
  )
  return Layer.effect(PgClient.PgClient, clientOf(acquirer)).pipe(Layer.provide(Reactivity.layer))
}

/** The client's transactions are savepoints in that of the host. */
const savepoint = {
  beginTransaction: "SAVEPOINT signalbox",
  commit: "RELEASE SAVEPOINT signalbox",
  rollback: "ROLLBACK TO SAVEPOINT signalbox"
}

/** Statements within the host's transaction wait so long for a lock, and for their end, unless the host waits less. */
const longest = { locks: 5000, statements: 10_000 }

const shorter = (was: string, millis: number): string =>
  `case when ${was} = '0' or ${was}::interval > interval '${millis} ms' then '${millis}ms' else ${was} end`

/** Columns are single words here and wherever a host's connection is asked: some clients respell names of several. */
interface Waits {
  readonly locks: string
  readonly statements: string
}

const bound = `select was.locks, was.statements,
    set_config('lock_timeout', ${shorter("was.locks", longest.locks)}, true) as locked,
    set_config('statement_timeout', ${shorter("was.statements", longest.statements)}, true) as stated
  from (
    select current_setting('lock_timeout') as locks, current_setting('statement_timeout') as statements offset 0
  ) was`

const unbound =
  "select set_config('lock_timeout', $1, true) as locks, set_config('statement_timeout', $2, true) as statements"

/** A client on one connection on which the host has begun a transaction. */
export interface Within {
  readonly client: PgClient.PgClient
  /**
   * Runs an effect in a savepoint, under bounds for waiting that end with it. An effect that fails or is interrupted is
   * rolled back, also when its statement still runs: the rollback is sent immediately and stands behind it.
   */
  readonly attempt: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E | SqlError>
  /**
   * True when the host can only roll back: the transaction has failed as a whole, its connection is lost, or it is not
   * known yet whether what was abandoned there was rolled back.
   */
  readonly isOver: () => boolean
  /** True when the host has begun no transaction, so that nothing was done. */
  readonly isMissing: () => boolean
}

export const makeWithin = (connection: HostConnection): Effect.Effect<Within> => {
  let isOver = false
  let isMissing = false
  /** True when a rollback to the savepoint was sent and has not been done. */
  let isUndoing = false
  const watched: HostConnection = {
    query: async (text, values) => {
      try {
        return await connection.query(text, values)
      } catch (cause) {
        isOver ||= HostFailure.endsTransaction(cause)
        isMissing ||= HostFailure.lacksTransaction(cause)
        throw cause
      }
    }
  }

  /** The rollback is sent immediately, and stands behind whatever still runs: then nobody waits for it. */
  const undo = (line: Line): Effect.Effect<ReadonlyArray<object>> =>
    Effect.suspend(() => {
      isUndoing = true
      // One that is refused leaves it so for good.
      const undone = watched.query(savepoint.rollback).then(() => {
        isUndoing = false
      }, () => {})
      return line.isBroken()
        ? Effect.succeed([])
        : Effect.as(Effect.timeoutOption(Effect.promise(() => undone), controlPatience), [])
    })

  /** Without a savepoint, nothing can be undone. */
  const begin = (line: Line): Effect.Effect<ReadonlyArray<object>, SqlError> =>
    Effect.onError(line.executeUnprepared(savepoint.beginTransaction, [], undefined), () =>
      Effect.sync(() => {
        isOver = !isMissing
      }))

  const acquirer = Effect.suspend(() => {
    if (isOver || isUndoing) return Effect.fail(failed(HostFailure.broken(), "connect"))
    const line = lineOf(watched)
    return Effect.succeed<Connection>({
      ...line,
      executeUnprepared: (text, ...args) => {
        if (text === savepoint.beginTransaction) return begin(line)
        return text === savepoint.rollback ? undo(line) : line.executeUnprepared(text, ...args)
      }
    })
  })

  return Effect.map(clientOf(acquirer, savepoint), (client): Within => ({
    client,
    attempt: (effect) =>
      client.withTransaction(Effect.gen(function*() {
        const [was] = yield* client.unsafe<Waits>(bound)
        const done = yield* effect
        yield* client.unsafe(unbound, [was!.locks, was!.statements])
        return done
      })),
    isOver: () => isOver || isUndoing,
    isMissing: () => isMissing
  })).pipe(Effect.provide(Reactivity.layer))
}
