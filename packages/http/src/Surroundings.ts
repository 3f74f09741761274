/**
 * The outermost layer of every request, whether its route is known or not: the request id, the timing, the standard
 * headers, and the envelope for all other failures. What carriers call passes around it, since it is no part of v3.
 */
import * as Caller from "@signalbox/core/Caller"
import { Carriers } from "@signalbox/core/Carrier"
import { Mint } from "@signalbox/core/Mint"
import { Readiness } from "@signalbox/core/Readiness"
import * as RequestLog from "@signalbox/core/RequestLog"
import { Worker } from "@signalbox/core/Worker"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import type * as Types from "effect/Types"
import * as Exchange from "./Exchange.ts"
import * as Health from "./Health.ts"
import * as Hooks from "./Hooks.ts"
import * as Published from "./Published.ts"
import * as Routes from "./Routes.ts"
import * as Admission from "./steps/Admission.ts"
import * as Stopped from "./steps/Stopped.ts"
import * as Telemetry from "./Telemetry.ts"

/** Answers a request that no endpoint matched. It passes the same admission steps before it learns that. */
const unplaced = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  published: ReadonlyArray<string>
) {
  const admitted = yield* Effect.result(Admission.admit(null))
  if (admitted._tag === "Failure") return yield* Stopped.respond(admitted.failure, null)
  const stopped = yield* Effect.flip(Routes.refuse(request.method, request.url, published))
  return yield* Stopped.respond(stopped, Caller.profile(admitted.success))
})

const isRouteNotFound = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) =>
    Cause.isFailReason(reason) && HttpServerError.isHttpServerError(reason.error) &&
    reason.error.reason._tag === "RouteNotFound"
  )

type Answering = Effect.Effect<HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest>

export const layer = HttpRouter.middleware(
  Effect.gen(function*() {
    const mint = yield* Mint
    const carriers = yield* Carriers
    const published = Published.shown(yield* Published.Published)
    const gatekeepers = yield* Effect.context<Admission.Gatekeepers>()
    const sources = {
      readiness: yield* Readiness,
      worker: Option.getOrNull(yield* Effect.serviceOption(Worker))
    }
    return (
      handler: Effect.Effect<HttpServerResponse, Types.unhandled>
    ): Answering =>
      Effect.gen(function*() {
        const request = yield* HttpServerRequest.HttpServerRequest
        const exchange = yield* Exchange.open(request.headers["x-request-id"], mint)
        const measured = (answering: Answering) => Telemetry.request(request, exchange, answering)
        const answered = (answering: Answering) =>
          answering.pipe(
            Effect.catchCause(Stopped.respondAccident),
            RequestLog.about({ requestId: exchange.requestId, operation: null }),
            Effect.provideService(Exchange.Exchange, exchange),
            Effect.flatMap((response) => Exchange.close(exchange, response))
          )
        if (Hooks.named(request.url) !== null) {
          exchange.findings.operation = "carriers.hook"
          return yield* measured(Hooks.answer(carriers, request))
        }
        if (Health.named(request.url) !== null) {
          return yield* answered(
            Effect.catch(Health.answer(sources, request), (stopped) => Stopped.respond(stopped, null))
          )
        }
        return yield* measured(
          answered(
            Effect.catchCause(
              handler,
              (cause) =>
                isRouteNotFound(cause)
                  ? Effect.provideContext(unplaced(request, published), gatekeepers)
                  : Effect.failCause(cause)
            )
          )
        )
      })
  }),
  { global: true }
)
