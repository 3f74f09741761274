/**
 * Hands Signalbox's spans and metrics to OpenTelemetry's SDK. It is provided beneath the service, so that everything that
 * runs in it is seen. No key, phone number or text is in what it sends.
 */
import * as NodeSdk from "@effect/opentelemetry/NodeSdk"
import type { MetricReader } from "@opentelemetry/sdk-metrics"
import type { SpanProcessor } from "@opentelemetry/sdk-trace-base"

export const layer = (spanProcessor: SpanProcessor, metricReader: MetricReader) =>
  NodeSdk.layer(() => ({ resource: { serviceName: "signalbox" }, spanProcessor, metricReader }))
