/** Tests of PostgreSQL share a client, a schema of their own, and a store that is empty again for every case. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Idempotency } from "@signalbox/core/Idempotency"
import { Lockout } from "@signalbox/core/Lockout"
import { Pace } from "@signalbox/core/Pace"
import { RateWindow } from "@signalbox/core/RateWindow"
import type { ClaimRequest } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import { PostgresNodes } from "@signalbox/postgres/PostgresNodes"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import type { Harness, Services } from "@signalbox/testing/StoreHarness"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll } from "vitest"
import * as Database from "./Database.ts"
import { server } from "./Server.ts"

const tables = [
  "rows",
  "message",
  "message_state",
  "event",
  "delivery",
  "other_key",
  "list_count",
  "usage",
  "subscription",
  "sum",
  "sum_entry",
  "claim",
  "work",
  "lane_ready",
  "pause",
  "node",
  "lockout",
  "rate_fixed",
  "rate_share",
  "rate_taken",
  "pace_share"
]

/** The lanes of the cases, whatever kinds of lanes core has. */
export const lanes: ClaimRequest["lanes"] = {
  dispatch: { width: 64, shared: false },
  send: { width: 64, shared: false },
  delivery: { width: 16, shared: false },
  submission: { width: 128, shared: true }
}

/** The process that is started for that alone clears up so often. */
const sweepMillis = 40

export interface Postgres {
  readonly client: PgClient
  readonly url: string
  readonly schema: string
}

export interface Suite {
  readonly postgres: () => Postgres
  /** One more node on the same storage, as it is now. */
  readonly node: Effect.Effect<Services, never, Scope.Scope>
  readonly harness: Harness
}

/** A place for `suite`: a database of its own, where a test looks at more than what is in its schema. */
export const ownDatabase = (): () => Promise<string> => {
  let made: Database.Database | undefined
  // What is said first is done last: the suite drops its schema before.
  afterAll(() => made?.drop())
  return async () => {
    made = await Database.fresh()
    return made.url
  }
}

/**
 * To be called once in a test file. Its schema is dropped when the file is done.
 *
 * @param way how to get to the server at this address; straight, unless told otherwise
 * @param place the address; that of the database that all files share, unless told otherwise
 */
export const suite = (
  name: string,
  options: PostgresStore.ClientOptions = {},
  way: (url: string) => Promise<PostgresStore.Options> = (url) => Promise.resolve({ url }),
  place: () => Promise<string> = server
): Suite => {
  const schema = `test_${name}_${process.pid}`
  const scope = Scope.makeUnsafe()
  let found: Postgres | undefined

  const postgres = (): Postgres => {
    if (found === undefined) throw new Error("the server has not been started")
    return found
  }

  beforeAll(async () => {
    const url = await place()
    const context = await Effect.runPromise(
      Scope.provide(Layer.build(Layer.fresh(PostgresStore.client({ maxConnections: 20, ...await way(url) }))), scope)
    )
    found = { client: Context.get(context, PgClient), url, schema }
  })

  afterAll(async () => {
    if (found !== undefined) await Effect.runPromise(found.client.unsafe(`drop schema if exists "${schema}" cascade`))
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const build = (more: PostgresStore.ClientOptions = {}) =>
    Layer.build(Layer.fresh(PostgresStore.layerClient({ ...options, ...more, schema }))).pipe(
      Effect.provideService(PgClient, postgres().client)
    )

  const sql = (text: string, params: ReadonlyArray<unknown> = []) => postgres().client.unsafe(text, params)

  const outdated = Effect.suspend(() =>
    postgres().client.unsafe<{ readonly n: number }>(
      `select count(*)::int4 as n from "${schema}".sum_entry
       where made_at < now() - case when book = 'balance' then interval '31 days' else interval '2 days' end`
    )
  )

  /** The keys of debits and counts are older now; a process with quick heartbeats clears them away. */
  const age = (millis: number) =>
    Effect.gen(function*() {
      yield* sql(
        `update "${schema}".sum_entry set made_at = made_at - $1::text::int8 * interval '1 millisecond'`,
        [String(millis)]
      )
      yield* build({ heartbeatMillis: sweepMillis })
      yield* Effect.repeat(Effect.andThen(Effect.sleep(6 * sweepMillis), outdated), {
        until: ([row]) => row!.n === 0,
        times: 50
      })
    }).pipe(Effect.scoped, Effect.orDie)

  const node = Effect.suspend(() =>
    build().pipe(
      Effect.map((context): Services => ({
        store: Context.get(context, Store),
        idempotency: Context.get(context, Idempotency),
        rateWindow: Context.get(context, RateWindow),
        lockout: Context.get(context, Lockout),
        pace: Context.get(context, Pace),
        killNode: (node) => Effect.orDie(Context.get(context, PostgresNodes).forget(node)),
        age
      })),
      Effect.orDie
    )
  )

  /** Few rows are deleted much faster than tables are truncated. */
  const clear = Effect.suspend(() =>
    postgres().client.unsafe(
      `with ${tables.map((table) => `"${table}_" as (delete from "${schema}"."${table}")`).join(", ")} select 1`
    )
  ).pipe(Effect.orDie)

  return {
    postgres,
    node,
    harness: {
      make: Effect.tap(node, clear),
      without: { lockoutBound: "a hundred thousand counters are a hundred thousand round trips" }
    }
  }
}
