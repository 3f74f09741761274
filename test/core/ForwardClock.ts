/**
 * A clock whose elapsed time can be put forward.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Returns the clock, and what puts it forward. */
export const forward = (live: Clock.Clock) => {
  const state = { nanos: 0n }
  const clock: Clock.Clock = {
    currentTimeMillis: live.currentTimeMillis,
    currentTimeNanos: live.currentTimeNanos,
    monotonicTimeNanos: Effect.sync(() => live.monotonicTimeNanosUnsafe() + state.nanos),
    currentTimeMillisUnsafe: () => live.currentTimeMillisUnsafe(),
    currentTimeNanosUnsafe: () => live.currentTimeNanosUnsafe(),
    monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe() + state.nanos,
    sleep: (duration) => live.sleep(duration)
  }
  return { clock, pass: (millis: number) => void (state.nanos += BigInt(millis) * 1_000_000n) }
}
