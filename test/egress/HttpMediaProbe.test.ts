/**
 * One HEAD for one file, and what counts as a size (specification "Limits").
 */
import { MediaProbe } from "@signalbox/core/MediaProbe"
import { HttpMediaProbe } from "@signalbox/egress"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { createHook } from "node:async_hooks"
import type { RequestListener } from "node:http"
import type { Socket } from "node:net"
import { describe, expect, it } from "vitest"
import { http, until } from "./Endpoint.ts"
import { onNode } from "./OnNode.ts"

const look = (url: string, options: HttpMediaProbe.Options = { allow: ["127.0.0.0/8"] }) =>
  Effect.runPromise(
    Effect.flatMap(MediaProbe, (probe) => probe.size(url)).pipe(Effect.provide(HttpMediaProbe.layer(options)))
  )

const seen = async (listener: RequestListener, options?: HttpMediaProbe.Options) => {
  const requests: Array<string> = []
  await using endpoint = await http((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  const size = await look(`http://127.0.0.1:${endpoint.port}/cat.jpg?a=b`, options)
  return { size, requests }
}

describe("a look at a file", () => {
  it("is one HEAD, and nothing else [MMS-023]", async () => {
    const { requests, size } = await seen((_, response) =>
      response.writeHead(200, { "content-length": "614401" }).end()
    )
    expect([size, requests]).toEqual([614_401, ["HEAD /cat.jpg?a=b"]])
  })

  it("finds no size where none is declared [MMS-024]", async () => {
    const answers: ReadonlyArray<RequestListener> = [
      (_, response) => response.writeHead(200, { "transfer-encoding": "chunked" }).end(),
      (_, response) => response.writeHead(405, { "content-length": "9999999" }).end(),
      (_, response) =>
        response.writeHead(302, { "location": "https://example.com/", "content-length": "9999999" }).end(),
      (request) => request.socket.destroy(),
      (request) => request.socket.end("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n")
    ]
    for (const answer of answers) {
      const { requests, size } = await seen(answer)
      expect([size, requests.length]).toEqual([null, 1])
    }
  })

  it("finds a size of up to fifteen digits, of an answer with the status 200 alone", async () => {
    const answers = [
      [200, "123456789012345"],
      [200, "1234567890123456"],
      [200, "0"],
      [206, "7"],
      [201, "7"],
      [404, "7"]
    ] as const
    const sizes: Array<number | null> = []
    for (const [status, length] of answers) {
      sizes.push((await seen((_, response) => response.writeHead(status, { "content-length": length }).end())).size)
    }
    expect(sizes).toEqual([123_456_789_012_345, null, 0, null, null, null])
  })

  it.each([
    ["of one organization wait for one another, and not for others", ["a", "a", "b"], ["f", "f", "f"]],
    ["of one host wait for one another where nobody says who asks", [undefined, undefined, undefined], ["f", "f", "g"]]
  ])("takes its place among those that may be taken: those %s", async (_, askers, hosts) => {
    const requests: Array<string> = []
    const held: Array<() => void> = []
    await using endpoint = await http((request, response) => {
      requests.push(request.url ?? "")
      const end = () => void response.writeHead(200, { "content-length": "7" }).end()
      if (request.url === "/0") held.push(end)
      else end()
    })
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const context = yield* Layer.build(HttpMediaProbe.layer({
        allow: ["127.0.0.0/8"],
        resolve: () => Promise.resolve(["127.0.0.1"]),
        maxSocketsPerOrganization: 1
      }))
      const probe = Context.get(context, MediaProbe)
      const looks = yield* Effect.forEach(
        hosts,
        (host, index) =>
          Effect.forkChild(probe.size(`http://${host}.example:${endpoint.port}/${index}`, askers[index]), {
            startImmediately: true
          })
      )
      expect(yield* Fiber.join(looks[2]!)).toBe(7)
      yield* Effect.promise(() => until(() => held.length === 1))
      expect(requests.toSorted()).toEqual(["/0", "/2"])
      held[0]!()
      expect([yield* Fiber.join(looks[0]!), yield* Fiber.join(looks[1]!)]).toEqual([7, 7])
    })))
  })

  it("does not wait for long [MMS-024]", async () => {
    const { size } = await seen(() => {}, { allow: ["127.0.0.0/8"], timeoutMillis: 50 })
    expect(size).toBeNull()
  })

  it("is over as soon as its connection is, however long it might take", async () => {
    for (
      const lose of [
        (socket: Socket) => socket.destroy(),
        (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n")
      ]
    ) {
      const { size } = await seen(({ socket }) => void lose(socket), {
        allow: ["127.0.0.0/8"],
        timeoutMillis: 100_000_000
      })
      expect(size).toBeNull()
    }
  })

  onNode("waits for five seconds unless it is told otherwise", async () => {
    const waits: Array<number> = []
    const hook = createHook({
      init: (_id, type, _trigger, resource: { readonly _idleTimeout?: number }) => {
        if (type === "Timeout" && resource._idleTimeout !== undefined) waits.push(resource._idleTimeout)
      }
    }).enable()
    const { size } = await seen((_, response) => response.writeHead(200, { "content-length": "7" }).end())
    hook.disable()
    expect(size).toBe(7)
    expect(waits).toContain(5000)
  })

  onNode("leaves no timer behind when it is over", async () => {
    const timers: Array<{ readonly _destroyed: boolean }> = []
    const hook = createHook({
      init: (_id, type, _trigger, resource: { readonly _idleTimeout?: number; readonly _destroyed?: boolean }) => {
        const { _destroyed: isOver } = resource
        if (type === "Timeout" && resource._idleTimeout === 19_777 && isOver !== undefined) {
          timers.push(resource as { readonly _destroyed: boolean })
        }
      }
    }).enable()
    const { size } = await seen((_, response) => response.writeHead(200, { "content-length": "7" }).end(), {
      allow: ["127.0.0.0/8"],
      timeoutMillis: 19_777
    })
    hook.disable()
    expect([size, timers.map((each) => each._destroyed)]).toEqual([7, [true]])
  })

  it("is given up with its connection when nobody waits for it any more", async () => {
    await using endpoint = await http(() => {})
    const url = `http://127.0.0.1:${endpoint.port}/cat.jpg`
    const layer = HttpMediaProbe.layer({ allow: ["127.0.0.0/8"], timeoutMillis: 20_000 })
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const context = yield* Layer.build(layer)
      const looking = yield* Effect.forkChild(Context.get(context, MediaProbe).size(url))
      yield* Effect.promise(() => until(() => endpoint.open() === 1))
      yield* Fiber.interrupt(looking)
      // The connections of the layer are still open.
      yield* Effect.promise(() => until(() => endpoint.open() === 0))
    })))
    expect(endpoint.sockets).toHaveLength(1)
  })

  it("is over when an answer does not come to its point", async () => {
    let written = 0
    await seen((request) => {
      const timer = setInterval(() => {
        written++
        request.socket.write("HTTP/1.1 102 Processing\r\n\r\n")
      }, 5)
      request.socket.on("close", () => clearInterval(timer))
    }, { allow: ["127.0.0.0/8"], timeoutMillis: 20_000 })
    // The seventeenth ends it.
    expect(written).toBeLessThan(1000)
  })

  it("is not taken at what must not be reached", async () => {
    let asked = 0
    await using endpoint = await http((_, response) => {
      asked += 1
      response.writeHead(200, { "content-length": "1" }).end()
    })
    const to = (host: string) => `http://${host}:${endpoint.port}/`
    const resolve = () => Promise.resolve(["127.0.0.1"])
    for (const url of [to("127.0.0.1"), to("localhost"), to("[::1]"), to("files.example"), "ftp://example.com/", "x"]) {
      expect(await look(url, { resolve })).toBeNull()
    }
    expect(asked).toBe(0)
  })
})
