/**
 * The emulator's HTTP server in this process: who answers which path, and how it ends.
 */
import type { Options } from "@signalbox/emulator/server/Server"
import * as Server from "@signalbox/emulator/server/Server"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { once } from "node:events"
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from "node:http"
import { Agent, request } from "node:http"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"

const scopes: Array<Scope.Closeable> = []
afterEach(async () => {
  for (const scope of scopes.splice(0)) await Effect.runPromise(Scope.close(scope, Exit.void))
})

const says = (text: string): RequestListener => (_, response) => void response.end(text)

const start = (
  options: Partial<Options> = {},
  { api = says("api"), control = says("control") }: { readonly api?: RequestListener; control?: RequestListener } = {}
) => {
  const scope = Scope.makeUnsafe()
  scopes.push(scope)
  return Server.make({ port: 0, host: "127.0.0.1", ...options }, control, api).pipe(Scope.provide(scope))
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const ask = (url: string, agent: Agent | false = false, headers = {}, method = "GET"): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers, method }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (part: string) => text += part).on("error", reject)
        .on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on("error", reject).end()
  })

describe("the emulator's server", () => {
  it.each([
    ["/emulator", "control"],
    ["/emulator/", "control"],
    ["/emulator?a=/b", "control"],
    ["/emulator/clock", "control"],
    ["/emulators", "api"],
    ["/v3/emulator/clock", "api"],
    ["/v3/me?b=/emulator/", "api"],
    ["/inbox/nothing", "api"],
    ["/inbox", "api"],
    ["/?a", "inbox"],
    ["/inbox/icon.svg?a=1", "inbox"]
  ])("has %s answered by the %s", async (path, by) => {
    const { address } = await Effect.runPromise(start())
    const { headers, status, text } = await ask(address + path)
    expect(status).toBe(200)
    expect(text.startsWith("<") ? "inbox" : text).toBe(by)
    expect(headers.connection).toBe("close")
  })

  it("answers for a file of the inbox as its browser asks", async () => {
    const { address } = await Effect.runPromise(start())
    const url = `${address}/inbox/icon.svg`
    const { headers, text } = await ask(url)
    expect(headers).toMatchObject({ "content-type": "image/svg+xml", "cache-control": "no-cache" })
    expect(text).toMatch(/^<svg/)
    expect(await ask(url, false, { "if-none-match": headers.etag })).toMatchObject({ status: 304, text: "" })
    expect((await ask(url, false, { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip")
    expect(await ask(url, false, {}, "HEAD")).toMatchObject({ status: 200, text: "" })
    expect(await ask(url, false, {}, "POST")).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" }, text: "" })
  })

  it("has what asks for no path answered by the api", async () => {
    const { address } = await Effect.runPromise(start())
    const sent = request(address, { agent: false, path: "*", method: "OPTIONS" }).end()
    const [{ statusCode }] = await once(sent, "response") as [{ readonly statusCode: number }]
    expect(statusCode).toBe(200)
  })

  it("tells who is connected that an answer is the last one, once it takes nothing new", async () => {
    const { address, close } = await Effect.runPromise(start())
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const [before, idle] = [await ask(`${address}/v3/me`, agent), await ask(`${address}/v3/me`, agent)]
    expect([before, idle].map(({ headers }) => headers.connection)).toEqual(["keep-alive", "keep-alive"])
    const ended = new Promise((resolve) => {
      for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) {
        socket.once("close", resolve)
      }
    })
    await Effect.runPromise(close)
    // A connection on which nobody waits for an answer ends then.
    await ended
    await expect(ask(`${address}/v3/me`)).rejects.toThrow("ECONNREFUSED")
    agent.destroy()
  })

  it("lets an answer that is under way end, on a connection that ends with it", async () => {
    const held: Array<ServerResponse> = []
    const holds: RequestListener = ({ url }, response) => {
      if (url === "/v3/held") held.push(response)
      else response.end("api")
    }
    const { address, answered, close } = await Effect.runPromise(start({}, { api: holds }))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const first = ask(`${address}/v3/held`, agent)
    const next = ask(`${address}/v3/me`, agent)
    await expect.poll(() => held.length).toBe(1)
    await Effect.runPromise(close)
    let isAnswered = false
    const over = Effect.runPromise(answered).then(() => isAnswered = true)
    await new Promise(setImmediate)
    expect(isAnswered).toBe(false)
    held[0]!.end("held")
    expect(await first).toMatchObject({ status: 200, text: "held" })
    // It was sent on the same connection, behind the first.
    expect(await next).toMatchObject({ status: 200, text: "api", headers: { connection: "close" } })
    await over
    agent.destroy()
  })

  it("waits a second for an answer that does not end, and no longer", () =>
    Effect.runPromise(
      Effect.gen(function*() {
        let asked = 0
        const { address, answered } = yield* start({}, { api: () => void asked++ })
        const hanging = ask(`${address}/v3/me`).catch(() => "gone")
        yield* Effect.promise(() => expect.poll(() => asked).toBe(1))
        const waiting = yield* Effect.forkChild(answered, { startImmediately: true })
        yield* TestClock.adjust(999)
        expect(waiting.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust(1)
        expect(waiting.pollUnsafe()).toEqual(Exit.void)
        // With its scope it lets go of everybody.
        yield* Scope.close(scopes.pop()!, Exit.void)
        expect(yield* Effect.promise(() => hanging)).toBe("gone")
      }).pipe(Effect.provide(TestClock.layer()))
    ))

  it("waits for nobody once each answer has left", () =>
    Effect.runPromise(
      Effect.gen(function*() {
        let left = 0
        const api: RequestListener = (_, response) => {
          response.once("close", () => left++).end("api")
        }
        const { address, answered } = yield* start({}, { api })
        for (const path of ["/v3/me", "/v3/messages"]) yield* Effect.promise(() => ask(address + path))
        yield* Effect.promise(() => expect.poll(() => left).toBe(2))
        const waiting = yield* Effect.forkChild(answered, { startImmediately: true })
        yield* TestClock.adjust(10)
        expect(waiting.pollUnsafe()).toEqual(Exit.void)
      }).pipe(Effect.provide(TestClock.layer()))
    ))

  it("writes an address of IPv6 with brackets", async () => {
    const { address } = await Effect.runPromise(start({ host: "::1" }))
    expect(address).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await ask(`${address}/v3/me`)).text).toBe("api")
  })

  it("says where it cannot listen, and why", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as AddressInfo
    const failure = (options: Partial<Options>) => Effect.runPromise(Effect.flip(start(options)))
    expect(await failure({ port })).toMatchObject({
      _tag: "ListenError",
      message: `PORT: ${port} is in use on 127.0.0.1`
    })
    expect(await failure({ host: "203.0.113.7" })).toMatchObject({
      message: "HOST and PORT: cannot listen on 203.0.113.7:0 (EADDRNOTAVAIL)"
    })
    other.close()
  })
})
