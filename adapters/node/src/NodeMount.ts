/**
 * Signalbox on Node's own HTTP server: a server of its own, or a handler for one that is there already.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import type * as HttpResponse from "@signalbox/http/HttpResponse"
import * as HttpService from "@signalbox/http/HttpService"
import type { Received } from "@signalbox/http/Received"
import * as Received_ from "@signalbox/http/Received"
import * as Refusal from "@signalbox/http/Refusal"
import * as Telemetry from "@signalbox/http/Telemetry"
import * as Unread from "@signalbox/http/Unread"
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
  readonly short: (received: Exchange.Outgoing, request: Request) => Effect.Effect<HttpResponse.HttpResponse>
  /** Answers any other. */
  readonly app: Effect.Effect<HttpServerResponse, never, HttpServerRequest>
  /** The bytes of all of these answers that wait to be read. */
  readonly unread: Unread.Unread
}

/** @param add adds what a host knows besides */
const answering = <Request extends IncomingMessage>(add: (received: Received, request: Request) => Received) =>
  Effect.gen(function*() {
    const ids = yield* IdGenerator
    const answer = yield* HttpService.make
    const unread = new Unread.Unread(yield* Unread.Bounds)
    const all = (received: Received, request: Request): Effect.Effect<HttpResponse.HttpResponse> =>
      request.httpVersion === "1.1" && request.headers.host === undefined
        ? Refusal.answer({ status: 400, field: "host", message: "is required" }, ids, received.headers["x-request-id"])
        : answer(add(received, request))
    return {
      short: all,
      app: Effect.flatMap(HttpServerRequest, (request) => {
        const outlet = new Unread.Outlet(unread)
        const received = { ...Received_.of(Context.empty(), request), body: Body.ofAny(request), outlet }
        return Effect.interruptible(
          Effect.flatMap(
            all(received, request.source as Request),
            (response) => Exchange.send(request, response, outlet)
          )
        )
      }),
      unread
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
    const { app, short, unread } = yield* answering(add)
    const answer = Exchange.make(short, yield* Effect.context<never>(), yield* Underway.make(scope), unread)
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
    const { app, short, unread } = yield* answering(identity)
    const answer = Exchange.make(short, yield* Effect.context<never>(), yield* Underway.make(scope), unread)
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
