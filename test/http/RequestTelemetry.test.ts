/**
 * All that an operator is told of one request: its span, its log line and its metrics, each of them whole.
 */
import type { HttpResponse } from "@signalbox/http/HttpResponse"
import * as RequestContext from "@signalbox/http/steps/RequestContext"
import * as Telemetry from "@signalbox/http/Telemetry"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly findings?: RequestContext.RequestContext["findings"]
  readonly isTraced?: boolean
}

const live = Effect.runSync(Clock.Clock)

/** Answers a request after 40.6 ms, and returns all that was told of it. */
const told = async (
  answering: Effect.Effect<HttpResponse>,
  { findings = {}, headers = {}, isTraced = true, method = "POST" }: Asked = {}
) => {
  let now = 7n
  const clock: Clock.Clock = { ...live, monotonicTimeNanosUnsafe: () => now }
  const spans: Array<Tracer.NativeSpan> = []
  const lines: Array<unknown> = []
  const registry: typeof Metric.MetricRegistry.Service = new Map()
  const gauges: Array<unknown> = []
  const snapshot = Effect.map(
    Metric.snapshot,
    (all) => all.map(({ attributes, id, state }) => [id, attributes, state] as const)
  )
  const request: RequestContext.RequestContext = {
    ...RequestContext.make(
      {
        method,
        headers: { "x-request-id": "the request", ...headers },
        url: "/v3/messages?phone=secret",
        calledUrl: "/v3/messages?phone=secret",
        ip: null,
        parsedBody: null,
        body: { bytes: () => Effect.succeed(new Uint8Array()), stream: Stream.empty, wasRead: false },
        frameworks: () => [],
        outlet: null
      },
      { params: {}, query: {} },
      Given.ids(),
      Context.make(Clock.Clock, clock)
    ),
    findings
  }
  const underway = Effect.gen(function*() {
    gauges.push((yield* snapshot).find(([id]) => id === "signalbox_requests_underway"))
    now += 40_600_000n
    return yield* answering
  })
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const exit = await Effect.gen(function*() {
    const exit = yield* Effect.exit(Telemetry.request(request, underway))
    return { exit, metrics: yield* snapshot }
  }).pipe(
    Effect.provideService(Metric.MetricRegistry, registry),
    Effect.provideService(References.MinimumLogLevel, "Debug"),
    isTraced ? Effect.provideService(Tracer.Tracer, tracer) : (effect) => effect,
    Effect.provide(Logger.layer([Logger.make(({ logLevel, message }) => void lines.push([logLevel, message]))])),
    Effect.runPromise
  )
  return { ...exit, spans, lines, gauges }
}

const answer = (status: number): Effect.Effect<HttpResponse> => Effect.succeed({ status, headers: {}, body: null })

const account = Given.account().id

/** Returns all that a span tells, besides when. */
const shown = ({ attributes, kind, name, status }: Tracer.NativeSpan) => [
  name,
  kind,
  Object.fromEntries(attributes),
  status._tag === "Ended" && Exit.isFailure(status.exit) ? Cause.pretty(status.exit.cause).split("\n")[0] : status._tag
]

describe("a request", () => {
  it("is counted, timed, logged and shown by its operation, its route, and how it was answered", async () => {
    const { exit, gauges, lines, metrics, spans } = await told(answer(202), {
      findings: { operation: "messages.get", path: "/v3/a/:id/b/:other", account, code: "AUTH_001" },
      headers: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", authorization: "secret" }
    })
    expect(exit).toStrictEqual(Exit.succeed({ status: 202, headers: {}, body: null }))
    expect(spans.map(shown)).toStrictEqual([["signalbox.request", "server", {
      "http.request.method": "POST",
      request_id: "the request",
      operation: "messages.get",
      "http.response.status_code": 202,
      "http.route": "/v3/a/{id}/b/{other}",
      account,
      error_code: "AUTH_001"
    }, "Ended"]])
    expect(spans.map(({ parent }) => Option.getOrNull(parent))).toMatchObject([
      { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" }
    ])
    expect(lines).toStrictEqual([
      ["Debug", ["request answered", { operation: "messages.get", status: 202, milliseconds: 41 }]]
    ])
    const boundaries = [...Array.from({ length: 17 }, (_, index) => 0.25 * 2 ** index), Infinity]
    expect(metrics).toStrictEqual([
      ["signalbox_requests_underway", undefined, { value: 0 }],
      ["signalbox_requests", { operation: "messages.get", status: "202" }, { count: 1, incremental: true }],
      ["signalbox_request_milliseconds", { operation: "messages.get" }, {
        buckets: boundaries.map((boundary) => [boundary, boundary < 40.6 ? 0 : 1]),
        count: 1,
        min: 40.6,
        max: 40.6,
        sum: 40.6
      }]
    ])
    expect(gauges).toStrictEqual([["signalbox_requests_underway", undefined, { value: 1 }]])
  })

  it.each([
    [499, "Ended"],
    [500, "Failed: status 500"],
    [503, "Failed: status 503"]
  ])("that nobody knows is unknown, and with status %d it is shown as %s", async (status, outcome) => {
    const { lines, metrics, spans } = await told(answer(status), { method: "BREW" })
    expect(spans.map(shown)).toStrictEqual([["signalbox.request", "server", {
      "http.request.method": "_OTHER",
      request_id: "the request",
      operation: "unknown",
      "http.response.status_code": status
    }, outcome]])
    expect(spans.map(({ parent }) => Option.isNone(parent))).toStrictEqual([true])
    expect(lines).toStrictEqual([["Debug", ["request answered", { operation: "unknown", status, milliseconds: 41 }]]])
    expect(metrics.map(([id, attributes]) => [id, attributes])).toStrictEqual([
      ["signalbox_requests_underway", undefined],
      ["signalbox_requests", { operation: "unknown", status: String(status) }],
      ["signalbox_request_milliseconds", { operation: "unknown" }]
    ])
  })

  it.each(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"])(
    "is shown with the method %s",
    async (method) => {
      const { spans } = await told(answer(200), { method })
      expect(spans[0]?.attributes.get("http.request.method")).toBe(method)
    }
  )

  it("is told the same without a tracer, but for the span", async () => {
    const { lines, metrics, spans } = await told(answer(200), { isTraced: false, findings: { operation: "me" } })
    expect([spans, lines, metrics.length]).toStrictEqual([
      [],
      [["Debug", ["request answered", { operation: "me", status: 200, milliseconds: 41 }]]],
      3
    ])
  })

  it("that ends without an answer is under way no more, and counted nowhere", async () => {
    const { exit, lines, metrics, spans } = await told(Effect.die(new Error("secret")))
    expect(Exit.isFailure(exit)).toBe(true)
    expect(metrics).toStrictEqual([["signalbox_requests_underway", undefined, { value: 0 }]])
    expect(lines).toStrictEqual([])
    expect(JSON.stringify(spans.map(shown))).not.toContain("secret")
  })

  it("has no other span, by whomever it is served", async () => {
    const isSilent = Effect.map(
      Effect.context<never>(),
      (context) =>
        Context.get(context, HttpMiddleware.TracerDisabledWhen)(HttpServerRequest.fromWeb(new Request("http://here/")))
    )
    expect(await Effect.runPromise(isSilent)).toBe(false)
    expect(await Effect.runPromise(Telemetry.instead(isSilent))).toBe(true)
    expect(await Effect.runPromise(Effect.updateContext(isSilent, Telemetry.silence))).toBe(true)
  })
})
