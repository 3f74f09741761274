/**
 * The heartbeats of nodes: one that comes after others have failed begins the watch anew, and no other does (`nodes.test.ts` of
 * the folder above has a database).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { NodeId } from "@signalbox/core/Id"
import * as HostClient from "@signalbox/postgres/HostClient"
import * as Database from "@signalbox/postgres/internal/connection/database"
import * as Nodes from "@signalbox/postgres/internal/queue/nodes"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

it("a heartbeat begins the watch over others anew when the one before it has failed", () => {
  const begun: Array<unknown> = []
  let isAway = false
  const connection: HostClient.PooledConnection = {
    query: (text, values = []) => {
      if (text.startsWith("insert into")) return Promise.resolve({ rows: [{ epoch: "11", watchful: false }] })
      if (!text.startsWith("update")) return Promise.resolve({ rows: [] })
      if (isAway) return Promise.reject(Object.assign(new Error("away"), { code: "08006" }))
      expect(values[0]).toBe("[\"11\"]")
      begun.push(values[1])
      return Promise.resolve({ rows: [{ watchful: false }] })
    },
    release: () => {}
  }
  return Effect.gen(function*() {
    const nodes = yield* Nodes.make(Database.make(yield* PgClient, "s"), 5000)
    yield* nodes.epoch("one" as NodeId)
    yield* nodes.beat
    isAway = true
    yield* Effect.flip(nodes.beat)
    isAway = false
    yield* nodes.beat
    yield* nodes.beat
    expect(begun).toEqual(["false", "true", "false"])
  }).pipe(
    Effect.provide(HostClient.layerPool({ connect: () => Promise.resolve(connection) })),
    Effect.runPromise
  )
})
