/**
 * Signalbox on Node's own HTTP server: a server of its own, or a handler for one that is there already.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Mint } from "@signalbox/core/Mint"
import * as HttpResponse from "@signalbox/http/HttpResponse"
import * as HttpService from "@signalbox/http/HttpService"
import type { Received } from "@signalbox/http/Received"
import * as Received_ from "@signalbox/http/Received"
import * as Refusal from "@signalbox/http/Refusal"
import * as Telemetry from "@signalbox/http/Telemetry"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http"
import * as Body from "./internal/body.ts"
import * as Exchange from "./internal/exchange.ts"
import * as Underway from "./internal/underway.ts"
import * as NodeServer from "./NodeServer.ts"

/** A function that answers a request, whatever happens to it. */
interface Answering<in Request> {
  /** Answers a request of Node's server that goes the short way. */
  readonly short: (request: Request) => Effect.Effect<HttpResponse.HttpResponse>
  /** Answers any other. */
  readonly app: Effect.Effect<HttpServerResponse, never, HttpServerRequest>
}

/** @param add adds what a host knows besides */
const answering = <Request extends IncomingMessage>(add: (received: Received, request: Request) => Received) =>
  Effect.gen(function*() {
    const mint = yield* Mint
    const answer = yield* HttpService.make
    const all = (received: Received, request: Request): Effect.Effect<HttpResponse.HttpResponse> =>
      request.httpVersion === "1.1" && request.headers.host === undefined
        ? Refusal.answer({ status: 400, field: "host", message: "is required" }, mint, received.headers["x-request-id"])
        : answer(add(received, request))
    return {
      short: (request) => all(Exchange.received(request), request),
      app: Effect.flatMap(HttpServerRequest, (request) =>
        Effect.interruptible(
          Effect.map(
            all({ ...Received_.of(Context.empty(), request), body: Body.ofAny(request) }, request.source as Request),
            HttpResponse.toEffects
          )
        ))
    } satisfies Answering<Request>
  })

/**
 * The whole HTTP side as one handler. Every mount on Node's server is built on it.
 *
 * @param add adds what a host knows besides
 */
export const makeHandlerWith = <Request extends IncomingMessage>(
  add: (received: Received, request: Request) => Received
): Effect.Effect<(request: Request, response: ServerResponse) => void, never, HttpService.Service | Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Scope.Scope
    const { app, short } = yield* answering(add)
    const answer = Exchange.make(short, yield* Effect.context<never>(), yield* Underway.make(scope))
    const effects = yield* Telemetry.instead(NodeHttpServer.makeHandler(app, { scope }))
    return (request, response) => Exchange.isShort(request) ? answer(request, response) : effects(request, response)
  })

/**
 * A `(request, response)` handler for `node:http`. It lives as long as the scope. What the server refuses by itself never
 * comes here: a host that wants that in the envelope as well makes its server with `NodeServer`.
 */
export const makeHandler: Effect.Effect<
  (request: IncomingMessage, response: ServerResponse) => void,
  never,
  HttpService.Service | Scope.Scope
> = makeHandlerWith(identity)

export interface Options {
  readonly port: number
  readonly host: string
}

/** Serves a server of Effect's. What goes the short way never comes to Effect's own listener. */
const serve = (server: Server) =>
  Effect.gen(function*() {
    // Requests under way are interrupted when this scope ends, which is after Effect has waited for them.
    const scope = yield* Scope.Scope
    const { app, short } = yield* answering(identity)
    const answer = Exchange.make(short, yield* Effect.context<never>(), yield* Underway.make(scope))
    const others = new Set(server.listeners("request"))
    yield* Telemetry.instead(HttpServer.serveEffect(app))
    const isEffects = (listener: Function): listener is RequestListener => !others.has(listener)
    for (const listener of server.listeners("request").filter(isEffects)) Exchange.intercept(server, listener, answer)
  })

/** A server that listens while the Layer is alive. Port 0 takes a free port, which `HttpServer.address` returns. */
export const layerServer = (
  options: Options
): Layer.Layer<HttpServer.HttpServer, ServeError, HttpService.Service> =>
  Layer.unwrap(Effect.map(NodeServer.make, (make) => {
    const server = make()
    return Layer.effectDiscard(serve(server)).pipe(Layer.provideMerge(NodeHttpServer.layer(() => server, options)))
  }))
