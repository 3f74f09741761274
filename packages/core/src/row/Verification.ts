/**
 * A verification: somebody shows that a number is theirs by a code that was sent to it (decisions 16).
 */
import * as Schema from "effect/Schema"
import { Requested } from "../value/Channel.ts"
import { AccountId, MessageId, TemplateId, VerificationId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"

export const VerificationStatus = Schema.Literals(["pending", "approved", "expired", "failed", "canceled"])
export type VerificationStatus = typeof VerificationStatus.Type

/** The code was sent by this message. */
export const CodeSent = Schema.Struct({
  message: MessageId,
  channel: Requested,
  template: Schema.Struct({ id: TemplateId, name: Schema.String }),
  at: Instant
})
export type CodeSent = typeof CodeSent.Type

/** The hash of a code, and what keys it: random bytes in base64, which are sealed at rest (`SealedStore`). */
export const CodeHash = Schema.Struct({ hash: Schema.String, key: Schema.String })
export type CodeHash = typeof CodeHash.Type

export const Verification = Schema.Struct({
  id: VerificationId,
  account: AccountId,
  phone: PhoneNumber,
  /** Distinguishes what the account asks one number about, such as `login` and `payment`. */
  purpose: Schema.String,
  status: VerificationStatus,
  codeLength: Schema.Int,
  /** Whether it is counted for the prefix of its number; absent means no (decisions 17.3). */
  isWatched: Schema.optionalKey(Schema.Boolean),
  /** Null once the verification has ended: no code is right any more. */
  code: Schema.NullOr(CodeHash),
  /** How many wrong codes were tried. */
  tries: Schema.Int,
  /** The first one first; there is always one. */
  sends: Schema.Array(CodeSent),
  createdAt: Instant,
  expiresAt: Instant,
  endedAt: Schema.NullOr(Instant)
})
export type Verification = typeof Verification.Type

/** The unique key of the running verification of a number for a purpose: there is one at most. */
export const running = (account: AccountId, phone: PhoneNumber, purpose: string): Kind.UniqueKey => ({
  index: "verification_running",
  key: `${account}/${phone}/${purpose}`
})

export const Verifications = Kind.make({
  name: "verification",
  schema: Verification,
  key: ({ id }: Verification) => id,
  unique: ({ account, phone, purpose, status }) => status === "pending" ? [running(account, phone, purpose)] : []
})
