/** The result of a request tells whether the provider can have heard of it. */
import type { HttpResult, Options } from "@signalbox/http-carrier/HttpClient"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { connect, createServer as createTcpServer } from "node:net"
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

/** A request as undici tells of it when it is made. */
interface Created {
  readonly request: { readonly bodyTimeout: number; readonly headersTimeout: number }
}

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
        for (const length of [100_000, 1025]) {
          provider.answer = () => ({ status: 200, body: "x".repeat(length) })
          expect(yield* client.request(post(provider.url))).toEqual({ _tag: "Lost", why: "TOO_LONG" })
        }
        provider.answer = () => ({ status: 200, body: "x".repeat(1024) })
        expect(yield* client.request(post(provider.url))).toMatchObject({ _tag: "Answered" })
      })))

  it("takes none of more than a mebibyte unless it may, nor one that comes through a proxy", () =>
    run({}, (provider, direct) =>
      Effect.gen(function*() {
        const proxy = yield* Providers.make()
        const behind = yield* HttpClient.make({ proxy: proxy.url })
        for (const [client, asked] of [[direct, provider], [behind, proxy]] as const) {
          asked.answer = () => ({ status: 200, body: "x".repeat(1024 * 1024 + 1) })
          expect(yield* client.request(post(provider.url))).toEqual({ _tag: "Lost", why: "TOO_LONG" })
          asked.answer = () => ({ status: 200, body: "x".repeat(1024 * 1024) })
          expect(yield* client.request(post(provider.url))).toMatchObject({ _tag: "Answered" })
        }
      }).pipe(Effect.scoped)))

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

  it.each<[words: string, options: Options, connections: number]>([
    ["thirty-two connections unless it is told otherwise", {}, 32],
    ["as many connections as it is told", { connections: 1 }, 1]
  ])(
    "has %s, and asks one thing at a time on each",
    (_, options, connections) =>
      run(options, (provider, client) =>
        Effect.gen(function*() {
          const requests = Effect.forEach(
            Array.from({ length: 40 }),
            () => client.request({ method: "GET", url: provider.url }),
            { concurrency: "unbounded" }
          )
          // Only a connection that was kept once might be asked a second thing meanwhile.
          yield* requests
          const before = provider.heard.length
          provider.answer = () => "silent"
          yield* Effect.forkChild(requests, { startImmediately: true })
          while (provider.heard.length < before + connections) yield* Effect.sleep(2)
          for (let turn = 0; turn < 50; turn++) yield* Effect.promise(() => new Promise(setImmediate))
          expect(provider.heard.length).toBe(before + connections)
        }))
  )

  it("takes answers of a mebibyte, and no longer ones, unless it is told otherwise", () =>
    run({}, (provider, client) =>
      Effect.gen(function*() {
        const asked = Effect.fnUntraced(function*(length: number) {
          provider.answer = () => ({ status: 200, body: "x".repeat(length) })
          return (yield* client.request(post(provider.url)))._tag
        })
        expect([yield* asked(1_048_576), yield* asked(1_048_577)]).toEqual(["Answered", "Lost"])
      })))

  it("gives each request its bounds, and 25 seconds in all, unless it is told otherwise", async () => {
    const bounds: Array<unknown> = []
    const note = (message: unknown): void => {
      const { request: { bodyTimeout, headersTimeout } } = message as Created
      bounds.push([bodyTimeout, headersTimeout])
    }
    subscribe("undici:request:create", note)
    try {
      const asked = (options: Options, millis: number) =>
        run(options, (provider, client) =>
          Effect.gen(function*() {
            const written = Deferred.makeUnsafe<void>()
            provider.answer = () => "silent"
            const asking = yield* Effect.forkChild(
              client.request(post(provider.url), () => Deferred.doneUnsafe(written, Effect.void))
            )
            yield* Deferred.await(written)
            yield* TestClock.adjust(millis - 1)
            expect(asking.pollUnsafe()).toBeUndefined()
            yield* TestClock.adjust(1)
            return yield* Fiber.join(asking)
          }).pipe(Effect.provide(TestClock.layer())))
      const lost = { _tag: "Lost", why: "TIMEOUT" }
      expect(await asked({}, 25_000)).toEqual(lost)
      expect(await asked({ bodyTimeout: 7, headersTimeout: 30_001, timeout: 5 }, 5)).toEqual(lost)
    } finally {
      unsubscribe("undici:request:create", note)
    }
    expect(bounds).toEqual([[10_000, 20_000], [7, 30_001]])
  })

  it("waits for the encryption of a provider, of a proxy, and of a provider behind one no longer than it is told", async () => {
    // Takes the connection, and the question for another one, and says nothing more.
    const server = createTcpServer((socket) => {
      socket.on("error", () => undefined)
      socket.once("data", (bytes) => {
        if (String(bytes).startsWith("CONNECT")) socket.write("HTTP/1.1 200 OK\r\n\r\n")
      })
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const address = `localhost:${(server.address() as AddressInfo).port}`
    const asked = (url: string, more: Options = {}) =>
      run({ connectTimeout: 50, timeout: 5000, ...more }, (_, client) => client.request(post(url)))
    try {
      const results = await Promise.all([
        asked(`https://${address}`),
        asked("http://localhost:1", { proxy: `https://${address}` }),
        asked("https://localhost:1", { proxy: `http://${address}` })
      ])
      expect(results).toEqual(results.map(() => ({ _tag: "Unsent", why: "UND_ERR_CONNECT_TIMEOUT" })))
    } finally {
      server.close()
    }
  })

  it("says twice a minute at most that a provider cannot be reached, and why", async () => {
    const log: Array<unknown> = []
    const logger = Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))
    const unsent = { ...post("http://127.0.0.1:1/"), headers: { "x-key": "a\nsecret" } }
    await Effect.gen(function*() {
      const client = yield* HttpClient.make({}, "acme")
      for (const millis of [0, 29_999, 1, 29_999, 1]) {
        yield* TestClock.adjust(millis)
        yield* client.request(unsent)
        log.push(millis)
      }
    }).pipe(
      Effect.scoped,
      Effect.provide(Logger.layer([logger])),
      Effect.provide(TestClock.layer()),
      Effect.runPromise
    )
    const line = ["Warn", ["a provider cannot be reached", { carrier: "acme", why: "UND_ERR_INVALID_ARG" }]]
    expect(log).toEqual([line, 0, 29_999, line, 1, 29_999, line, 1])
  })
})
