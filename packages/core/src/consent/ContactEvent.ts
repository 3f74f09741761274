/**
 * The webhook body of a contact event (decisions 7.6). Every signal of a recipient is reported, also one that changes
 * nothing.
 */
import type { EventName } from "../catalogue/EventName.ts"
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Contact } from "../row/Contact.ts"
import type { Event } from "../row/Delivery.ts"
import type { EventId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"
import type { ConsentAction } from "./ConsentKeyword.ts"
import type { ConsentSignal } from "./ConsentSignal.ts"

const names: Readonly<Record<ConsentAction, EventName>> = {
  OPT_IN: "contact.opt_in",
  OPT_OUT: "contact.opt_out",
  HELP: "contact.help"
}

/** @param contact the contact as the signal leaves it */
const payload = (contact: Contact, { action, channel, message, purpose, source, text }: ConsentSignal): JsonObject => ({
  account_id: contact.account,
  contact_id: contact.id,
  phone_number: contact.phone,
  channel,
  opt_out: contact.optOut,
  ...(purpose === undefined ? {} : { purpose, consent: action === "OPT_OUT" ? "opt_out" : "opt_in" }),
  source,
  message_id: message,
  text
})

export const make = (id: EventId, contact: Contact, signal: ConsentSignal, at: Instant): Event => {
  const name = signal.purpose === undefined ? names[signal.action] : "contact.preference"
  return { id, account: contact.account, name, at, body: envelope(name, at, payload(contact, signal)) }
}
