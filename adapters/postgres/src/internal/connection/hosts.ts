/**
 * A client whose sessions are opened on the first of several hosts that will do. Each host has a pool of its own. A session
 * is asked once what its server is; while the client stays with one host, a second question a second tells whether that one
 * still answers.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { Reactivity } from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError, UnknownError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import type { Duplex } from "node:stream"
import type { Address, ConnectionUrl, Host, Session } from "../../ConnectionUrl.ts"
import * as Failure from "./failure.ts"

export interface Options extends Omit<PgPool.Config, "url" | "stream"> {
  readonly stream: (address: Address) => Duplex
}

/** The time that a host has to open a session, and to say what it is, in milliseconds. */
const patience = 3000

/** The time between two questions whether the host still answers, and how long it may take to answer one. */
const watch = { every: 1000, patience: 2000 }

const unreachable = (message: string): SqlError =>
  new SqlError({
    reason: new ConnectionError({
      cause: Object.assign(new Error(message), { code: "08006" }),
      message,
      operation: "connect"
    })
  })

/** The server's own code for a write that it does not take. */
const readOnly = "25006"

const unsuitable = (session: Session): SqlError => {
  const message = `a host of the URL is not ${session}`
  const cause = Object.assign(new Error(message), { code: readOnly })
  return new SqlError({ reason: new UnknownError({ cause, message, operation: "connect" }) })
}

const isReadOnly = (error: SqlError): boolean => Failure.codeOf(error) === readOnly

/** A host that refuses the user or lacks the database is as the operator has not meant it, so no other one is tried. */
const isPassing = (error: SqlError): boolean => Failure.fromSql(error).reason === "unavailable"

const question = "select pg_is_in_recovery()::text as standby, current_setting('transaction_read_only') as reads"

/**
 * Fails when the server of a session will not do. A statement that is interrupted waits for the server for seconds, so
 * nobody interrupts this one: it ends with its session.
 */
const ask = Effect.fnUntraced(function*(connection: PgConnection.PgConnection, session: Session, millis: number) {
  const asking = yield* Effect.forkDetach(connection.query(question, [], false), { startImmediately: true })
  const { rows: [row] } = yield* Effect.timeoutOrElse(Fiber.join(asking), {
    duration: millis,
    orElse: () => Effect.fail(unreachable("a host of the URL gives no answer"))
  })
  const isStandby = row?.["standby"] === "true"
  const will = session === "any" || (session === "primary" ? !isStandby : row?.["reads"] === "off")
  if (!will) return yield* Effect.fail(unsuitable(session))
})

/** Sockets that can be cut together: a host that is silent never ends one. */
class Sockets {
  readonly #open = new Set<Duplex>()
  readonly #make: () => Duplex

  constructor(make: () => Duplex) {
    this.#make = make
  }

  readonly open = (): Duplex => {
    const socket = this.#make()
    this.#open.add(socket)
    return socket.once("close", () => this.#open.delete(socket))
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy()
  }
}

interface Line {
  readonly config: PgPool.Config
  readonly pool: PgPool.PgPool
  readonly sockets: Sockets
}

const lineOf = (
  { address, url }: Host,
  { stream, ...options }: Options
): Effect.Effect<Line, SqlError, Scope.Scope> => {
  const sockets = new Sockets(() => stream(address))
  const config: PgPool.Config = {
    ...options,
    connectTimeout: patience,
    url: Redacted.make(url),
    stream: sockets.open
  }
  return Effect.map(PgPool.make(config), (pool) => ({ config, pool, sockets }))
}

/** The server says ROLLBACK to the COMMIT of a transaction that has failed. */
const commit = (connection: Connection): Effect.Effect<void, SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) => {
    const isUndone = typeof result === "object" && result !== null && "command" in result &&
      result.command === "ROLLBACK"
    if (!isUndone) return Effect.void
    const message = "COMMIT rolled back an aborted transaction"
    return Effect.fail(
      new SqlError({ reason: new UnknownError({ cause: new Error(message), message, operation: "commit" }) })
    )
  })

/** @param watched runs a statement, and notes how it ends */
const connectionOf = (
  connection: PgConnection.PgConnection,
  watched: <A>(statement: Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>
): Connection => {
  const rows = (text: string, params: ReadonlyArray<unknown>, prepare?: boolean) =>
    Effect.map(watched(connection.query(text, params, prepare)), (result) => result.rows)
  return {
    execute: (text, params, transform) =>
      transform === undefined ? rows(text, params) : Effect.map(rows(text, params), transform),
    executeUnprepared: (text, params, transform) =>
      transform === undefined ? rows(text, params, false) : Effect.map(rows(text, params, false), transform),
    executeRaw: (text, params) => watched(connection.query(text, params)),
    executeValues: (text, params) => watched(connection.queryValues(text, params)),
    executeValuesUnprepared: (text, params) => watched(connection.queryValues(text, params, false)),
    executeStream: (text, params, transform) => {
      const stream = connection.stream(text, params)
      return transform === undefined ? stream : Stream.map(stream, (row) => transform([row])[0])
    }
  }
}

/** Makes the client, for as long as the scope is open. Where no host will do, it fails with the error of the last one. */
export const make = Effect.fnUntraced(function*(
  { hosts, session }: ConnectionUrl,
  options: Options
): Effect.fn.Return<PgClient.PgClient, SqlError, Scope.Scope | Reactivity> {
  const lines = yield* Effect.forEach(hosts, (host) => lineOf(host, options))
  const proven = new WeakSet<PgConnection.PgConnection>()
  /** The index of the host on which sessions are opened; the others are tried after it. */
  const on = { index: 0 }

  /** Sessions that stay on the host before would wait for it, or read what is out of date. */
  const move = (to: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (to === on.index) return Effect.void
      const from = on.index
      on.index = to
      // Whoever takes any server may use several.
      if (session !== "any") lines[from]!.sockets.cut()
      return Effect.logWarning("the database is used on another host of its URL", { from: from + 1, to: to + 1 })
    })

  const prove = ({ pool }: Line, connection: PgConnection.PgConnection) =>
    ask(connection, session, patience).pipe(
      Effect.tapError(() => pool.invalidate(connection)),
      Effect.andThen(Effect.sync(() => proven.add(connection)))
    )

  /** A session of this host, until the scope is closed; one that will not do goes back immediately. */
  const take = Effect.fnUntraced(function*(index: number) {
    const line = lines[index]!
    const own = yield* Scope.fork(yield* Effect.scope)
    const connection = yield* Effect.tap(
      line.pool.get,
      (connection) => proven.has(connection) ? Effect.void : prove(line, connection)
    ).pipe(
      Scope.provide(own),
      Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : Scope.close(own, exit))
    )
    return { connection, line, index }
  })

  type Taken = Effect.Success<ReturnType<typeof take>>

  const takeFrom = (first: number, tried = 0): Effect.Effect<Taken, SqlError, Scope.Scope> =>
    Effect.catch(
      take((first + tried) % lines.length),
      (error) => tried + 1 < lines.length && isPassing(error) ? takeFrom(first, tried + 1) : Effect.fail(error)
    )

  const taken = Effect.suspend(() => {
    const first = on.index
    return Effect.tap(takeFrom(first), ({ index }) => index === first ? Effect.void : move(index))
  })

  const watchedBy = ({ sockets }: Line) => <A>(statement: Effect.Effect<A, SqlError>) =>
    Effect.tapError(statement, (error) =>
      Effect.sync(() => {
        if (session !== "any" && isReadOnly(error)) sockets.cut()
      }))

  /** Tells whether a host will do, by a session that is opened for the question. */
  const willDo = ({ config }: Line): Effect.Effect<boolean> =>
    PgConnection.make(config).pipe(
      Effect.flatMap((connection) => ask(connection, session, patience)),
      Effect.scoped,
      Effect.isSuccess
    )

  /** Ends when another host than this one is the current one, because it will do. */
  const seek = Effect.fnUntraced(function*(from: number) {
    while (on.index === from) {
      for (let offset = 1; offset < lines.length && on.index === from; offset++) {
        const index = (from + offset) % lines.length
        if (yield* willDo(lines[index]!)) yield* move(index)
      }
      yield* Effect.sleep(watch.every)
    }
  })

  /** Ends when this host will do again. */
  const recover = Effect.fnUntraced(function*(index: number) {
    while (!(yield* willDo(lines[index]!))) yield* Effect.sleep(watch.every)
  })

  /** Fails when the current host does not answer as it should, and ends when another one is current. */
  const attend = Effect.fnUntraced(function*(index: number) {
    const connection = yield* PgConnection.make(lines[index]!.config)
    while (index === on.index) {
      yield* ask(connection, session, watch.patience)
      yield* Effect.sleep(watch.every)
    }
  }, Effect.scoped)

  const guard = Effect.suspend(() => {
    const index = on.index
    return Effect.catch(attend(index), () => Effect.raceFirst(seek(index), recover(index)))
  })
  if (session !== "any" && lines.length > 1) yield* Effect.forkScoped(Effect.forever(guard))

  const acquirer = Effect.map(taken, ({ connection, line }) => connectionOf(connection, watchedBy(line)))
  const pinned = Effect.flatMap(
    taken,
    ({ connection, line }) => Effect.map(connection.pin, (connection) => ({ connection, line }))
  )

  const client = yield* SqlClient.make({
    acquirer,
    transactionAcquirer: Effect.map(pinned, ({ connection, line }) => connectionOf(connection, watchedBy(line))),
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  const { stream: _, ...config } = options
  return Object.assign(client, {
    [PgClient.TypeId]: PgClient.TypeId as PgClient.TypeId,
    config,
    json: () => {
      throw new Error("fragments of JSON are not used with several hosts")
    },
    listen: (channel: string) => Effect.flatMap(pinned, ({ connection }) => connection.listen(channel)),
    notify: (channel: string, payload: string) =>
      Effect.asVoid(
        Effect.scoped(
          Effect.flatMap(acquirer, (line) => line.executeRaw("select pg_notify($1, $2)", [channel, payload]))
        )
      )
  })
})
