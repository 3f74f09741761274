/**
 * Any name that PostgreSQL takes whole is the name of the schema, and of nothing else.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import { make as instant } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Leases from "../stores/Leases.ts"
import { lanes, ownDatabase, suite } from "./Client.ts"

// Others make schemas as well.
const { postgres } = suite("names", {}, undefined, ownDatabase())

const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
const now = instant(Date.UTC(2020, 0, 15, 12))

const schemas = Effect.gen(function*() {
  const rows = yield* postgres().client.unsafe<{ readonly name: string }>("select nspname as name from pg_namespace")
  return new Set(rows.map(({ name }) => name))
})

/** Uses every table that takes a number of the sequence. */
const use = Effect.gen(function*() {
  const [store, idempotency, rates] = [yield* Store, yield* Idempotency, yield* RateWindow]
  const due = { work: { kind: "dispatch" as const, key: "a" }, lane: DispatchWork.lane.of(account), at: now }
  const spend = { account, amount: money(-7), floor: money(0), once: "top-up" }
  expect(yield* store.commit([Commit.make({ debits: [spend], due: [due] })])).toEqual([{ _tag: "Done" }])
  expect(yield* Leases.claim(store, { node: "one" as NodeId, offset: 0, limit: 9, lanes })).toMatchObject([due])
  expect(yield* idempotency.begin({ account, key: "key" }, "request", now)).toMatchObject({ _tag: "Started" })
  const take = { pool: "account:a", limit: 1, millis: 60_000, shape: "sliding", now } as const
  expect(yield* rates.take(take)).toEqual({ _tag: "Admitted" })
  const { balances } = yield* store.load({ ...Needs.none, balances: [account] })
  expect(balances.get(account)).toBe(7)
})

const on = (schema: string) => {
  const { client } = postgres()
  const dropped = Effect.orDie(client.unsafe(`drop schema if exists "${schema.replaceAll("\"", "\"\"")}" cascade`))
  return Effect.gen(function*() {
    const before = yield* schemas
    yield* Effect.addFinalizer(() => dropped)
    yield* use.pipe(
      Effect.provide(Layer.fresh(PostgresStore.layerClient({ schema, heartbeatMillis: 60_000 }))),
      Effect.provideService(PgClient, client)
    )
    yield* Effect.provideService(PostgresStore.wipe({ schema }), PgClient, client)
    const made = [...(yield* schemas)].filter((name) => !before.has(name))
    expect(made).toEqual([schema])
  }).pipe(Effect.scoped, Effect.runPromise)
}

const pieces = fc.constantFrom("'", "\"", "\\", "';--", "$1", "$$", "%", "A", "b", " ", ".", "é", "😀", "\n", "E'")

/** Cut to what is allowed, between characters. */
const fitting = (text: string): string => {
  let cut = [...text]
  while (new TextEncoder().encode(cut.join("")).length > 63) cut = cut.slice(0, -1)
  return cut.join("")
}

describe("a schema", () => {
  propWith({ runs: 6, timeout: 60_000 })(
    "may have any name",
    fc.array(pieces, { minLength: 1, maxLength: 40 }),
    (name) => on(fitting(`names ${name.join("")}`))
  )

  it.each([
    ["quotes and backslashes", "o'hara \"and\" \\sons\\"],
    ["what would end a statement", "x'); drop schema public cascade; --"],
    ["capital letters", "SignalBox"],
    ["63 bytes", "n".repeat(63)],
    ["63 bytes of longer characters", "é".repeat(31) + "n"]
  ])("may have %s in its name", (_, name) => on(name))

  it.each([
    ["64 bytes", "n".repeat(64), /64 bytes/],
    ["32 characters of two bytes", "é".repeat(32), /64 bytes/],
    ["no name", "", /empty/],
    ["U+0000", "a\0b", /character/],
    ["half a character", "a\ud83d", /character/],
    ["the server's prefix", "pg_signalbox", /pg_/]
  ])("with %s is refused, and nothing is made", (_, schema, words) =>
    Effect.gen(function*() {
      const before = yield* schemas
      const error = yield* Effect.flip(
        Effect.provideService(
          Effect.scoped(Layer.build(Layer.fresh(PostgresStore.layerClient({ schema })))),
          PgClient,
          postgres().client
        )
      )
      expect(error).toMatchObject({ reason: "failed", message: expect.stringMatching(words) })
      expect(yield* schemas).toEqual(before)
    }).pipe(Effect.runPromise))
})
