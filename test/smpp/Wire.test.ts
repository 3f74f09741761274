/**
 * How a connection is made, and one whose peer has closed its half and reads nothing any more.
 */
import * as Wire from "@signalbox/smpp/internal/Wire"
import * as Options from "@signalbox/smpp/Options"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { createRequire, syncBuiltinESMExports } from "node:module"
import type { AddressInfo } from "node:net"
import { createServer, Socket } from "node:net"
import { afterEach, expect, it, vi } from "vitest"
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

const require = createRequire(import.meta.url)

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Opens a connection that never comes, and gives it up: what it was made with, and whether it was given up. */
const begun = (options: Partial<Options.Options>) =>
  Effect.gen(function*() {
    const made: Array<readonly [string, unknown]> = []
    const socket = new Socket()
    for (const name of ["net", "tls"]) {
      vi.spyOn(require(`node:${name}`) as { connect: (options: unknown) => Socket }, "connect")
        .mockImplementation((options) => {
          made.push([name, options])
          return socket
        })
    }
    const delays = vi.spyOn(socket, "setNoDelay")
    const lives = vi.spyOn(socket, "setKeepAlive")
    syncBuiltinESMExports()
    const settings = Options.check({
      host: "smpp.acme.example",
      systemId: "us",
      password: "secret",
      // Nobody waits for it but whoever gives it up.
      connectTimeout: 0x7fff_ffff,
      enquireEvery: 7000,
      ...options
    })
    const opening = yield* Effect.forkChild(Effect.scoped(Wire.open(settings)), { startImmediately: true })
    expect(socket.destroyed).toBe(false)
    yield* Fiber.interrupt(opening)
    return { made, delays: delays.mock.calls, lives: lives.mock.calls, isGivenUp: socket.destroyed }
  })

const place = { host: "smpp.acme.example", port: 2775 }
const named = { ...place, rejectUnauthorized: true, servername: "smpp.acme.example" }

it.each<[Partial<Options.Options>, kind: string, made: object]>([
  [{}, "net", place],
  [{ port: 3550, tls: false }, "net", { ...place, port: 3550 }],
  [{ tls: true }, "tls", named],
  [{ tls: { ca: "an authority" } }, "tls", { ...named, ca: "an authority" }],
  [{ tls: { ca: ["one", "another"] } }, "tls", { ...named, ca: ["one", "another"] }],
  [{ tls: { cert: "ours", key: "its key" } }, "tls", { ...named, cert: "ours", key: "its key" }],
  [{ tls: { servername: "other.example" } }, "tls", { ...named, servername: "other.example" }],
  [{ host: "192.0.2.1", tls: true }, "tls", { host: "192.0.2.1", port: 2775, rejectUnauthorized: true }],
  [{ host: "2001:db8::1", tls: true }, "tls", { host: "2001:db8::1", port: 2775, rejectUnauthorized: true }],
  [{ host: "192.0.2.1", tls: { servername: "other.example" } }, "tls", {
    host: "192.0.2.1",
    port: 2775,
    rejectUnauthorized: true,
    servername: "other.example"
  }]
])(
  "with the options %j it is made by %s with %j, kept alive, and given up when nobody wants it",
  (options, kind, made) =>
    Bench.run(Effect.gen(function*() {
      expect(yield* begun(options)).toStrictEqual({
        made: [[kind, made]],
        delays: [[true]],
        lives: [[true, 7000]],
        isGivenUp: true
      })
    }))
)
