/**
 * The short way from a request of Node's server to its answer, which nearly all of them go: those with a body that is
 * small, announced and untouched, or with none. Effect's adapter knows every other kind of request, and costs more.
 */
import type { HttpResponse } from "@signalbox/http/HttpResponse"
import type { Headers, Received } from "@signalbox/http/Received"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http"
import * as Body from "./body.ts"
import type { Underway } from "./underway.ts"

/** Node reads what nobody has read of such a body, and keeps the connection. A larger one would cost more than that. */
const mostUnread = 256 * 1024

/** A target that names a host, and a header that may come twice, are for Effect's adapter to read. */
export const isShort = (request: IncomingMessage): boolean =>
  request.url?.startsWith("/") === true && request.headers["set-cookie"] === undefined &&
  Body.isPlain(request, mostUnread)

/** Returns a request that goes the short way, as Node's server knows it. */
export const received = (request: IncomingMessage): Received => {
  const { headers, method = "GET", socket, url = "/" } = request
  return {
    method,
    headers: headers as Headers,
    url,
    calledUrl: url,
    ip: socket.remoteAddress ?? null,
    parsedBody: null,
    body: new Body.PlainBody(request)
  }
}

const write = (response: ServerResponse, { body, headers, status }: HttpResponse): void => {
  if (response.destroyed || response.writableEnded) return
  if (body === null) response.writeHead(status, headers).end()
  else response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body)
}

/** What was interrupted has no answer: its client has gone, or the server ends. */
const abandon = (response: ServerResponse): void => {
  if (response.destroyed) return
  if (response.headersSent) response.destroy()
  else response.writeHead(503, { connection: "close" }).end()
}

/** A head that Node refuses to write is a bug, which must not leave the client waiting. */
const finish = (response: ServerResponse, exit: Exit.Exit<HttpResponse>): void => {
  if (Exit.isFailure(exit)) return abandon(response)
  try {
    write(response, exit.value)
  } catch {
    response.destroy()
  }
}

/**
 * Makes a function that answers one request after the other, and interrupts the answering of whoever goes away.
 *
 * @param answer never fails
 */
export const make = <Request extends IncomingMessage>(
  answer: (request: Request) => Effect.Effect<HttpResponse>,
  context: Context.Context<never>,
  underway: Underway
) => {
  const run = Effect.runForkWith(context)
  return (request: Request, response: ServerResponse): void => {
    const fiber = run(answer(request))
    underway.add(fiber)
    fiber.addObserver((exit) => finish(response, exit))
    if (fiber.pollUnsafe() === undefined) {
      response.once("close", () => {
        if (!response.writableEnded) fiber.interruptUnsafe()
      })
    }
  }
}

/** Answers what goes the short way before a listener of a server gets it. */
export const intercept = (server: Server, listener: RequestListener, answer: RequestListener): void => {
  server.off("request", listener)
  server.on("request", (request, response) => (isShort(request) ? answer : listener)(request, response))
}
