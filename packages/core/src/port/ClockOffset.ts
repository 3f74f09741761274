/**
 * Declares how far the service's Clock is ahead of the store's clock on purpose, in milliseconds: emulators and
 * simulations travel through time, everything else leaves it at 0. A difference that is not declared here is skew.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export const ClockOffset = Context.Reference<Effect.Effect<number>>("@signalbox/core/port/ClockOffset", {
  defaultValue: () => Effect.succeed(0)
})

/**
 * Returns whether the service's Clock stands still on purpose. What is declared then makes the store say the same instant
 * or a later one, so that no measurement tells how far the Clock is off.
 */
export const ClockStands = Context.Reference<() => boolean>("@signalbox/core/port/ClockOffset/ClockStands", {
  defaultValue: () => () => false
})
