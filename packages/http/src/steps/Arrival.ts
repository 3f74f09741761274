/**
 * A request as the steps see it: what the server, the mount and the router know of it, read once.
 */
import * as Instant from "@signalbox/core/Instant"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Headers from "effect/http/Headers"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import { BodyReader } from "../BodyReader.ts"
import * as ClientAddress from "../ClientAddress.ts"
import * as Exchange from "../Exchange.ts"
import { ParsedBody } from "../ParsedBody.ts"

export interface Arrival {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly headers: Headers.Headers
  /** The parameters of the path; none of a path that no route has. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** The client's address, as the mount knows it, or null. */
  readonly ip: string | null
  readonly parsedBody: ParsedBody | null
  readonly readBody: BodyReader
  readonly exchange: Exchange.Exchange
  readonly clock: Clock.Clock
}

export const of = (context: Context.Context<HttpServerRequest.HttpServerRequest>): Arrival => {
  const request = Context.get(context, HttpServerRequest.HttpServerRequest)
  return {
    request,
    headers: request.headers,
    params: Context.getOrUndefined(context, HttpRouter.RouteContext)?.params ?? {},
    query: Context.getOrUndefined(context, HttpServerRequest.ParsedSearchParams) ?? {},
    ip: Context.get(context, ClientAddress.ClientAddress),
    parsedBody: Context.get(context, ParsedBody),
    readBody: Context.get(context, BodyReader),
    exchange: Context.get(context, Exchange.Exchange),
    clock: Context.get(context, Clock.Clock)
  }
}

/** The instant now, which is later after each step that waits. */
export const now = ({ clock }: Pick<Arrival, "clock">): Instant.Instant => Instant.make(clock.currentTimeMillisUnsafe())

/** The address for rate limits. Requests without an address share one. */
export const address = ({ ip, request }: Pick<Arrival, "ip" | "request">): string =>
  ClientAddress.network(ip ?? Option.getOrElse(request.remoteAddress, () => "unknown"))
