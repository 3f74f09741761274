/**
 * A node on PostgreSQL is ready when its migrations are in place and the database answers, keeps what is written, and lets
 * nobody wait for long.
 */
import type { NodeId } from "@signalbox/core/Id"
import type { Unready } from "@signalbox/core/Readiness"
import * as Readiness from "@signalbox/core/Readiness"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Client from "@signalbox/testing/http/HttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import pg from "pg"
import { describe, it } from "vitest"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Leases from "../stores/Leases.ts"
import * as Database from "./Database.ts"
import * as Proxy from "./Proxy.ts"
import { server } from "./Server.ts"

const webhook = { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }

const ready = (url: string, program: (unready: Effect.Effect<ReadonlyArray<Unready>>) => Effect.Effect<void>) =>
  Effect.flatMap(Readiness.Readiness, ({ unready }) => program(unready(null))).pipe(
    Effect.provide(Readiness.layer.pipe(Layer.provide(PostgresStore.layer({ url })))),
    Effect.runPromise
  )

/** An answer is shared for a second, so a change shows after a while. */
const until = Effect.fnUntraced(function*(
  unready: Effect.Effect<ReadonlyArray<Unready>>,
  wanted: ReadonlyArray<Unready>
) {
  for (let seen = yield* unready; JSON.stringify(seen) !== JSON.stringify(wanted); seen = yield* unready) {
    yield* Effect.sleep(50)
  }
})

// Each has a database of its own, and nearly all of their time they wait.
describe.concurrent("a node on PostgreSQL", () => {
  it("names the migrations that are not in place", async ({ expect }) => {
    const database = await Database.fresh()
    try {
      await ready(
        database.url,
        Effect.fnUntraced(function*(unready) {
          expect(yield* unready).toEqual([])
          const why = "are not in place: rows, sums, requests, the queue, rate limits"
          yield* Effect.promise(() => database.query("update signalbox.migration set id = -id"))
          yield* until(unready, [{ part: "migrations", why }])
          // What a newer version has added is no matter.
          yield* Effect.promise(() => database.query("insert into signalbox.migration values (1000, 'a newer one')"))
          yield* Effect.promise(() => database.query("update signalbox.migration set id = -id where id < 0"))
          yield* until(unready, [])
          yield* Effect.promise(() => database.query("drop table signalbox.migration"))
          yield* until(unready, [{ part: "migrations", why }])
        })
      )
    } finally {
      await database.drop()
    }
  })

  it("is not ready, takes no work and does not start beside a step of a newer version that stops it", async ({ expect }) => {
    const database = await Database.fresh()
    const url = database.url
    const insert = (id: number, stops: boolean) =>
      database.query("insert into signalbox.migration (id, name, stops_earlier) values ($1, $2, $3)", [
        id,
        `step ${id}`,
        stops
      ])
    const why = "was changed by a newer version, beside which this one cannot work: step 1001"
    const told: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void told.push(logLevel, ...[message].flat().map(String)))
    const program = Effect.gen(function*() {
      const { unready } = yield* Readiness.Readiness
      const store = yield* Store
      const lanes = { contact: { width: 1, shared: true } }
      const claim = Leases.claim(store, { node: "one" as NodeId, offset: 0, limit: 1, lanes })
      const seen = Effect.map(
        Effect.promise(() => database.query<{ readonly at: string }>("select seen_at::text as at from signalbox.node")),
        ([node]) => node?.at
      )
      yield* Effect.promise(() => insert(1000, false))
      expect(yield* unready(null)).toEqual([])
      expect(yield* claim).toEqual([])
      yield* Effect.promise(() => insert(1001, true))
      yield* until(unready(null), [{ part: "store", why }])
      // What it does by itself would fail from now on.
      yield* Effect.promise(() => database.query("alter table signalbox.claim rename to claim_2"))
      yield* Effect.promise(() => database.query("alter table signalbox.rate_fixed rename to rate_fixed_2"))
      expect(yield* claim).toEqual([])
      // It tells nobody that it lives, so that others take over what it holds. One heartbeat may be under way still.
      yield* Effect.sleep(300)
      const last = yield* seen
      // Many heartbeats would have come in this real time, and all that is done in the background.
      yield* Effect.sleep(2200)
      expect([last, yield* seen]).toEqual([expect.any(String), last])
      expect(told).toEqual(["Error", `this node takes no work: the schema ${why}`])
      yield* Effect.promise(() => database.query("alter table signalbox.claim_2 rename to claim"))
      yield* Effect.promise(() => database.query("alter table signalbox.rate_fixed_2 rename to rate_fixed"))
      yield* Effect.promise(() => database.query("delete from signalbox.migration where id = 1001"))
      yield* until(unready(null), [])
      expect(told.slice(2)).toEqual(["Info", "this node works with the schema again"])
      expect(yield* claim).toEqual([])
      while ((yield* seen) === last) yield* Effect.sleep(50)
      yield* Effect.promise(() => insert(1001, true))
      yield* until(unready(null), [{ part: "store", why }])
    })
    const layer = Readiness.layer.pipe(Layer.provideMerge(PostgresStore.layer({ url, heartbeatMillis: 100 })))
    const quietly = Effect.provide(program, layer).pipe(Effect.provide(Logger.layer([logger])))
    try {
      await Effect.runPromise(quietly)
      for (const migrate of ["auto", "check"] as const) {
        const start = Effect.flip(Effect.scoped(Layer.build(PostgresStore.layer({ url, migrate }))))
        expect(await Effect.runPromise(start)).toMatchObject({ reason: "failed", message: `the schema ${why}` })
      }
    } finally {
      await database.drop()
    }
  })

  it.for([
    ["refuses what requests write", "add check (kind <> 'webhook') not valid"],
    ["has no place for what requests read and write", "rename to rows_2"]
  ])("is not ready when the schema of a newer version %s", async ([, change], { expect }) => {
    const database = await Database.fresh()
    const subject = await starter({ mount: Mounts.node, storage: PostgresStore.layer({ url: database.url }) })()
    const client = Client.make(subject.baseUrl, { "x-api-key": subject.apiKey })
    const details = async () => {
      const { json, status } = await client.get("/health/ready")
      return status === 204 ? null : (json as { readonly error: { readonly details: object } }).error.details
    }
    try {
      await database.query("insert into signalbox.migration (id, name) values (1000, 'other rows')")
      expect((await client.post("/v3/webhooks", webhook)).status).toBe(201)
      expect(await details()).toBe(null)
      await database.query(`alter table signalbox.rows ${change}`)
      const failed = await client.post("/v3/webhooks", webhook)
      expect(failed.status).toBeGreaterThanOrEqual(500)
      const why = "was changed by a newer version, beside which this one cannot work: other rows"
      for (let seen = await details(); JSON.stringify(seen) !== JSON.stringify({ store: [why] });) {
        await Effect.runPromise(Effect.sleep(50))
        seen = await details()
      }
    } finally {
      await subject.stop()
      await database.drop()
    }
  })

  it("is not ready while the database cannot be reached", async ({ expect }) => {
    const database = await Database.fresh()
    const proxy = await Proxy.start(database.url)
    try {
      await ready(
        proxy.url,
        Effect.fnUntraced(function*(unready) {
          expect(yield* unready).toEqual([])
          proxy.cut()
          yield* until(unready, [{ part: "store", why: "does not answer" }])
          proxy.mend()
          yield* until(unready, [])
        })
      )
    } finally {
      await proxy.stop()
      await database.drop()
    }
  })

  it("is not ready while the database is read-only, such as a primary that has become a standby", async ({ expect }) => {
    const database = await Database.fresh()
    const admin = new pg.Pool({ connectionString: await server(), max: 1 })
    const name = new URL(database.url).pathname.slice(1)
    const become = async (isReadOnly: boolean): Promise<void> => {
      await admin.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`)
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name])
    }
    try {
      await ready(
        database.url,
        Effect.fnUntraced(function*(unready) {
          expect(yield* unready).toEqual([])
          yield* Effect.promise(() => become(true))
          yield* until(unready, [{ part: "store", why: "is read-only" }])
          yield* Effect.promise(() => become(false))
          yield* until(unready, [])
        })
      )
    } finally {
      await admin.end()
      await database.drop()
    }
  })

  it.for([
    ["nothing can be written", "share", "has kept nothing for five seconds, while some wait"],
    ["nothing can be read", "access exclusive", "has shown nothing for five seconds, while some wait"]
  ])(
    "is not ready while somebody's lock on all rows lets requests wait: %s",
    { timeout: 60_000 },
    async ([, mode, why], { expect }) => {
      const database = await Database.fresh()
      const pool = new pg.Pool({ connectionString: database.url, max: 1 })
      const locker = await pool.connect()
      const subject = await starter({ mount: Mounts.node, storage: PostgresStore.layer({ url: database.url }) })()
      const client = Client.make(subject.baseUrl, { "x-api-key": subject.apiKey })
      const over = new AbortController()
      /** Requests until it is over, whatever becomes of them. */
      const asking = async (): Promise<void> => {
        while (!over.signal.aborted) await client.post("/v3/webhooks", webhook)
      }
      const until = async (wanted: object | null): Promise<void> => {
        while (true) {
          const { json, status } = await client.get("/health/ready")
          const seen = status === 204 ? null : (json as { readonly error: { readonly details: object } }).error.details
          if (JSON.stringify(seen) === JSON.stringify(wanted)) return
          await Effect.runPromise(Effect.sleep(50))
        }
      }
      try {
        // Nobody waits for anything yet.
        await locker.query("begin")
        await locker.query(`lock table signalbox.rows in ${mode} mode`)
        await until(null)
        const asked = asking()
        await until({ store: [why] })
        await locker.query("rollback")
        await until(null)
        over.abort()
        await asked
        expect((await client.post("/v3/webhooks", webhook)).status).toBe(201)
      } finally {
        over.abort()
        locker.release(true)
        await pool.end()
        await subject.stop()
        await database.drop()
      }
    }
  )
})
