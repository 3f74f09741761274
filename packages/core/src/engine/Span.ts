/**
 * Spans that tell no word of a failure: its message may quote a key, a phone number or a text, and exporters send
 * messages and stack traces away.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Tracer from "effect/Tracer"
import * as ErrorSummary from "./ErrorSummary.ts"

export interface Options<in A> {
  readonly kind: Tracer.SpanKind
  readonly attributes?: Readonly<Record<string, unknown>>
  /** The span of a caller in another process. */
  readonly parent?: Tracer.AnySpan | undefined
  /** Returns why a value counts as a failure, or null. */
  readonly fault?: (value: A) => string | null
}

/** A span shows this in place of a failure. */
class Failed extends Data.TaggedError("Failed")<{ readonly message: string }> {}

const shown = <A>(exit: Exit.Exit<A, unknown>, fault: Options<A>["fault"]): Exit.Exit<void, unknown> => {
  if (Exit.isFailure(exit)) {
    return Exit.hasInterrupts(exit)
      ? Exit.interrupt()
      : Exit.fail(new Failed({ message: ErrorSummary.origin(exit.cause) }))
  }
  const message = fault?.(exit.value) ?? null
  return message === null ? Exit.void : Exit.fail(new Failed({ message }))
}

/**
 * Runs an effect in a span. Nothing is done for it where no tracer is provided.
 *
 * @param options may be a function, where to make them costs something
 */
export const within = <A, E, R>(
  name: string,
  options: Options<A> | (() => Options<A>),
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Tracer.Tracer, (tracer) => {
    if (tracer === Tracer.nativeTracer) return effect
    const { attributes = {}, fault, kind, parent } = typeof options === "function" ? options() : options
    return Effect.acquireUseRelease(
      Effect.makeSpan(name, { kind, attributes, parent }),
      (span) => Effect.provideService(effect, Tracer.ParentSpan, span),
      (span, exit) => Effect.map(Clock.currentTimeNanos, (now) => span.end(now, shown(exit, fault)))
    )
  })
