/**
 * A clock whose elapsed time goes on when it is told to. What sleeps is woken when its time has come. Instants are real.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

export class SteppedClock implements Clock.Clock {
  private readonly live: Clock.Clock
  private readonly sleepers = new Set<Sleeper>()
  private elapsed = 1_000_000
  readonly currentTimeMillis: Effect.Effect<number>
  readonly currentTimeNanos: Effect.Effect<bigint>
  readonly monotonicTimeNanos: Effect.Effect<bigint> = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  constructor(live: Clock.Clock) {
    this.live = live
    this.currentTimeMillis = live.currentTimeMillis
    this.currentTimeNanos = live.currentTimeNanos
  }

  static readonly make: Effect.Effect<SteppedClock> = Effect.map(Clock.Clock, (live) => new SteppedClock(live))

  pass(millis: number): void {
    this.elapsed += millis
    for (const sleeper of this.sleepers) if (sleeper.at <= this.elapsed) sleeper.wake()
  }

  currentTimeMillisUnsafe(): number {
    return this.live.currentTimeMillisUnsafe()
  }

  currentTimeNanosUnsafe(): bigint {
    return this.live.currentTimeNanosUnsafe()
  }

  monotonicTimeNanosUnsafe(): bigint {
    return BigInt(this.elapsed) * 1_000_000n
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const sleeper: Sleeper = {
        at: this.elapsed + Duration.toMillis(duration),
        wake: () => {
          this.sleepers.delete(sleeper)
          resume(Effect.void)
        }
      }
      this.sleepers.add(sleeper)
      return Effect.sync(() => this.sleepers.delete(sleeper))
    })
  }
}
