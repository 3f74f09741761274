/**
 * A pool of the host's that is used up: whoever waits for a connection can be interrupted, and what comes too late goes back.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as HostClient from "@signalbox/postgres/HostClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { describe, expect, it } from "vitest"

/** A pool whose connections come when they are told to. */
const slowPool = () => {
  const asked: Array<{ readonly come: () => void; readonly fail: () => void }> = []
  const released: Array<unknown> = []
  const said: Array<string> = []
  const pool: HostClient.HostPool = {
    connect: () =>
      new Promise((resolve, reject) => {
        asked.push({
          come: () =>
            resolve({
              query: (text) => {
                said.push(text)
                return Promise.resolve({ rows: [{ one: 1 }] })
              },
              release: (error) => void released.push(error ?? false)
            }),
          fail: () => reject(new Error("timeout exceeded when trying to connect"))
        })
      })
  }
  return { pool, asked, released, said }
}

type Ways = ReadonlyArray<readonly [string, (client: PgClient) => Effect.Effect<unknown, unknown>]>

const ways: Ways = [
  ["a statement", (client) => client.unsafe("select 1")],
  ["a transaction", (client) => client.withTransaction(client.unsafe("select 1"))]
]

/** So long that a machine that is busy comes to the statement. */
const soon = 20

describe.each(ways)("%s that waits for a connection of the host's pool", (_, ask) => {
  it.each([
    ["anywhere", <A, E>(effect: Effect.Effect<A, E>) => effect],
    ["where nothing else can be interrupted", Effect.uninterruptible]
  ])("is given up in time, %s, and a connection that comes after it goes back immediately", (_, within) => {
    const { asked, pool, released, said } = slowPool()
    return Effect.gen(function*() {
      const client = yield* PgClient
      expect(yield* within(Effect.timeoutOption(ask(client), soon))).toEqual(Option.none())
      expect(asked).toHaveLength(1)
      expect(released).toEqual([])
      asked[0]!.come()
      // Its promise is settled within this turn of the event loop.
      yield* Effect.sleep(0)
      expect(released).toEqual([false])
      expect(said).toEqual([])
      // The next one is served as ever.
      const waiting = yield* Effect.forkChild(ask(client), { startImmediately: true })
      asked[1]!.come()
      yield* Fiber.join(waiting)
      expect(said.length).toBeGreaterThan(0)
      expect(released).toEqual([false, false])
    }).pipe(Effect.provide(HostClient.layerPool(pool)), Effect.scoped, Effect.runPromise)
  })

  it("is given up, and nobody hears of a pool that refuses after that", () => {
    const { asked, pool, released } = slowPool()
    return Effect.gen(function*() {
      const client = yield* PgClient
      expect(yield* Effect.timeoutOption(ask(client), soon)).toEqual(Option.none())
      asked[0]!.fail()
      // Its promise is settled within this turn of the event loop.
      yield* Effect.sleep(0)
      expect(released).toEqual([])
    }).pipe(Effect.provide(HostClient.layerPool(pool)), Effect.scoped, Effect.runPromise)
  })

  it("fails with what the pool says", () => {
    const { asked, pool, released } = slowPool()
    return Effect.gen(function*() {
      const client = yield* PgClient
      const waiting = yield* Effect.forkChild(ask(client), { startImmediately: true })
      asked[0]!.fail()
      expect(Exit.isFailure(yield* Fiber.await(waiting))).toBe(true)
      expect(released).toEqual([])
    }).pipe(Effect.provide(HostClient.layerPool(pool)), Effect.scoped, Effect.runPromise)
  })
})
