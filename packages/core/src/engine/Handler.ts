/**
 * The worker calls a handler to carry work out, and the handler reports the items that it has not done.
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { StoreError } from "../port/Store.ts"
import type { Lease } from "../work/Work.ts"

/**
 * An item that failed. The worker tries it again after a while, by itself. Nobody blames it when the store was away: then
 * it is as good as not begun.
 */
export interface Failed {
  readonly _tag: "Failed"
  readonly lease: Lease
  readonly cause: Cause.Cause<unknown>
}

/**
 * An item that was not begun. The worker frees it immediately, and it keeps its place in line; so whoever lets it go
 * outside of draining has paused the lane, or leaves it to other nodes.
 */
export interface LetGo {
  readonly _tag: "LetGo"
  readonly lease: Lease
}

export type Undone = Failed | LetGo

/** Tells a handler when the worker is draining. A handler that waits for something races with `begins`. */
export interface Draining {
  readonly hasBegun: () => boolean
  /** Ends when the worker begins to drain. */
  readonly begins: Effect.Effect<void>
}

/** The turn of a batch in a lane that keeps its order. */
export interface LaneTurn {
  /**
   * Lets the next batch of the lane begin although this one has not ended. Whoever passes the turn has begun all of its
   * items, and keeps none of them in line.
   */
  readonly pass: Effect.Effect<void>
  /**
   * Gives back immediately what keeps its place in line, while the items that have begun go on, and lets the next batch
   * begin. Absent: such items are given back when all have ended.
   */
  readonly giveBack?: (undone: ReadonlyArray<Undone>) => Effect.Effect<void>
  /**
   * Returns whether the node has let go of something that stands in front of what has not begun: all that is let go as well.
   * Absent: nothing is in front.
   */
  readonly isBroken?: () => boolean
}

/** The turn of a batch for which nobody waits. */
export const noTurn: LaneTurn = { pass: Effect.void }

/**
 * Carries out work of one lane. It completes each item that it has done, and returns what became of the others; what it
 * names nowhere is done, or another node's by now. An item that has failed before comes in a batch of its own. When the
 * handler fails as a whole, all of its items have failed.
 */
export type Handler = (
  leases: ReadonlyArray<Lease>,
  draining: Draining,
  /** Absent: nobody waits for the turn. */
  turn?: LaneTurn
) => Effect.Effect<ReadonlyArray<Undone>>

export const letGo = (lease: Lease): LetGo => ({ _tag: "LetGo", lease })

/** Returns what becomes of an item that this happened to. */
export const undone = (lease: Lease, cause: Cause.Cause<unknown>): Failed => ({ _tag: "Failed", lease, cause })

/** Returns whether something failed because the store was away. */
export const isAway = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) =>
    reason._tag === "Fail" && reason.error instanceof StoreError && reason.error.reason === "unavailable"
  )

/** Returns whether the item keeps its place in line: it was let go, or the store was away, which is no fault of it. */
export const keepsPlace = (undone: Undone): boolean => undone._tag === "LetGo" || isAway(undone.cause)

/** Carries out one item, and returns what became of it if it is not done. */
export const attempt = (
  lease: Lease,
  done: () => Effect.Effect<ReadonlyArray<Undone> | void, unknown>
): Effect.Effect<ReadonlyArray<Undone>> =>
  Effect.suspend(done).pipe(
    Effect.map((left) => left ?? []),
    Effect.catchCause((cause) => Effect.succeed([undone(lease, cause)]))
  )

/** Makes a handler that reports its items as failed when it fails as a whole. */
export const whole = (handler: Handler): Handler => (leases, draining, turn) =>
  Effect.suspend(() => handler(leases, draining, turn)).pipe(
    Effect.catchCause((cause) => Effect.succeed(leases.map((lease) => undone(lease, cause))))
  )
