/**
 * What the worker calls to carry work out, and what a handler says of the pieces that it has not done.
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { StoreError } from "../port/Store.ts"
import type { Lease } from "../work/Work.ts"

/** A piece that failed. The worker tries it again after a while, by itself. */
export interface Failed {
  readonly _tag: "Failed"
  readonly lease: Lease
  readonly cause: Cause.Cause<unknown>
}

/** A piece that was not begun, or that nothing came of. The worker frees it at once, and it keeps its place in line. */
export interface LetGo {
  readonly _tag: "LetGo"
  readonly lease: Lease
}

export type Undone = Failed | LetGo

/** Whether the worker is draining. A handler that waits for something races with `begins`. */
export interface Draining {
  readonly hasBegun: () => boolean
  /** Ends when the worker begins to drain. */
  readonly begins: Effect.Effect<void>
}

/**
 * Carries out work of one lane. It completes each piece that it has done, and returns what became of the others; what it
 * names nowhere is done, or another node's by now. A piece that has failed before comes in a batch of its own. When the
 * handler fails as a whole, all of its pieces have failed.
 */
export type Handler = (leases: ReadonlyArray<Lease>, draining: Draining) => Effect.Effect<ReadonlyArray<Undone>>

export const letGo = (lease: Lease): Undone => ({ _tag: "LetGo", lease })

const isAway = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) =>
    reason._tag === "Fail" && reason.error instanceof StoreError && reason.error.reason === "unavailable"
  )

/** Returns what becomes of a piece that this happened to: nobody blames it when the store was away. */
export const undone = (lease: Lease, cause: Cause.Cause<unknown>): Undone =>
  isAway(cause) ? letGo(lease) : { _tag: "Failed", lease, cause }

/** Carries out one piece, and returns what became of it if it is not done. */
export const attempt = (lease: Lease, done: () => Effect.Effect<void, unknown>): Effect.Effect<ReadonlyArray<Undone>> =>
  Effect.suspend(done).pipe(
    Effect.as<ReadonlyArray<Undone>>([]),
    Effect.catchCause((cause) => Effect.succeed([undone(lease, cause)]))
  )

/** Makes a handler that reports its pieces as failed when it fails as a whole. */
export const whole = (handler: Handler): Handler => (leases, draining) =>
  Effect.suspend(() => handler(leases, draining)).pipe(
    Effect.catchCause((cause) => Effect.succeed(leases.map((lease) => undone(lease, cause))))
  )
