/**
 * A URL with several hosts leads to the one that takes writes, and to another one when that has changed.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as PostgresSignal from "@signalbox/postgres/PostgresSignal"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Proxies from "./Proxy.ts"
import * as Replicated from "./Replicated.ts"

describe("a URL with a primary and its standby", () => {
  let servers: Replicated.Replicated

  beforeAll(async () => {
    servers = await Replicated.start({ synchronous: false })
  }, 60_000)

  afterAll(() => servers.remove())

  const hosts = (...ports: ReadonlyArray<number>): string => ports.map((port) => `127.0.0.1:${port}`).join(",")

  const url = (authority: string, query = ""): string => `postgres://postgres@${authority}/postgres${query}`

  const portOf = Effect.flatMap(PgClient, (client) =>
    Effect.map(
      client.unsafe<{ readonly port: number }>("select inet_server_port()::int4 as port"),
      ([row]) => row?.port
    ))

  const on = <A, E>(url: string, program: Effect.Effect<A, E, PgClient>) =>
    program.pipe(Effect.provide(PostgresStore.client({ url })), Effect.scoped, Effect.runPromise)

  it("leads to the primary, wherever it stands and whoever else is away", async () => {
    const { primary, standby } = servers
    const found = await Promise.all([
      on(url(hosts(primary.port, standby.port)), portOf),
      on(url(hosts(standby.port, primary.port)), portOf),
      on(url(hosts(standby.port, primary.port), "?target_session_attrs=primary"), portOf),
      on(url("127.0.0.1", `?host=127.0.0.1,127.0.0.1&port=${standby.port},${primary.port}`), portOf),
      on(url(hosts(1, standby.port, primary.port), "?target_session_attrs=read-write"), portOf)
    ])
    expect(found).toEqual(found.map(() => primary.port))
    expect(await on(url(hosts(standby.port, primary.port), "?target_session_attrs=any"), portOf)).toBe(standby.port)
  })

  it("leads nowhere when none takes writes, and to no other host when one refuses the user", async () => {
    const { primary, standby } = servers
    const fault = (url: string): Promise<StoreError> =>
      Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(PostgresStore.layer({ url })))))
    const none = await fault(url(hosts(1, standby.port)))
    expect([none.reason, none.message]).toEqual(["unavailable", expect.stringMatching(/read-only.*not read-write/)])
    const alone = await fault(url(hosts(standby.port), "?target_session_attrs=read-write"))
    expect([alone.reason, alone.message]).toEqual(["unavailable", expect.stringMatching(/read-only.*not read-write/)])
    const refused = await fault(`postgres://nobody@${hosts(primary.port, standby.port)}/postgres`)
    expect([refused.reason, refused.message]).toEqual(["failed", expect.stringContaining("nobody")])
  })

  it("follows a switchover: store, transactions and LISTEN", { timeout: 60_000 }, async () => {
    const { follow, primary, promote, standby } = servers
    const program = Effect.gen(function*() {
      const client = yield* PgClient
      const store = yield* Store
      const { heard, raise } = yield* WorkSignal.WorkSignal
      expect(yield* portOf).toBe(primary.port)
      yield* Effect.promise(async () => {
        primary.signal("SIGINT")
        await primary.gone()
        await promote()
        await follow()
      })
      while ((yield* Effect.option(store.now))._tag === "None") yield* Effect.sleep(20)
      // In a transaction as well as without one, and never on the one that has become the standby.
      const all = yield* Effect.all(Array.from({ length: 20 }, () => client.withTransaction(portOf)), {
        concurrency: "unbounded"
      })
      expect(new Set(all)).toEqual(new Set([standby.port]))
      const listening = "select count(*)::int4 as count from pg_stat_activity where query ilike 'listen%'"
      while ((yield* client.unsafe<{ readonly count: number }>(listening))[0]?.count !== 1) yield* Effect.sleep(20)
      yield* raise
      yield* heard
    })
    const client = PostgresStore.client({ url: url(hosts(primary.port, standby.port)) })
    await program.pipe(
      Effect.provide(
        Layer.mergeAll(PostgresStore.layerClient(), PostgresSignal.layer()).pipe(Layer.provideMerge(client))
      ),
      Effect.scoped,
      Effect.runPromise
    )
  })

  it("leaves a host that has become read-only while it was up", { timeout: 60_000 }, async () => {
    // Since the switchover.
    const now = servers.standby
    const admin = (...texts: ReadonlyArray<string>) =>
      Effect.promise(() =>
        on(now.url, Effect.flatMap(PgClient, (own) => Effect.forEach(texts, (text) => own.unsafe(text))))
      )
    const program = Effect.gen(function*() {
      const client = yield* PgClient
      expect(yield* portOf).toBe(now.port)
      yield* admin("alter system set default_transaction_read_only = on", "select pg_reload_conf()")
      const write = Effect.result(client.unsafe("create temporary table if not exists a (b int4)"))
      while ((yield* write)._tag === "Success") yield* Effect.sleep(20)
      // Its sessions are gone, and a new one is asked what it is.
      expect(PostgresStore.storeError(yield* Effect.flip(portOf))).toMatchObject({ reason: "unavailable" })
      yield* admin("alter system reset default_transaction_read_only", "select pg_reload_conf()")
      while ((yield* Effect.result(portOf))._tag === "Failure") yield* Effect.sleep(20)
    })
    await program.pipe(
      Effect.provide(PostgresStore.client({ url: url(hosts(now.port, servers.primary.port)) })),
      Effect.scoped,
      Effect.runPromise
    )
  })

  it("leaves a host that falls silent when another one takes writes, and whoever waits there is told", {
    timeout: 60_000
  }, async () => {
    const [now, other] = [servers.standby, servers.primary]
    const proxy = await Proxies.start(now.url)
    const address = url(hosts(Number(new URL(proxy.url).port), other.port))
    const program = Effect.gen(function*() {
      const client = yield* PgClient
      expect(yield* portOf).toBe(now.port)
      // Without an end of its connection it would wait for ever: what the server says does not come through.
      const waiting = yield* Effect.forkChild(Effect.flip(client.unsafe("select pg_sleep(1)")))
      yield* Effect.promise(async () => {
        proxy.silence()
        await servers.promote(other)
      })
      expect(PostgresStore.storeError(yield* Fiber.join(waiting))).toMatchObject({ reason: "unavailable" })
      expect(yield* portOf).toBe(other.port)
      // Whoever begins with the silent one has to wait for it as long as a host may take.
      const later = PostgresStore.client({ url: address })
      expect(yield* Effect.scoped(Effect.provide(portOf, Layer.fresh(later)))).toBe(other.port)
    })
    try {
      await program.pipe(
        Effect.provide(PostgresStore.client({ url: address })),
        Effect.scoped,
        Effect.runPromise
      )
    } finally {
      await proxy.stop()
    }
  })
})
