/**
 * The way from a request of Node's server to its answer. Nearly all go the short one: those with a body that is small,
 * announced and untouched, or with none. The others are read with more care: bodies in chunks, large ones, what the host has
 * touched, HTTP/2.
 */
import { toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import { onNode } from "@signalbox/http/HostFramework"
import type { HttpResponse } from "@signalbox/http/HttpResponse"
import * as HttpResponse_ from "@signalbox/http/HttpResponse"
import type { Headers, Received } from "@signalbox/http/Received"
import { Outlet } from "@signalbox/http/Unread"
import type { Unread } from "@signalbox/http/Unread"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpHeaders from "effect/http/Headers"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IncomingMessage, RequestListener, Server } from "node:http"
import { ServerResponse } from "node:http"
import type { Http2ServerResponse } from "node:http2"
import * as Body from "./body.ts"
import type { Underway } from "./underway.ts"
import { mostUnread, write, writeHttp2 } from "./writing.ts"

/** A target that names a host, and a header that may come twice, are read with care. */
export const isShort = (request: IncomingMessage): boolean =>
  request.url?.startsWith("/") === true && request.headers["set-cookie"] === undefined &&
  Body.isPlain(request, mostUnread)

/** A request of Node's server, with where its answer is measured. */
export interface Outgoing extends Received {
  readonly outlet: Outlet
}

const anyFramework = () => onNode

/** Returns a request that goes the short way, as Node's server knows it. */
const receivedShort = (request: IncomingMessage, unread: Unread): Outgoing => {
  const { headers, method = "GET", socket, url = "/" } = request
  return {
    method,
    headers: headers as Headers,
    url,
    calledUrl: url,
    ip: socket.remoteAddress ?? null,
    parsedBody: null,
    frameworks: anyFramework,
    body: new Body.PlainBody(request),
    outlet: new Outlet(unread)
  }
}

/** A target may name its host, which then goes before the header. */
const targetOf = (url: string): { readonly host?: string; readonly url: string } => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return { url }
  const { host, pathname, search } = new URL(url)
  return { host, url: `${pathname}${search}` }
}

/** HTTP/2 has headers that are none, whose names begin with a colon. */
const headersOf = ({ headers }: IncomingMessage, host = headers[":authority"]): Headers => ({
  ...HttpHeaders.fromInput(Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":")))),
  ...(typeof host === "string" ? { host } : {})
})

/** Returns any request as Node's server knows it. */
const receivedAny = (request: IncomingMessage, unread: Unread): Outgoing => {
  const { method = "GET", socket } = request
  const { host, url } = targetOf(request.url ?? "/")
  return {
    method,
    headers: headersOf(request, host),
    url,
    calledUrl: url,
    ip: socket.remoteAddress ?? null,
    parsedBody: null,
    frameworks: anyFramework,
    body: Body.ofSource(request),
    outlet: new Outlet(unread)
  }
}

/** An interrupted request has no answer: its client has gone, or the server ends. */
const abandon = (response: ServerResponse): void => {
  if (response.destroyed) return
  if (response.headersSent) response.destroy()
  else response.writeHead(503, { connection: "close", "retry-after": "1" }).end()
}

/** Node's server hands over responses of HTTP/2 as if they were of HTTP/1. */
type AnyResponse = ServerResponse | Http2ServerResponse

/** A head that Node refuses to write is a bug, which must not leave the client waiting. */
const writeOrEnd = (response: AnyResponse, answer: HttpResponse, outlet: Outlet): void => {
  try {
    if (response instanceof ServerResponse) write(response, answer, outlet)
    else writeHttp2(response, answer)
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
  answer: (received: Outgoing, request: Request) => Effect.Effect<HttpResponse>,
  context: Context.Context<never>,
  underway: Underway,
  unread: Unread
) => {
  const run = Effect.runForkWith(context)
  return (request: Request, response: ServerResponse): void => {
    const incoming = isShort(request) ? receivedShort(request, unread) : receivedAny(request, unread)
    const fiber = run(answer(incoming, request))
    underway.add(fiber)
    fiber.addObserver((exit) =>
      Exit.isFailure(exit) ? abandon(response) : writeOrEnd(response, exit.value, incoming.outlet)
    )
    if (fiber.pollUnsafe() === undefined) {
      response.once("close", () => {
        if (!response.writableEnded) fiber.interruptUnsafe()
      })
    }
  }
}

/** Effect's adapter is given this when the answer is written already. */
const written = HttpServerResponse.empty()

/** Writes the answer to a request that came Effect's way, and waits until all of it is on its way. */
export const send = (
  request: HttpServerRequest,
  answer: HttpResponse,
  outlet: Outlet
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.callback((resume) => {
    const response = toServerResponse(request)
    // Node writes HTTP/2 in another way, which Effect's adapter knows.
    if (!(response instanceof ServerResponse)) return resume(Effect.succeed(HttpResponse_.toEffects(answer)))
    const done = () => resume(Effect.succeed(written))
    writeOrEnd(response, answer, outlet)
    if (response.writableEnded || response.destroyed) done()
    else response.once("close", done)
  })

/** Answers what goes the short way before a listener of a server of Effect's gets it. */
export const intercept = (server: Server, listener: RequestListener, answer: RequestListener): void => {
  server.off("request", listener)
  server.on("request", (request, response) => (isShort(request) ? answer : listener)(request, response))
}
