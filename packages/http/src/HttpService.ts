/**
 * The whole HTTP side as one function from requests to answers. Mounts turn it into a server, a handler or a fetch
 * function.
 */
import * as Caller from "@signalbox/core/Caller"
import { Carriers } from "@signalbox/core/Carrier"
import * as ChosenSenders from "@signalbox/core/ChosenSenders"
import * as Deadline from "@signalbox/core/Deadline"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import { Operations } from "@signalbox/core/Operations"
import { Readiness } from "@signalbox/core/Readiness"
import * as RequestLog from "@signalbox/core/RequestLog"
import { Worker } from "@signalbox/core/Worker"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { bindings } from "./Contract.ts"
import * as Exchange from "./Exchange.ts"
import * as Health from "./Health.ts"
import * as Hooks from "./Hooks.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import * as HttpResponse_ from "./HttpResponse.ts"
import * as LegacyApi from "./legacy/LegacyApi.ts"
import { NodeState } from "./NodeState.ts"
import * as Published from "./Published.ts"
import * as Received from "./Received.ts"
import * as Routes from "./Routes.ts"
import * as Runner from "./Runner.ts"
import * as Admission from "./steps/Admission.ts"
import * as AdmissionServices from "./steps/AdmissionServices.ts"
import * as Rejection from "./steps/Rejection.ts"
import * as RequestContext from "./steps/RequestContext.ts"
import * as Telemetry from "./Telemetry.ts"

/**
 * The services that the HTTP side needs from the embedder: the running service, the carriers for their hooks, and the state
 * that all mounts of the service share (`NodeState`). When there is a Worker as well, its node is ready only while the
 * worker runs its loop.
 */
export type Service = Operations | IdGenerator | AdmissionServices.AdmissionServices | Carriers | Readiness

/** Answers a request, whatever happens to it. */
export interface Answer {
  (received: Received.Received): Effect.Effect<HttpResponse>
}

type Answering = Effect.Effect<HttpResponse>

const nowhere = { params: {}, query: {} }

export const make: Effect.Effect<Answer, never, Service> = Effect.gen(function*() {
  const ids = yield* IdGenerator
  const carriers = yield* Carriers
  yield* ChosenSenders.tell
  const gates = yield* AdmissionServices.gates
  const means = { operations: yield* Operations, forms: (yield* NodeState).forms }
  const published = yield* Published.Published
  const patience = yield* Deadline.Patience
  const sources = {
    readiness: yield* Readiness,
    worker: Option.getOrNull(yield* Effect.serviceOption(Worker))
  }
  const find = Routes.finder(
    [...bindings, ...LegacyApi.routes].map((binding) => ({
      method: binding.method,
      path: binding.path,
      name: binding.name,
      answer: Runner.answering(binding, gates, means)
    }))
  )

  /** Answers a request that no endpoint matched. It passes the same admission steps before it learns that. */
  const unplaced = (request: RequestContext.RequestContext): Answering =>
    Effect.match(Admission.admit(gates, request, null), {
      onFailure: (rejection) => Rejection.respond(request, rejection, null),
      onSuccess: (caller) => {
        const rejection = Routes.refuse(request.method, request.url, Published.shown(published))
        return Rejection.respond(request, rejection, Caller.profile(caller))
      }
    })

  /** A published page takes from the pool of the address, as all does that comes without a key. */
  const shown = (request: RequestContext.RequestContext, document: Answering): Answering =>
    Effect.matchEffect(Admission.admitKeyless(gates, request), {
      onFailure: (rejection) => Effect.succeed(Rejection.respond(request, rejection, null)),
      onSuccess: () => Effect.map(document, (response) => Exchange.close(request, response))
    })

  /** Whatever fails unforeseen is answered in the envelope, and every log line tells of which request it is. */
  const enclose = (request: RequestContext.RequestContext, operation: string | null, answering: Answering): Answering =>
    Effect.catchCause(answering, (cause) => Rejection.respondDefect(request, cause)).pipe(
      Deadline.begin(request.startedNanos, patience),
      RequestLog.about({ requestId: request.requestId, operation })
    )

  const healthy = (request: RequestContext.RequestContext): Answering =>
    Effect.match(Health.answer(sources, request), {
      onFailure: (rejection) => Rejection.respond(request, rejection, null),
      onSuccess: (response) => Exchange.close(request, response)
    })

  return (received) =>
    Effect.contextWith((context: Context.Context<never>) => {
      const { ip, method, outlet, url } = received
      if (outlet !== null) outlet.ip = ip
      const found = find(method, url)
      const request = RequestContext.make(received, found ?? nowhere, ids, context)
      if (found !== undefined) {
        const { answer, name } = found.route
        return Telemetry.request(request, enclose(request, name, answer(request)))
      }
      if (Hooks.named(url) !== null) {
        request.findings.operation = "carriers.hook"
        return Telemetry.request(request, Hooks.answer(carriers, request))
      }
      if (published.health && Health.named(url) !== null) return enclose(request, null, healthy(request))
      const name = Published.named(url)
      if (name !== null) request.findings.operation = name
      const document = Published.answer(published, request)
      const answered = document === null ? unplaced(request) : shown(request, document)
      return Telemetry.request(request, enclose(request, null, answered))
    })
})

/**
 * The same for a router of Effect's, where it answers whatever no other route does. An embedder's own server provides
 * what it knows of a request by `ClientAddress`, `CalledUrl` and `ParsedBody`.
 */
export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | Service> = HttpRouter.addAll(
  Effect.map(make, (answer) => [
    HttpRouter.route(
      "*",
      "/*",
      Effect.contextWith((context: Context.Context<HttpServerRequest>) =>
        Effect.map(answer(Received.of(context, Context.get(context, HttpServerRequest))), HttpResponse_.toEffects)
      )
    )
  ])
)
