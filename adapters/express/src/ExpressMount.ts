/**
 * Signalbox in an Express 5 application: under any path, before or after body parsers. It answers what lies under
 * `/v3`, and the hooks of carriers under `/carriers`; everything else goes on to the host's next handler, and the host's
 * error handling and shutdown stay its own.
 */
import type * as HttpService from "@signalbox/http/HttpService"
import * as NodeMiddleware from "@signalbox/node/NodeMiddleware"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { RequestHandler } from "express"

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
export const makeHandler: Effect.Effect<RequestHandler, never, HttpService.Service | Scope.Scope> = NodeMiddleware
  .make()
