/**
 * The finished answer of an idempotent request. The commit that changes what the request asks for also stores its
 * reply; replays are made from it, so they have the same bytes (decisions 9.2).
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"

/** An Idempotency-Key belongs to the effective account. */
export const ClaimKey = Schema.Struct({ account: AccountId, key: Schema.String })
export type ClaimKey = typeof ClaimKey.Type

export const claimText = (self: ClaimKey): string => `${self.account}/${self.key}`

/** The fencing token of a claim; each new holder gets another one. */
export const ClaimToken = Schema.Int.pipe(Schema.brand("ClaimToken"))
export type ClaimToken = typeof ClaimToken.Type

export const Reply = Schema.Struct({
  claim: ClaimKey,
  token: ClaimToken,
  status: Schema.Int,
  /** The JSON text of `data` or of `error`; null for an answer without a body. */
  outcome: Schema.NullOr(Schema.Struct({ part: Schema.Literals(["data", "error"]), json: Schema.String })),
  /**
   * The field of `data` that holds a secret, and the secret's digest. The stored text has null there. A secret that no
   * row has stands here; at rest it is sealed.
   */
  withheld: Schema.optionalKey(
    Schema.Struct({ field: Schema.String, digest: Schema.String, secret: Schema.optionalKey(Schema.String) })
  ),
  /** The answer of a simulation that is made again for each replay, so `outcome` is null. */
  isRemade: Schema.optionalKey(Schema.Literal(true)),
  requestId: Schema.String,
  at: Instant,
  sandbox: Schema.Boolean,
  /** The profile that the request acted as, for X-Profile-Id. */
  profile: Schema.NullOr(AccountId)
})
export type Reply = typeof Reply.Type
