/**
 * Signalbox as a fetch function: it takes a web `Request` and returns a web `Response`, for every runtime and framework
 * that supports fetch.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as NetAddress from "effect/net/NetAddress"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { bare, ClientAddress } from "./ClientAddress.ts"
import * as HttpResponse from "./HttpResponse.ts"
import * as HttpService from "./HttpService.ts"
import * as Pipelining from "./Pipelining.ts"
import * as Received from "./Received.ts"
import * as Telemetry from "./Telemetry.ts"

/** A client, as far as the `Request` does not tell of it. */
export interface Client {
  /** The client's IP address. Clients without one share one limit. */
  readonly ip: string | null
  /**
   * The client's port on a connection of HTTP/1.1. A server that hands over all pipelined requests in one turn of the
   * event loop, as Bun's does, names it; whoever pipelines too many is then answered with the end of the connection.
   */
  readonly port?: number | undefined
}

export interface WebHandler {
  (request: Request, client?: Client): Promise<Response>
}

const hasPort = (client: unknown): client is { readonly port: number } =>
  typeof client === "object" && client !== null && "port" in client && typeof client.port === "number"

/**
 * Reads the address from the second argument, in which frameworks may pass other things: bindings, a server, a context.
 */
const addressOf = (
  client: unknown
): { readonly ip: string | null; readonly port?: number; readonly isForeign: boolean } => {
  if (client === undefined || client === null) return { ip: null, isForeign: false }
  const ip: unknown = typeof client === "object" && "ip" in client ? client.ip : undefined
  if (ip === null) return { ip: null, isForeign: false }
  return typeof ip === "string" && Result.isSuccess(NetAddress.ipFromString(bare(ip)))
    ? { ip, isForeign: false, ...(hasPort(client) ? { port: client.port } : {}) }
    : { ip: null, isForeign: true }
}

const foreign =
  "The second argument of Signalbox's fetch function is no client's address, so clients without a valid " +
  "key share one limit. Hand the address over by name, as in (request) => handle(request, { ip }): in Hono " +
  "app.mount(\"/\", (request, env) => handle(request, { ip: env.incoming.socket.remoteAddress }))."

/**
 * Returns the path and the query below a base path, or null for what does not lie there. An empty base path changes
 * nothing.
 */
export const below = (basePath: string, url: string): string | null => {
  if (basePath === "") return url
  if (!url.startsWith(basePath)) return null
  const rest = url.slice(basePath.length)
  return rest.startsWith("/") ? rest : rest === "" || /^[?#]/.test(rest) ? `/${rest}` : null
}

/**
 * Makes a fetch function that is mounted under a path of the host's, such as `/messaging`, and gets whole URLs. It lives
 * as long as the scope. What does not lie under the path is answered like any path that does not exist.
 */
export const makeUnder = (
  basePath: string
): Effect.Effect<WebHandler, never, HttpService.Service | Scope.Scope> =>
  Effect.gen(function*() {
    const service = Telemetry.silence(yield* Effect.context<HttpService.Service>())
    const answer = yield* HttpService.make
    const placed = Effect.contextWith((context: Context.Context<HttpServerRequest>) => {
      const received = Received.of(context, Context.get(context, HttpServerRequest))
      const url = below(basePath, received.url) ?? received.url
      return Effect.interruptible(Effect.map(answer({ ...received, url }), HttpResponse.toEffects))
    })
    const pipelining = Pipelining.make(yield* Clock.Clock, (end) => {
      Effect.runForkWith(service)(Effect.andThen(Effect.yieldNow, Effect.sync(end)))
    })
    const handler = HttpEffect.toWebHandlerWith<HttpService.Service, HttpServerRequest | Scope.Scope>(service)(placed)
    let hasWarned = false
    return async (request, client) => {
      const { ip, isForeign, port } = addressOf(client)
      if (isForeign && !hasWarned) {
        hasWarned = true
        await Effect.runPromiseWith(service)(Effect.logWarning(foreign))
      }
      const isLast = port !== undefined && pipelining.isLast(`${ip} ${port}`)
      const response = await handler(request, Context.make(ClientAddress, ip))
      if (isLast) response.headers.set("connection", "close")
      return response
    }
  })

/** Makes a fetch function for the running service. It lives as long as the scope. */
export const make: Effect.Effect<WebHandler, never, HttpService.Service | Scope.Scope> = makeUnder("")
