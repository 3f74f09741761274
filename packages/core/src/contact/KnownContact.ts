/**
 * The contact of a number, which comes into being with the first thing that needs it: a request, a send, or a message
 * that the recipient writes.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts, isVisible } from "../row/Contact.ts"
import type { AccountId, ContactId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

export interface KnownContact {
  readonly contact: Contact
  /** Whether the account had no contact of this number before. */
  readonly isNew: boolean
  /** The expectations of a commit that puts the contact. */
  readonly expects: ReadonlyArray<Commit.Expected>
}

export const needs = (account: AccountId, phone: PhoneNumber): Needs.Needs =>
  Needs.unique(contactNumber(account, phone))

/** A contact that nothing is known of yet. */
export const make = (account: AccountId, phone: PhoneNumber, { ids, now }: Moment): Contact => ({
  id: ids.id(now) as ContactId,
  account,
  phone,
  optOut: false,
  createdAt: now,
  updatedAt: null
})

/** Makes a contact of a row that has only kept an entry of the suppression list. */
const shown = (row: Contact, now: Instant): Contact => {
  const { isOnlySuppressed: _, ...contact } = row
  return { ...contact, createdAt: now, updatedAt: null }
}

/**
 * The number is a unique key: when a concurrent commit makes the same contact first, this one is answered Taken, and
 * the next try finds that contact.
 */
export const of = (account: AccountId, phone: PhoneNumber, grounds: Grounds): KnownContact => {
  const { facts, now } = grounds
  const found = Facts.find(facts, Contacts, contactNumber(account, phone))
  if (found === null) return { contact: make(account, phone, grounds), isNew: true, expects: [] }
  const expects = [Facts.expected(facts, Contacts, found.id)]
  return isVisible(found)
    ? { contact: found, isNew: false, expects }
    : { contact: shown(found, now), isNew: true, expects }
}

/** Returns the contact as one that this message makes. */
export const openedBy = (known: KnownContact, message: MessageId): KnownContact => ({
  ...known,
  contact: { ...known.contact, openedBy: message }
})

/** Returns the part of a commit that makes the contact, if it is new. */
export const kept = ({ contact, expects, isNew }: KnownContact): Partial<Commit.Commit> =>
  isNew ? { expects, puts: [Commit.put(Contacts, contact)] } : {}
