/**
 * Node's server refuses some requests before any handler sees them, and does so in the envelope too (decisions part 2):
 * as a server of the service's own, as a host's server with its handler, and within an application of Express.
 */
import * as ExpressMount from "@signalbox/express/ExpressMount"
import type * as HttpService from "@signalbox/http/HttpService"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as NodeMount from "@signalbox/node/NodeMount"
import * as NodeServer from "@signalbox/node/NodeServer"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import express from "express"
import { once } from "node:events"
import type { RequestListener, ServerOptions } from "node:http"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Hooked from "./Hooked.ts"
import type { HookSubject } from "./HookSuite.ts"
import * as Mounts from "./Mounts.ts"

/** A host's server around a listener. */
const hosted = (
  make: Effect.Effect<RequestListener, never, HttpService.Service | Scope.Scope>,
  options: ServerOptions = {}
): Mounts.Mount =>
  Layer.effect(
    HttpServer.HttpServer,
    Effect.gen(function*() {
      const server = (yield* NodeServer.make)(options, yield* make)
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
        () => Effect.sync(() => server.close().closeAllConnections())
      )
      return Mounts.listening((server.address() as AddressInfo).port)
    })
  )

const inExpress = Effect.map(ExpressMount.makeHandler, (handler): RequestListener => express().use(handler))

const patienceMillis = 20_000

/** Sends the pieces, each after something has come, and reads until the server ends the connection. */
const talk = (baseUrl: string, ...pieces: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ""
    const [first = "", ...rest] = pieces
    const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1", () => socket.write(first, "latin1"))
    socket.setTimeout(patienceMillis, () => socket.destroy(new Error(`no end; heard: ${heard}`)))
    socket.on("data", (data) => {
      heard += data.toString("latin1")
      const next = rest.shift()
      if (next !== undefined) socket.write(next, "latin1")
    })
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (heard === "" || error.code !== "ECONNRESET") reject(error)
    })
    socket.on("close", () => resolve(heard))
  })

interface Answered {
  readonly status: number
  readonly code: string
  readonly details: object
  readonly requestId: string
}

/** Reads the last answer, which must be in the envelope with the standard headers. */
const read = (heard: string): Answered => {
  const [head = "", body = ""] = heard.slice(heard.lastIndexOf("HTTP/1.1 ")).split("\r\n\r\n")
  const [line = "", ...rest] = head.split("\r\n")
  const headers = new Map(rest.map((each) => {
    const [name = "", value = ""] = each.split(/: ?(.*)/)
    return [name.toLowerCase(), value]
  }))
  expect(headers.get("x-response-time")).toMatch(/^\d+ms$/)
  expect(headers.get("x-api-version")).toBe("v3")
  expect(headers.get("content-type")).toMatch(/^application\/json\b/)
  expect(headers.get("connection")).toBe("close")
  expect(Date.parse(headers.get("date") ?? "")).not.toBeNaN()
  expect(headers.get("content-length")).toBe(String(body.length))
  const requestId = headers.get("x-request-id") ?? ""
  expect(requestId).toMatch(/^req_[0-9a-f]{16}$|^mine$/)
  const said = JSON.parse(body) as { readonly status: number; readonly error: { code: string; details: object } }
  const status = Number(line.split(" ")[1])
  expect(said).toMatchObject({
    success: false,
    status,
    data: null,
    meta: { request_id: requestId, version: "v3" }
  })
  return { status, code: said.error.code, details: said.error.details, requestId }
}

const host = "Host: localhost\r\n"

const cases: ReadonlyArray<readonly [string, string, Omit<Answered, "code" | "requestId">]> = [
  ["that is no HTTP", "HELO you\r\n\r\n", { status: 400, details: { request: ["is not valid HTTP/1.1"] } }],
  [
    "with a header that is none",
    `GET /v3/me HTTP/1.1\r\n${host}no header\r\n\r\n`,
    { status: 400, details: { request: ["is not valid HTTP/1.1"] } }
  ],
  [
    "with two lengths",
    `POST /v3/messages HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    { status: 400, details: { request: ["is not valid HTTP/1.1"] } }
  ],
  [
    "of another protocol",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    { status: 400, details: { request: ["is not valid HTTP/1.1"] } }
  ],
  [
    "with too large headers",
    `GET /v3/me HTTP/1.1\r\n${host}X-Large: ${"x".repeat(40_000)}\r\n\r\n`,
    { status: 431, details: { headers: ["are too large"] } }
  ],
  [
    "with a path that is too long",
    `GET /v3/${"x".repeat(40_000)} HTTP/1.1\r\n${host}\r\n`,
    { status: 431, details: { headers: ["are too large"] } }
  ],
  [
    "without a Host",
    "GET /v3/me HTTP/1.1\r\nConnection: close\r\nX-Request-Id: mine\r\n\r\n",
    { status: 400, details: { host: ["is required"] } }
  ],
  [
    "with an Expect that nobody can meet",
    `GET /v3/me HTTP/1.1\r\n${host}Expect: a miracle\r\nX-Request-Id: mine\r\n\r\n`,
    { status: 417, details: { expect: ["must be 100-continue"] } }
  ],
  [
    "for a tunnel",
    `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`,
    { status: 405, details: { request: ["does not know the method CONNECT"] } }
  ]
]

const mounts: ReadonlyArray<readonly [string, Mounts.Mount]> = [
  ["the service's own server", Mounts.node],
  ["a host's server", hosted(NodeMount.makeHandler)],
  ["an application of Express", hosted(inExpress)]
]

describe.each(mounts)("on %s a request", (_, mount) => {
  let subject: HookSubject
  beforeAll(async () => {
    subject = await Hooked.starter(mount)()
  })
  afterAll(() => subject.stop())

  it.each(cases)("%s is refused in the envelope [ENV-007, ENV-013, ENV-019, ENV-034]", async (_, text, told) => {
    const { requestId, ...rest } = read(await talk(subject.baseUrl, text))
    expect(rest).toEqual({ ...told, code: "VALIDATION_001" })
    expect(requestId === "mine").toBe(text.includes("X-Request-Id: mine"))
  })

  it("that is broken in its body is refused, as far as it is not answered", async () => {
    const head = `POST /carriers/receipts HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nX-Request-Id: mine\r\n\r\n`
    expect(read(await talk(subject.baseUrl, `${head}5\r\nabcde\r\nno chunk\r\n`)))
      .toEqual({
        status: 400,
        code: "VALIDATION_001",
        details: { request: ["is not valid HTTP/1.1"] },
        requestId: "mine"
      })
  })

  it("that is broken waits for the answer to the one before it on its connection", async () => {
    const heard = await talk(subject.baseUrl, `GET /v3/me HTTP/1.1\r\n${host}\r\nHELO you\r\n\r\n`)
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 400"])
    expect(read(heard).status).toBe(400)
    const later = await talk(subject.baseUrl, `GET /v3/me HTTP/1.1\r\n${host}\r\n`, "HELO you\r\n\r\n")
    expect(later.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 400"])
  })

  it("with an upgrade is answered like any other", async () => {
    const upgrade = `${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`
    expect(await talk(subject.baseUrl, `GET /health/live HTTP/1.1\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 204 /)
    expect(await talk(subject.baseUrl, `GET /v3/me HTTP/1.1\r\n${upgrade}`)).toMatch(/^HTTP\/1\.1 401 /)
    const other = `${host}Connection: Upgrade, close\r\nUpgrade: other\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
    expect(read(await talk(subject.baseUrl, `POST /v3/messages HTTP/1.1\r\n${other}`)).status).toBe(401)
  })

  it("that asks before it sends is told to go on", async () => {
    const head = `POST /carriers/receipts HTTP/1.1\r\n${host}Connection: close\r\nContent-Length: 2\r\n`
    const heard = await talk(subject.baseUrl, `${head}Expect: 100-continue\r\n\r\n`, "{}")
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 100", expect.stringMatching(/^HTTP\/1\.1 [2-5]/)])
  })

  it("for the head alone is told the length of the body", async () => {
    const heard = await talk(subject.baseUrl, `HEAD /v3/me HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
    expect(heard).toMatch(/^HTTP\/1\.1 401 /)
    expect(heard).toMatch(/\r\ncontent-length: [1-9]\d*\r\n/i)
    expect(heard.split("\r\n\r\n")[1]).toBe("")
  })

  it("that is answered before its body was read leaves the connection to the next one", async () => {
    const refused = `POST /v3/messages HTTP/1.1\r\n${host}Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nabcde`
    const last = `GET /health/live HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
    const heard = await talk(subject.baseUrl, `${refused}${last}`)
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 204"])
  })

  it("that is answered before its chunks were read ends the connection, and says so", async () => {
    const chunk = `40000\r\n${"x".repeat(0x40000)}\r\n`
    const chunked = `${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const tooLarge = await talk(subject.baseUrl, `POST /carriers/receipts HTTP/1.1\r\n${chunked}${chunk.repeat(5)}`)
    expect(tooLarge).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nconnection: close\r\n/i)
    const unread = await talk(subject.baseUrl, `POST /v3/messages HTTP/1.1\r\n${chunked}5\r\nabcde\r\n`)
    expect(unread).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nconnection: close\r\n/i)
    const waiting = `${host}Content-Length: 5\r\nExpect: 100-continue\r\n\r\n`
    expect(await talk(subject.baseUrl, `POST /v3/messages HTTP/1.1\r\n${waiting}`)).toMatch(
      /\r\nconnection: close\r\n/i
    )
    // A body of chunks that was read leaves the connection to the next one.
    const read = `POST /carriers/receipts HTTP/1.1\r\n${chunked}2\r\n{}\r\n0\r\n\r\n`
    const last = `GET /health/live HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
    expect((await talk(subject.baseUrl, read, last)).match(/HTTP\/1\.1 \d+/g)).toHaveLength(2)
  })

  it("that is answered while its client still sends ends the connection in order: nothing resets it", async () => {
    const socket = connect({ port: Number(new URL(subject.baseUrl).port), host: "127.0.0.1", allowHalfOpen: true })
    let heard = ""
    socket.on("data", (data) => heard += data.toString("latin1"))
    const ended = new Promise<string>((resolve) => {
      socket.once("end", () => resolve("end")).once("error", ({ message }) => resolve(message))
    })
    const chunk = `40000\r\n${"x".repeat(0x40000)}\r\n`
    socket.write(`POST /v3/messages HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(16)}`)
    expect(await ended).toBe("end")
    expect(heard).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
  })

  it("of HTTP/1.0 needs no Host", async () => {
    expect(await talk(subject.baseUrl, "GET /health/live HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 204 /)
  })
})

// An application of Express takes such a target for a path of its own.
describe.each(mounts.slice(0, 2))("on %s a request", (_, mount) => {
  it("whose target names the host is answered like any other", async () => {
    const { baseUrl, stop } = await Hooked.starter(mount)()
    try {
      const end = `${host}Connection: close\r\n\r\n`
      const heard = await talk(baseUrl, `GET http://localhost/health/live HTTP/1.1\r\n${end}`)
      expect(heard).toMatch(/^HTTP\/1\.1 204 /)
    } finally {
      await stop()
    }
  })
})

describe("a request that does not arrive", () => {
  const impatient = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 }

  it("is waited for two minutes, unless the host says otherwise", async () => {
    const make = await Effect.runPromise(Effect.provide(NodeServer.make, NodeIdGenerator.layer))
    expect(make().requestTimeout).toBe(120_000)
    expect(make({ requestTimeout: 5000 }).requestTimeout).toBe(5000)
  })

  it.each([
    ["a host's server", NodeMount.makeHandler],
    ["an application of Express", inExpress]
  ])("and drips its body is ended on %s, with all of its kind", async (_, make) => {
    const { baseUrl, stop } = await Hooked.starter(hosted(make, impatient))()
    const drip = async (head: string, drop: string): Promise<string> => {
      const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1")
      let heard = ""
      socket.on("error", () => {}).on("data", (piece: Buffer) => heard += piece.toString("latin1"))
      socket.write(`POST /carriers/receipts HTTP/1.1\r\n${host}${head}\r\n\r\n`)
      const timer = setInterval(() => socket.write(drop), 20)
      try {
        await once(socket, "close", { signal: AbortSignal.timeout(patienceMillis) })
      } finally {
        clearInterval(timer)
        socket.destroy()
      }
      return heard
    }
    try {
      const drips = Array.from(
        { length: 50 },
        (__, index) =>
          index % 2 === 0 ? drip("Content-Length: 100000", "x") : drip("Transfer-Encoding: chunked", "1\r\nx\r\n")
      )
      for (const heard of await Promise.all(drips)) expect(heard).toMatch(/^HTTP\/1\.1 408 /)
    } finally {
      await stop()
    }
  })

  it.each([
    ["head", "GET /v3/me HTTP/1.1\r\n"],
    ["body", `POST /carriers/receipts HTTP/1.1\r\n${host}Content-Length: 10\r\n\r\nabc`]
  ])("with its %s in time is 408 in the envelope", async (_, text) => {
    const { baseUrl, stop } = await Hooked.starter(hosted(NodeMount.makeHandler, impatient))()
    try {
      expect(read(await talk(baseUrl, text)))
        .toMatchObject({ status: 408, code: "VALIDATION_001", details: { request: ["did not arrive in time"] } })
    } finally {
      await stop()
    }
  })
})
