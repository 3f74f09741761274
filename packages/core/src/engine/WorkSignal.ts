/**
 * A signal from those who create work to the worker of the same process. It carries no data: the worker looks at the
 * store when it hears it. Without the signal the worker finds the same work by polling.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"

export class WorkSignal extends Context.Service<WorkSignal, {
  readonly raise: Effect.Effect<void>
  /** Tells the worker of this process alone. */
  readonly raiseHere: Effect.Effect<void>
  /** Tells the workers of other processes alone, where the signal reaches them. */
  readonly raiseElsewhere: Effect.Effect<void>
  /** Waits for a signal. One that was raised since the last `heard` counts. */
  readonly heard: Effect.Effect<void>
}>()("@signalbox/core/engine/WorkSignal") {}

export const layer: Layer.Layer<WorkSignal> = Layer.effect(
  WorkSignal,
  Effect.map(Latch.make(false), (latch) => ({
    raise: Effect.asVoid(latch.open),
    raiseHere: Effect.asVoid(latch.open),
    raiseElsewhere: Effect.void,
    heard: Effect.andThen(latch.await, Effect.asVoid(latch.close))
  }))
)
