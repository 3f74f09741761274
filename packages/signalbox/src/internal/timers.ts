/**
 * Timers as they were when this module was loaded. Hosts replace the global ones in their tests, and give them back
 * without those that are still to come: whatever waits for one of them would wait for ever.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scheduler from "effect/Scheduler"
// Fakes that replace the properties of the module as well do not reach what is imported by name.
import { clearImmediate, clearTimeout, setImmediate, setTimeout } from "node:timers"

const [immediate, timeout] = [setImmediate, setTimeout]
const [clearOne, clear] = [clearImmediate, clearTimeout]

/** Above this a timer runs out immediately. */
const longest = 2_147_483_647

/** Calls back after so many milliseconds, and returns what prevents it. */
export const after = (millis: number, call: () => void): () => void => {
  const timer = timeout(call, millis)
  return () => clear(timer)
}

export const scheduler: Scheduler.Scheduler = new Scheduler.MixedScheduler("async", (run) => {
  const turn = immediate(run)
  return () => clearOne(turn)
})

const sleep = (millis: number): Effect.Effect<void> => {
  if (millis <= 0) return Effect.yieldNow
  if (!Number.isFinite(millis)) return Effect.never
  return Effect.callback((resume) => {
    const rest = millis > longest ? sleep(millis - longest) : Effect.void
    return Effect.sync(after(Math.min(millis, longest), () => resume(rest)))
  })
}

/** Tells the time of the clock that is there. A host that sets the date sets it here too. */
const clockOn = (live: Clock.Clock): Clock.Clock => ({
  currentTimeMillisUnsafe: () => live.currentTimeMillisUnsafe(),
  currentTimeMillis: live.currentTimeMillis,
  currentTimeNanosUnsafe: () => live.currentTimeNanosUnsafe(),
  currentTimeNanos: live.currentTimeNanos,
  monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: live.monotonicTimeNanos,
  sleep: (duration) => sleep(Duration.toMillis(duration))
})

export const layer: Layer.Layer<never> = Layer.mergeAll(
  Layer.succeed(Scheduler.Scheduler, scheduler),
  Layer.effect(Clock.Clock, Effect.map(Clock.Clock, clockOn))
)
