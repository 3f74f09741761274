/**
 * The contact of a number, which comes into being with the first thing that needs it: a request, a send, or a message
 * that the recipient writes. Of a number that was erased it takes over what is still known (`SuppressionHash`).
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Remembered from "../dispatch/Remembered.ts"
import type { Account } from "../row/Account.ts"
import { ConsentRecords } from "../row/ConsentRecord.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts, isVisible } from "../row/Contact.ts"
import { ref } from "../row/Kind.ts"
import type { SuppressionHash } from "../row/SuppressionHash.ts"
import { SuppressionHashes } from "../row/SuppressionHash.ts"
import type { AccountId, ConsentRecordId, ContactId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/** The account of a contact. */
export type Owner = Pick<Account, "id" | "suppressionHashes">

export interface KnownContact {
  readonly contact: Contact
  /** Whether the account had no contact of this number before. */
  readonly isNew: boolean
  /** The part of a commit that puts the contact: what it expects, and what the contact takes over. */
  readonly part: Partial<Commit.Commit>
}

export const needs = (account: Owner, phone: PhoneNumber): Needs.Needs => needsOfAll(account, [phone])

export const needsOfAll = (account: Owner, phones: ReadonlyArray<PhoneNumber>): Needs.Needs => {
  const contacts = Needs.uniques(phones.map((phone) => contactNumber(account.id, phone)))
  return account.suppressionHashes === undefined
    ? contacts
    : Needs.all(contacts, ...phones.map((phone) => Remembered.needs(account, phone)))
}

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

type OptOut = NonNullable<SuppressionHash["optOut"]>

/** The record of an opt-out that was made before the recipient was erased; its message and text are not known any more. */
const record = (
  { account, id: contact, phone }: Contact,
  { at, source }: OptOut,
  { ids, now }: Moment,
  purpose?: string
): Commit.Commit["puts"][number] =>
  Commit.put(ConsentRecords, {
    id: ids.id(now) as ConsentRecordId,
    account,
    contact,
    phone,
    consent: "opt_out",
    ...(purpose === undefined ? {} : { purpose }),
    source,
    channel: null,
    message: null,
    text: null,
    at
  })

/** A new contact of a number that was erased is as the recipient and the operator have left it. */
const recalled = (contact: Contact, found: SuppressionHash, moment: Moment): KnownContact => {
  const { optOut, purposes, suppressedAt } = found
  const single = Object.entries(purposes ?? {})
  return {
    contact: {
      ...contact,
      optOut: optOut !== undefined,
      ...(purposes === undefined
        ? {}
        : { purposes: Object.fromEntries(single.map(([name]) => [name, "opt_out" as const])) }),
      ...(suppressedAt === undefined ? {} : { suppressedAt })
    },
    isNew: true,
    part: {
      deletes: [ref(SuppressionHashes, SuppressionHashes.key(found))],
      puts: [
        ...optOut === undefined ? [] : [record(contact, optOut, moment)],
        ...single.map(([name, said]) => record(contact, said, moment, name))
      ]
    }
  }
}

const unknown = (account: Owner, phone: PhoneNumber, grounds: Grounds): KnownContact => {
  const contact = make(account.id, phone, grounds)
  if (account.suppressionHashes === undefined) return { contact, isNew: true, part: {} }
  const found = Remembered.find(account, phone, grounds.facts)
  const expects = Remembered.expected(account, phone, grounds.facts)
  const known: KnownContact = found === null ? { contact, isNew: true, part: {} } : recalled(contact, found, grounds)
  return { ...known, part: { ...known.part, expects } }
}

/**
 * The number is a unique key: when a concurrent commit makes the same contact first, this one is answered Taken, and
 * the next try finds that contact.
 */
export const of = (account: Owner, phone: PhoneNumber, grounds: Grounds): KnownContact => {
  const { facts, now } = grounds
  const found = Facts.find(facts, Contacts, contactNumber(account.id, phone))
  if (found === null) return unknown(account, phone, grounds)
  const part = { expects: [Facts.expected(facts, Contacts, found.id)] }
  return isVisible(found)
    ? { contact: found, isNew: false, part }
    : { contact: shown(found, now), isNew: true, part }
}

/** Returns the contact as one that this message makes. */
export const openedBy = (known: KnownContact, message: MessageId): KnownContact => ({
  ...known,
  contact: { ...known.contact, openedBy: message }
})

/** Returns the part of a commit that makes the contact, if it is new. */
export const kept = ({ contact, isNew, part }: KnownContact): Partial<Commit.Commit> =>
  isNew ? { ...part, puts: [Commit.put(Contacts, contact), ...part.puts ?? []] } : {}

/** Returns the part of a commit that stores the contact as it has become. */
export const changed = ({ part }: KnownContact, contact: Contact): Partial<Commit.Commit> => ({
  ...part,
  puts: [Commit.put(Contacts, contact), ...part.puts ?? []]
})
