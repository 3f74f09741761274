/**
 * Signalbox on Node's own HTTP server: a server of its own, or a handler for one that is there already.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Mint } from "@signalbox/core/Mint"
import * as HttpService from "@signalbox/http/HttpService"
import type { Received } from "@signalbox/http/Received"
import * as Refusal from "@signalbox/http/Refusal"
import * as Telemetry from "@signalbox/http/Telemetry"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Body from "./internal/body.ts"
import * as NodeServer from "./NodeServer.ts"

const isHostless = (request: HttpServerRequest): boolean => {
  const { headers, httpVersion } = request.source as IncomingMessage
  return httpVersion === "1.1" && headers.host === undefined
}

/** Returns a request as Node's server alone knows it. */
const received = (request: HttpServerRequest): Received => ({
  request,
  url: request.url,
  calledUrl: request.url,
  ip: Option.getOrNull(request.remoteAddress),
  parsedBody: null,
  readBody: Body.read
})

/**
 * The whole HTTP side as one effect that answers a request. Every mount on Node's server is built on it.
 *
 * @param add adds what a host knows besides
 */
export const handlerEffect = (add: (received: Received) => Received = identity) =>
  Effect.gen(function*() {
    const mint = yield* Mint
    const answer = yield* HttpService.make
    return Effect.flatMap(HttpServerRequest, (request) =>
      Effect.interruptible(
        isHostless(request)
          ? Refusal.answer(
            { status: 400, field: "host", message: "is required" },
            mint,
            request.headers["x-request-id"]
          )
          : answer(add(received(request)))
      ))
  })

/**
 * A `(request, response)` handler for `node:http`. It lives as long as the scope. What the server refuses by itself never
 * comes here: a host that wants that in the envelope as well makes its server with `NodeServer`.
 */
export const makeHandler: Effect.Effect<
  (request: IncomingMessage, response: ServerResponse) => void,
  never,
  HttpService.Service | Scope.Scope
> = Effect.gen(function*() {
  const scope = yield* Scope.Scope
  const app = yield* handlerEffect()
  return yield* Telemetry.instead(NodeHttpServer.makeHandler(app, { scope }))
})

export interface Options {
  readonly port: number
  readonly host: string
}

/** A server that listens while the Layer is alive. Port 0 takes a free port, which `HttpServer.address` returns. */
export const layerServer = (
  options: Options
): Layer.Layer<HttpServer.HttpServer, ServeError, HttpService.Service> =>
  Layer.effectDiscard(Effect.flatMap(handlerEffect(), (app) => Telemetry.instead(HttpServer.serveEffect(app)))).pipe(
    Layer.provideMerge(
      Layer.unwrap(Effect.map(NodeServer.make, (make) => NodeHttpServer.layer(() => make(), options)))
    )
  )
