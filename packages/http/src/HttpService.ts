/**
 * The whole HTTP side as one function from requests to answers. Mounts turn it into a server, a handler or a fetch
 * function.
 */
import * as Caller from "@signalbox/core/Caller"
import { Carriers } from "@signalbox/core/Carrier"
import { Mint } from "@signalbox/core/Mint"
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
import { bindings } from "./Api.ts"
import * as Exchange from "./Exchange.ts"
import * as Health from "./Health.ts"
import * as Hooks from "./Hooks.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import * as HttpResponse_ from "./HttpResponse.ts"
import * as LegacyApi from "./legacy/LegacyApi.ts"
import * as Published from "./Published.ts"
import * as Received from "./Received.ts"
import * as Routes from "./Routes.ts"
import * as Runner from "./Runner.ts"
import * as Admission from "./steps/Admission.ts"
import * as Arrival from "./steps/Arrival.ts"
import * as Gatekeepers from "./steps/Gatekeepers.ts"
import * as Stopped from "./steps/Stopped.ts"
import * as Telemetry from "./Telemetry.ts"

/**
 * The services that the HTTP side needs from the embedder: the running service, and the carriers for their hooks. When
 * there is a Worker as well, its node is ready only while the worker turns.
 */
export type Service = Operations | Mint | Gatekeepers.Gatekeepers | Carriers | Readiness

/** Answers a request, whatever happens to it. */
export interface Answer {
  (received: Received.Received): Effect.Effect<HttpResponse>
}

type Answering = Effect.Effect<HttpResponse>

const nowhere = { params: {}, query: {} }

export const make: Effect.Effect<Answer, never, Service> = Effect.gen(function*() {
  const mint = yield* Mint
  const carriers = yield* Carriers
  const gates = yield* Gatekeepers.gates
  const operations = yield* Operations
  const published = yield* Published.Published
  const sources = {
    readiness: yield* Readiness,
    worker: Option.getOrNull(yield* Effect.serviceOption(Worker))
  }
  const find = Routes.finder(
    [...bindings, ...LegacyApi.routes].map((binding) => ({
      method: binding.method,
      path: binding.path,
      name: binding.name,
      answer: Runner.answering(binding, gates, operations)
    }))
  )

  /** Answers a request that no endpoint matched. It passes the same admission steps before it learns that. */
  const unplaced = (arrival: Arrival.Arrival): Answering =>
    Effect.match(Admission.admit(gates, arrival, null), {
      onFailure: (stopped) => Stopped.respond(arrival, stopped, null),
      onSuccess: (caller) => {
        const stopped = Routes.refuse(arrival.method, arrival.url, Published.shown(published))
        return Stopped.respond(arrival, stopped, Caller.profile(caller))
      }
    })

  /** Whatever fails unforeseen is answered in the envelope, and every log line tells of which request it is. */
  const enclose = (arrival: Arrival.Arrival, operation: string | null, answering: Answering): Answering =>
    Effect.catchCause(answering, (cause) => Stopped.respondAccident(arrival, cause)).pipe(
      RequestLog.about({ requestId: arrival.requestId, operation })
    )

  const healthy = (arrival: Arrival.Arrival): Answering =>
    Effect.match(Health.answer(sources, arrival), {
      onFailure: (stopped) => Stopped.respond(arrival, stopped, null),
      onSuccess: (response) => Exchange.close(arrival, response)
    })

  return (received) =>
    Effect.contextWith((context: Context.Context<never>) => {
      const { method, url } = received
      const found = find(method, url)
      const arrival = Arrival.make(received, found ?? nowhere, mint, context)
      if (found !== undefined) {
        const { answer, name } = found.route
        return Telemetry.request(arrival, enclose(arrival, name, answer(arrival)))
      }
      if (Hooks.named(url) !== null) {
        arrival.findings.operation = "carriers.hook"
        return Telemetry.request(arrival, Hooks.answer(carriers, arrival))
      }
      if (Health.named(url) !== null) return enclose(arrival, null, healthy(arrival))
      const name = Published.named(url)
      if (name !== null) arrival.findings.operation = name
      const document = Published.answer(published, arrival)
      const answered = document === null
        ? unplaced(arrival)
        : Effect.map(document, (response) => Exchange.close(arrival, response))
      return Telemetry.request(arrival, enclose(arrival, null, answered))
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
