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
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
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
import * as Arrival from "./steps/Arrival.ts"
import * as Gatekeepers from "./steps/Gatekeepers.ts"
import type { Gates } from "./steps/Gatekeepers.ts"
import * as Stopped from "./steps/Stopped.ts"
import * as Telemetry from "./Telemetry.ts"

/** Answers a request that no endpoint matched. It passes the same admission steps before it learns that. */
const unplaced = (
  gates: Gates,
  published: ReadonlyArray<string>
): Effect.Effect<HttpServerResponse, never, HttpServerRequest.HttpServerRequest> =>
  Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
    const arrival = Arrival.of(context)
    const { method, url } = arrival.request
    return Effect.matchEffect(Admission.admit(gates, arrival, null), {
      onFailure: (stopped) => Stopped.respond(stopped, null),
      onSuccess: (caller) =>
        Effect.flatMap(
          Effect.flip(Routes.refuse(method, url, published)),
          (stopped) => Stopped.respond(stopped, Caller.profile(caller))
        )
    })
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
    const gates = yield* Gatekeepers.gates
    const sources = {
      readiness: yield* Readiness,
      worker: Option.getOrNull(yield* Effect.serviceOption(Worker))
    }
    const notFound = unplaced(gates, published)

    const enclose = (exchange: Exchange.Exchange, clock: Clock.Clock, answering: Answering): Answering =>
      Effect.catchCause(answering, Stopped.respondAccident).pipe(
        Effect.map((response) => Exchange.close(exchange, response, clock)),
        Effect.provideService(Exchange.Exchange, exchange),
        RequestLog.about({ requestId: exchange.requestId, operation: null })
      )

    return (handler: Effect.Effect<HttpServerResponse, Types.unhandled>): Answering => {
      const routed: Answering = Effect.catchCause(
        handler,
        (cause) => isRouteNotFound(cause) ? notFound : Effect.failCause(cause)
      )
      return Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
        const request = Context.get(context, HttpServerRequest.HttpServerRequest)
        const clock = Context.get(context, Clock.Clock)
        const exchange = Exchange.open(request.headers["x-request-id"], mint, clock)
        if (Hooks.named(request.url) !== null) {
          exchange.findings.operation = "carriers.hook"
          return Telemetry.request(request, exchange, Hooks.answer(carriers, request))
        }
        if (Health.named(request.url) !== null) {
          const health = Health.answer(sources, request)
          return enclose(exchange, clock, Effect.catch(health, (stopped) => Stopped.respond(stopped, null)))
        }
        const published = Published.named(request.url)
        if (published !== null) exchange.findings.operation = published
        return Telemetry.request(request, exchange, enclose(exchange, clock, routed))
      })
    }
  }),
  { global: true }
)
