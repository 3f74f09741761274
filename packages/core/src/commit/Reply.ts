/**
 * The finished answer of an idempotent request. It is written in the commit of what the request changed; the bytes of
 * a replay are rendered from it, so they are the same (decisions 9.2).
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"

/** Whose key: an Idempotency-Key belongs to the effective account. */
export const ClaimKey = Schema.Struct({ account: AccountId, key: Schema.String })
export type ClaimKey = typeof ClaimKey.Type

export const claimText = (self: ClaimKey): string => `${self.account}/${self.key}`

/** A number that proves who holds a claim; a later holder has another one. */
export const ClaimToken = Schema.Int.pipe(Schema.brand("ClaimToken"))
export type ClaimToken = typeof ClaimToken.Type

export const Reply = Schema.Struct({
  claim: ClaimKey,
  token: ClaimToken,
  status: Schema.Int,
  /** The JSON text of `data` or of `error`; null for an answer without a body. */
  outcome: Schema.NullOr(Schema.Struct({ part: Schema.Literals(["data", "error"]), json: Schema.String })),
  /** The field of `data` whose secret is not kept: it is null in the text, and this is the secret's digest. */
  withheld: Schema.optionalKey(Schema.Struct({ field: Schema.String, digest: Schema.String })),
  requestId: Schema.String,
  at: Instant,
  sandbox: Schema.Boolean,
  /** The profile that the request acted as, for X-Profile-Id. */
  profile: Schema.NullOr(AccountId)
})
export type Reply = typeof Reply.Type
