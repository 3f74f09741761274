/**
 * A recipient of an account: one row per (account, phone), holding all that the gates ask of it. A commit that lets a
 * message go relies on this row, so no attempt is committed after an opt-out.
 */
import * as Schema from "effect/Schema"
import { AccountId, ContactId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"

export const Contact = Schema.Struct({
  id: ContactId,
  account: AccountId,
  phone: PhoneNumber,
  optOut: Schema.Boolean,
  /** When the recipient last wrote, on any channel, and on WhatsApp: what opens a free-form conversation. */
  lastInboundAt: Schema.optionalKey(Instant),
  lastWhatsappInboundAt: Schema.optionalKey(Instant),
  /** WhatsApp failed for a reason of the recipient's: until then it is no route to them. */
  whatsappUndeliverableUntil: Schema.optionalKey(Instant),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type Contact = typeof Contact.Type

export const key = (account: AccountId, phone: PhoneNumber): string => `${account}/${phone}`

export const Contacts = Kind.make({
  name: "contact",
  schema: Contact,
  key: (contact: Contact) => key(contact.account, contact.phone),
  listings: (contact) => [{ list: "contacts", scope: contact.account, at: contact.createdAt }]
})
