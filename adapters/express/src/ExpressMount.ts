/**
 * Signalbox in an Express 5 application: under any path, before or after body parsers. It answers what lies under
 * `/v3`, and the hooks of carriers under `/carriers`; everything else goes on to the host's next handler, and the host's
 * error handling and shutdown stay its own.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Carriers } from "@signalbox/core/Carrier"
import { CalledUrl } from "@signalbox/http/CalledUrl"
import { ClientAddress } from "@signalbox/http/ClientAddress"
import * as Hooks from "@signalbox/http/Hooks"
import type * as HttpService from "@signalbox/http/HttpService"
import { fromHost, ParsedBody } from "@signalbox/http/ParsedBody"
import * as Published from "@signalbox/http/Published"
import { handlerEffect } from "@signalbox/node/NodeMount"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Scope from "effect/Scope"
import type { NextFunction, Request, RequestHandler, Response } from "express"
import { place } from "./internal/place.ts"

/** Express's own request, which is Node's with more in it. */
const host = (request: HttpServerRequest.HttpServerRequest) => request.source as Request

/**
 * Makes a handler for `app.use(handler)` and `app.use(path, handler)`, and for single routes such as
 * `app.post("/x/v3/messages", handler)`. It lives as long as the scope.
 *
 * Signalbox's own path begins at `/v3` or `/carriers`: in the mount path, after it, or in the path of the route. A route
 * with neither is a mistake of the host, whose error handler gets an error. Where they are published, `/openapi.json`
 * and `/docs` are Signalbox's too.
 *
 * The client's address is Express's `request.ip`, so the host's `trust proxy` applies. A body that a parser has read is
 * taken from `request.body`; the hooks of carriers need it unparsed, because carriers sign its bytes.
 */
export const makeHandler: Effect.Effect<RequestHandler, never, HttpService.Service | Scope.Scope> = Effect.gen(
  function*() {
    const scope = yield* Scope.Scope
    const carriers = yield* Carriers
    const published = yield* Published.Published
    const app = yield* handlerEffect
    const handle = yield* NodeHttpServer.makeHandler(
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const placed = place(host(request))
        return app.pipe(
          Effect.provideService(
            HttpServerRequest.HttpServerRequest,
            request.modify({ url: placed._tag === "Ours" ? placed.url : request.url })
          ),
          Effect.provideService(CalledUrl, host(request).originalUrl),
          Effect.provideService(ParsedBody, fromHost(host(request).body)),
          Effect.provideService(ClientAddress, host(request).ip ?? null)
        )
      }),
      { scope }
    )
    return (request: Request, response: Response, next: NextFunction) => {
      const placed = place(request)
      switch (placed._tag) {
        case "Ours":
          // The host may have a path of its own that begins with `/carriers`, or documents of its own.
          return (Hooks.named(placed.url) !== null && !Hooks.serves(carriers, placed.url)) ||
              Published.isHidden(published, placed.url)
            ? next()
            : handle(request, response)
        case "TheHosts":
          return next()
        case "Unclear":
          return next(new Error(placed.message))
      }
    }
  }
)
