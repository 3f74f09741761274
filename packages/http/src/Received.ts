/**
 * A request as a mount hands it over: what its server knows of it, and what the host knows besides.
 */
import * as Context from "effect/Context"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import { CalledUrl } from "./CalledUrl.ts"
import { ClientAddress } from "./ClientAddress.ts"
import type { HostFramework } from "./HostFramework.ts"
import * as HostFrameworks from "./HostFramework.ts"
import { ParsedBody } from "./ParsedBody.ts"
import * as RequestBody from "./RequestBody.ts"
import type { Outlet } from "./Unread.ts"

/** The headers of a request. The names are in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>

export interface Received {
  readonly method: string
  readonly headers: Headers
  /** The path, from where Signalbox's own begins, and the query. */
  readonly url: string
  /** The path and the query that the client has called. Carriers sign what they call. */
  readonly calledUrl: string
  /** The client's address, or null when nobody knows it. */
  readonly ip: string | null
  /** The body as a parser of the host has left it, or null when nobody has read the body. */
  readonly parsedBody: ParsedBody | null
  readonly body: RequestBody.RequestBody
  /** Returns the frameworks of which the host may be a program: one where the request tells it. */
  readonly frameworks: () => ReadonlyArray<HostFramework>
  /** The outlet by which the mount measures what of its answers has not been read; null when it does not. */
  readonly outlet: Outlet | null
}

/** Reads a request of Effect's, with what its server has provided. */
export const of = (context: Context.Context<never>, request: HttpServerRequest): Received => ({
  method: request.method,
  headers: request.headers,
  url: request.url,
  calledUrl: Context.get(context, CalledUrl) ?? request.url,
  ip: Context.get(context, ClientAddress) ?? Option.getOrNull(request.remoteAddress),
  parsedBody: Context.get(context, ParsedBody),
  body: RequestBody.of(request),
  frameworks: () => HostFrameworks.ofWeb(request.source),
  outlet: null
})
