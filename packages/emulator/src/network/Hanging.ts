/**
 * Carriers that never answer hang here. A travel through time doesn't wait for them: their attempts are unanswered, now
 * or later.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"

export class Hanging extends Context.Service<Hanging, {
  /** Waits until it is let go. */
  readonly hang: Effect.Effect<void>
  /** Lets everybody go who hangs now. */
  readonly letGo: Effect.Effect<void>
}>()("@signalbox/emulator/network/Hanging") {}

export const layer: Layer.Layer<Hanging> = Layer.effect(
  Hanging,
  Effect.map(Latch.make(false), (latch) => ({ hang: latch.await, letGo: Effect.asVoid(latch.release) }))
)
