/**
 * Loads what could forbid sending to the recipient of a message, and makes a commit that sends expect that the
 * recipient has neither opted out nor been suppressed meanwhile.
 */
import type { Expected } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"

export interface Recipient {
  readonly contact: Contact | null
  /**
   * Whether the message answers a keyword of the recipient by itself: it may tell someone who has just opted out that
   * they have.
   */
  readonly isAutoReply: boolean
}

export const needs = ({ account, phone }: Pick<Message, "account" | "phone">): Needs.Needs =>
  Needs.unique(contactNumber(account, phone))

/** Sent once more by a client, an answer to a keyword is a message like any other one. */
export const isAutoReply = ({ autoReply, send }: Message): boolean => autoReply !== undefined && send === 1

export const of = (message: Message, facts: Facts.Facts): Recipient => ({
  contact: Facts.find(facts, Contacts, contactNumber(message.account, message.phone)),
  isAutoReply: isAutoReply(message)
})

export const expected = ({ account, phone }: Message, facts: Facts.Facts): ReadonlyArray<Expected> => [
  Facts.expectedFree(facts, contactNumber(account, phone))
]
