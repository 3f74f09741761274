/**
 * The shape in which the API shows a verification (decisions 16.3). Nothing in it tells the code, or how many tries are left.
 */
import * as Schema from "effect/Schema"
import * as Format from "../operation/Format.ts"
import type { Verification } from "../row/Verification.ts"
import { VerificationStatus } from "../row/Verification.ts"
import { Requested } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"
import * as Timestamp from "../value/Timestamp.ts"
import * as ResendRule from "./ResendRule.ts"
import * as VerificationState from "./VerificationState.ts"

export const VerificationResource = Schema.Struct({
  id: Format.uuid,
  phone_number: Format.phone,
  purpose: Schema.String,
  status: VerificationStatus,
  channel: Requested,
  template_id: Format.uuid,
  template_name: Schema.String,
  message_id: Format.uuid,
  code_length: Schema.Int,
  sends: Schema.Int,
  created_at: Format.timestamp,
  expires_at: Format.timestamp,
  resend_at: Schema.optionalKey(Format.timestamp),
  ended_at: Schema.optionalKey(Format.timestamp)
}).annotate({ identifier: "Verification" })
export type VerificationResource = typeof VerificationResource.Type

export const fromVerification = (verification: Verification, now: Instant): VerificationResource => {
  const { createdAt, endedAt, expiresAt, sends } = verification
  const last = sends.at(-1)!
  const status = VerificationState.at(verification, now)
  const resendAt = status === "pending" ? ResendRule.next(verification) : null
  const over = endedAt ?? (status === "expired" ? expiresAt : null)
  return {
    id: verification.id,
    phone_number: verification.phone,
    purpose: verification.purpose,
    status,
    channel: last.channel,
    template_id: last.template.id,
    template_name: last.template.name,
    message_id: last.message,
    code_length: verification.codeLength,
    sends: sends.length,
    created_at: Timestamp.show(createdAt),
    expires_at: Timestamp.show(expiresAt),
    ...(resendAt === null ? {} : { resend_at: Timestamp.show(resendAt) }),
    ...(over === null ? {} : { ended_at: Timestamp.show(over) })
  }
}
