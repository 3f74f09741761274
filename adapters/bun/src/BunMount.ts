/**
 * Signalbox on `Bun.serve`.
 */
import type * as HttpService from "@signalbox/http/HttpService"
import * as WebHandler from "@signalbox/http/WebHandler"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The part of Bun's server that the mount needs: the client's address and port of a request. */
export interface BunServer {
  readonly requestIP: (request: Request) => { readonly address: string; readonly port: number } | null
}

/** The `fetch` of `Bun.serve({ fetch })`. It lives as long as the scope. */
export const makeFetch: Effect.Effect<
  (request: Request, server: BunServer) => Promise<Response>,
  never,
  HttpService.Service | Scope.Scope
> = Effect.map(
  WebHandler.make,
  (handle) => (request, server) => {
    const client = server.requestIP(request)
    return handle(request, { ip: client?.address ?? null, port: client?.port })
  }
)
