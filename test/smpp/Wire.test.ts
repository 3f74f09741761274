/**
 * A connection whose peer has closed its half, and reads nothing any more.
 */
import * as Wire from "@signalbox/smpp/internal/Wire"
import * as Options from "@signalbox/smpp/Options"
import * as Effect from "effect/Effect"
import type { AddressInfo, Socket } from "node:net"
import { createServer } from "node:net"
import { expect, it } from "vitest"
import * as Bench from "./Bench.ts"

/** More than the buffers of a connection take in all. */
const much = new Uint8Array(0x100_0000)

it("has no room, and is told of as closed, though what was written cannot leave and so it does not end", () =>
  Bench.run(Effect.gen(function*() {
    const peers: Array<Socket> = []
    const server = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
          socket.on("error", () => {})
          peers.push(socket)
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          for (const socket of peers) socket.destroy()
          server.close()
        })
    )
    const { port } = server.address() as AddressInfo
    const wire = yield* Wire.open(Options.check({ host: "127.0.0.1", port, systemId: "us", password: "secret" })).pipe(
      Effect.orDie
    )
    const told: Array<string> = []
    wire.listen({ data: () => {}, drained: () => {}, closed: (words) => void told.push(words) })
    expect(wire.hasRoom()).toBe(true)
    wire.write(much)
    yield* Bench.until(() => peers.length === 1)
    peers[0]!.end()
    yield* Bench.until(() => told.length > 0)
    expect(told).toEqual(["the operator has closed the connection"])
    expect([wire.hasRoom(), wire.queued() > 0]).toEqual([false, true])
  })))
