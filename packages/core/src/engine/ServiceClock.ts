/**
 * The clock of the service: that of the store plus what `ClockOffset` declares, whatever the machine's shows, so that all
 * nodes on one store decide by one time. The machine's clock goes on between two measurements of how far it is off, unless
 * somebody sets it: then time goes on as it passes. Elapsed time is the machine's own.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ClockOffset, ClockOffsetNow, ClockStands, StoreHasClock, undeclared } from "../port/ClockOffset.ts"
import { Store } from "../port/Store.ts"
import * as Instant from "../value/Instant.ts"
import * as ClockSkew from "./ClockSkew.ts"

/** The measurements of this node, which its engine makes whether it works or not; null outside of an engine. */
export const NodeSkew = Context.Reference<ClockSkew.ClockSkew | null>("@signalbox/core/engine/ServiceClock", {
  defaultValue: () => null
})

/** How often a node looks whether it is time to measure, and how long its start waits; in elapsed milliseconds. */
const lookMillis = Instant.second
const patience = 2 * Instant.second

/** Both clocks of a machine, in milliseconds, and the offset that is declared, when it was measured last. */
interface Reading {
  readonly wall: number
  readonly elapsed: number
  readonly declared: number
}

export class ServiceClock implements Clock.Clock {
  private readonly machine: Clock.Clock
  private readonly stands: () => boolean
  private readonly declared: (() => number) | null
  private last: Reading
  /** The milliseconds by which it was off when it was measured, the other way round. */
  private shift = 0
  /** The latest instant that was shown since the first measurement. */
  private shown = -Infinity
  private isMeasured = false
  readonly currentTimeMillis: Effect.Effect<number> = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos: Effect.Effect<bigint> = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos: Effect.Effect<bigint>

  /**
   * @param stands whether the machine's clock stands still on purpose: then it is right as it is
   * @param declared how far it is ahead on purpose; null where nobody can say so immediately, and so what was set is followed
   */
  constructor(machine: Clock.Clock, stands: () => boolean, declared: (() => number) | null) {
    this.machine = machine
    this.stands = stands
    this.declared = declared
    this.last = this.reading()
    this.monotonicTimeNanos = machine.monotonicTimeNanos
  }

  /**
   * Follows a measurement of the machine's clock, unless what it would change may be its own error.
   *
   * It stands still rather than go back, for as long as is tolerated. When it was further ahead, because somebody has set
   * a clock, it goes back: standing still would keep all that is accepted meanwhile from being sent.
   */
  follow({ off, uncertain }: ClockSkew.Measured): void {
    this.isMeasured = true
    this.last = this.reading()
    if (Math.abs(off + this.shift) <= uncertain) return
    this.shift = Math.abs(off) <= uncertain ? 0 : -Math.round(off)
    const now = this.unheld()
    if (now < this.shown - ClockSkew.tolerated) this.shown = now
  }

  private elapsed(): number {
    return Number(this.machine.monotonicTimeNanosUnsafe()) / 1e6
  }

  private reading(): Reading {
    return { wall: this.machine.currentTimeMillisUnsafe(), elapsed: this.elapsed(), declared: this.declared?.() ?? 0 }
  }

  /** The milliseconds by which somebody has set the machine's clock since it was measured, where that is no drift. */
  private jumped(wall: number): number {
    if (this.declared === null) return 0
    const { declared, elapsed, wall: before } = this.last
    const off = wall - before - (this.elapsed() - elapsed)
    if (Math.abs(off) <= ClockSkew.tolerated) return 0
    const unexplained = off - (this.declared() - declared)
    return Math.abs(unexplained) <= ClockSkew.tolerated ? 0 : Math.round(unexplained)
  }

  /** The milliseconds that are added to what the machine's clock shows now. */
  private correction(wall: number): number {
    return this.stands() ? 0 : this.shift - (this.isMeasured ? this.jumped(wall) : 0)
  }

  private unheld(): number {
    const wall = this.machine.currentTimeMillisUnsafe()
    return wall + this.correction(wall)
  }

  currentTimeMillisUnsafe(): number {
    const now = this.unheld()
    if (!this.isMeasured) return now
    if (now > this.shown) this.shown = now
    return this.shown
  }

  /** The same time, and the nanoseconds of the machine's as long as it is not held. */
  currentTimeNanosUnsafe(): bigint {
    const correction = this.correction(this.machine.currentTimeMillisUnsafe())
    const now = this.machine.currentTimeNanosUnsafe() + BigInt(correction) * 1_000_000n
    const shown = BigInt(this.currentTimeMillisUnsafe()) * 1_000_000n
    return now > shown ? now : shown
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.machine.monotonicTimeNanosUnsafe()
  }

  sleep(duration: Parameters<Clock.Clock["sleep"]>[0]): Effect.Effect<void> {
    return this.machine.sleep(duration)
  }
}

/**
 * Replaces the machine's clock by the service's, and measures for as long as the layer lives. What runs within the
 * service of a node, such as a call in a host's transaction, keeps the clock of that node.
 */
export const layer: Layer.Layer<never, never, Store> = Layer.fresh(Layer.effectContext(Effect.gen(function*() {
  const known = yield* NodeSkew
  const machine = yield* Clock.Clock
  if (known !== null) return Context.empty()
  const store = yield* Store
  const stands = yield* ClockStands
  const offset = yield* ClockOffset
  const declared = offset === undeclared ? () => 0 : yield* ClockOffsetNow
  const clock = new ServiceClock(machine, stands, (yield* StoreHasClock) ? declared : null)
  const measured = ClockSkew.make(store, (found) => clock.follow(found))
  // A store without a clock of its own is asked by the machine's clock as well.
  const skew: ClockSkew.ClockSkew = {
    ...measured,
    isRight: Effect.suspend(() =>
      stands() ? Effect.succeed(true) : Effect.provideService(measured.isRight, Clock.Clock, machine)
    )
  }
  // Whoever works tells of a store that does not answer.
  const look = Effect.catchCause(
    Effect.asVoid(skew.isRight),
    (cause) => Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.void
  )
  yield* Effect.timeoutOption(look, patience)
  yield* Effect.sleep(lookMillis).pipe(Effect.andThen(look), Effect.forever, Effect.forkScoped)
  return Context.make(Clock.Clock, clock).pipe(Context.add(NodeSkew, skew)) as Context.Context<never>
})))
