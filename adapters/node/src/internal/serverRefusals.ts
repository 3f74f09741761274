/**
 * Answers in the envelope what Node's server refuses by itself: a head that is no HTTP, too large or too late, an Expect
 * that nobody can meet, a CONNECT. Node would answer a bare status line, or nothing.
 */
import { IdGenerator } from "@signalbox/core/IdGenerator"
import type { HttpResponse } from "@signalbox/http/HttpResponse"
import * as Refusal from "@signalbox/http/Refusal"
import * as Effect from "effect/Effect"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import * as Timers from "./timers.ts"

/** The refusals, by the code of Node's error. */
const table: Readonly<Record<string, Refusal.Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, field: "headers", message: "are too large" },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, field: "body", message: "has too large chunk extensions" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, field: "request", message: "did not arrive in time" }
}
const broken: Refusal.Refusal = { status: 400, field: "request", message: "is not valid HTTP/1.1" }

/** The time for which a client may read on before its connection is ended, in elapsed milliseconds. */
const lingerMillis = 500

/** Returns the headers of an answer after which the connection ends. */
const headersOf = ({ body, headers }: HttpResponse): Record<string, string> => ({
  ...headers,
  "content-length": String(Buffer.byteLength(body ?? "")),
  connection: "close"
})

/** Writes an answer past Node's own, and ends the connection. Whatever else arrives is dropped for a while. */
const write = (socket: Duplex, response: HttpResponse): void => {
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}`,
    ...Object.entries({ date: new Date().toUTCString(), ...headersOf(response) })
      .map(([name, value]) => `${name}: ${value}`)
  ]
  socket.write(`${head.join("\r\n")}\r\n\r\n`)
  socket.end(response.body ?? "")
  // A connection that is destroyed immediately may be reset before the client has read the answer.
  socket.once("close", Timers.after(lingerMillis, () => socket.destroy()).stop)
}

/** Makes a function that attends to a server, which has to be given before it listens. */
export const make: Effect.Effect<(server: Server) => void, never, IdGenerator> = Effect.gen(function*() {
  const ids = yield* IdGenerator
  const context = yield* Effect.context<never>()
  const answer = (refusal: Refusal.Refusal, requestId?: string | ReadonlyArray<string>): HttpResponse =>
    Effect.runSyncWith(context)(
      Refusal.answer(refusal, ids, typeof requestId === "string" ? requestId : undefined)
    )

  return (server) => {
    /** The last answer on each connection. */
    const last = new WeakMap<Duplex, ServerResponse>()
    const isOver = new WeakSet<Duplex>()
    const note = (request: IncomingMessage, response: ServerResponse) => void last.set(request.socket, response)

    const refuse = (socket: Duplex, refusal: Refusal.Refusal): void => {
      const before = last.get(socket)
      if (before === undefined || before.writableFinished) return write(socket, answer(refusal))
      // The broken part comes after a request that has arrived whole and is owed its answer first.
      if (before.req.complete) return void before.once("finish", () => write(socket, answer(refusal)))
      if (before.headersSent) return void socket.destroy()
      write(socket, answer(refusal, before.req.headers["x-request-id"]))
    }

    server.prependListener("request", note)
    server.prependListener("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
      note(request, response)
      // Node lets such a client go on by itself only as long as nobody listens.
      if (server.listenerCount("checkContinue") > 1) return
      response.writeContinue()
      server.emit("request", request, response)
    })
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
      if (isOver.has(socket)) return
      isOver.add(socket)
      if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
      refuse(socket, table[error.code ?? ""] ?? broken)
    })
    server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
      const refused = answer(
        { status: 417, field: "expect", message: "must be 100-continue" },
        request.headers["x-request-id"]
      )
      response.writeHead(refused.status, headersOf(refused)).end(refused.body)
    })
    server.on("connect", (request: IncomingMessage, socket: Duplex) => {
      socket.on("error", () => socket.destroy())
      write(
        socket,
        answer(
          { status: 405, field: "request", message: "does not know the method CONNECT" },
          request.headers["x-request-id"]
        )
      )
    })
  }
})
