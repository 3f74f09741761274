/**
 * The pace of carriers, kept by all nodes together: how many parts a second, and how many at the same time. It goes by
 * elapsed time (`Clock.monotonicTimeNanos`), whatever the clocks of the service and of the store say. What a dead node
 * had under way is under way no more.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./Store.ts"

export interface PaceRequest {
  /** The name of the pool that is paced, such as `carrier:sms-a`. */
  readonly pool: string
  /** The most parts in any second, over all nodes. */
  readonly perSecond: number
  /** The most parts that may be under way at the same time, over all nodes. */
  readonly inFlight: number
  /**
   * The parts of each item, in the order in which they want to go. An item with more parts than the pace admits at all
   * counts as many as it admits. A pace of nothing admits nothing.
   */
  readonly parts: ReadonlyArray<number>
}

export interface Paced {
  /**
   * How many of the items may go now, from the first on. Their parts are under way until `done`. They count from now on,
   * and for a second after they `begin`: what takes a moment until it is handed over never comes to the carrier together
   * with what was admitted a second later.
   */
  readonly admitted: number
  /** The milliseconds until it makes sense to ask again; 0 when all may go. Whoever says `done` may ask immediately. */
  readonly again: number
}

export class Pace extends Context.Service<Pace, {
  readonly take: (request: PaceRequest) => Effect.Effect<Paced, StoreError>
  /** Says that so many parts of admitted items have been handed over now, or never will be. */
  readonly begin: (pool: string, parts: number) => Effect.Effect<void>
  /** Says that so many parts of admitted items are under way no more. */
  readonly done: (pool: string, parts: number) => Effect.Effect<void>
}>()("@signalbox/core/port/Pace") {}

/**
 * The parts that count of a pool: those that have not begun or began in the last second, and those that are under way.
 */
export interface Used {
  readonly recent: number
  readonly underWay: number
}

/** Returns which items fit beside what counts already, and what they add to it. */
export const fitting = (
  { inFlight, parts, perSecond }: PaceRequest,
  { recent, underWay }: Used
): { readonly admitted: number; readonly adds: Used } => {
  const adds = { recent: 0, underWay: 0 }
  if (perSecond <= 0 || inFlight <= 0) return { admitted: 0, adds }
  for (const [admitted, each] of parts.entries()) {
    const counts = Math.min(each, perSecond)
    const fits = recent + adds.recent + counts <= perSecond &&
      underWay + adds.underWay + Math.min(each, inFlight) <= inFlight
    if (!fits) return { admitted, adds }
    adds.recent += counts
    // All of its parts are under way, so that beside an item of too many parts there is none.
    adds.underWay += each
  }
  return { admitted: parts.length, adds }
}
