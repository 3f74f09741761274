/**
 * The example: OpenTelemetry's SDK is handed the spans of a message's life, in one trace where they belong together, and
 * the metrics.
 */
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  PeriodicExportingMetricReader
} from "@opentelemetry/sdk-metrics"
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import * as OpenTelemetry from "@signalbox/example-opentelemetry/OpenTelemetry"
import * as Client from "@signalbox/testing/http/HttpClient"
import * as Layer from "effect/Layer"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import * as Mounts from "../http/Mounts.ts"
import { starter } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"

it("the example hands spans and metrics to OpenTelemetry", async () => {
  const spans = new InMemorySpanExporter()
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 60_000 })
  const telemetry = OpenTelemetry.layer(new SimpleSpanProcessor(spans), reader)
  const subject = await starter({ mount: Mounts.node, storage: Layer.provideMerge(Storages.memory, telemetry) })()
  try {
    const client = Client.make(subject.baseUrl, { "x-api-key": subject.apiKey })
    const definition = { body: { multiChannel: { template: "Hello" } } }
    const made = await client.post("/v3/templates", { definition, submit_for_review: true })
    const { id } = (made.json as { readonly data: { readonly id: string } }).data
    const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
      const deadline = performance.now() + 40_000
      while (!(await isSo())) {
        if (performance.now() > deadline) throw new Error("not in time")
        await sleep(20)
      }
    }
    const names = () => new Set(spans.getFinishedSpans().map(({ name }) => name))
    await until(async () => (await client.get(`/v3/templates/${id}`)).text.includes("\"APPROVED\""))
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`
    const send = { to: ["+12015550123"], channel: ["sms"], template: { id } }
    expect((await client.post("/v3/messages", send, { traceparent, "x-request-id": "the-request" })).status).toBe(202)
    await until(() => names().has("signalbox.submission"))
    expect((await client.get("/v3/nothing")).status).toBe(404)
    expect((await client.get("/openapi.json")).status).toBe(200)
    expect((await client.get("/docs")).status).toBe(200)
    await reader.forceFlush()

    const found = spans.getFinishedSpans()
    const request = found.find(({ attributes }) => attributes["request_id"] === "the-request")!
    expect(request.attributes).toMatchObject({
      operation: "messages.send",
      "http.request.method": "POST",
      "http.route": "/v3/messages",
      "http.response.status_code": 202,
      account: expect.any(String)
    })
    // It belongs to the trace of the caller, and the decision to it.
    expect(request.spanContext().traceId).toBe(traceId)
    const decision = found.find(({ attributes, name, parentSpanContext }) =>
      name === "signalbox.decision" && attributes["decision"] === "messages.send" &&
      parentSpanContext?.spanId === request.spanContext().spanId
    )
    expect(decision?.attributes).toMatchObject({ done: 1 })
    const submission = found.find(({ name }) => name === "signalbox.submission")
    expect(submission?.attributes).toMatchObject({ carrier: expect.any(String), messages: 1, accepted: 1 })
    const missing = found.find(({ attributes }) => attributes["http.response.status_code"] === 404)
    expect(missing?.attributes).toMatchObject({ operation: "unknown", error_code: "RESOURCE_013" })

    const told = metrics.getMetrics().at(-1)!.scopeMetrics.flatMap(({ metrics }) => metrics)
    const counted = told.find(({ descriptor }) => descriptor.name === "signalbox_requests")
    expect(counted?.dataPoints.map(({ attributes }) => attributes)).toContainEqual({
      operation: "messages.send",
      status: "202"
    })
    for (const operation of ["published.document", "published.page"]) {
      expect(counted?.dataPoints.map(({ attributes }) => attributes)).toContainEqual({ operation, status: "200" })
    }
    expect(told.map(({ descriptor }) => descriptor.name)).toEqual(expect.arrayContaining([
      "signalbox_request_milliseconds",
      "signalbox_requests_underway",
      "signalbox_decisions",
      "signalbox_submissions"
    ]))
  } finally {
    await subject.stop()
  }
})
