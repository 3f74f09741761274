/**
 * Idempotency claims: who may execute a request that carries a key. Only what must not wait for a commit is here; the
 * finished answer is part of the Commit (`Reply`).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ClaimKey, ClaimToken, Reply } from "../commit/Reply.ts"
import type { Instant } from "../value/Instant.ts"
import type { StoreError } from "./Store.ts"

export type Begun =
  /** Nobody has used the key within its lifetime: execute, then commit with this token. */
  | { readonly _tag: "Started"; readonly token: ClaimToken }
  /** Another request with this key has not ended yet. */
  | { readonly _tag: "InProgress" }
  /** The key was used for this very request. */
  | { readonly _tag: "Finished"; readonly reply: Reply }
  /** The key was used for a different request. */
  | { readonly _tag: "Mismatch" }

export class Idempotency extends Context.Service<Idempotency, {
  /**
   * Claims a key for the request with this fingerprint. A claim that was never finished is free again after
   * `Limit.idempotencyClaimLifetime`, a finished one `Limit.idempotencyLifetime` after its answer was made. Until
   * somebody else begins, whoever was slow may still finish: for a day at most, by the instant of the answer.
   */
  readonly begin: (claim: ClaimKey, fingerprint: string, now: Instant) => Effect.Effect<Begun, StoreError>
  /** Frees a claim that came to nothing. A token that no longer holds it frees nothing. */
  readonly abandon: (claim: ClaimKey, token: ClaimToken) => Effect.Effect<void, StoreError>
}>()("@signalbox/core/port/Idempotency") {}
