/**
 * The webhook body of a verification's event (decisions 16.8). It never holds the code.
 */
import type { EventName } from "../catalogue/EventName.ts"
import type { Moment } from "../commit/Grounds.ts"
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Event } from "../row/Delivery.ts"
import type { Verification } from "../row/Verification.ts"
import type { EventId } from "../value/Id.ts"
import * as Timestamp from "../value/Timestamp.ts"

export const make = (name: EventName, verification: Verification, { ids, now: at }: Moment): Event => ({
  id: ids.id(at) as EventId,
  account: verification.account,
  name,
  at,
  body: envelope(name, at, {
    account_id: verification.account,
    verification_id: verification.id,
    phone_number: verification.phone,
    purpose: verification.purpose,
    status: verification.status,
    message_id: verification.sends.at(-1)?.message ?? null,
    expires_at: Timestamp.show(verification.expiresAt),
    updated_at: Timestamp.show(at)
  })
})
