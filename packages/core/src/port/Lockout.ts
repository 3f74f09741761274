/**
 * Lockouts count how often a credential has failed, by its hash, and lock it for a while (specification
 * "Authentication"). The tenth failure locks it (`Limit.lockoutFailures`), and each one after a lock locks it for longer
 * (`Limit.lockoutSeconds`), until it succeeds or has not failed for a day (`Limit.lockoutMemory`). Nodes count together,
 * and a restart forgets nothing, unless the store forgets everything. They count `Limit.lockoutCounters` credentials at
 * most: the one that failed longest ago goes first.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Instant } from "../value/Instant.ts"
import type { KeyHash } from "../value/Secret.ts"
import type { StoreError } from "./Store.ts"

export interface Standing {
  /** The failures since it last succeeded. A credential without failures needs no `clear`. */
  readonly failures: number
  /** The instant at which the lock ends, or null when it is not locked. */
  readonly lockedUntil: Instant | null
}

/** The effect of a failure on the credential. */
export interface Failed {
  /** False when the credential was locked already: then the failure changes nothing. */
  readonly isCounted: boolean
  /** The instant at which the current lock of the credential ends, or null when it has none. */
  readonly lockedUntil: Instant | null
}

export class Lockout extends Context.Service<Lockout, {
  readonly standing: (credential: KeyHash, now: Instant) => Effect.Effect<Standing, StoreError>
  /**
   * Counts a failure. However many come at the same time, on however many nodes, ten are counted before the lock, and
   * none during it.
   */
  readonly fail: (credential: KeyHash, now: Instant) => Effect.Effect<Failed, StoreError>
  /** Forgets the failures of a credential that has succeeded. */
  readonly clear: (credential: KeyHash) => Effect.Effect<void, StoreError>
}>()("@signalbox/core/port/Lockout") {}
