/**
 * Signalbox in an Express 5 application: under any path, before or after body parsers. It answers what lies under
 * `/v3`; everything else goes on to the host's next handler, and the host's error handling and shutdown stay its own.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ClientAddress } from "@signalbox/http/ClientAddress"
import type * as HttpService from "@signalbox/http/HttpService"
import { fromHost, ParsedBody } from "@signalbox/http/ParsedBody"
import { handlerEffect } from "@signalbox/node/NodeMount"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Scope from "effect/Scope"
import type { NextFunction, Request, RequestHandler, Response } from "express"

/** What Express adds to Node's request, as far as it is needed here. */
const host = (request: HttpServerRequest.HttpServerRequest) => request.source as Pick<Request, "body" | "ip">

const isOurs = (url: string): boolean => /^\/v3(?:[/?#]|$)/.test(url)

/**
 * A handler for `app.use(path, handler)`. It lives as long as the scope.
 *
 * The client's address is Express's `request.ip`, so `trust proxy` of the host counts. A body that a parser has read
 * is taken from `request.body`.
 */
export const makeHandler: Effect.Effect<RequestHandler, never, HttpService.Service | Scope.Scope> = Effect.gen(
  function*() {
    const scope = yield* Scope.Scope
    const app = yield* handlerEffect
    const handle = yield* NodeHttpServer.makeHandler(
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        app.pipe(
          Effect.provideService(ParsedBody, fromHost(host(request).body)),
          Effect.provideService(ClientAddress, host(request).ip ?? null)
        )),
      { scope }
    )
    return (request: Request, response: Response, next: NextFunction) =>
      isOurs(request.url) ? handle(request, response) : next()
  }
)
