/**
 * Waits for a worker: until nothing is left to do but what falls due later, or until it has let go of all that it has in
 * hand.
 */
import * as Effect from "effect/Effect"
import type * as Latch from "effect/Latch"
import type { StoreError } from "../port/Store.ts"
import type { LocalLeases } from "./LocalLeases.ts"
import * as WorkerState from "./WorkerState.ts"

export interface Options {
  readonly leases: Pick<LocalLeases["Service"], "holding" | "takings" | "worker">
  /** Asks when the next work falls due. */
  readonly foreseen: Effect.Effect<WorkerState.Foreseen, StoreError>
  /** Opens when something has ended. */
  readonly turned: Latch.Latch
  readonly pollMillis: number
}

export interface WorkerIdle {
  readonly isIdle: Effect.Effect<boolean>
  readonly idle: Effect.Effect<void>
  /** Waits until a worker that drains has let go of all that it has in hand. */
  readonly drained: Effect.Effect<void>
}

/** How often a draining worker checks whether it has finished, in milliseconds of elapsed time. */
const drainLookMillis = 50

export const make = ({ foreseen, leases, pollMillis, turned }: Options): WorkerIdle => {
  const isIdle = Effect.gen(function*() {
    if (!WorkerState.isAtRest(leases.holding())) return false
    const before = leases.takings()
    const { next, now } = yield* foreseen
    return WorkerState.isIdle(leases.worker(), leases.holding()) && leases.takings() === before &&
      (next === null || next > now)
  }).pipe(Effect.orElseSucceed(() => false))

  const isDrained = Effect.sync(() => !WorkerState.isHolding(leases.worker(), leases.holding()))

  const until = Effect.fnUntraced(function*(holds: Effect.Effect<boolean>, lookMillis: number) {
    while (!(yield* holds)) {
      yield* turned.close
      yield* Effect.timeoutOption(turned.await, lookMillis)
    }
  })

  return { isIdle, idle: until(isIdle, pollMillis), drained: until(isDrained, drainLookMillis) }
}
