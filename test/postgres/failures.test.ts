/**
 * The store says when the database cannot be used: whether it may pass, in words that help, and nothing that is secret.
 */
import * as Commit from "@signalbox/core/Commit"
import type { AccountId, ContactId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as Contact from "@signalbox/core/internal/row/Contact"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { StoreError } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { suite } from "./Client.ts"
import * as Refusing from "./Refusing.ts"

const { harness, postgres } = suite("failures")

const secret = "hunter2secret"

/** Returns why the store does not start at this address. */
const fault = (url: string, schema = "signalbox") =>
  Effect.flip(Effect.scoped(Layer.build(Layer.fresh(PostgresStore.layer({ url, schema })))))

const expectToSay = (error: StoreError, reason: StoreError["reason"], words: RegExp): void => {
  expect(error).toBeInstanceOf(StoreError)
  expect(error.message).toMatch(words)
  expect(error.reason).toBe(reason)
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(secret)
}

const at = (change: (url: URL) => void): string => {
  const url = new URL(postgres().url)
  url.password = secret
  change(url)
  return url.href
}

describe("a store that cannot start says", () => {
  const addresses: ReadonlyArray<readonly [string, () => string, StoreError["reason"], RegExp]> = [
    [
      "that the database does not exist",
      () => at((url) => url.pathname = "/no_such"),
      "failed",
      /does not exist.*no_such.*3D000/
    ],
    [
      "that the user is unknown",
      () => at((url) => url.username = "no_such"),
      "failed",
      /refuses this user or password.*no_such/
    ],
    ["that the URL cannot be read", () => `postgres://root:${secret}/x@host:5432/x`, "failed", /URL.*cannot be read/],
    ["that there is no URL", () => secret, "failed", /URL.*cannot be read/],
    ["that the URL is of something else", () => `mysql://root:${secret}@host/x`, "failed", /URL.*PostgreSQL.*mysql/],
    ["that the database has no TLS", () => at((url) => url.search = "?sslmode=require"), "failed", /TLS/],
    [
      "that nobody listens",
      () => `postgres://root:${secret}@127.0.0.1:1/x`,
      "unavailable",
      /cannot be reached.*ECONNREFUSED 127\.0\.0\.1:1/
    ],
    [
      "that the host is unknown",
      () => `postgres://root:${secret}@no-such-host.invalid/x`,
      "unavailable",
      /cannot be reached.*no-such-host/
    ]
  ]
  it.each(addresses)("%s", async (_, url, reason, words) => {
    expectToSay(await Effect.runPromise(fault(url())), reason, words)
  })

  const refusals: ReadonlyArray<readonly [code: string, message: string, StoreError["reason"], RegExp]> = [
    ["28P01", "password authentication failed for user \"root\"", "failed", /refuses this user or password.*28P01/],
    ["28000", "no pg_hba.conf entry for host", "failed", /refuses this user or password.*pg_hba/],
    ["42501", "permission denied for database", "failed", /lacks a permission/],
    ["08P01", "unsupported startup parameter: jit", "failed", /PgBouncer.*pooler: true/],
    ["08P01", "no such database: x", "failed", /does not exist.*no such database/],
    ["08P01", "SASL authentication failed", "failed", /refuses this user or password/],
    ["08P01", "no more connections allowed (max_client_conn)", "unavailable", /cannot be reached.*no more connections/],
    ["53300", "sorry, too many clients already", "unavailable", /no room.*too many clients/],
    ["53100", "could not extend file: No space left on device", "unavailable", /no room/],
    ["XX000", "could not write init file: No space left on device", "unavailable", /no room.*init file/],
    ["XX000", "could not write init file", "unavailable", /no room.*init file/],
    ["XX000", "cache lookup failed for type 1", "failed", /the database failed/],
    ["58030", "could not fsync file: Input/output error", "unavailable", /cannot use its disk.*fsync/],
    ["57P01", "terminating connection due to administrator command", "unavailable", /shutting down/],
    ["57P03", "the database system is starting up", "unavailable", /starting up/],
    ["08006", "server closed the connection", "unavailable", /cannot be reached/],
    [
      "22P02",
      `invalid input syntax for type integer: "${secret} "x"`,
      "failed",
      /cannot hold.*invalid input syntax.*22P02/
    ],
    ["25006", "cannot execute INSERT in a read-only transaction", "unavailable", /read-only/]
  ]
  it.each(refusals)("what the server says: %s %s", (code, message, reason, words) =>
    Effect.gen(function*() {
      const port = yield* Refusing.make(code, message)
      expectToSay(yield* fault(`postgres://root:${secret}@127.0.0.1:${port}/x`), reason, words)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("that it may not make its schema", () =>
    Effect.gen(function*() {
      const { client } = postgres()
      const role = `test_poor_${process.pid}`
      yield* client.unsafe(`create role "${role}" login`)
      yield* Effect.addFinalizer(() => Effect.orDie(client.unsafe(`drop role "${role}"`)))
      expectToSay(
        yield* fault(at((url) => url.username = role), `test_not_there_${process.pid}`),
        "failed",
        /lacks a permission.*42501/
      )
    }).pipe(Effect.scoped, Effect.runPromise))
})

const phone = "+12015550142" as PhoneNumber

const contact = Commit.put(Contact.Contacts, {
  id: "cccccccc-0000-7000-8000-000000000001" as ContactId,
  account: "aaaaaaaa-0000-7000-8000-000000000001" as AccountId,
  phone,
  optOut: false,
  createdAt: instant(Date.UTC(2030, 0, 15)),
  updatedAt: null
})

describe("what is logged of a failure", () => {
  it("says what failed, and not on which data", () =>
    Effect.gen(function*() {
      const { store } = yield* harness.make
      const { client, schema } = postgres()
      const lines: Array<unknown> = []
      const logger = Logger.layer([
        Logger.map(Logger.formatStructured, (line) => void lines.push(line)),
        Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))
      ])
      // The server's detail shows the row.
      yield* client.unsafe(`alter table "${schema}".rows add constraint nothing check (key = '')`)
      yield* Effect.addFinalizer(() =>
        Effect.orDie(client.unsafe(`alter table "${schema}".rows drop constraint nothing`))
      )
      const error = yield* Effect.flip(store.commit([Commit.make({ puts: [contact] })]))
      expect(error.reason).toBe("failed")
      expect(error.message).toMatch(/violates check constraint.*23514/)
      yield* Effect.logWarning("cannot commit", error).pipe(Effect.provide(logger))
      yield* Effect.logWarning("cannot commit").pipe(
        Effect.andThen(Effect.fail(error)),
        Effect.sandbox,
        Effect.flip,
        Effect.flatMap((cause) => Effect.logError("work failed", cause)),
        Effect.provide(logger)
      )
      const shown = lines.map((line) => inspect(line, { depth: 20 })).join("\n") +
        inspect(error, { depth: 20, showHidden: true })
      expect(shown).toContain("violates check constraint")
      expect(shown).not.toContain(phone)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("does not quote a row that cannot be read", () =>
    Effect.gen(function*() {
      const { store } = yield* harness.make
      const { client, schema } = postgres()
      yield* store.commit([Commit.make({ puts: [contact] })])
      yield* client.unsafe(`update "${schema}".rows set version = version + 1, value = '{"phone":"${phone}"'`)
      const error = yield* Effect.flip(store.load({ ...Needs.none, rows: [contact] }))
      expect(error.reason).toBe("failed")
      expect(error.message).toMatch(/defect.*SyntaxError/)
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(phone)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("tells of a host's own cause what it says", () => {
    const of = (cause: unknown) => new StoreError({ reason: "unavailable", cause }).message
    expect(of("a switch is off")).toBe("the store is unavailable: a switch is off")
    expect(of(new Error("gone"))).toBe("the store is unavailable: gone")
    expect(of(null)).toBe("the store is unavailable")
    expect(new StoreError({ reason: "failed", cause: "odd" }).message).toBe("the store failed: odd")
  })
})
