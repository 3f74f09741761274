/**
 * Signalbox as a fetch function: it takes a web `Request` and returns a web `Response`, for every runtime and framework
 * that supports fetch.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { ClientAddress } from "./ClientAddress.ts"
import * as HttpService from "./HttpService.ts"

/** What the `Request` does not contain. */
export interface Client {
  /** The client's IP address. Clients without one share one limit. */
  readonly ip: string | null
}

export interface WebHandler {
  (request: Request, client?: Client): Promise<Response>
}

/**
 * Reads the address from the second argument, in which frameworks may pass other things: bindings, a server, a context.
 */
const addressOf = (client: unknown): { readonly ip: string | null; readonly isForeign: boolean } => {
  if (client === undefined || client === null) return { ip: null, isForeign: false }
  const ip: unknown = typeof client === "object" && "ip" in client ? client.ip : undefined
  if (ip === null) return { ip: null, isForeign: false }
  return typeof ip === "string" && Result.isSuccess(NetAddress.ipFromString(ip.split("%")[0]!))
    ? { ip, isForeign: false }
    : { ip: null, isForeign: true }
}

const foreign =
  "The second argument of Signalbox's fetch function is no client's address, so clients without a valid " +
  "key share one limit. Hand the address over by name, as in (request) => handle(request, { ip }): in Hono " +
  "app.mount(\"/\", (request, env) => handle(request, { ip: env.incoming.socket.remoteAddress }))."

/** Makes a fetch function for the running service. It lives as long as the scope. */
export const make: Effect.Effect<WebHandler, never, HttpService.Service | Scope.Scope> = Effect.gen(function*() {
  const service = yield* Effect.context<HttpService.Service>()
  const { handler, dispose } = HttpRouter.toWebHandler(
    HttpService.layer.pipe(Layer.provide(Layer.succeedContext(service))),
    { routerConfig: HttpService.routerConfig, disableLogger: true }
  )
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  let hasWarned = false
  return async (request, client) => {
    const { ip, isForeign } = addressOf(client)
    if (isForeign && !hasWarned) {
      hasWarned = true
      await Effect.runPromiseWith(service)(Effect.logWarning(foreign))
    }
    return handler(request, Context.add(service, ClientAddress, ip))
  }
})
