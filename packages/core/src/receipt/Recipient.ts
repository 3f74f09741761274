/**
 * What a receipt tells of the recipient: that WhatsApp does not reach them (decisions 4.1 "WhatsApp recipient-side
 * failure").
 */
import type { FailureClass } from "../catalogue/FailureClass.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Contact } from "../row/Contact.ts"
import * as Instant from "../value/Instant.ts"

/** Whether the failure is the recipient's own, and not the route's. */
export const isTheirs = ({ channel }: Attempt, failure: FailureClass): boolean =>
  channel === "whatsapp" && failure === "recipient_not_on_channel"

/** The contact after such a failure: for a while nothing goes out to them on WhatsApp. */
export const undeliverable = (contact: Contact, now: Instant.Instant): Contact => ({
  ...contact,
  whatsappUndeliverableUntil: Instant.plus(now, Limit.whatsappUndeliverable)
})
