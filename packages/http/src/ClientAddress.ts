/**
 * The client's address, as the mount knows it. The web `Request` has none, so a mount that comes by one provides it;
 * otherwise the address of the socket is taken.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"

export const ClientAddress = Context.Reference<string | null>("@signalbox/http/ClientAddress", {
  defaultValue: () => null
})

/** The address that limits are counted by. Requests without any share one. */
export const current = Effect.gen(function*() {
  const provided = yield* ClientAddress
  const request = yield* HttpServerRequest.HttpServerRequest
  return provided ?? Option.getOrElse(request.remoteAddress, () => "unknown")
})
