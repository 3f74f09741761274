/**
 * Idempotency claims decide who may execute a request that carries a key. This port has only what cannot wait for a
 * commit; the finished answer is part of the Commit (`Reply`), so the claims are kept where `Store` keeps its rows.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ClaimKey, ClaimToken, Reply } from "../commit/Reply.ts"
import type { Instant } from "../value/Instant.ts"
import type { StoreError } from "./Store.ts"

export type Begun =
  /** Nobody has used the key within its lifetime: execute the request, then commit with this token. */
  | { readonly _tag: "Started"; readonly token: ClaimToken }
  /** Another request with this key is still being executed. */
  | { readonly _tag: "InProgress" }
  /** The key was used for this very request. */
  | { readonly _tag: "Finished"; readonly reply: Reply }
  /** The key was used for a different request. */
  | { readonly _tag: "Mismatch" }

export class Idempotency extends Context.Service<Idempotency, {
  /**
   * Claims a key for the request with this fingerprint. An unfinished claim is free again after
   * `Limit.idempotencyClaimLifetime`, a finished one `Limit.idempotencyLifetime` after its answer. Until another
   * request begins, a slow holder may still finish, for one day at most, measured by the instant of its answer.
   */
  readonly begin: (claim: ClaimKey, fingerprint: string, now: Instant) => Effect.Effect<Begun, StoreError>
  /** Frees a claim whose request has stored no answer. A token that no longer holds the claim frees nothing. */
  readonly abandon: (claim: ClaimKey, token: ClaimToken) => Effect.Effect<void, StoreError>
}>()("@signalbox/core/port/Idempotency") {}
