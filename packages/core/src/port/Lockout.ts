/**
 * Lockouts: how often a credential failed, by its hash, and until when it is locked (specification "Authentication").
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Instant } from "../value/Instant.ts"
import type { KeyHash } from "../value/Secret.ts"
import type { StoreError } from "./Store.ts"

export interface Standing {
  /** How often it failed since it was last right; so a credential without failures needs no `clear`. */
  readonly failures: number
  /** Until when it is locked, or null when it is not. */
  readonly lockedUntil: Instant | null
}

export class Lockout extends Context.Service<Lockout, {
  readonly standing: (credential: KeyHash, now: Instant) => Effect.Effect<Standing, StoreError>
  /** Counts a failure. */
  readonly fail: (credential: KeyHash, now: Instant) => Effect.Effect<void, StoreError>
  /** Forgets the failures of a credential that was right. */
  readonly clear: (credential: KeyHash) => Effect.Effect<void, StoreError>
}>()("@signalbox/core/port/Lockout") {}
