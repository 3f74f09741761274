/**
 * Lockouts: how often a credential failed, by its hash, and until when it is locked (specification "Authentication").
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Instant } from "../value/Instant.ts"
import type { KeyHash } from "../value/Secret.ts"
import type { StoreError } from "./Store.ts"

export class Lockout extends Context.Service<Lockout, {
  /** Until when the credential is locked, or null. */
  readonly lockedUntil: (credential: KeyHash, now: Instant) => Effect.Effect<Instant | null, StoreError>
  /** Counts a failure. */
  readonly fail: (credential: KeyHash, now: Instant) => Effect.Effect<void, StoreError>
  /** Forgets the failures of a credential that was right. */
  readonly clear: (credential: KeyHash) => Effect.Effect<void, StoreError>
}>()("@signalbox/core/port/Lockout") {}
