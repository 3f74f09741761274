/** The sockets to several hosts, where the host of the service opens none itself: small packets go immediately. */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import { createRequire, syncBuiltinESMExports } from "node:module"
import type * as Net from "node:net"
import { Duplex } from "node:stream"
import { expect, it } from "vitest"

const net = createRequire(import.meta.url)("node:net") as { connect: (options: Net.NetConnectOpts) => Duplex }

it("a socket waits for no more to send, and one of a file has nothing to wait for", async () => {
  const asked: Array<Net.NetConnectOpts> = []
  const { connect } = net
  net.connect = (options) => {
    asked.push(options)
    return new Duplex({
      read: () => undefined,
      write(_, __, next) {
        this.destroy(Object.assign(new Error("gone"), { code: "ECONNRESET" }))
        next()
      }
    })
  }
  syncBuiltinESMExports()
  try {
    const url = "postgres://me@/mine?host=one,/tmp&port=6543,6544&target_session_attrs=any"
    const failed = await Effect.flatMap(PgClient, (client) => Effect.flip(client.unsafe("select 1"))).pipe(
      Effect.provide(PostgresStore.client({ url })),
      Effect.runPromise
    )
    expect(PostgresStore.storeError(failed).reason).toBe("unavailable")
  } finally {
    net.connect = connect
    syncBuiltinESMExports()
  }
  expect(asked).toStrictEqual([{ host: "one", port: 6543, noDelay: true }, { path: "/tmp/.s.PGSQL.6544" }])
})
