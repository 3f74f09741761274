/**
 * Runs a request that the router has matched, from its admission to its answer.
 */
import type { Caller } from "@signalbox/core/Caller"
import * as Caller_ from "@signalbox/core/Caller"
import type { Operations } from "@signalbox/core/Operations"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Route } from "./Binding.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import * as HttpResponse_ from "./HttpResponse.ts"
import * as Routes from "./Routes.ts"
import * as Admission from "./steps/Admission.ts"
import type { Arrival } from "./steps/Arrival.ts"
import type { Gates } from "./steps/Gatekeepers.ts"
import * as Stopped from "./steps/Stopped.ts"

/** The router also matches an empty id, as in `/v3/messages/`, and takes `;` for the beginning of a query. */
const isMisplaced = ({ params, url }: Arrival): boolean => {
  for (const name in params) if (params[name] === "") return true
  return url.includes(";") && url.split("?")[0]!.includes(";")
}

/** Makes the function that answers each request of an endpoint, whatever happens to it. */
export const answering = (binding: Route, gates: Gates, operations: Operations["Service"]) =>
(
  arrival: Arrival
): Effect.Effect<HttpResponse> => {
  const { headers, name, path } = binding
  const { findings } = arrival
  findings.operation = name
  findings.path = path
  let admitted: Caller | null = null

  const steps = Effect.flatMap(Admission.admit(gates, arrival, binding), (caller) => {
    admitted = caller
    findings.account = caller.account.id
    return isMisplaced(arrival)
      ? Effect.fail(Routes.refuse(arrival.method, arrival.url))
      : binding.execute(operations, arrival, caller)
  })

  const refuse = (cause: Cause.Cause<Stopped.Stopped>) => {
    const [reason] = cause.reasons
    return reason !== undefined && Cause.isFailReason(reason)
      ? Effect.succeed(Stopped.respond(arrival, reason.error, admitted === null ? null : Caller_.profile(admitted)))
      : Stopped.respondAccident(arrival, cause)
  }

  const answered = Effect.catchCause(steps, refuse)
  return headers === undefined
    ? answered
    : Effect.map(answered, (response) => HttpResponse_.withHeaders(response, headers))
}
