/**
 * Steps 3 to 6, in their order: what every request passes before its route is looked at. An unknown route passes them
 * too, so that nobody without a key learns which routes exist.
 */
import type { Decider } from "@signalbox/core/engine/Decider"
import type * as Caller from "@signalbox/core/operation/Caller"
import * as RequestLog from "@signalbox/core/operation/RequestLog"
import type { Lockout } from "@signalbox/core/port/Lockout"
import type { RateWindow } from "@signalbox/core/port/RateWindow"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ClientAddress from "../ClientAddress.ts"
import * as Exchange from "../Exchange.ts"
import * as Authentication from "./Authentication.ts"
import * as Rate from "./Rate.ts"
import type { Requirements } from "./Requirements.ts"
import { Bound } from "./Requirements.ts"
import * as Scope from "./Scope.ts"
import * as Stopped from "./Stopped.ts"

export type Gatekeepers = Decider | Lockout | RateWindow

/** Who was admitted. */
export class Admitted extends Context.Service<Admitted, Caller.Caller>()("@signalbox/http/steps/Admission/Admitted") {}

const steps = Effect.fnUntraced(function*(requirements: Requirements | null) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const account = yield* Authentication.authenticate(headers, yield* ClientAddress.current)
  yield* Scope.permit(headers, account, requirements)
  yield* Rate.takeAccount(account, requirements)
  return yield* Scope.resolve(headers, account)
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

/** The steps in front of every endpoint of the contract. */
export class Admission extends HttpApiMiddleware.Service<Admission, { provides: Admitted }>()(
  "@signalbox/http/steps/Admission"
) {}

export const layer: Layer.Layer<Admission, never, Gatekeepers> = Layer.effect(
  Admission,
  Effect.map(
    Effect.context<Gatekeepers>(),
    (gatekeepers) =>
      Effect.fnUntraced(function*(httpEffect, { endpoint }) {
        const bound = Option.getOrNull(Context.getOption(endpoint.annotations as Context.Context<Bound>, Bound))
        const { requestId } = yield* Exchange.Exchange
        return yield* admit(bound).pipe(
          Effect.provideContext(gatekeepers),
          Effect.matchEffect({
            onFailure: (stopped) => Stopped.respond(stopped, null),
            onSuccess: (caller) => Effect.provideService(httpEffect, Admitted, caller)
          }),
          Effect.catchCause((cause) => Stopped.respondAccident(cause)),
          Effect.map((response) => HttpServerResponse.setHeaders(response, bound?.headers ?? {})),
          RequestLog.about({ requestId, operation: bound?.name ?? null })
        )
      })
  )
)
