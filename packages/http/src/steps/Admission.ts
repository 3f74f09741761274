/**
 * Steps 3 to 6: every request passes them before its route is considered. A request to an unknown route passes them
 * too, so that nobody without a key learns which routes exist.
 */
import type { Access } from "@signalbox/core/Access"
import type { Lockout } from "@signalbox/core/Lockout"
import type { RateWindow } from "@signalbox/core/RateWindow"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as ClientAddress from "../ClientAddress.ts"
import * as Authentication from "./Authentication.ts"
import * as Rate from "./Rate.ts"
import type { Requirements } from "./Requirements.ts"
import * as Scope from "./Scope.ts"
import * as Stopped from "./Stopped.ts"

export type Gatekeepers = Access | Lockout | RateWindow

const steps = Effect.fnUntraced(function*(requirements: Requirements | null) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const requester = yield* Authentication.authenticate(headers, yield* ClientAddress.current, requirements)
  const { account } = requester
  yield* Scope.permit(headers, account, requirements)
  yield* Rate.takeAccount(requester, requirements)
  return yield* Scope.resolve(headers, account, requirements)
})

export const admit = (requirements: Requirements | null) =>
  Effect.catch(steps(requirements), (error) => {
    switch (error._tag) {
      case "Stopped":
        return Effect.fail(error)
      case "Refused":
        return Effect.fail(new Stopped.Stopped({ refused: error }))
      default:
        return Effect.andThen(RequestLog.report(Cause.fail(error)), Effect.fail(Stopped.stop("INTERNAL_005")))
    }
  })
