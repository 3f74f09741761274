/**
 * Several hosts that are what they are told to be: which of them has the sessions, when they are asked, how long each may take,
 * and what a client on them does (`several-hosts.test.ts` has real ones).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { StoreError } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Scope from "effect/Scope"
import { isSqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { describe, expect, it } from "vitest"
import { Scripted } from "../Scripted.ts"

/** So many turns of the event loop that whoever was answered or woken has gone on. */
const sent = Effect.promise(async () => {
  for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate)
})

const pass = (millis: number) => Effect.andThen(TestClock.adjust(millis), sent)

type Use = (
  one: Scripted,
  two: Scripted,
  client: Effect.Effect<PgClient, StoreError, Scope.Scope>,
  log: ReadonlyArray<string>
) => Effect.Effect<void, unknown, Scope.Scope>

const run = (use: Use, session = "read-write"): Promise<void> => {
  const [one, two, log] = [new Scripted(), new Scripted(), new Array<string>()]
  const logger = Logger.make(({ logLevel, message }) => void log.push(`${logLevel} ${JSON.stringify(message)}`))
  const layer = PostgresStore.client({
    url: `postgres://me@one:1,two:2/mine?target_session_attrs=${session}`,
    stream: (address) => ("port" in address && address.port === 1 ? one : two).stream()
  })
  const client = Effect.map(Layer.build(Layer.fresh(layer)), Context.get(PgClient))
  return Effect.scoped(use(one, two, client, log)).pipe(
    Effect.provide(Logger.layer([logger])),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
}

/** Runs a statement, and returns the code of what fails, or nothing. */
const ask = (client: PgClient, statement = "select 1"): Effect.Effect<string> =>
  Effect.match(client.unsafe(statement), {
    onSuccess: () => "",
    onFailure: (error) => PostgresStore.storeError(error).message
  })

const moved = (from: number, to: number): string =>
  `Warn ${JSON.stringify(["the database is used on another host of its URL", { from, to }])}`

describe("the hosts of a URL", () => {
  it("have sessions on the first that will do, and each session is asked once", () =>
    run((one, two, made, log) =>
      Effect.gen(function*() {
        one.isStandby = true
        const client = yield* made
        yield* sent
        const before = two.asked
        for (const _ of [1, 2, 3]) expect(yield* ask(client)).toBe("")
        expect([one.said, two.said]).toEqual([[], ["select 1", "select 1", "select 1"]])
        expect(two.asked - before).toBe(1)
        expect(log).toEqual([moved(1, 2)])
        // Libraries that are given the client tell drivers apart by this name, and know that of one host by it.
        expect(client.driver).toBe("pg")
      })
    ))

  it("take a session that will not do back before another one is used", () =>
    run((one, two, made) =>
      Effect.gen(function*() {
        const client = yield* made
        expect(yield* ask(client)).toBe("")
        one.isStandby = true
        for (const socket of one.open) socket.destroy()
        yield* sent
        yield* client.withTransaction(Effect.gen(function*() {
          expect(yield* ask(client)).toBe("")
          yield* sent
          expect([one.open.size, two.open.size]).toEqual([0, 1])
        }))
      })
    ))

  it.each<[session: string, is: Partial<Scripted>, asked: readonly [number, number]]>([
    ["primary", { isReadOnly: true }, [1, 0]],
    ["primary", { isStandby: true }, [0, 1]],
    ["read-write", { isReadOnly: true }, [0, 1]],
    ["any", { isStandby: true }, [1, 0]]
  ])("are %s where the first is %o", (session, is, said) =>
    run((one, two, made) =>
      Effect.gen(function*() {
        Object.assign(one, is)
        expect(yield* ask(yield* made)).toBe("")
        expect([one.said.length, two.said.length]).toEqual(said)
      }), session))

  it.each<[one: Partial<Scripted>, two: Partial<Scripted>, words: string]>([
    [
      { isStandby: true },
      { isStandby: true },
      "the database is read-only (a host of the URL is not read-write, 25006)"
    ],
    [
      { isStandby: true },
      { refuses: "57P03" },
      "the database is shutting down or starting (as the server says, 57P03)"
    ],
    // Whoever is refused by the first is not meant to be on the second.
    [{ refuses: "28P01" }, {}, "the database refuses this user or password (as the server says, 28P01)"]
  ])("are none where they are %o and %o", (first, second, words) =>
    run((one, two, made) =>
      Effect.gen(function*() {
        const client = yield* made
        Object.assign(one, first)
        Object.assign(two, second)
        expect(yield* ask(client)).toBe(words)
        expect([one.said, two.said]).toEqual([[], []])
      })
    ))

  it.each(["always", "statements"] as const)(
    "have three seconds to open a session and to say what they are: %s",
    (silent) =>
      run((one, two, made, log) =>
        Effect.gen(function*() {
          one.silent = silent
          const client = yield* made
          const asking = yield* Effect.forkChild(ask(client))
          yield* sent
          yield* pass(2999)
          expect(two.open.size).toBe(0)
          yield* pass(1)
          expect(yield* Fiber.join(asking)).toBe("")
          // From here on nobody waits for the first one again, until it is the only one.
          const again = yield* Effect.forkChild(ask(client))
          yield* sent
          expect([again.pollUnsafe(), two.said, log]).toEqual([
            Exit.succeed(""),
            ["select 1", "select 1"],
            [moved(1, 2)]
          ])
          one.silent = "never"
          two.refuses = "57P03"
          for (const socket of two.open) socket.destroy()
          yield* sent
          const back = yield* Effect.forkChild(ask(client))
          yield* sent
          expect([back.pollUnsafe(), one.said, log.slice(1)]).toEqual([Exit.succeed(""), ["select 1"], [moved(2, 1)]])
        }), "any")
  )

  it.each<[is: Partial<Scripted>, session: string, told: ReadonlyArray<string>, words: string]>([
    [
      { silent: "statements" },
      "any",
      ["ConnectionError", "a host of the URL gives no answer", "connect"],
      "the database cannot be reached (a host of the URL gives no answer, 08006)"
    ],
    [
      { isStandby: true },
      "primary",
      ["UnknownError", "a host of the URL is not primary", "connect"],
      "the database is read-only (a host of the URL is not primary, 25006)"
    ]
  ])("say why where none will do: %o", (is, session, told, words) =>
    run((one, two, made) =>
      Effect.gen(function*() {
        const client = yield* made
        for (const host of [one, two]) Object.assign(host, is)
        const failed = yield* Effect.forkChild(Effect.flip(client.unsafe("select 1")))
        yield* sent
        for (const _ of [one, two]) yield* pass(3000)
        const error = yield* Fiber.join(failed)
        const { _tag, message, operation } = error.reason
        expect([_tag, message, operation]).toEqual(told)
        expect(PostgresStore.storeError(error).message).toBe(words)
      }), session))

  it("are asked each second whether they answer still, and have two seconds for that", () =>
    run((one, two, made, log) =>
      Effect.gen(function*() {
        const client = yield* made
        yield* sent
        expect([one.asked, one.open.size, two.open.size]).toEqual([1, 1, 0])
        expect(yield* ask(client)).toBe("")
        expect(one.asked).toBe(2)
        yield* pass(999)
        expect(one.asked).toBe(2)
        yield* pass(1)
        expect(one.asked).toBe(3)
        // Whoever waits there waits no longer than that.
        one.silent = "statements"
        const waiting = yield* Effect.forkChild(ask(client))
        yield* sent
        yield* pass(1000)
        const asked = one.asked
        yield* pass(1999)
        expect([one.asked, two.open.size, log]).toEqual([asked, 0, []])
        yield* pass(1)
        expect(log).toEqual([moved(1, 2)])
        expect(yield* Fiber.join(waiting)).toMatch(/^the database cannot be reached/)
        expect(yield* ask(client)).toBe("")
        expect(two.said).toEqual(["select 1"])
        // From here on it is the other one that is asked.
        const [before, other] = [two.asked, one.asked]
        yield* pass(1000)
        expect([two.asked, one.asked]).toEqual([before + 1, other])
      })
    ))

  it("are both asked again each second while none will do, and the one before stays when it does again", () =>
    run((one, two, made, log) =>
      Effect.gen(function*() {
        Object.assign(two, { isStandby: true })
        const client = yield* made
        yield* sent
        one.isStandby = true
        yield* pass(1000)
        const asked = [one.asked, two.asked]
        yield* pass(999)
        expect([one.asked, two.asked]).toEqual(asked)
        yield* pass(1)
        expect([one.asked, two.asked]).toEqual(asked.map((each) => each + 1))
        one.isStandby = false
        yield* pass(1000)
        const found = [one.asked, two.asked]
        yield* pass(1000)
        // Nobody looks for another one any more.
        expect([one.asked, two.asked]).toEqual([found[0]! + 1, found[1]])
        expect([yield* ask(client), log]).toEqual(["", []])
        one.isStandby = true
        yield* pass(1000)
        two.isStandby = false
        yield* pass(1000)
        expect(log).toEqual([moved(1, 2)])
      })
    ))

  it.each([["read-write", 0], ["any", 1]] as const)(
    "that refuse a write lose their sessions where %s is wanted, down to %i",
    (session, left) =>
      run((one, _, made) =>
        Effect.gen(function*() {
          one.answers = { insert: { code: "25006" }, update: { code: "42P01" } }
          const client = yield* made
          expect(yield* ask(client, "update")).toMatch(/42P01/)
          expect(one.open.size).toBeGreaterThan(0)
          expect(yield* ask(client, "insert")).toBe("the database is read-only (as the server says, 25006)")
          expect(one.open.size).toBe(left)
        }), session)
  )
})

describe("a client on several hosts", () => {
  it("asks in each of its ways, and begins and ends transactions", () =>
    run((one, _, made) =>
      Effect.gen(function*() {
        const client = yield* made
        const once = client.unsafe<{ readonly one: string }>("select 1")
        expect([yield* once.unprepared, yield* once.valuesUnprepared]).toEqual([[{ one: "1" }], [["1"]]])
        expect(one.said.splice(0)).toEqual(["select 1", "select 1"])
        expect(one.prepared).toEqual(new Set())
        const often = client.unsafe<{ readonly one: string }>("select $1", ["a"])
        expect([yield* often, yield* often.values]).toEqual([[{ one: "1" }], [["1"]]])
        expect(yield* often.raw).toMatchObject({ command: "SELECT", rows: [{ one: "1" }] })
        expect(yield* Stream.runCollect(often.stream)).toEqual([{ one: "1" }])
        expect(one.prepared).toEqual(new Set(["select $1"]))
        yield* client.notify("channel", "payload")
        expect(one.said.splice(0)).toEqual([
          ...Array.from({ length: 4 }, () => "select $1"),
          "select pg_notify($1, $2)"
        ])
        yield* client.withTransaction(client.withTransaction(client.unsafe("select 2")))
        const within = ["BEGIN", "SAVEPOINT effect_sql_1", "select 2", "RELEASE SAVEPOINT effect_sql_1", "COMMIT"]
        expect(one.said.splice(0)).toEqual(within)
        expect(one.prepared).toEqual(new Set(["select $1", "select pg_notify($1, $2)", ...within]))
        expect(() => client.json({})).toThrow(new Error("fragments of JSON are not used with several hosts"))
        expect(Object.keys(client.config)).not.toContain("stream")
        expect(client.config).toMatchObject({ applicationName: "signalbox", maxConnections: 10 })
      })
    ))

  it("gives whoever reserves a session its rows as they are, or as they are told to be", () =>
    run((_one, _two, made) =>
      Effect.gen(function*() {
        const session = yield* (yield* made).reserve
        const both = <A extends object>(rows: ReadonlyArray<A>): ReadonlyArray<A> => [...rows, ...rows]
        const row = { one: "1" }
        for (const way of ["execute", "executeUnprepared"] as const) {
          expect(yield* session[way]("select 1", [], undefined), way).toEqual([row])
          expect(yield* session[way]("select 1", [], both), way).toEqual([row, row])
        }
        const named = <A extends object>(rows: ReadonlyArray<A>) => rows.map((each) => ({ ...each, is: "named" }))
        expect(yield* Stream.runCollect(session.executeStream("select 1", [], undefined))).toEqual([row])
        expect(yield* Stream.runCollect(session.executeStream("select 1", [], named))).toEqual([{
          ...row,
          is: "named"
        }])
      })
    ))

  it("tells traces which system it asks", () =>
    run((_one, _two, made) =>
      Effect.gen(function*() {
        const spans: Array<Tracer.Span> = []
        const tracer = Tracer.make({
          span: (options) => {
            const span = new Tracer.NativeSpan(options)
            spans.push(span)
            return span
          }
        })
        const client = yield* made
        yield* Effect.provideService(client.unsafe("select 1"), Tracer.Tracer, tracer)
        expect(spans.map(({ attributes }) => attributes.get("db.system.name"))).toEqual(["postgresql"])
      })
    ))

  it("says that a transaction was undone whose end was its rollback", () =>
    run((one, _, made) =>
      Effect.gen(function*() {
        one.answers = { COMMIT: { tag: "ROLLBACK" } }
        const client = yield* made
        const error = yield* Effect.flip(client.withTransaction(client.unsafe("select 1")))
        expect(isSqlError(error) && [error.reason._tag, error.reason.message, error.reason.operation]).toEqual([
          "UnknownError",
          "COMMIT rolled back an aborted transaction",
          "commit"
        ])
      })
    ))
})
