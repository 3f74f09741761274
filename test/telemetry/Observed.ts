/**
 * All that an operator sees of a running service: log lines at the default level, spans, and metrics, as texts.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"

export interface Observed {
  /** To be provided beneath everything that runs. */
  readonly layer: Layer.Layer<never>
  readonly spans: ReadonlyArray<Tracer.NativeSpan>
  readonly lines: ReadonlyArray<string>
  /** Spans, lines and metrics, each as a text that holds whatever an exporter could send. */
  readonly everything: () => Promise<ReadonlyArray<string>>
}

const spanText = (span: Tracer.NativeSpan): string => {
  const { status } = span
  const failure = status._tag === "Ended" && status.exit._tag === "Failure"
    ? [Cause.pretty(status.exit.cause), inspect(status.exit.cause, { depth: 12 })]
    : []
  return [
    `span ${span.name}`,
    inspect([...span.attributes], { depth: 12 }),
    inspect(span.events, { depth: 12 }),
    ...failure
  ].join("\n")
}

export const make = (): Observed => {
  const spans: Array<Tracer.NativeSpan> = []
  const lines: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const logger = Logger.make((options) => {
    const line = JSON.stringify(Logger.formatStructured.log(options))
    lines.push(`${line}\n${Cause.pretty(options.cause)}\n${inspect(options.message, { depth: 12 })}`)
  })
  return {
    layer: Layer.merge(Layer.succeed(Tracer.Tracer, tracer), Logger.layer([logger])),
    spans,
    lines,
    everything: async () => {
      const metrics = await Effect.runPromise(Metric.snapshot)
      return [
        ...spans.map(spanText),
        ...lines,
        ...metrics.map(({ attributes, description, id }) => `metric ${id} ${description} ${inspect(attributes)}`)
      ]
    }
  }
}

/** Every text in a value, and every name. */
export const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
