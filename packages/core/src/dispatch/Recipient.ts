/**
 * Loads what could forbid sending to the recipient of a message, and makes a commit that sends expect that the
 * recipient has neither opted out nor been suppressed meanwhile.
 */
import type { Expected } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"
import type { SuppressionHash } from "../row/SuppressionHash.ts"
import * as Remembered from "./Remembered.ts"

export interface Recipient {
  readonly contact: Contact | null
  /** Tells what is still known of a recipient who was erased; absent where there is a contact. */
  readonly remembered?: SuppressionHash
  /**
   * Whether the message answers a keyword of the recipient by itself: it may tell someone who has just opted out that
   * they have.
   */
  readonly isAutoReply: boolean
}

export const needs = ({ account, phone }: Pick<Message, "account" | "phone">, facts: Facts.Facts): Needs.Needs => {
  const contact = Needs.unique(contactNumber(account, phone))
  const owner = Facts.peek(facts, Accounts, account)
  return owner?.suppressionHashes === undefined ? contact : Needs.all(contact, Remembered.needs(owner, phone))
}

/** Sent once more by a client, an answer to a keyword is a message like any other one. */
export const isAutoReply = ({ autoReply, send }: Message): boolean => autoReply !== undefined && send === 1

/** Returns the account of a recipient without a contact, if it has erased recipients whom nothing may be sent to. */
const forgetful = ({ account }: Message, contact: Contact | null, facts: Facts.Facts): Account | null => {
  const owner = contact === null ? Facts.peek(facts, Accounts, account) ?? null : null
  return owner?.suppressionHashes === undefined ? null : owner
}

export const of = (message: Message, facts: Facts.Facts): Recipient => {
  const contact = Facts.find(facts, Contacts, contactNumber(message.account, message.phone))
  const owner = forgetful(message, contact, facts)
  const remembered = owner === null ? null : Remembered.find(owner, message.phone, facts)
  return { contact, ...(remembered === null ? {} : { remembered }), isAutoReply: isAutoReply(message) }
}

export const expected = (message: Message, facts: Facts.Facts): ReadonlyArray<Expected> => {
  const { account, phone } = message
  const contact = Facts.find(facts, Contacts, contactNumber(account, phone))
  const owner = forgetful(message, contact, facts)
  return [
    Facts.expectedFree(facts, contactNumber(account, phone)),
    ...owner === null ? [] : Remembered.expected(owner, phone, facts)
  ]
}
