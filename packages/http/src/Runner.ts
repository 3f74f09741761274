/**
 * Runs a request that the router has matched, from its admission to its answer.
 */
import type { Caller } from "@signalbox/core/Caller"
import * as Caller_ from "@signalbox/core/Caller"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Route } from "./Binding.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import * as HttpResponse_ from "./HttpResponse.ts"
import * as Routes from "./Routes.ts"
import * as Admission from "./steps/Admission.ts"
import type { Gates } from "./steps/AdmissionServices.ts"
import type { Means } from "./steps/Execution.ts"
import * as Rejection from "./steps/Rejection.ts"
import type { RequestContext } from "./steps/RequestContext.ts"

/** The router also matches an empty id, as in `/v3/messages/`, and takes `;` for the beginning of a query. */
const isMisplaced = ({ params, url }: RequestContext): boolean => {
  for (const name in params) if (params[name] === "") return true
  return url.includes(";") && url.split("?")[0]!.includes(";")
}

/** Makes the function that answers each request of an endpoint, whatever happens to it. */
export const answering = (binding: Route, gates: Gates, means: Means) =>
(
  request: RequestContext
): Effect.Effect<HttpResponse> => {
  const { headers, name, path } = binding
  const { findings } = request
  findings.operation = name
  findings.path = path
  let admitted: Caller | null = null

  const steps = Effect.flatMap(Admission.admit(gates, request, binding), (caller) => {
    admitted = caller
    findings.account = caller.account.id
    return isMisplaced(request)
      ? Effect.fail(Routes.refuse(request.method, request.url))
      : binding.execute(means, request, caller)
  })

  const refuse = (cause: Cause.Cause<Rejection.Rejection>) => {
    const [reason] = cause.reasons
    return reason !== undefined && Cause.isFailReason(reason)
      ? Effect.succeed(Rejection.respond(request, reason.error, admitted === null ? null : Caller_.profile(admitted)))
      : Rejection.respondDefect(request, cause)
  }

  const answered = Effect.catchCause(steps, refuse)
  return headers === undefined
    ? answered
    : Effect.map(answered, (response) => HttpResponse_.withHeaders(response, headers))
}
