/**
 * The signal of several nodes reaches each of them, soon, and goes on doing so whatever becomes of its connection.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { make as instant } from "@signalbox/core/Instant"
import { DispatchWork } from "@signalbox/core/internal/dispatch/DispatchWork"
import { Committer } from "@signalbox/core/internal/engine/Committer"
import * as Service from "@signalbox/core/Service"
import { Store } from "@signalbox/core/Store"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as PostgresSignal from "@signalbox/postgres/PostgresSignal"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import { ownDatabase, suite } from "./Client.ts"
import * as Proxy from "./Proxy.ts"

// Others listen as well, and their connections are not to be ended.
const { harness, postgres } = suite("signal", {}, undefined, ownDatabase())

type Signal = WorkSignal["Service"]

const signal = (schema: string, client: PgClient = postgres().client): Effect.Effect<Signal, never, Scope.Scope> =>
  Effect.map(
    Effect.provideService(Layer.build(Layer.fresh(PostgresSignal.layer({ schema }))), PgClient, client),
    Context.get(WorkSignal)
  )

/** Longer than a signal takes, shorter than anyone's patience. */
const isHeard = ({ heard }: Signal, millis = 5000) =>
  Effect.map(Effect.timeoutOption(heard, millis), ({ _tag }) => _tag === "Some")

/** Signals that listen: each is raised once when it begins to. */
const listening = (schema: string, client?: PgClient) => Effect.tap(signal(schema, client), isHeard)

const run = (effect: Effect.Effect<void, unknown, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

describe("the signal of several nodes", () => {
  it("is raised on each of them", () =>
    run(Effect.gen(function*() {
      const { schema } = postgres()
      const [a, b, c] = [yield* listening(schema), yield* listening(schema), yield* listening(schema)]
      for (const from of [a, b, a]) {
        yield* from.raise
        expect(yield* Effect.all([a, b, c].map((each) => isHeard(each)), { concurrency: "unbounded" })).toEqual([
          true,
          true,
          true
        ])
      }
    })))

  it("is not raised by oneself twice, and not by those of another schema", () =>
    run(Effect.gen(function*() {
      const { schema } = postgres()
      const [a, b] = [yield* listening(schema), yield* listening(schema)]
      const others = yield* Effect.all([listening(`${schema}_other`), listening(`other/${schema}`), listening("x")])
      yield* a.raise
      expect(yield* isHeard(a)).toBe(true)
      // By then the server has told all who listen.
      expect(yield* isHeard(b)).toBe(true)
      // Silence can only be listened to for a while; a signal among nodes takes a few milliseconds.
      expect(yield* isHeard(a, 200)).toBe(false)
      for (const other of others) expect(yield* isHeard(other, 20)).toBe(false)
    })))

  it("is raised for what another node's engine has committed", () =>
    run(Effect.gen(function*() {
      const { store } = yield* harness.make
      const { client, schema } = postgres()
      const engine = Layer.build(Layer.fresh(
        Service.engineLayerWith(PostgresSignal.layer({ schema })).pipe(
          Layer.provide(Layer.succeed(Store, store)),
          Layer.provide(FixedSecrets.layer),
          Layer.provide(IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
        )
      )).pipe(Effect.provideService(PgClient, client))
      const [a, b] = [yield* engine, yield* engine]
      const [mine, theirs] = [Context.get(a, WorkSignal), Context.get(b, WorkSignal)]
      expect(yield* Effect.all([isHeard(mine), isHeard(theirs)])).toEqual([true, true])
      const account = "aaaaaaaa-0000-7000-8000-000000000001" as AccountId
      const due = { work: { kind: "dispatch" as const, key: "a" }, lane: DispatchWork.lane.of(account), at: instant(0) }
      yield* Context.get(a, Committer).commit(Commit.make({ due: [due] }))
      expect(yield* Effect.all([isHeard(mine), isHeard(theirs)])).toEqual([true, true])
    })))

  it("is raised again after the server has ended its connection, also for what it has missed", () =>
    run(Effect.gen(function*() {
      const { client, schema } = postgres()
      const [a, b] = [yield* listening(schema), yield* listening(schema)]
      const ended = yield* client.unsafe(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like 'LISTEN%' and pid <> pg_backend_pid()`
      )
      expect(ended.length).toBeGreaterThanOrEqual(2)
      // Each listens again by itself, and is raised, because something may have been made meanwhile.
      expect(yield* Effect.all([isHeard(a), isHeard(b)], { concurrency: "unbounded" })).toEqual([true, true])
      yield* b.raise
      expect(yield* isHeard(a)).toBe(true)
    })))

  it("is raised in its own process while the database is away, and everywhere when it is back", () =>
    run(Effect.gen(function*() {
      const { schema, url } = postgres()
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => Proxy.start(url)),
        (made) => Effect.promise(() => made.stop())
      )
      const context = yield* Layer.build(Layer.fresh(PostgresStore.client({ url: proxy.url })))
      const [a, b] = [yield* listening(schema, Context.get(context, PgClient)), yield* listening(schema)]
      proxy.cut()
      for (const _ of [1, 2, 3]) {
        yield* a.raise
        expect(yield* isHeard(a)).toBe(true)
      }
      expect(yield* isHeard(b, 20)).toBe(false)
      proxy.mend()
      expect(yield* isHeard(a)).toBe(true)
      yield* a.raise
      expect(yield* isHeard(b)).toBe(true)
      yield* isHeard(a)
      yield* b.raise
      expect(yield* isHeard(a)).toBe(true)
    })))

  it("is raised in its own process only behind a pooler, and needs no connection for that", () =>
    run(Effect.gen(function*() {
      const { client, schema } = postgres()
      const listeners = client.unsafe(
        "select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN%' and state is not null"
      )
      const before = (yield* listeners).length
      const signal = yield* Effect.map(
        Layer.build(Layer.fresh(PostgresSignal.layer({ schema, pooler: true }))).pipe(
          Effect.provideService(PgClient, client)
        ),
        Context.get(WorkSignal)
      )
      yield* signal.raise
      expect(yield* isHeard(signal)).toBe(true)
      expect((yield* listeners).length).toBe(before)
    })))
})
