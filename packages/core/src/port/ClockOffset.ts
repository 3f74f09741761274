/**
 * Declares how far the service's Clock is ahead of the store's clock on purpose, in milliseconds: emulators and
 * simulations travel through time, everything else leaves it at 0. A difference that is not declared here is skew.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Nothing is declared. */
export const undeclared: Effect.Effect<number> = Effect.succeed(0)

export const ClockOffset = Context.Reference<Effect.Effect<number>>("@signalbox/core/port/ClockOffset", {
  defaultValue: () => undeclared
})

/**
 * Returns the same offset to whoever reads a clock and cannot wait. Null where nobody says so: then what looks like a clock
 * that somebody has set may be declared.
 */
export const ClockOffsetNow = Context.Reference<(() => number) | null>(
  "@signalbox/core/port/ClockOffset/ClockOffsetNow",
  { defaultValue: () => null }
)

/**
 * Returns whether the service's Clock stands still on purpose. What is declared then makes the store say the same instant
 * or a later one, so that no measurement tells how far the Clock is off.
 */
export const ClockStands = Context.Reference<() => boolean>("@signalbox/core/port/ClockOffset/ClockStands", {
  defaultValue: () => () => false
})

/**
 * Whether the store has a clock of its own, as a database that nodes share has. Where it goes by the Clock of its process,
 * whoever sets that sets the service's time, as tests do.
 */
export const StoreHasClock = Context.Reference<boolean>("@signalbox/core/port/ClockOffset/StoreHasClock", {
  defaultValue: () => false
})
