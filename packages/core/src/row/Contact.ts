/**
 * A contact is a recipient of an account: one row per (account, phone), with all that the gates ask about it. Every
 * commit that sends a message expects this row, so no attempt is committed after an opt-out or a suppression. It is
 * addressed by its id and found by its number.
 */
import * as Schema from "effect/Schema"
import { Channel } from "../value/Channel.ts"
import { AccountId, ContactId, MessageId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"
import { formats, PhoneNumber } from "../value/PhoneNumber.ts"
import * as Filters from "./Filters.ts"
import { FrequencyCount } from "./Frequency.ts"
import * as Kind from "./Kind.ts"
import { NumberFacts } from "./NumberFacts.ts"
import { PurposeConsent } from "./Purpose.ts"

/** The channels that a client may prefer for a contact. */
export const DefaultChannel = Schema.Literals(["sms", "whatsapp"])
export type DefaultChannel = typeof DefaultChannel.Type

export const Contact = Schema.Struct({
  id: ContactId,
  account: AccountId,
  phone: PhoneNumber,
  optOut: Schema.Boolean,
  /** The client's choice; absent for SMS. */
  defaultChannel: Schema.optionalKey(DefaultChannel),
  /** The language that templates in several languages are sent to the contact in; absent when the client gave none. */
  language: Schema.optionalKey(Schema.String),
  /** Clients can read an inherited contact, but not change it. */
  isInherited: Schema.optionalKey(Schema.Boolean),
  /** Since when the number is on the account's suppression list. Absent: it is not on the list. */
  suppressedAt: Schema.optionalKey(Instant),
  /** The row only keeps an entry of the suppression list: clients see no contact. */
  isOnlySuppressed: Schema.optionalKey(Schema.Boolean),
  /** When the recipient last wrote, on any channel and on WhatsApp. This opens a free-form conversation. */
  lastInboundAt: Schema.optionalKey(Instant),
  lastWhatsappInboundAt: Schema.optionalKey(Instant),
  /**
   * The message with a template that made the contact. Once a carrier has accepted it, it opens a free-form conversation
   * as a `ConversationOpening` does, which later messages write.
   */
  openedBy: Schema.optionalKey(MessageId),
  /** WhatsApp could not reach the recipient: until this instant it is not used as a route. */
  whatsappUndeliverableUntil: Schema.optionalKey(Instant),
  /** How many messages it was sent, as far as rules of its account ask; absent where there are none. */
  frequency: Schema.optionalKey(Schema.Array(FrequencyCount)),
  /** The consents to single purposes, by their names; absent where the recipient has said nothing about one. */
  purposes: Schema.optionalKey(Schema.Record(Schema.String, PurposeConsent)),
  /** The answer of a look-up of the number; absent where no rule has asked for one. */
  lookup: Schema.optionalKey(NumberFacts),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type Contact = typeof Contact.Type

/** The unique key of a number within an account. */
export const contactNumber = (account: AccountId, phone: PhoneNumber): Kind.UniqueKey => ({
  index: "contact_number",
  key: `${account}/${phone}`
})

/** Printable ASCII, as nearly every form of a number is. It costs a fifth of other text. */
const printable = /^[ -~]*$/

/** Normalizes the text to search for among the forms of a number: punctuation does not matter. */
export const searched = (text: string): string =>
  printable.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]/g, "")
    : Filters.folded(text).replace(/[^\p{L}\p{N}]/gu, "")

/** Every form of the number. Those that differ only in their punctuation are one text. */
const searchable = (phone: PhoneNumber): ReadonlyArray<string> => {
  const { e164, international, national, rfc } = formats(phone)
  const texts = [...new Set([rfc, international, national, e164].map(searched))]
  // The RFC 3966 form ends with the digits of the international one.
  return texts.filter((text, index) => !texts.slice(0, index).some((longer) => longer.includes(text)))
}

/** Matches what is part of some form of a number: its digits, with all or the end of "tel" before them. */
const partOfNumber = /^(?:te?|e|(?:tel|el|l)?[0-9]{0,20})$/

/** Returns whether a number may have a text that was normalized. Texts with other letters need not be looked for. */
export const mayHave = (searched: string): boolean => partOfNumber.test(searched)

/** Returns the channels that no failure on the recipient's side has ruled out. */
export const reachableOn = (contact: Contact): ReadonlyArray<Channel> =>
  contact.whatsappUndeliverableUntil === undefined
    ? Channel.literals
    : Channel.literals.filter((channel) => channel !== "whatsapp")

/** Returns whether clients see the contact. */
export const isVisible = (contact: Contact): boolean => contact.isOnlySuppressed !== true

export const isSuppressed = (contact: Contact): boolean => contact.suppressedAt !== undefined

const listings = (contact: Contact): Kind.Listings => {
  const { account, createdAt, suppressedAt } = contact
  const seen = { list: "contacts", scope: account, at: createdAt } as const
  if (suppressedAt === undefined) return [seen]
  const suppressed = { list: "suppressions", scope: account, at: suppressedAt } as const
  return isVisible(contact) ? [seen, suppressed] : [suppressed]
}

/** Its id is the key of the row, what a new contact has is left out, and what all have is kept under short names. */
const stored: Kind.Stored = {
  encode: (contact) => {
    const { account, createdAt, id: _, openedBy, optOut, phone, updatedAt, ...kept } = contact as Contact
    return {
      ...kept,
      ...(optOut ? { optOut } : {}),
      ...(updatedAt === null ? {} : { updatedAt }),
      ...(openedBy === undefined ? {} : { x: openedBy }),
      w: createdAt,
      n: phone,
      u: account
    }
  },
  decode: (stored, id) => {
    const { n: phone, u: account, w: createdAt, x: openedBy, ...kept } = stored as JsonObject
    const contact = { id, account, phone, createdAt, optOut: false, updatedAt: null, ...kept }
    return openedBy === undefined ? contact : { ...contact, openedBy }
  }
}

export const Contacts = Kind.make({
  name: "contact",
  schema: Contact,
  stored,
  key: (contact: Contact) => contact.id,
  unique: ({ account, phone }) => [contactNumber(account, phone)],
  listings,
  // Every contact can be reached on the other channels, so nobody looks for those who can.
  filters: (contact) =>
    Filters.make(
      { channel: reachableOn(contact).filter((channel) => channel === "whatsapp"), phone: contact.phone },
      searchable(contact.phone)
    )
})
