/**
 * Shows an operator what waits in a lane.
 */
import type { Instant } from "../value/Instant.ts"
import type { Lane } from "./Work.ts"

/** Asks for lanes of a kind in which work waits, in the order of their names. */
export interface LaneQuery {
  readonly kind: string
  /** The lanes after this one. Null begins with the first. */
  readonly after: Lane | null
  /** The most lanes that an answer names. */
  readonly limit: number
  /** The number of items up to which one lane is counted. */
  readonly depth: number
  /** How far the service's Clock is ahead of the store's on purpose, in milliseconds (`ClockOffset`). */
  readonly offset: number
}

export interface LaneBacklog {
  readonly lane: Lane
  /** The instant at which the first item that no node holds falls due. The time since then is the lane's age. */
  readonly firstAt: Instant
  /** How many items no node holds, whether they are due or not; at most as many as were to be counted. */
  readonly waiting: number
  /** How many items nodes hold, counted likewise. */
  readonly held: number
  /** Until when nothing is taken from it, or null. */
  readonly pausedUntil: Instant | null
}
