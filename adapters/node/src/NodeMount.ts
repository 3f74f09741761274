/**
 * Signalbox on Node's own HTTP server: a server of its own, or a handler for one that is there already.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as HttpService from "@signalbox/http/HttpService"
import * as Received from "@signalbox/http/Received"
import * as Telemetry from "@signalbox/http/Telemetry"
import { Outlet } from "@signalbox/http/Unread"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http"
import * as Body from "./internal/body.ts"
import * as Exchange from "./internal/exchange.ts"
import * as Handler from "./internal/handler.ts"
import * as NodeServer from "./NodeServer.ts"

/**
 * A `(request, response)` handler for `node:http`. It lives as long as the scope. What the server refuses by itself never
 * comes here: a host that wants that in the envelope as well makes its server with `NodeServer`.
 */
export const makeHandler: Effect.Effect<
  (request: IncomingMessage, response: ServerResponse) => void,
  never,
  HttpService.Service | Scope.Scope
> = Handler.makeHandlerWith(identity)

export interface Options {
  readonly port: number
  readonly host: string
}

/** Serves a server of Effect's. What goes the short way never comes to Effect's own listener. */
const serve = (server: Server) =>
  Effect.gen(function*() {
    const { answer, unread } = yield* Handler.answering(identity)
    // Requests under way are interrupted when this scope ends, which is after Effect has waited for them.
    const short = yield* Handler.listenerOf({ answer, unread })
    const app = Effect.flatMap(HttpServerRequest, (request) => {
      const outlet = new Outlet(unread)
      const received = { ...Received.of(Context.empty(), request), body: Body.ofAny(request), outlet }
      return Effect.interruptible(
        Effect.flatMap(
          answer(received, request.source as IncomingMessage),
          (response) => Exchange.send(request, response, outlet)
        )
      )
    })
    const others = new Set(server.listeners("request"))
    yield* Telemetry.instead(HttpServer.serveEffect(app))
    const isEffects = (listener: Function): listener is RequestListener => !others.has(listener)
    for (const listener of server.listeners("request").filter(isEffects)) Exchange.intercept(server, listener, short)
  })

/** A server that listens while the Layer is alive. Port 0 takes a free port, which `HttpServer.address` returns. */
export const layerServer = (
  options: Options
): Layer.Layer<HttpServer.HttpServer, ServeError, HttpService.Service> =>
  Layer.unwrap(Effect.map(NodeServer.make, (make) => {
    const server = make()
    return Layer.effectDiscard(serve(server)).pipe(Layer.provideMerge(NodeHttpServer.layer(() => server, options)))
  }))
