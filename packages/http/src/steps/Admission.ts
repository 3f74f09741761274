/**
 * Steps 3 to 6: every request passes them before its route is considered. A request to an unknown route passes them
 * too, so that nobody without a key learns which routes exist.
 */
import type { Caller } from "@signalbox/core/Caller"
import type { ExecutionError } from "@signalbox/core/Operator"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Arrival } from "./Arrival.ts"
import * as Authentication from "./Authentication.ts"
import type { Gates } from "./Gatekeepers.ts"
import * as Rate from "./Rate.ts"
import type { Requirements } from "./Requirements.ts"
import * as Scope from "./Scope.ts"
import * as Stopped from "./Stopped.ts"

const stopped = (error: Stopped.Stopped | ExecutionError): Effect.Effect<never, Stopped.Stopped> => {
  switch (error._tag) {
    case "Stopped":
      return Effect.fail(error)
    case "Refused":
      return Effect.fail(new Stopped.Stopped({ refused: error }))
    default:
      return Effect.andThen(RequestLog.report(Cause.fail(error)), Effect.fail(Stopped.stop("INTERNAL_005")))
  }
}

/** @param requirements null for a path that no operation has */
export const admit: (
  gates: Gates,
  arrival: Arrival,
  requirements: Requirements | null
) => Effect.Effect<Caller, Stopped.Stopped> = Effect.fnUntraced(
  function*(gates: Gates, arrival: Arrival, requirements: Requirements | null) {
    const { headers, params } = arrival
    const requester = yield* Authentication.authenticate(gates, arrival, requirements)
    const { account } = requester
    yield* Scope.permit(gates.access, headers, account, requirements, params)
    yield* Rate.takeAccount(gates, arrival, requester, requirements)
    return yield* Scope.resolve(gates.access, headers, account, requirements)
  },
  Effect.catch(stopped)
)
