/**
 * A recipient of an account: one row per (account, phone), holding all that the gates ask of it. A commit that lets a
 * message go relies on this row, so no attempt is committed after an opt-out. It is addressed by its id and found by its
 * number.
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
  /** When the recipient last wrote, on any channel, and on WhatsApp: what opens a free-form conversation. */
  lastInboundAt: Schema.optionalKey(Instant),
  lastWhatsappInboundAt: Schema.optionalKey(Instant),
  /** WhatsApp failed for a reason of the recipient's: until then it is no route to them. */
  whatsappUndeliverableUntil: Schema.optionalKey(Instant),
  /** The channels that reach it, kept by whoever finds that out; absent: nobody has. */
  channels: Schema.optionalKey(Schema.Array(Channel)),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type Contact = typeof Contact.Type

/** An account knows each number once. */
export const contactNumber = (account: AccountId, phone: PhoneNumber): Kind.UniqueKey => ({
  index: "contact_number",
  key: `${account}/${phone}`
})

/** What is sought among the forms of a number: how it is punctuated does not matter. */
export const searched = (text: string): string => Filters.folded(text).replace(/[^\p{L}\p{N}]/gu, "")

export const Contacts = Kind.make({
  name: "contact",
  schema: Contact,
  key: (contact: Contact) => contact.id,
  unique: ({ account, phone }) => [contactNumber(account, phone)],
  listings: (contact) => [{ list: "contacts", scope: contact.account, at: contact.createdAt }],
  filters: ({ channels = [], phone }) => Filters.make({ channel: channels, phone }, digits(phone).map(searched))
})
