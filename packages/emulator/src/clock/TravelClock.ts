/**
 * The emulator's clock: the real one with an offset, which can be told to stand still. Elapsed time (sleeps, timeouts)
 * stays real, whatever instant it is.
 */
import { ClockOffset, ClockOffsetNow, ClockStands } from "@signalbox/core/ClockOffset"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export class TravelClock implements Clock.Clock {
  private readonly live: Clock.Clock
  private ahead = 0
  private stillAt: Instant | null = null
  private storeBehind = 0
  readonly currentTimeMillis: Effect.Effect<number> = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos: Effect.Effect<bigint> = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos: Effect.Effect<bigint>

  constructor(live: Clock.Clock) {
    this.live = live
    this.monotonicTimeNanos = live.monotonicTimeNanos
  }

  /** Returns how far it is ahead of the real time, in milliseconds. */
  get offset(): number {
    return this.stillAt === null ? this.ahead : this.stillAt - this.live.currentTimeMillisUnsafe()
  }

  get stands(): boolean {
    return this.stillAt !== null
  }

  /** Returns the instant that it would show now, had it been so far ahead all the time. */
  whenAhead(offset: number): Instant {
    return instant(this.live.currentTimeMillisUnsafe() + offset)
  }

  /**
   * Returns how far it is ahead of the store's clock on purpose, in milliseconds. While it stands still, that clock goes
   * on, and with this offset it says the same instant: what is due then can be claimed immediately, though the store's
   * clock is behind.
   */
  get declared(): number {
    return this.stillAt === null ? this.ahead : this.offset + this.storeBehind
  }

  /**
   * Shows this instant until it is told otherwise.
   *
   * @param storeBehind how far the store's clock is behind the real time at most, in milliseconds
   */
  stand(at: Instant, storeBehind: number = this.storeBehind): void {
    this.stillAt = at
    this.storeBehind = storeBehind
  }

  /** Goes on from where it stands, or from where it would be by now had it been so far ahead all the time. */
  run(offset: number = 0): void {
    if (this.stillAt === null) return
    this.ahead = Math.max(offset, this.ahead, this.stillAt - this.live.currentTimeMillisUnsafe())
    this.stillAt = null
  }

  /** Back to the real time: only for whoever has forgotten everything that happened. */
  reset(): void {
    this.ahead = 0
    this.stillAt = null
  }

  currentTimeMillisUnsafe(): number {
    return this.stillAt ?? instant(this.live.currentTimeMillisUnsafe() + this.ahead)
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

const contextOf = (clock: TravelClock) =>
  Context.make(Clock.Clock, clock as Clock.Clock).pipe(
    Context.add(ClockOffset, Effect.sync(() => clock.declared)),
    Context.add(ClockOffsetNow, () => clock.declared),
    Context.add(ClockStands, () => clock.stands)
  )

/** Makes this the clock of a service, and tells it how far the clock is ahead and whether it stands still. */
export const layer = (clock: TravelClock) => Layer.succeedContext(contextOf(clock))

/** Runs an effect by this clock, which declares to the service how far it is ahead. */
export const provide = (clock: TravelClock) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideContext(effect, contextOf(clock)) as Effect.Effect<A, E, R>
