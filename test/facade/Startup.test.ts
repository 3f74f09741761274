/**
 * The first words of a service to its database: the packet by which PostgreSQL begins a session.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import type { AddressInfo, Socket } from "node:net"
import { createServer } from "node:net"
import type { PostgresOptions } from "signalbox"
import { postgres } from "signalbox"
import * as PostgresLayer from "signalbox/internal/postgresLayer"
import * as Sockets from "signalbox/internal/sockets"
import { describe, expect, it } from "vitest"

/** Reads what a client says first, without an answer: its parameters by their names. */
const parametersOf = async (options: PostgresOptions): Promise<ReadonlyMap<string, string>> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const connected = once(server, "connection")
  const ending = new AbortController()
  const url = `postgres://ada:hunter2@127.0.0.1:${port}/messages?sslmode=disable`
  const { storage } = PostgresLayer.make(postgres(url, options), ending.signal)
  const starting = Effect.runFork(Effect.scoped(Layer.build(storage)))
  try {
    const [socket] = await connected as [Socket]
    const [packet] = await once(socket, "data") as [Buffer]
    expect([packet.readInt32BE(0), packet.readInt32BE(4)]).toEqual([packet.length, 196_608])
    const words = packet.subarray(8).toString().split("\0")
    return new Map(words.flatMap((word, at) => at % 2 === 0 && word !== "" ? [[word, words[at + 1] ?? ""]] : []))
  } finally {
    ending.abort()
    await Effect.runPromise(Fiber.interrupt(starting))
    server.close()
  }
}

/** These bound each statement, so that a database that hangs holds nobody up. */
const bounds = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]

describe("a session of PostgreSQL", () => {
  it.each([[{}], [{ pooler: false }], [{ pooler: undefined }]])(
    "with %j is of the URL's user, and bounded",
    async (options) => {
      const found = await parametersOf(options as PostgresOptions)
      expect(["user", "database", "application_name"].map((name) => found.get(name))).toEqual([
        "ada",
        "messages",
        "signalbox"
      ])
      expect(bounds.map((name) => found.get(name))).toEqual(["10000", "5000", "5000"])
    }
  )

  it("behind a pooler has no parameters that poolers refuse", async () => {
    const found = await parametersOf({ pooler: true })
    expect(["user", ...bounds].map((name) => found.get(name))).toEqual(["ada", undefined, undefined, undefined])
  })
})

describe("the connections of a service", () => {
  it("are ended together, when nobody can wait for the database, and none begins after that", async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const ending = new AbortController()
    const open = Sockets.make(ending.signal)
    const address = { host: "127.0.0.1", port }
    const all = [open(address), open(address)]
    await Promise.all(all.map((socket) => once(socket, "connect")))
    const reason = new Error("the grace is over")
    ending.abort(reason)
    expect(all.map((socket) => socket.destroyed)).toEqual([true, true])
    expect(() => open(address)).toThrow(reason)
    server.close()
  })
})
