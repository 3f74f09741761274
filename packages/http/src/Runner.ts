/**
 * Steps 8 to 15 of an endpoint: read the body and the parameters, run the operation, write its answer. Every endpoint
 * of the contract is handled by this one function.
 */
import * as Caller from "@signalbox/core/operation/Caller"
import type { Operation } from "@signalbox/core/operation/Operation"
import { isSandbox, Operations } from "@signalbox/core/operation/Operations"
import type { Json } from "@signalbox/core/value/Json"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Exchange from "./Exchange.ts"
import * as Routes from "./Routes.ts"
import { Admitted } from "./steps/Admission.ts"
import * as Body from "./steps/Body.ts"
import * as Parameters from "./steps/Parameters.ts"
import * as Stopped from "./steps/Stopped.ts"

const hasBody = (method: string): boolean => method !== "GET" && method !== "HEAD"

export const handle = <P, Q, B, C, D>(operation: Operation<P, Q, B, C, D>) => {
  const readParameters = Parameters.reader(operation)
  return Effect.fnUntraced(function*() {
    const caller = yield* Admitted
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params } = yield* HttpRouter.RouteContext
    const query = yield* HttpServerRequest.ParsedSearchParams
    const { requestId } = yield* Exchange.Exchange
    const operations = yield* Operations
    return yield* Effect.gen(function*() {
      // The router matches an id that is not there, as in `/v3/messages/`, and takes `;` for the begin of a query.
      if (Object.values(params).includes("") || request.url.split("?")[0]!.includes(";")) {
        return yield* Routes.refuse(request.method, request.url)
      }
      const body: Json = hasBody(request.method) ? yield* Body.read(request) : {}
      const sandbox = operation.simulate !== null && isSandbox(body)
      const parameters = yield* readParameters(request, params, query, body, sandbox)
      const answer = yield* operations.run(operation, caller, { ...parameters, body, requestId })
      return Exchange.respond(answer)
    }).pipe(
      Effect.catchTag("Stopped", (stopped) => Stopped.respond(stopped, Caller.profile(caller)))
    )
  })
}
