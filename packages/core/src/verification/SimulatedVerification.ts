/**
 * The verification that sandbox answers show. It has no code, so that none is right.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Moment } from "../commit/Grounds.ts"
import type { Caller } from "../operation/Caller.ts"
import type { Verification } from "../row/Verification.ts"
import type { MessageId, TemplateId, VerificationId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import type { Create } from "./VerificationBody.ts"
import * as VerificationBody from "./VerificationBody.ts"

/** The phone number that sandbox answers show where the request names none. */
const phone = "+15550000000" as PhoneNumber

/** Returns a verification that has just begun, as a request asks for it or with neutral values. */
export const verification = (
  { body, id }: { readonly body?: Create; readonly id?: VerificationId },
  { account }: Caller,
  { ids, now }: Moment
): Verification => {
  const asked: Create = body ?? { phone_number: phone, template: {} }
  const { id: template, name } = asked.template
  const minutes = asked.lifetime_minutes ?? Limit.verification.lifetimeMinutes.default
  return {
    id: id ?? ids.uuid() as VerificationId,
    account: account.id,
    phone: asked.phone_number,
    purpose: VerificationBody.purpose(asked),
    status: "pending",
    codeLength: VerificationBody.codeLength(asked),
    code: null,
    tries: 0,
    sends: [{
      message: ids.uuid() as MessageId,
      channel: VerificationBody.channel(asked),
      template: { id: template ?? ids.uuid() as TemplateId, name: name ?? "sandbox" },
      at: now
    }],
    createdAt: now,
    expiresAt: Instant.plus(now, minutes * Instant.minute),
    endedAt: null
  }
}
