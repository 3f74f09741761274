/**
 * Signalbox in somebody else's server on Node: a handler `(request, response, next)` under any path, before or after body
 * parsers. It answers what lies under `/v3`, the endpoints of v2, and the hooks of carriers under `/carriers`; everything
 * else goes on to `next`. Express's requests, which say more than Node's, are understood.
 */
import { Carriers } from "@signalbox/core/Carrier"
import * as Hooks from "@signalbox/http/Hooks"
import type * as HttpService from "@signalbox/http/HttpService"
import { fromHost } from "@signalbox/http/ParsedBody"
import * as Published from "@signalbox/http/Published"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import { frameworksOf } from "./internal/frameworks.ts"
import { makeHandlerWith } from "./internal/handler.ts"
import { place } from "./internal/place.ts"

/** A request of Node's server, and what frameworks such as Express add to it. */
export interface HostRequest extends IncomingMessage {
  /** The path under which the handler is mounted, which is stripped from `url`. */
  readonly baseUrl?: string
  readonly originalUrl?: string
  readonly route?: unknown
  /** The body as a parser has left it. */
  readonly body?: unknown
  /** The bytes of the body, where a parser keeps them beside what it makes of them, as Nest's does on request. */
  readonly rawBody?: unknown
  /** The client's address, when the framework knows better than the socket. */
  readonly ip?: string | undefined
}

/** Without `next` everything is answered here. */
export interface Handler {
  (request: HostRequest, response: ServerResponse, next?: (error?: unknown) => void): void
}

export interface Options {
  /** The path under which the handler is mounted, where the host does not strip it, such as `/messaging`. */
  readonly basePath?: string
}

/** The handler lives as long as the scope. */
export const make = (
  { basePath = "" }: Options = {}
): Effect.Effect<Handler, never, HttpService.Service | Scope.Scope> =>
  Effect.gen(function*() {
    const carriers = yield* Carriers
    const published = yield* Published.Published
    const placeOf = (request: HostRequest) => place(request, basePath)
    const handle = yield* makeHandlerWith((received, request: HostRequest) => {
      const { body, ip = received.ip, originalUrl = received.url, rawBody } = request
      const placed = placeOf(request)
      const url = placed._tag === "Ours" ? placed.url : received.url
      const parsedBody = fromHost(rawBody instanceof Uint8Array ? rawBody : body)
      return { ...received, url, calledUrl: originalUrl, ip, parsedBody, frameworks: () => frameworksOf(request) }
    })
    return (request, response, next) => {
      if (next === undefined) return handle(request, response)
      const placed = placeOf(request)
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
  })
