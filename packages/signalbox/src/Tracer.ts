/**
 * The part of `@opentelemetry/api` that the service uses. A tracer of its version 1 is one of these; the service does not
 * depend on it.
 */

/** A time as seconds and nanoseconds. */
export type TracerTime = [seconds: number, nanoseconds: number]

export interface TracerSpanContext {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
  /** Whether it is the span of another process. */
  readonly isRemote?: boolean
}

export interface TracerSpan {
  spanContext(): TracerSpanContext
  setAttribute(key: string, value: string | number | boolean): unknown
  addEvent(name: string, attributes?: Record<string, string | number | boolean>, time?: TracerTime): unknown
  setStatus(status: { code: number; message?: string }): unknown
  end(time?: TracerTime): void
}

export interface TracerSpanOptions {
  kind?: number
  startTime?: TracerTime
}

/** The context that a span is started in. */
export interface TracerContext {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): TracerContext
  deleteValue(key: symbol): TracerContext
}

export interface Tracer {
  startSpan(name: string, options?: TracerSpanOptions, context?: TracerContext): TracerSpan
}
