/**
 * An operator sees of requests a span for each, how many there were by operation and status, how long they took, and
 * how many are under way. URLs and headers are told nowhere, since they carry keys and phone numbers.
 */
import * as Span from "@signalbox/core/Span"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Headers from "effect/http/Headers"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import type { HttpResponse } from "./HttpResponse.ts"
import type { RequestContext } from "./steps/RequestContext.ts"

const answered = Metric.counter("signalbox_requests", {
  description: "Requests, by operation and by the status of their answers.",
  incremental: true
})

const took = Metric.histogram("signalbox_request_milliseconds", {
  description: "How long requests took, by operation.",
  boundaries: Metric.exponentialBoundaries({ start: 0.25, factor: 2, count: 18 })
})

const underway = Metric.gauge("signalbox_requests_underway", {
  description: "How many requests this process answers now."
})

const methods = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"])

/** The path of a route as OpenAPI writes it. */
const pattern = (path: string): string => path.replaceAll(/:(\w+)/g, "{$1}")

/** The series of an operation and a status. There are as many as the contract has. */
const series = <Input, State>(metric: Metric.Metric<Input, State>) => {
  const all = new Map<string, Metric.Metric<Input, State>>()
  return (attributes: Readonly<Record<string, string>>): Metric.Metric<Input, State> => {
    const name = Object.values(attributes).join(" ")
    const known = all.get(name)
    if (known !== undefined) return known
    const made = Metric.withAttributes(metric, attributes)
    all.set(name, made)
    return made
  }
}

const answeredBy = series(answered)
const tookOf = series(took)

/** Tells of an answer, wherever the operator looks. */
const tell = (
  { clock, findings, startedNanos }: RequestContext,
  { status }: HttpResponse,
  context: Context.Context<never>
): Effect.Effect<void> => {
  const { account, code, operation = "unknown", path } = findings
  const millis = Number(clock.monotonicTimeNanosUnsafe() - startedNanos) / 1e6
  answeredBy({ operation, status: String(status) }).updateUnsafe(1, context)
  tookOf({ operation }).updateUnsafe(millis, context)
  const told = Effect.logDebug("request answered", { operation, status, milliseconds: Math.round(millis) })
  return Context.getOrUndefined(context, Tracer.ParentSpan) === undefined ? told : Effect.andThen(
    Effect.annotateCurrentSpan({
      operation,
      "http.response.status_code": status,
      ...(path === undefined ? {} : { "http.route": pattern(path) }),
      ...(account === undefined ? {} : { account }),
      ...(code === undefined ? {} : { error_code: code })
    }),
    told
  )
}

/** Measures the answering of a request. */
export const request = (
  request: RequestContext,
  answering: Effect.Effect<HttpResponse>
): Effect.Effect<HttpResponse> =>
  Span.within(
    "signalbox.request",
    () => ({
      kind: "server",
      parent: Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput(request.headers))),
      attributes: {
        "http.request.method": methods.has(request.method) ? request.method : "_OTHER",
        request_id: request.requestId
      },
      fault: ({ status }) => status >= 500 ? `status ${status}` : null
    }),
    Effect.contextWith((context: Context.Context<never>) => {
      underway.modifyUnsafe(1, context)
      return Effect.onExit(answering, (exit) => {
        underway.modifyUnsafe(-1, context)
        return Exit.isSuccess(exit) ? tell(request, exit.value, context) : Effect.void
      })
    })
  )

/**
 * Switches Effect's own span of each request off, whose attributes are the URL and the headers. Every mount does so; so
 * should whoever serves `HttpService.layer` without one.
 */
export const silence: <R>(context: Context.Context<R>) => Context.Context<R> = (context) =>
  Context.add(context, HttpMiddleware.TracerDisabledWhen, () => true)

/** Does the same for whatever an effect serves. */
export const instead: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.updateContext(
  silence
)
