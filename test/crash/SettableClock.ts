/**
 * The clock of a machine that somebody sets while a node runs. It declares nothing of that to the service, and elapsed time
 * goes on as before.
 */
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

export class SettableClock implements Clock.Clock {
  private readonly live: Clock.Clock
  private ahead = 0
  readonly currentTimeMillis: Effect.Effect<number> = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos: Effect.Effect<bigint> = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos: Effect.Effect<bigint>

  constructor(live: Clock.Clock) {
    this.live = live
    this.monotonicTimeNanos = live.monotonicTimeNanos
  }

  /** @param ahead by how many milliseconds it is ahead of the real time from now on */
  set(ahead: number): void {
    this.ahead = ahead
  }

  currentTimeMillisUnsafe(): number {
    return this.live.currentTimeMillisUnsafe() + this.ahead
  }

  currentTimeNanosUnsafe(): bigint {
    return this.live.currentTimeNanosUnsafe() + BigInt(this.ahead) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.live.monotonicTimeNanosUnsafe()
  }

  sleep(duration: Parameters<Clock.Clock["sleep"]>[0]): Effect.Effect<void> {
    return this.live.sleep(duration)
  }
}
