/**
 * A request as a mount hands it over: Effect's own, and what the mount and its host know besides.
 */
import * as Context from "effect/Context"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import { BodyReader } from "./BodyReader.ts"
import { CalledUrl } from "./CalledUrl.ts"
import { ClientAddress } from "./ClientAddress.ts"
import { ParsedBody } from "./ParsedBody.ts"

export interface Received {
  readonly request: HttpServerRequest
  /** The path, from where Signalbox's own begins, and the query. */
  readonly url: string
  /** The path and the query that the client has called. Carriers sign what they call. */
  readonly calledUrl: string
  /** The client's address, or null when nobody knows it. */
  readonly ip: string | null
  /** What a body parser of the host has left, or null when nobody has read the body. */
  readonly parsedBody: ParsedBody | null
  readonly readBody: BodyReader
}

/** Reads what whoever serves the request has provided, and what the request says itself. */
export const of = (context: Context.Context<never>, request: HttpServerRequest): Received => ({
  request,
  url: request.url,
  calledUrl: Context.get(context, CalledUrl) ?? request.url,
  ip: Context.get(context, ClientAddress) ?? Option.getOrNull(request.remoteAddress),
  parsedBody: Context.get(context, ParsedBody),
  readBody: Context.get(context, BodyReader)
})
