/**
 * Connections of a host: what is asked on them, what they are given back as, and when a transaction on one is over.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as HostClient from "@signalbox/postgres/HostClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { isSqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

type Answer = ReadonlyArray<object> | Error | "never" | Promise<void>

/** Answers statements as they are told to by their beginnings, and else with one row. */
const connectionOf = (answers: Readonly<Record<string, Answer>> = {}) => {
  const said: Array<string> = []
  const listeners = new Set<(error: Error) => void>()
  const released: Array<unknown> = []
  const query: HostClient.HostConnection["query"] = async (text, values = []) => {
    said.push(values.length === 0 ? text : `${text} ${JSON.stringify(values)}`)
    const answer = Object.entries(answers).find(([beginning]) => text.startsWith(beginning))?.[1]
    if (answer === "never") return await new Promise<never>(() => {})
    if (answer instanceof Promise) await answer
    if (answer instanceof Error) throw answer
    return { rows: Array.isArray(answer) ? answer : [{ locks: "1s", statements: "2s" }] }
  }
  const connection: HostClient.PooledConnection = {
    query,
    on: (_, listener) => listeners.add(listener),
    removeListener: (_, listener) => listeners.delete(listener),
    release: (error) => void released.push(error)
  }
  return { connection, listeners, released, said }
}

const coded = (code: string): Error => Object.assign(new Error("as the server says"), { code })

/** Returns what a failure is, and its words. */
const told = (error: unknown): unknown =>
  isSqlError(error) ? [error.reason._tag, error.reason.message, error.reason.operation] : error

const flipped = <A, R>(effect: Effect.Effect<A, unknown, R>) => Effect.map(Effect.flip(effect), told)

/** So many turns of the event loop that whoever begins has asked, and whoever was answered has gone on. */
const sent = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
})

describe("a client on a host's pool", () => {
  const run = <A>(
    use: (client: PgClient, host: ReturnType<typeof connectionOf>) => Effect.Effect<A, unknown>,
    answers: Readonly<Record<string, Answer>> = {}
  ): Promise<A> => {
    const host = connectionOf(answers)
    return Effect.flatMap(PgClient, (client) => use(client, host)).pipe(
      Effect.provide(HostClient.layerPool({ connect: () => Promise.resolve(host.connection) })),
      Effect.provide(TestClock.layer()),
      Effect.runPromise
    )
  }

  it("listens to what a connection says while it is out, and gives it back as it is", () =>
    run((client, { connection, listeners, released, said }) =>
      Effect.gen(function*() {
        const heard: Array<number> = []
        const query = connection.query
        Object.assign(connection, {
          query: (...args: Parameters<typeof query>) => {
            heard.push(listeners.size)
            return query(...args)
          }
        })
        expect(yield* client.unsafe("select $1", [7])).toEqual([{ locks: "1s", statements: "2s" }])
        yield* client.notify("channel", "payload")
        yield* client.withTransaction(client.withTransaction(client.unsafe("select 2")))
        expect(said).toEqual([
          "select $1 [7]",
          `select pg_notify($1, $2) ["channel","payload"]`,
          "BEGIN",
          "SAVEPOINT effect_sql_1",
          "select 2",
          "RELEASE SAVEPOINT effect_sql_1",
          "COMMIT"
        ])
        expect(heard).toEqual(heard.map(() => 1))
        expect(client.driver).toBe("pg-host")
        expect([listeners.size, released]).toEqual([0, [false, false, false]])
      })
    ))

  it("keeps a connection on which a statement was refused, and closes one that is lost", async () => {
    const after = (code: string) =>
      run((client, { released, said }) =>
        Effect.gen(function*() {
          const both = Effect.all([flipped(client.unsafe("bad")), flipped(client.unsafe("select 1"))])
          const words = yield* flipped(client.withTransaction(both))
          return { said, released, words }
        }), { bad: coded(code) })
    // What is asked after that in the same transaction is not even sent on a connection that is lost.
    expect(await after("42P01")).toMatchObject({ said: ["BEGIN", "bad", "select 1", "ROLLBACK"], released: [false] })
    expect(await after("08006")).toMatchObject({ said: ["BEGIN", "bad"], released: [true] })
  })

  it("closes a connection whose statement was given up, since it may still run", () =>
    run((client, { released }) =>
      Effect.gen(function*() {
        const waiting = yield* Effect.forkChild(client.unsafe("slow"), { startImmediately: true })
        yield* sent
        yield* Fiber.interrupt(waiting)
        expect(released).toEqual([true])
      }), { slow: "never" }))

  it("waits ten seconds for the beginning of a transaction, and as long as it takes for a statement", () =>
    run((client, { said }) =>
      Effect.gen(function*() {
        const begun = yield* Effect.forkChild(flipped(client.withTransaction(client.unsafe("select 1"))))
        const slow = yield* Effect.forkChild(client.unsafe("slow"))
        yield* sent
        yield* TestClock.adjust(9999)
        expect(begun.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust(1)
        yield* sent
        expect(begun.pollUnsafe()).toEqual(
          Exit.succeed(["ConnectionError", "the connection gave no answer", "execute"])
        )
        expect(said).toEqual(["BEGIN", "slow"])
        yield* TestClock.adjust(3_600_000)
        expect(slow.pollUnsafe()).toBeUndefined()
        yield* Fiber.interrupt(slow)
      }), { BEGIN: "never", slow: "never" }))

  it("gives whoever reserves a connection its rows as they are, or as they are told to be", () =>
    run((client, { released }) =>
      Effect.gen(function*() {
        const session = yield* client.reserve
        const both = <A extends object>(rows: ReadonlyArray<A>): ReadonlyArray<A> => [...rows, ...rows]
        const row = { locks: "1s", statements: "2s" }
        for (const way of ["execute", "executeUnprepared"] as const) {
          expect(yield* session[way]("select 1", [], undefined), way).toEqual([row])
          expect(yield* session[way]("select 1", [], both), way).toEqual([row, row])
        }
        expect(released).toEqual([])
      }).pipe(Effect.scoped)
    ))

  it("says that the pool has no connection, also where nobody waits for one any more", async () => {
    const connecting = (connect: HostClient.HostPool["connect"]) =>
      Effect.flatMap(PgClient, (client) => client.unsafe("select 1")).pipe(
        Effect.provide(HostClient.layerPool({ connect }))
      )
    const refused = () => Promise.reject(coded("ECONNREFUSED"))
    expect(await Effect.runPromise(flipped(connecting(refused)))).toEqual([
      "ConnectionError",
      "as the server says",
      "connect"
    ])
    // A rejection that nobody handles would end the process.
    const unhandled: Array<unknown> = []
    const note = (cause: unknown) => void unhandled.push(cause)
    process.on("unhandledRejection", note)
    const leaving = connecting(() => {
      gone.interruptUnsafe()
      return refused()
    })
    const gone: Fiber.Fiber<unknown, unknown> = Effect.runFork(Effect.andThen(Effect.yieldNow, leaving))
    expect(Exit.hasInterrupts(await Effect.runPromise(Fiber.await(gone)))).toBe(true)
    await Effect.runPromise(sent)
    process.off("unhandledRejection", note)
    expect(unhandled).toEqual([])
  })

  it("says of what is not used on it that it is not", () =>
    run((client) =>
      Effect.gen(function*() {
        const unused = (what: string) => ["UnknownError", `${what} is not used on connections of a host`, "execute"]
        expect(yield* flipped(Effect.scoped(client.listen("channel")))).toEqual(unused("LISTEN"))
        expect(yield* flipped(Stream.runDrain(client.unsafe("select 1").stream))).toEqual(unused("a stream"))
        expect(yield* flipped(client.unsafe("select 1").values)).toEqual(unused("an array of values"))
        expect(() => client.json({})).toThrow("fragments of JSON are not used on connections of a host")
      })
    ))
})

describe("a client within a host's transaction", () => {
  const bounded = expect.stringMatching(/^select was\.locks, was\.statements,/)
  const unbounded = expect.stringMatching(/^select set_config\('lock_timeout', \$1, true\).* \["1s","2s"\]$/)

  interface Made extends HostClient.Within {
    readonly said: ReadonlyArray<string>
    readonly standing: () => ReadonlyArray<boolean>
  }

  const run = (
    use: (within: Made) => Effect.Effect<void, unknown>,
    answers: Readonly<Record<string, Answer>> = {}
  ): Promise<void> => {
    const { connection, said } = connectionOf(answers)
    return HostClient.makeWithin(connection).pipe(
      Effect.flatMap((within) => use({ ...within, said, standing: () => [within.isOver(), within.isMissing()] })),
      Effect.provide(TestClock.layer()),
      Effect.runPromise
    )
  }

  it("runs in a savepoint, under bounds that end with it", () =>
    run(({ attempt, client, said, standing }) =>
      Effect.gen(function*() {
        yield* attempt(client.unsafe("select 1"))
        expect(said).toEqual(["SAVEPOINT signalbox", bounded, "select 1", unbounded, "RELEASE SAVEPOINT signalbox"])
        expect(standing()).toEqual([false, false])
      })
    ))

  it("undoes what was refused, and goes on, unless the transaction is lost", async () => {
    const after = (code: string, isOver: boolean) =>
      run(({ attempt, client, said, standing }) =>
        Effect.gen(function*() {
          expect(yield* flipped(attempt(client.unsafe("bad")))).toContain("as the server says")
          expect(said).toEqual(["SAVEPOINT signalbox", bounded, "bad", "ROLLBACK TO SAVEPOINT signalbox"])
          expect(standing()).toEqual([isOver, false])
          if (!isOver) return void (yield* attempt(client.unsafe("select 1")))
          const over = "the connection was given up by an earlier statement"
          expect(yield* flipped(attempt(client.unsafe("select 1")))).toEqual(["ConnectionError", over, "connect"])
          expect(said).toHaveLength(4)
        }), { bad: coded(code) })
    await after("42P01", false)
    await after("40001", true)
    await after("08006", true)
  })

  it("is missing where the host has begun nothing, and over where it cannot be said to have begun", async () => {
    const after = (code: string, standing: ReadonlyArray<boolean>) =>
      run((within) =>
        Effect.gen(function*() {
          yield* flipped(within.attempt(within.client.unsafe("select 1")))
          expect([within.said, within.standing()]).toEqual([["SAVEPOINT signalbox"], standing])
        }), { SAVEPOINT: coded(code) })
    await after("25P01", [false, true])
    await after("42601", [true, false])
  })

  it("is over as long as nobody knows whether what was given up is undone", () => {
    let undo = (): void => {}
    const undone = new Promise<void>((resolve) => {
      undo = resolve
    })
    return run(({ attempt, client, said, standing }) =>
      Effect.gen(function*() {
        const slow = yield* Effect.forkChild(attempt(client.unsafe("slow")), { startImmediately: true })
        yield* sent
        yield* Effect.forkChild(Fiber.interrupt(slow), { startImmediately: true })
        yield* sent
        expect(slow.pollUnsafe()).toBeDefined()
        expect(said.slice(2)).toEqual(["slow", "ROLLBACK TO SAVEPOINT signalbox"])
        expect(standing()).toEqual([true, false])
        const words = yield* flipped(attempt(client.unsafe("select 1")))
        expect(words).toEqual(["ConnectionError", "the connection was given up by an earlier statement", "connect"])
        undo()
        yield* sent
        expect(standing()).toEqual([false, false])
        yield* attempt(client.unsafe("select 1"))
      }), { slow: "never", ROLLBACK: undone })
  })

  it("waits ten seconds for an answer to that, and is over for good when it is refused", async () => {
    await run(({ attempt, client, standing }) =>
      Effect.gen(function*() {
        const refused = yield* Effect.forkChild(flipped(attempt(client.unsafe("bad"))), { startImmediately: true })
        yield* sent
        yield* TestClock.adjust(9999)
        expect([refused.pollUnsafe(), standing()]).toEqual([undefined, [true, false]])
        yield* TestClock.adjust(1)
        yield* sent
        expect(refused.pollUnsafe()).toEqual(Exit.succeed(["UnknownError", "as the server says", "execute"]))
        expect(standing()).toEqual([true, false])
      }), { bad: coded("42P01"), ROLLBACK: "never" })
    await run(({ attempt, client, standing }) =>
      Effect.gen(function*() {
        yield* flipped(attempt(client.unsafe("bad")))
        yield* sent
        expect(standing()).toEqual([true, false])
      }), { bad: coded("42P01"), ROLLBACK: coded("42601") })
  })
})
