/**
 * Some of it stays as it is: the only host of a URL, which nobody watches, and sessions on a host that others have left, where any
 * server will do (`hosts.test.ts` has what moves).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { StoreError } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import { Scripted } from "../Scripted.ts"

/** So many turns of the event loop that whoever was answered or woken has gone on. */
const sent = Effect.promise(async () => {
  for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate)
})

const run = (
  hosts: string,
  session: string,
  use: (
    one: Scripted,
    two: Scripted,
    client: Effect.Effect<PgClient, StoreError, Scope.Scope>
  ) => Effect.Effect<void, unknown, Scope.Scope>
): Promise<void> => {
  const [one, two] = [new Scripted(), new Scripted()]
  const layer = PostgresStore.client({
    url: `postgres://me@${hosts}/mine?target_session_attrs=${session}`,
    stream: (address) => ("port" in address && address.port === 1 ? one : two).stream()
  })
  return Effect.scoped(use(one, two, Effect.map(Layer.build(Layer.fresh(layer)), Context.get(PgClient)))).pipe(
    Effect.provide(Logger.layer([])),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
}

const wordsOf = (client: PgClient): Effect.Effect<string> =>
  Effect.match(client.unsafe("select 1"), {
    onSuccess: () => "",
    onFailure: (error) => PostgresStore.storeError(error).message
  })

it("a host that is alone is asked once in each session what it is, and by nobody after that", () =>
  run("one:1", "read-write", (one, _, made) =>
    Effect.gen(function*() {
      const client = yield* made
      yield* sent
      expect([one.asked, one.open.size]).toEqual([0, 0])
      expect(yield* wordsOf(client)).toBe("")
      yield* Effect.andThen(TestClock.adjust(5000), sent)
      expect([one.asked, one.open.size, one.said]).toEqual([1, 1, ["select 1"]])
    })))

it("a host that is alone has to be what its URL wants as well", () =>
  run("one:1", "read-write", (one, _, made) =>
    Effect.gen(function*() {
      one.isStandby = true
      expect(yield* wordsOf(yield* made)).toBe(
        "the database is read-only (a host of the URL is not read-write, 25006)"
      )
      expect(one.said).toEqual([])
    })))

it("a session goes on where it is when others are opened elsewhere, and any server will do", () =>
  run("one:1,two:2", "any", (one, two, made) =>
    Effect.gen(function*() {
      const client = yield* made
      const session = yield* client.reserve
      one.refuses = "57P03"
      expect(yield* wordsOf(client)).toBe("")
      yield* sent
      expect(two.said).toEqual(["select 1"])
      expect(yield* session.execute("select 2", [], undefined)).toEqual([{ one: "1" }])
      expect([one.said, one.open.size]).toEqual([["select 2"], 1])
    })))
