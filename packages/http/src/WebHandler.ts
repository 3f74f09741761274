/**
 * Signalbox as a fetch function: a web `Request` in, a web `Response` out. For every runtime and framework that
 * speaks fetch.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { ClientAddress } from "./ClientAddress.ts"
import * as HttpService from "./HttpService.ts"

export interface WebHandler {
  /**
   * @param address the client's address, which the `Request` does not tell; without it all clients share one limit
   */
  (request: Request, address?: string | null): Promise<Response>
}

/** A fetch function over the running service. It lives as long as the scope. */
export const make: Effect.Effect<WebHandler, never, HttpService.Service | Scope.Scope> = Effect.gen(function*() {
  const service = yield* Effect.context<HttpService.Service>()
  const { handler, dispose } = HttpRouter.toWebHandler(
    HttpService.layer.pipe(Layer.provide(Layer.succeedContext(service))),
    { routerConfig: HttpService.routerConfig, disableLogger: true }
  )
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  return (request, address = null) => handler(request, Context.add(service, ClientAddress, address))
})
