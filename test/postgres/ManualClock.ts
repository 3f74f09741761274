/**
 * A clock whose elapsed time goes on when it is told to, and whose sleepers are woken one by one. Instants are real.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

interface Sleeper {
  readonly millis: number
  readonly wake: () => void
}

export class ManualClock implements Clock.Clock {
  private readonly live: Clock.Clock
  private readonly sleepers = new Set<Sleeper>()
  private watcher: () => void = () => undefined
  private elapsed = 1_000_000_000_000n
  readonly currentTimeMillis: Effect.Effect<number>
  readonly currentTimeNanos: Effect.Effect<bigint>
  readonly monotonicTimeNanos: Effect.Effect<bigint> = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  constructor(live: Clock.Clock) {
    this.live = live
    this.currentTimeMillis = live.currentTimeMillis
    this.currentTimeNanos = live.currentTimeNanos
  }

  static readonly make: Effect.Effect<ManualClock> = Effect.map(Clock.Clock, (live) => new ManualClock(live))

  /** So much time has passed; nobody is woken by that. */
  pass(millis: number): void {
    this.elapsed += BigInt(millis) * 1_000_000n
  }

  /** Wakes whoever sleeps for so long, and waits until someone sleeps for so long again. */
  async turn(millis: number): Promise<void> {
    await this.asleep(millis)
    for (const sleeper of [...this.sleepers].filter((each) => each.millis === millis)) sleeper.wake()
    await this.asleep(millis)
  }

  currentTimeMillisUnsafe(): number {
    return this.live.currentTimeMillisUnsafe()
  }

  currentTimeNanosUnsafe(): bigint {
    return this.live.currentTimeNanosUnsafe()
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.elapsed
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const sleeper: Sleeper = {
        millis: Duration.toMillis(duration),
        wake: () => {
          this.sleepers.delete(sleeper)
          resume(Effect.void)
        }
      }
      this.sleepers.add(sleeper)
      this.watcher()
      return Effect.sync(() => this.sleepers.delete(sleeper))
    })
  }

  private async asleep(millis: number): Promise<void> {
    while (![...this.sleepers].some((each) => each.millis === millis)) {
      await new Promise<void>((resolve) => {
        this.watcher = resolve
      })
    }
  }
}
