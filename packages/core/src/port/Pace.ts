/**
 * The pace of carriers, kept by all nodes together: how many parts a second, and how many at once. It goes by elapsed
 * time, whatever the clock of the service says.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./Store.ts"

export interface PaceRequest {
  /** What is paced, such as `carrier:sms-a`. */
  readonly pool: string
  /** The most parts in any second, over all nodes. */
  readonly perSecond: number
  /** The most parts that may be under way at once, over all nodes. */
  readonly inFlight: number
  /**
   * The parts of each item, in the order in which they want to go. An item with more parts than the pace admits at all
   * counts as many as it admits.
   */
  readonly parts: ReadonlyArray<number>
}

export interface Paced {
  /** How many of the items may go now, from the first on. Their parts count, and are under way until `done`. */
  readonly admitted: number
  /** When it makes sense to ask again, in milliseconds from now; 0 when all may go. */
  readonly again: number
}

export class Pace extends Context.Service<Pace, {
  readonly take: (request: PaceRequest) => Effect.Effect<Paced, StoreError>
  /** Says that so many parts are under way no more. */
  readonly done: (pool: string, parts: number) => Effect.Effect<void>
}>()("@signalbox/core/port/Pace") {}
