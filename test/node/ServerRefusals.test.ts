/**
 * The refusals of Node's server on connections that lead nowhere: each answer in whole, the turn that it waits for, and when a
 * connection is cut in its place.
 */
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as ServerRefusals from "@signalbox/node/internal/serverRefusals"
import * as Effect from "effect/Effect"
import { createHook } from "node:async_hooks"
import { EventEmitter } from "node:events"
import type { Server } from "node:http"
import { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Duplex } from "node:stream"
import { describe, expect, it, vi } from "vitest"
import * as Given from "../core/Given.ts"

/** A server that is told what happens, and how often a request came to its own listener. */
const make = () => {
  const server = new EventEmitter()
  const attend = Effect.runSync(
    Effect.provide(ServerRefusals.make, IdGenerator.layer(Given.seeded(1), Given.seeded(2)))
  )
  attend(server as unknown as Server)
  return server
}

/** The end of a connection, which keeps what is written to it. */
const connection = () => {
  let heard = ""
  const socket = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _, done) => {
      heard += chunk.toString("latin1")
      done()
    }
  })
  return { socket, heard: () => heard }
}

/** Reads one answer in whole; null where nothing was written. */
const read = (heard: string) => {
  if (heard === "") return null
  const [head = "", body = ""] = heard.split("\r\n\r\n")
  const [line, ...rest] = head.split("\r\n")
  const headers = Object.fromEntries(rest.map((each) => each.split(/: (.*)/).slice(0, 2) as [string, string]))
  const { date = "", "x-request-id": id = "", "x-response-time": took = "", ...others } = headers
  expect([new Date(date).toUTCString(), took]).toEqual([date, expect.stringMatching(/^\d+ms$/)])
  const said = JSON.parse(body) as { readonly status: number; readonly error: object; readonly meta: object }
  expect(said.meta).toMatchObject({ request_id: id })
  expect(others).toEqual({
    "content-type": "application/json",
    "content-length": String(body.length),
    "x-api-version": "v3",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close"
  })
  const { details } = said.error as { readonly details: object }
  return { line, status: said.status, details, id }
}

const broken = { line: "HTTP/1.1 400 Bad Request", status: 400, details: { request: ["is not valid HTTP/1.1"] } }

const failing = (code: string): Error => Object.assign(new Error("a parser's words"), { code })

/** A request that has come on a connection, and its answer. */
const exchange = (server: EventEmitter, { socket }: ReturnType<typeof connection>, event = "request") => {
  const request = new IncomingMessage(socket as Socket)
  request.headers["x-request-id"] = "mine"
  const response = new ServerResponse(request)
  server.emit(event, request, response)
  return { request, response }
}

describe("what is no request", () => {
  it.each<[code: string, told: object]>([
    ["HPE_HEADER_OVERFLOW", {
      line: "HTTP/1.1 431 Request Header Fields Too Large",
      status: 431,
      details: { headers: ["are too large"] }
    }],
    ["HPE_CHUNK_EXTENSIONS_OVERFLOW", {
      line: "HTTP/1.1 413 Payload Too Large",
      status: 413,
      details: { body: ["has too large chunk extensions"] }
    }],
    ["ERR_HTTP_REQUEST_TIMEOUT", {
      line: "HTTP/1.1 408 Request Timeout",
      status: 408,
      details: { request: ["did not arrive in time"] }
    }],
    ["HPE_INVALID_METHOD", broken],
    ["", broken]
  ])("is refused by the code of its error, %j, once, and its connection is ended", (code, told) => {
    const server = make()
    const { heard, socket } = connection()
    server.emit("clientError", failing(code), socket)
    const answer = read(heard())
    expect(answer).toEqual({ ...told, id: expect.stringMatching(/^req_[0-9a-f]{16}$/) as string })
    expect(socket.writableEnded).toBe(true)
    const before = heard()
    server.emit("clientError", failing(code), socket)
    expect([heard(), socket.destroyed]).toEqual([before, false])
  })

  it("has no answer where the client is gone, or nothing can be written any more", () => {
    const server = make()
    const [gone, ended] = [connection(), connection()]
    server.emit("clientError", failing("ECONNRESET"), gone.socket)
    ended.socket.end()
    server.emit("clientError", failing("HPE_INVALID_METHOD"), ended.socket)
    expect([gone.heard(), gone.socket.destroyed, ended.heard(), ended.socket.destroyed]).toEqual(["", true, "", true])
  })

  it("is read on for half a second, and its connection is cut then", () => {
    const { socket } = connection()
    const server = make()
    const timers: Array<{ readonly _idleTimeout: number; readonly _onTimeout: () => void }> = []
    const hook = createHook({
      init: (_id, type, _trigger, resource: object) => {
        if (type === "Timeout" && "_idleTimeout" in resource && "_onTimeout" in resource) timers.push(resource as never)
      }
    }).enable()
    server.emit("clientError", failing("HPE_INVALID_METHOD"), socket)
    hook.disable()
    expect([socket.destroyed, timers.map((timer) => timer._idleTimeout)]).toEqual([false, [500]])
    timers[0]!._onTimeout()
    expect(socket.destroyed).toBe(true)
  })

  it("is refused with the name of the request that it breaks, which has no answer yet", () => {
    const server = make()
    const made = connection()
    exchange(server, made)
    server.emit("clientError", failing("HPE_INVALID_CHUNK_SIZE"), made.socket)
    expect(read(made.heard())).toEqual({ ...broken, id: "mine" })
  })

  it("cuts the connection where the answer has begun to a request that it breaks", () => {
    const server = make()
    const made = connection()
    const { response } = exchange(server, made)
    response.writeHead(200)
    response.flushHeaders()
    server.emit("clientError", failing("HPE_INVALID_CHUNK_SIZE"), made.socket)
    expect([made.heard(), made.socket.destroyed]).toEqual(["", true])
  })

  it("behind a whole request waits for the answer to that, and does not have its name", () => {
    const server = make()
    const made = connection()
    const { request, response } = exchange(server, made)
    request.complete = true
    server.emit("clientError", failing("HPE_INVALID_METHOD"), made.socket)
    expect([made.heard(), made.socket.destroyed]).toEqual(["", false])
    response.emit("finish")
    expect(read(made.heard())).toEqual({ ...broken, id: expect.stringMatching(/^req_/) as string })
  })

  it("behind a request that was answered is refused by itself", async () => {
    const server = make()
    const made = connection()
    const { response } = exchange(server, made)
    response.assignSocket(made.socket as Socket)
    response.end("fine")
    await vi.waitFor(() => expect(response.writableFinished).toBe(true), { interval: 1 })
    const before = made.heard()
    server.emit("clientError", failing("HPE_INVALID_METHOD"), made.socket)
    expect(read(made.heard().slice(before.length))).toMatchObject(broken)
  })
})

describe("a request that asks first", () => {
  it("is told to go on, and comes to the server's listener, unless the host has a listener of its own", () => {
    const server = make()
    const seen: Array<string> = []
    server.on("request", () => void seen.push("request"))
    const goOn = vi.spyOn(ServerResponse.prototype, "writeContinue").mockImplementation(() =>
      void seen.push("continue")
    )
    exchange(server, connection(), "checkContinue")
    expect(seen.splice(0)).toEqual(["continue", "request"])
    server.on("checkContinue", () => void seen.push("host"))
    exchange(server, connection(), "checkContinue")
    expect(seen).toEqual(["host"])
    goOn.mockRestore()
  })

  it("for what nobody can do is refused with its name", () => {
    const made = connection()
    const { socket } = made
    const request = new IncomingMessage(socket as Socket)
    request.headers["x-request-id"] = "mine"
    const response = new ServerResponse(request)
    response.assignSocket(socket as Socket)
    response.useChunkedEncodingByDefault = false
    make().emit("checkExpectation", request, response)
    const [head = "", body = ""] = made.heard().split("\r\n\r\n")
    expect(head).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n/)
    expect(head.split("\r\n")).toEqual(expect.arrayContaining([
      "connection: close",
      "x-request-id: mine",
      `content-length: ${body.length}`
    ]))
    const { error } = JSON.parse(body) as { readonly error: object }
    expect(error).toMatchObject({ details: { expect: ["must be 100-continue"] } })
    expect(response.writableEnded).toBe(true)
  })

  it("for a tunnel is refused with its name, and an error of its connection ends that alone", () => {
    const made = connection()
    const request = new IncomingMessage(made.socket as Socket)
    request.headers["x-request-id"] = "mine"
    make().emit("connect", request, made.socket)
    expect(read(made.heard())).toEqual({
      line: "HTTP/1.1 405 Method Not Allowed",
      status: 405,
      details: { request: ["does not know the method CONNECT"] },
      id: "mine"
    })
    expect(made.socket.destroyed).toBe(false)
    made.socket.emit("error", new Error("gone"))
    expect(made.socket.destroyed).toBe(true)
  })
})
