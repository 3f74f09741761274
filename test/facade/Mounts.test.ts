/**
 * The facade's `node` and `fetch` in hosts: servers of Node, Express, and whatever speaks fetch.
 */
import express from "express"
import { once } from "node:events"
import type { IncomingMessage, RequestListener, Server } from "node:http"
import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import type { CallbackAnswer, CallbackRequest } from "signalbox"
import * as signalbox from "signalbox"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { Acme } from "./Acme.ts"
import { order, start } from "./Acme.ts"

const ends: Array<() => Promise<unknown>> = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const begin = async (...how: Parameters<typeof start>): Promise<Acme & { readonly key: string }> => {
  const acme = await start(...how)
  ends.push(() => acme.box.close({ graceMs: 100 }))
  return { ...acme, key: await acme.box.keys.create(acme.account) }
}

const listening = async (server: Server): Promise<{ readonly url: string; readonly server: Server }> => {
  ends.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const listen = (listener: RequestListener) => listening(createServer(listener))

const json = (key: string, body: unknown) => ({
  method: "POST",
  headers: { "x-api-key": key, "content-type": "application/json" },
  body: JSON.stringify(body)
})

const read = async (answer: IncomingMessage): Promise<string> => {
  const pieces: Array<Buffer> = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** A carrier whose callback waits until it is told to answer. */
const slow = () => {
  let answer: (said: CallbackAnswer) => void = () => {}
  const callback = vi.fn(() => new Promise<CallbackAnswer>((resolve) => answer = resolve))
  return { callback, answer: (said: CallbackAnswer = {}) => answer(said) }
}

describe("node, as the listener of a server,", () => {
  it("answers everything", async () => {
    const { box, key } = await begin()
    const { url } = await listen(box.node)
    const sent = await fetch(`${url}/v3/messages`, json(key, order))
    expect([sent.status, await sent.json()]).toMatchObject([202, { data: { status: "QUEUED" } }])
    expect((await fetch(`${url}/nothing`, { headers: { "x-api-key": key } })).status).toBe(404)
    expect((await fetch(`${url}/v3/me`)).status).toBe(401)
  })

  it("answers in the envelope what the server refuses by itself, where the facade made the server", async () => {
    const { box } = await begin()
    for (const make of [() => signalbox.createServer(box.node), () => signalbox.createServer({}, box.node)]) {
      const { url } = await listening(make())
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      socket.end("no HTTP at all\r\n\r\n")
      const said = (await socket.setEncoding("utf8").toArray()).join("")
      expect(said).toMatch(/^HTTP\/1\.1 400 /)
      expect(JSON.parse(said.slice(said.indexOf("\r\n\r\n")))).toMatchObject({
        success: false,
        status: 400,
        error: { code: "VALIDATION_001" },
        meta: { version: "v3" }
      })
      expect((await fetch(`${url}/v3/me`)).status).toBe(401)
    }
  })

  it("answers HEAD as GET, without the body", async () => {
    const { box, key } = await begin()
    const { url } = await listen(box.node)
    const got = await fetch(`${url}/v3/me`, { headers: { "x-api-key": key } })
    const head = await fetch(`${url}/v3/me`, { method: "HEAD", headers: { "x-api-key": key } })
    expect([head.status, await head.text()]).toEqual([200, ""])
    expect(head.headers.get("content-length")).toBe(got.headers.get("content-length"))
    expect(head.headers.get("x-request-id")).toMatch(/^req_/)
  })

  it.each([
    [{}, { "/docs": 200, "/openapi.json": 200 }],
    [{ docs: false }, { "/docs": 401, "/openapi.json": 200 }],
    [{ openapi: false }, { "/docs": 200, "/openapi.json": 401 }]
  ])("publishes the document and the page unless they are switched off: %o", async (options, published) => {
    const { box } = await begin({}, options)
    const { url } = await listen(box.node)
    for (const [path, status] of Object.entries(published)) {
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, status])
      expect([path, (await box.fetch(new Request(`http://localhost${path}`))).status]).toEqual([path, status])
    }
  })

  it("tells of its health under its base path, unless that is switched off", async () => {
    for (const [health, status] of [[true, 204], [false, 401]] as const) {
      const { box } = await begin({}, { basePath: "/messaging", health })
      const { url } = await listen(box.node)
      for (const path of ["/health/live", "/health/ready", "/healthcheck"]) {
        expect((await fetch(`${url}/messaging${path}`)).status).toBe(status)
        expect((await box.fetch(new Request(`http://localhost/messaging${path}`))).status).toBe(status)
      }
    }
  })

  it("keeps connections open, after errors too", async () => {
    const { box, key } = await begin()
    const { url } = await listen(box.node)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    ends.push(async () => agent.destroy())
    const call = async (path: string, apiKey: string) => {
      const asked = request(`${url}${path}`, { agent, headers: { "x-api-key": apiKey } }).end()
      const [answer] = await once(asked, "response") as [IncomingMessage]
      await read(answer)
      return [answer.statusCode, asked.reusedSocket]
    }
    expect(await call("/v3/me", key)).toEqual([200, false])
    expect(await call("/v3/me", "wrong")).toEqual([401, true])
    expect(await call("/nothing", key)).toEqual([404, true])
    expect(await call("/v3/me", key)).toEqual([200, true])
  })

  it("lets a client that asks before it sends go on", async () => {
    const { box, key } = await begin()
    const { url } = await listen(box.node)
    const { body, headers, method } = json(key, order)
    const asked = request(`${url}/v3/messages`, {
      method,
      headers: { ...headers, expect: "100-continue", "content-length": Buffer.byteLength(body) }
    })
    asked.flushHeaders()
    await once(asked, "continue")
    asked.end(body)
    const [answer] = await once(asked, "response") as [IncomingMessage]
    expect(answer.statusCode).toBe(202)
    await read(answer)
  })

  it("survives clients that leave in the middle, and ends what it has begun for them", async () => {
    const { answer, callback } = slow()
    const { box, handed, key } = await begin({ callback })
    const { server, url } = await listen(box.node)
    const { hostname, port } = new URL(url)
    const leave = async (text: string, until: () => Promise<void>) => {
      const socket = connect(Number(port), hostname)
      socket.on("error", () => {})
      await once(socket, "connect")
      const arrived = once(server, "request")
      socket.write(text)
      await arrived
      await until()
      socket.destroy()
    }
    // One within its body, and one that does not wait for its answer.
    const head = `Host: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`
    await leave(`POST /v3/messages HTTP/1.1\r\n${head}Content-Length: 1000\r\n\r\n{"to":`, async () => {})
    await leave(
      "POST /carriers/acme HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
      () => vi.waitFor(() => expect(callback).toHaveBeenCalled(), 20_000)
    )
    expect((await fetch(`${url}/v3/me`, { headers: { "x-api-key": key } })).status).toBe(200)
    expect(handed).toEqual([])
    const closing = box.close({ graceMs: 20_000 })
    answer()
    await closing
  })

  it("answers what is under way when it is closed, and refuses what comes after", async () => {
    const { answer, callback } = slow()
    const { box } = await begin({ callback })
    const { url } = await listen(box.node)
    const underWay = fetch(`${url}/carriers/acme`, { method: "POST", body: "{}" })
    await vi.waitFor(() => expect(callback).toHaveBeenCalledOnce(), 20_000)
    const closing = box.close({ graceMs: 20_000 })
    const late = await fetch(`${url}/v3/me`)
    expect([late.status, late.headers.get("retry-after"), late.headers.get("connection")]).toEqual([503, "1", "close"])
    expect(await late.json()).toMatchObject({ success: false, error: { code: "INTERNAL_005" } })
    const head = await fetch(`${url}/v3/me`, { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([503, ""])
    answer({ response: { status: 202 } })
    expect((await underWay).status).toBe(202)
    await closing
  })

  it("ends what takes longer than its end may take, whichever requests came and went before", async () => {
    const waiting: Array<() => void> = []
    const { box } = await begin({ callback: () => new Promise((resolve) => waiting.push(() => resolve({}))) })
    const { url } = await listen(box.node)
    const call = async () => {
      const before = waiting.length
      // The answer comes with the end, and not when the callback has waited for as long as any may.
      const signal = AbortSignal.timeout(15_000)
      const answer = fetch(`${url}/carriers/acme`, { method: "POST", body: "{}", signal })
      await vi.waitFor(() => expect(waiting.length).toBe(before + 1), 20_000)
      return { answer, let: waiting[before]! }
    }
    const calls = [await call(), await call(), await call(), await call()]
    const answered = [calls[0]!, calls[3]!]
    for (const one of answered) {
      one.let()
      expect((await one.answer).status).toBe(200)
    }
    await box.close({ graceMs: 20 })
    for (const one of calls.filter((each) => !answered.includes(each))) expect((await one.answer).status).toBe(503)
  })

  it("under a path of its own knows what lies there, and what was called", async () => {
    const called: Array<string> = []
    const callback = ({ url: each }: CallbackRequest) => void called.push(each)
    const { box, key } = await begin({ callback }, { basePath: "/messaging" })
    const { url } = await listen(box.node)
    expect((await fetch(`${url}/messaging/v3/me`, { headers: { "x-api-key": key } })).status).toBe(200)
    expect((await fetch(`${url}/messaging/carriers/acme?a=1`, { method: "POST" })).status).toBe(200)
    expect(called).toEqual(["/messaging/carriers/acme?a=1"])
  })

  it("passes on what lies elsewhere, where there is a next", async () => {
    const { box, key } = await begin({}, { basePath: "/messaging" })
    const { url } = await listen((asked, answer) => box.node(asked, answer, () => answer.writeHead(418).end()))
    const call = async (path: string) => (await fetch(`${url}${path}`, { headers: { "x-api-key": key } })).status
    expect(await call("/messaging/v3/me")).toBe(200)
    expect(await call("/v3/me")).toBe(418)
    expect(await call("/messagingx/v3/me")).toBe(418)
    expect(await call("/messaging/hello")).toBe(418)
  })
})

describe("node, in an Express application,", () => {
  it.each([["before", true], ["behind", false]])("works under any path, %s body parsers", async (_, isBefore) => {
    const { box, key } = await begin()
    const app = express()
    if (isBefore) app.use("/messaging", box.node)
    app.use(express.json({ limit: "2mb" }))
    if (!isBefore) app.use("/messaging", box.node)
    app.post("/echo", (asked, answer) => void answer.json(asked.body))
    const { url } = await listen(app)
    const sent = await fetch(`${url}/messaging/v3/messages`, json(key, order))
    expect(sent.status).toBe(202)
    expect(await (await fetch(`${url}/echo`, json(key, { own: 1 }))).json()).toEqual({ own: 1 })
    expect((await fetch(`${url}/messaging/own`)).status).toBe(404)
  })

  it("leaves the host's errors to the host, and keeps its own", async () => {
    const { box, key } = await begin()
    const heard: Array<string> = []
    const app = express()
    app.use(box.node)
    app.get("/broken", () => {
      throw new Error("the host's")
    })
    const handler: express.ErrorRequestHandler = (error: Error, _asked, answer, _next) => {
      heard.push(error.message)
      answer.status(418).end()
    }
    app.use(handler)
    const { url } = await listen(app)
    expect((await fetch(`${url}/broken`)).status).toBe(418)
    expect((await fetch(`${url}/v3/messages`, { ...json(key, {}), body: "{ no json" })).status).toBe(400)
    expect(heard).toEqual(["the host's"])
  })
})

describe("fetch", () => {
  const ask = (url: string, key: string | null = null, init: RequestInit = {}) =>
    new Request(url, { ...init, headers: key === null ? {} : { "x-api-key": key } })

  it("is a route of Hono, with the client's address", async () => {
    const { box, key } = await begin({}, { basePath: "/api" })
    // app.all("/api/*", (c) => box.fetch(c.req.raw, { ip: getConnInfo(c).remote.address }))
    const route = (c: { readonly req: { readonly raw: Request } }) => box.fetch(c.req.raw, { ip: "192.0.2.1" })
    expect((await route({ req: { raw: ask("http://localhost/api/v3/me", key) } })).status).toBe(200)
    expect((await route({ req: { raw: ask("http://localhost/v3/me", key) } })).status).toBe(200)
    expect((await route({ req: { raw: ask("http://localhost/api/nothing", key) } })).status).toBe(404)
  })

  it("is the route handlers of Next", async () => {
    const { box, key } = await begin({}, { basePath: "/api/messaging" })
    // app/api/messaging/[...path]/route.ts
    const handler = (asked: Request) => box.fetch(asked)
    const [GET, POST] = [handler, handler]
    const url = "http://localhost:3000/api/messaging/v3/messages"
    const sent = await (await POST(new Request(url, json(key, order)))).json() as {
      readonly data: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> }
    }
    const got = await GET(ask(`${url}/${sent.data.recipients[0]!.message_id}`, key))
    expect([got.status, await got.json()]).toMatchObject([200, { data: { direction: "OUTBOUND" } }])
  })

  it("says what is wrong with how a host calls it", async () => {
    const { box } = await begin()
    const strange = box.fetch as (...given: ReadonlyArray<unknown>) => Promise<Response>
    const asked = ask("http://localhost/v3/me")
    await expect(strange("http://localhost/v3/me")).rejects.toThrow("the first argument of fetch must be a Request")
    await expect(strange(asked, { params: Promise.resolve({}) })).rejects.toThrow("as in fetch(request, { ip })")
    await expect(strange(asked, "192.0.2.1")).rejects.toThrow(TypeError)
    await expect(strange(asked, { ip: "localhost" })).rejects.toThrow("is no IP address")
    await expect(strange(asked, { ip: "::1", port: "80" })).rejects.toThrow("the port that fetch was given is no port")
    for (
      const client of [undefined, ({}).constructor === Object ? { ip: null } : null, { ip: undefined }, { ip: "::1" }]
    ) {
      expect((await strange(asked, client)).status).toBe(401)
    }
    expect((await strange(asked, { ip: "::1", port: 80 })).status).toBe(401)
  })

  it("counts callers without a key by the address that it is given", async () => {
    const { box } = await begin()
    const knock = async (ip: string) => (await box.fetch(ask("http://localhost/v3/me"), { ip })).status
    for (let count = 0; count < 600; count++) expect(await knock("192.0.2.1")).toBe(401)
    expect([await knock("192.0.2.1"), await knock("192.0.2.2")]).toEqual([429, 401])
  })

  it("is waited for by the end while its body is still on the way", async () => {
    const { box, key } = await begin()
    const { body, ...init } = json(key, order)
    const pipe = new TransformStream<Uint8Array, Uint8Array>()
    const writer = pipe.writable.getWriter()
    const asked = new Request("http://localhost/v3/messages", { ...init, body: pipe.readable, duplex: "half" })
    const answer = box.fetch(asked)
    const bytes = new TextEncoder().encode(body)
    await writer.write(bytes.subarray(0, 5))
    const closing = box.close({ graceMs: 20_000 })
    await writer.write(bytes.subarray(5))
    await writer.close()
    expect((await answer).status).toBe(202)
    await closing
  })

  it("answers HEAD without a body, and ends what it has begun for a client that has left", async () => {
    const { answer, callback } = slow()
    const { box, key } = await begin({ callback })
    const head = await box.fetch(ask("http://localhost/v3/me", key, { method: "HEAD" }))
    expect([head.status, await head.text()]).toEqual([200, ""])
    const gone = new AbortController()
    const left = box.fetch(ask("http://localhost/carriers/acme", null, { method: "POST", signal: gone.signal }))
    await vi.waitFor(() => expect(callback).toHaveBeenCalledOnce(), 20_000)
    gone.abort()
    const closing = box.close({ graceMs: 20_000 })
    answer()
    await left.catch(() => {})
    await closing
  })
})

it("without its storage a service says to everybody that it is away, and where it looked for it to nobody", async () => {
  const box = signalbox.createSignalbox({
    storage: signalbox.postgres("postgres://nobody:secret@127.0.0.1:1/none"),
    carriers: [],
    secretKeys: `main:${Buffer.alloc(32, 1).toString("base64")}`,
    log: false
  })
  ends.push(() => box.close())
  const { url } = await listen(box.node)
  for (const answer of [await fetch(`${url}/v3/me`), await box.fetch(new Request("http://localhost/v3/me"))]) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
    const text = await answer.text()
    expect(text).toContain("the database cannot be reached")
    expect(text).not.toMatch(/nobody|secret|127|ECONN/)
  }
})
