/**
 * Handles receipts that say that WhatsApp does not reach the recipient (decisions 4.1 "WhatsApp recipient-side
 * failure").
 */
import type { FailureClass } from "../catalogue/FailureClass.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Contact } from "../row/Contact.ts"
import * as Instant from "../value/Instant.ts"

/** Returns whether the recipient has caused the failure, and not the route. */
export const isTheirs = ({ channel }: Attempt, failure: FailureClass): boolean =>
  channel === "whatsapp" && failure === "recipient_not_on_channel"

/** Returns the contact after such a failure: nothing is sent to it on WhatsApp for a while. */
export const undeliverable = (contact: Contact, now: Instant.Instant) => ({
  ...contact,
  whatsappUndeliverableUntil: Instant.plus(now, Limit.whatsappUndeliverable)
})
