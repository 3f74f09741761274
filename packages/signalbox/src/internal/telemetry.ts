/**
 * The metrics of a service, apart from those of others in the same process, and its spans for the host's tracer.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Tracer from "effect/Tracer"
import type { Options } from "../Options.ts"
import * as OpenTelemetry from "./openTelemetry.ts"

export interface Telemetry {
  readonly layer: Layer.Layer<never>
  readonly metrics: () => Promise<string>
}

export const make = ({ tracer }: Pick<Options, "tracer">): Telemetry => {
  const registry: Metric.MetricRegistry = new Map()
  const counting = Layer.succeed(Metric.MetricRegistry, registry)
  const context = Context.make(Metric.MetricRegistry, registry)
  return {
    layer: tracer === undefined
      ? counting
      : Layer.merge(counting, Layer.succeed(Tracer.Tracer, OpenTelemetry.make(tracer))),
    metrics: () => Promise.resolve(PrometheusMetrics.formatUnsafe(context))
  }
}
