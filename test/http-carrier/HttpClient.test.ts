/** The result of a request tells whether the provider can have heard of it. */
import type { HttpResult, Options } from "@signalbox/http-carrier/HttpClient"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import type { Provider } from "./Provider.ts"
import * as Providers from "./Provider.ts"

const run = <A>(
  options: Options,
  test: (provider: Provider, client: HttpClient.HttpClient) => Effect.Effect<A>
): Promise<A> =>
  Effect.gen(function*() {
    const provider = yield* Providers.make()
    const client = yield* HttpClient.make(options)
    return yield* test(provider, client)
  }).pipe(Effect.scoped, Effect.runPromise)

const post = (url: string) => ({ method: "POST", url, headers: { "x-key": "k" }, body: "hello" } as const)

const textOf = (result: HttpResult): string =>
  result._tag === "Answered" ? new TextDecoder().decode(result.body) : result._tag

describe("HttpClient", () => {
  it("uses connections again, and no more than it may", () =>
    run({ connections: 2 }, (provider, client) =>
      Effect.gen(function*() {
        provider.answer = ({ body, headers, method, path }) => ({
          status: 201,
          headers: { "X-Path": path },
          body: `${method} ${body} ${String(headers["x-key"])}`
        })
        const results = yield* Effect.forEach(
          Array.from({ length: 12 }),
          () => client.request(post(`${provider.url}/messages?a=1`)),
          { concurrency: "unbounded" }
        )
        for (const result of results) {
          expect(textOf(result)).toBe("POST hello k")
          expect(result).toMatchObject({ status: 201, headers: { "x-path": "/messages?a=1" } })
        }
        expect(new Set(provider.heard.map(({ port }) => port)).size).toBeLessThanOrEqual(2)
      })))

  it("makes each request once: what was lost is not sent again, and no redirect is followed", () =>
    run({}, (provider, client) =>
      Effect.gen(function*() {
        provider.answer = () => "lost"
        let written = 0
        const lost = yield* client.request(post(provider.url), () => void written++)
        expect(lost).toMatchObject({ _tag: "Lost" })
        provider.answer = () => ({ status: 307, headers: { location: `${provider.url}/elsewhere` } })
        expect(yield* client.request(post(provider.url))).toMatchObject({ _tag: "Answered", status: 307 })
        expect(provider.heard.length).toBe(2)
        expect(written).toBe(1)
      })))

  it("knows what was never sent", () =>
    run({}, (_, client) =>
      Effect.gen(function*() {
        const free = yield* Effect.promise(async () => {
          const server = createServer()
          await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
          const { port } = server.address() as AddressInfo
          await new Promise((closed) => server.close(closed))
          return port
        })
        let written = 0
        const refused = yield* client.request(post(`http://127.0.0.1:${free}/`), () => void written++)
        expect(refused).toEqual({ _tag: "Unsent", why: "ECONNREFUSED" })
        expect(yield* client.request({ ...post("http://127.0.0.1:1/"), headers: { "x-key": "a\nsecret" } }))
          .toMatchObject({ _tag: "Unsent" })
        expect(written).toBe(0)
      })))

  it.each([
    ["head", { headersTimeout: 60, timeout: 5000 }, "UND_ERR_HEADERS_TIMEOUT"],
    ["answer as a whole", { timeout: 60 }, "TIMEOUT"]
  ])("waits for the %s only so long", (_, options, why) =>
    run(options, (provider, client) =>
      Effect.gen(function*() {
        provider.answer = () => "silent"
        expect(yield* client.request(post(provider.url))).toEqual({ _tag: "Lost", why })
      })))

  it("takes no longer answers than it may", () =>
    run({ longestAnswer: 1024 }, (provider, client) =>
      Effect.gen(function*() {
        provider.answer = () => ({ status: 200, body: "x".repeat(100_000) })
        expect(yield* client.request(post(provider.url))).toMatchObject({ _tag: "Lost" })
        provider.answer = () => ({ status: 200, body: "x".repeat(1000) })
        expect(yield* client.request(post(provider.url))).toMatchObject({ _tag: "Answered" })
      })))

  it("does not send what nobody waits for any more, and gives up what is under way", () =>
    run({ connections: 1 }, (provider, client) =>
      Effect.gen(function*() {
        provider.answer = () => "silent"
        const first = yield* Effect.forkChild(client.request(post(provider.url)))
        while (provider.heard.length === 0) yield* Effect.sleep(2)
        let written = 0
        const second = yield* Effect.forkChild(client.request(post(provider.url), () => void written++))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(second)
        yield* Fiber.interrupt(first)
        expect(Exit.isFailure(yield* Fiber.await(first))).toBe(true)
        provider.answer = () => ({ status: 200 })
        expect(yield* client.request(post(provider.url))).toMatchObject({ _tag: "Answered" })
        expect(written).toBe(0)
        expect(provider.heard.length).toBe(2)
      })))

  it("goes through a proxy, which is told the name and the password", () =>
    Effect.gen(function*() {
      const provider = yield* Providers.make()
      const asked: Array<string> = []
      const proxy = createServer((request, response) => {
        asked.push(`${request.url} ${request.headers["proxy-authorization"]}`)
        response.writeHead(200).end("by the proxy")
      })
      proxy.on("connect", ({ headers, url = "" }, socket) => {
        asked.push(`${url} ${headers["proxy-authorization"]}`)
        const [host = "", port = ""] = url.split(":")
        const onward = connect(Number(port), host, () => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n")
          onward.pipe(socket).pipe(onward)
        })
        onward.on("error", () => socket.destroy())
        socket.on("error", () => onward.destroy())
      })
      yield* Effect.promise(() => new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening)))
      const { port } = proxy.address() as AddressInfo
      const client = yield* HttpClient.make({ proxy: `http://me:p%40ss@127.0.0.1:${port}` })
      const result = yield* client.request(post(provider.url))
      expect(result._tag).toBe("Answered")
      expect(asked.length).toBe(1)
      expect(asked[0]).toContain(`Basic ${Buffer.from("me:p@ss").toString("base64")}`)
      proxy.closeAllConnections()
      yield* Effect.promise(() => new Promise((closed) => proxy.close(closed)))
      const down = yield* client.request({ ...post("http://127.0.0.1:1/") })
      expect(down).toMatchObject({ _tag: "Unsent" })
    }).pipe(Effect.scoped, Effect.runPromise))
})
