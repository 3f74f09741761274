/**
 * Runs a request that the router has matched, from its admission to its answer.
 */
import type { Caller } from "@signalbox/core/Caller"
import * as Caller_ from "@signalbox/core/Caller"
import type { Operations } from "@signalbox/core/Operations"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Route } from "./Binding.ts"
import * as Routes from "./Routes.ts"
import * as Admission from "./steps/Admission.ts"
import * as Arrival from "./steps/Arrival.ts"
import type { Gates } from "./steps/Gatekeepers.ts"
import * as Stopped from "./steps/Stopped.ts"

/** The router also matches an empty id, as in `/v3/messages/`, and takes `;` for the beginning of a query. */
const isMisplaced = ({ params, request: { url } }: Arrival.Arrival): boolean => {
  for (const name in params) if (params[name] === "") return true
  return url.includes(";") && url.split("?")[0]!.includes(";")
}

/** Makes the effect that answers each request of an endpoint, whatever happens to it. It never fails. */
export const answer = (
  binding: Route,
  gates: Gates,
  operations: Operations["Service"]
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest> => {
  const { headers, name: operation, path } = binding
  return Effect.contextWith((context: Parameters<typeof Arrival.of>[0]) => {
    const arrival = Arrival.of(context)
    const { findings, requestId } = arrival.exchange
    findings.operation = operation
    findings.path = path
    let admitted: Caller | null = null

    const steps = Effect.gen(function*() {
      const caller = admitted = yield* Admission.admit(gates, arrival, binding)
      findings.account = caller.account.id
      return yield* isMisplaced(arrival)
        ? Routes.refuse(arrival.request.method, arrival.request.url)
        : binding.execute(operations, arrival, caller)
    })

    const refuse = (cause: Cause.Cause<Stopped.Stopped>) => {
      const [reason] = cause.reasons
      return reason !== undefined && Cause.isFailReason(reason)
        ? Stopped.respond(reason.error, admitted === null ? null : Caller_.profile(admitted))
        : Stopped.respondAccident(cause)
    }

    return Effect.catchCause(steps, refuse).pipe(
      (answered) =>
        headers === undefined
          ? answered
          : Effect.map(answered, (response) => HttpServerResponse.setHeaders(response, headers)),
      RequestLog.about({ requestId, operation })
    )
  })
}
