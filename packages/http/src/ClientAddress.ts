/**
 * The client's address, as the mount knows it. A web `Request` has none, so a mount that knows the address provides it;
 * otherwise the address of the socket is used.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"

export const ClientAddress = Context.Reference<string | null>("@signalbox/http/ClientAddress", {
  defaultValue: () => null
})

/** Returns the address for rate limits. Requests without an address share one. */
export const current = Effect.gen(function*() {
  const provided = yield* ClientAddress
  const request = yield* HttpServerRequest.HttpServerRequest
  return provided ?? Option.getOrElse(request.remoteAddress, () => "unknown")
})
