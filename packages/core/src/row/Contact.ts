/**
 * A contact is a recipient of an account: one row per (account, phone), with all that the gates ask about it. Every
 * commit that sends a message expects this row, so no attempt is committed after an opt-out. It is addressed by its id
 * and found by its number.
 */
import * as Schema from "effect/Schema"
import { Channel } from "../value/Channel.ts"
import { AccountId, ContactId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { digits, PhoneNumber } from "../value/PhoneNumber.ts"
import * as Filters from "./Filters.ts"
import * as Kind from "./Kind.ts"

export const Contact = Schema.Struct({
  id: ContactId,
  account: AccountId,
  phone: PhoneNumber,
  optOut: Schema.Boolean,
  /** When the recipient last wrote, on any channel and on WhatsApp. This opens a free-form conversation. */
  lastInboundAt: Schema.optionalKey(Instant),
  lastWhatsappInboundAt: Schema.optionalKey(Instant),
  /** WhatsApp could not reach the recipient: until this instant it is not used as a route. */
  whatsappUndeliverableUntil: Schema.optionalKey(Instant),
  /** The channels that reach the contact, where that is known. */
  channels: Schema.optionalKey(Schema.Array(Channel)),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type Contact = typeof Contact.Type

/** The unique key of a number within an account. */
export const contactNumber = (account: AccountId, phone: PhoneNumber): Kind.UniqueKey => ({
  index: "contact_number",
  key: `${account}/${phone}`
})

/** Normalizes the text to search for among the forms of a number: punctuation does not matter. */
export const searched = (text: string): string => Filters.folded(text).replace(/[^\p{L}\p{N}]/gu, "")

export const Contacts = Kind.make({
  name: "contact",
  schema: Contact,
  key: (contact: Contact) => contact.id,
  unique: ({ account, phone }) => [contactNumber(account, phone)],
  listings: (contact) => [{ list: "contacts", scope: contact.account, at: contact.createdAt }],
  filters: ({ channels = [], phone }) => Filters.make({ channel: channels, phone }, digits(phone).map(searched))
})
