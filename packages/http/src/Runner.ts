/**
 * Runs a request that the router has matched, from its admission to its answer.
 */
import * as Caller from "@signalbox/core/Caller"
import type { Operations } from "@signalbox/core/Operations"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Route } from "./Binding.ts"
import * as Exchange from "./Exchange.ts"
import * as Routes from "./Routes.ts"
import * as Admission from "./steps/Admission.ts"
import type { Routed } from "./steps/Execution.ts"
import * as Stopped from "./steps/Stopped.ts"

/** The router also matches an empty id, as in `/v3/messages/`, and takes `;` for the beginning of a query. */
const isMisplaced = Effect.gen(function*() {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const { params } = yield* HttpRouter.RouteContext
  return Object.values(params).includes("") || url.split("?")[0]!.includes(";")
})

/** Answers a request of an endpoint, whatever happens to it. It never fails. */
export const answer: (
  binding: Route
) => Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  Admission.Gatekeepers | Operations | Routed
> = Effect.fnUntraced(function*(binding) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { findings, requestId } = yield* Exchange.Exchange
  Object.assign(findings, { operation: binding.name, path: binding.path })
  return yield* Effect.matchEffect(Admission.admit(binding), {
    onFailure: (stopped) => Stopped.respond(stopped, null),
    onSuccess: Effect.fnUntraced(function*(caller) {
      findings.account = caller.account.id
      const executed = (yield* isMisplaced) ? Routes.refuse(request.method, request.url) : binding.execute(caller)
      return yield* Effect.catch(executed, (stopped) => Stopped.respond(stopped, Caller.profile(caller)))
    })
  }).pipe(
    Effect.catchCause(Stopped.respondAccident),
    Effect.map((response) => HttpServerResponse.setHeaders(response, binding.headers ?? {})),
    RequestLog.about({ requestId, operation: binding.name })
  )
})
