/**
 * The machine's clock, of which a test's own changes what it is about: instants, or elapsed time. Sleeps stay real.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

export class MachineClock implements Clock.Clock {
  protected readonly live: Clock.Clock
  readonly currentTimeMillis: Effect.Effect<number> = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos: Effect.Effect<bigint> = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos: Effect.Effect<bigint> = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  constructor(live: Clock.Clock) {
    this.live = live
  }

  currentTimeMillisUnsafe(): number {
    return this.live.currentTimeMillisUnsafe()
  }

  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.currentTimeMillisUnsafe()) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.live.monotonicTimeNanosUnsafe()
  }

  sleep(duration: Parameters<Clock.Clock["sleep"]>[0]): Effect.Effect<void> {
    return this.live.sleep(duration)
  }
}
