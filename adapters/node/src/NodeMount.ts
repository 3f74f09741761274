/**
 * Signalbox on Node's own HTTP server: a server of its own, or a handler for one that is there already.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as HttpService from "@signalbox/http/HttpService"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** The whole HTTP side as one effect that answers a request. Every mount on Node's server is built on it. */
export const handlerEffect = HttpRouter.toHttpEffect(HttpService.layer).pipe(
  Effect.provideService(HttpRouter.RouterConfig, HttpService.routerConfig)
)

/**
 * A `(request, response)` handler for `node:http`. It lives as long as the scope.
 */
export const makeHandler: Effect.Effect<
  (request: IncomingMessage, response: ServerResponse) => void,
  never,
  HttpService.Service | Scope.Scope
> = Effect.gen(function*() {
  const scope = yield* Scope.Scope
  const app = yield* handlerEffect
  return yield* NodeHttpServer.makeHandler(app, { scope })
})

export interface Options {
  readonly port: number
  readonly host: string
}

/** A server that listens while the Layer is alive. Port 0 takes a free port, which `HttpServer.address` returns. */
export const layerServer = (
  options: Options
): Layer.Layer<HttpServer.HttpServer, ServeError, HttpService.Service> =>
  HttpRouter.serve(HttpService.layer, {
    routerConfig: HttpService.routerConfig,
    disableLogger: true,
    disableListenLog: true
  }).pipe(Layer.provideMerge(NodeHttpServer.layer(() => createServer(), options)))
