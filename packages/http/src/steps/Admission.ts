/**
 * Steps 3 to 6: every request passes them before its route is considered. A request to an unknown route passes them
 * too, so that nobody without a key learns which routes exist.
 */
import type { Caller } from "@signalbox/core/Caller"
import type { ExecutionError } from "@signalbox/core/Operator"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Gates } from "./AdmissionServices.ts"
import * as Authentication from "./Authentication.ts"
import * as Rate from "./Rate.ts"
import * as Reading from "./Reading.ts"
import * as Rejection from "./Rejection.ts"
import type { RequestContext } from "./RequestContext.ts"
import { address } from "./RequestContext.ts"
import type { Requirements } from "./Requirements.ts"
import * as Scope from "./Scope.ts"

const rejection = (error: Rejection.Rejection | ExecutionError): Effect.Effect<never, Rejection.Rejection> => {
  switch (error._tag) {
    case "Rejection":
      return Effect.fail(error)
    case "Refused":
      return Effect.fail(new Rejection.Rejection({ refused: error }))
    default:
      return Effect.andThen(RequestLog.report(Cause.fail(error)), Effect.fail(Rejection.reject("INTERNAL_005")))
  }
}

/** Admits a request that needs no key. */
export const admitKeyless = (gates: Gates, request: RequestContext): Effect.Effect<void, Rejection.Rejection> =>
  Rate.takeAddress(gates, request, address(request)).pipe(
    Effect.andThen(Reading.admit(request)),
    Effect.catch(rejection)
  )

/** @param requirements null for a path that no operation has */
export const admit: (
  gates: Gates,
  request: RequestContext,
  requirements: Requirements | null
) => Effect.Effect<Caller, Rejection.Rejection> = Effect.fnUntraced(
  function*(gates: Gates, request: RequestContext, requirements: Requirements | null) {
    const { headers, params } = request
    const requester = yield* Authentication.authenticate(gates, request, requirements)
    const { account, identity } = requester
    if (request.outlet !== null) request.outlet.pool = Rate.poolOf(account, identity)
    yield* Scope.permit(gates.access, headers, requester, requirements, params)
    yield* Rate.takeAccount(gates, request, requester, requirements)
    yield* Reading.admit(request)
    const caller = yield* Scope.resolve(gates.access, headers, account, requirements)
    return { ...caller, key: requester.key?.hash ?? null, from: request.ip }
  },
  Effect.catch(rejection)
)
