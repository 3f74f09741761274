/**
 * Hands the service's spans to a tracer of OpenTelemetry.
 *
 * What the host asks for, a request or a call, belongs to the span that is active there, which the tracer finds by itself.
 * What the worker does by itself begins a trace, whoever happens to have woken it.
 */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Effects from "effect/Tracer"
import type { Tracer, TracerContext, TracerSpan, TracerSpanContext, TracerTime } from "../Tracer.ts"

/** Where a context keeps its span. The API has the same symbol in each of its copies. */
const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")

/** `SpanKind` and `SpanStatusCode.ERROR` of the API, which are numbers there. */
const kinds: Readonly<Record<Effects.SpanKind, number>> = {
  internal: 0,
  server: 1,
  client: 2,
  producer: 3,
  consumer: 4
}
const failed = 2

/** The spans by which the host's own work goes on. */
const entries: ReadonlySet<string> = new Set(["signalbox.request", "signalbox.call"])

const contextOf = (values: ReadonlyMap<symbol, unknown>): TracerContext => ({
  getValue: (key) => values.get(key),
  setValue: (key, value) => contextOf(new Map([...values, [key, value]])),
  deleteValue: (key) => contextOf(new Map([...values].filter(([each]) => each !== key)))
})

const root = contextOf(new Map())

/** The span of another process. Nothing is recorded in it. */
const remote = (context: TracerSpanContext) => {
  const span = {
    spanContext: () => context,
    setAttribute: () => span,
    setAttributes: () => span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus: () => span,
    updateName: () => span,
    recordException: () => {},
    isRecording: () => false,
    end: () => {}
  }
  return span
}

const timeOf = (nanos: bigint): TracerTime => [Number(nanos / 1_000_000_000n), Number(nanos % 1_000_000_000n)]

const valueOf = (value: unknown): string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : String(value)

/** Spans end in a failure that says where it came from, and quotes nobody (`Span.within`). */
const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof Error && "_tag" in error && error._tag === "Failed" ? error.message : "failed"
}

/** A tracer that throws is the host's affair, and must stop nothing here. */
const quietly = <A>(call: () => A): A | null => {
  try {
    return call()
  } catch {
    return null
  }
}

type SpanOptions = Parameters<Effects.Tracer["span"]>[0]

/** A span that is handed to the tracer as well. */
class Exported extends Effects.NativeSpan {
  readonly own: TracerSpan

  constructor(options: SpanOptions, own: TracerSpan, { spanId, traceId }: TracerSpanContext) {
    super(options)
    this.own = own
    this._spanId = spanId
    this._traceId = traceId
  }

  override attribute(key: string, value: unknown): void {
    super.attribute(key, value)
    quietly(() => this.own.setAttribute(key, valueOf(value)))
  }

  override event(name: string, startTime: bigint, attributes: Record<string, unknown> = {}): void {
    super.event(name, startTime, attributes)
    const shown = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, valueOf(value)]))
    quietly(() => this.own.addEvent(name, shown, timeOf(startTime)))
  }

  override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    if (this.status._tag === "Ended") return
    super.end(endTime, exit)
    quietly(() => {
      if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
        this.own.setStatus({ code: failed, message: messageOf(exit.cause) })
      }
      this.own.end(timeOf(endTime))
    })
  }
}

/** The nearest span that the tracer knows of. */
const parentOf = (parent: Option.Option<Effects.AnySpan>): Exported | Effects.ExternalSpan | null => {
  const span = Option.getOrNull(parent)
  return span === null || span instanceof Exported || span._tag === "ExternalSpan" ? span : parentOf(span.parent)
}

/** The context of a new span; undefined: the one that is active. */
const placeOf = ({ name, parent }: SpanOptions): TracerContext | undefined => {
  const found = parentOf(parent)
  if (found === null) return entries.has(name) ? undefined : root
  if (found instanceof Exported) return root.setValue(spanKey, found.own)
  const { sampled, spanId, traceId } = found
  return root.setValue(spanKey, remote({ traceId, spanId, traceFlags: sampled ? 1 : 0, isRemote: true }))
}

/** Libraries below have spans too, such as that of each statement with its text: those are nobody's business. */
const isOurs = ({ name }: SpanOptions): boolean => name.startsWith("signalbox.")

export const make = (tracer: Tracer): Effects.Tracer =>
  Effects.make({
    span: (options) => {
      if (!isOurs(options)) return new Effects.NativeSpan(options)
      const { kind, name, startTime } = options
      const place = placeOf(options)
      const given = { kind: kinds[kind], startTime: timeOf(startTime) }
      const exported = quietly(() => {
        const own = place === undefined ? tracer.startSpan(name, given) : tracer.startSpan(name, given, place)
        return new Exported(options, own, own.spanContext())
      })
      return exported ?? new Effects.NativeSpan(options)
    }
  })
