/**
 * What could forbid to send to the recipient of a message, and what a commit that sends must expect: that the recipient
 * has neither opted out nor been suppressed meanwhile.
 */
import type { Expected } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"
import { suppressionKey, Suppressions } from "../row/Suppression.ts"

export interface Recipient {
  readonly contact: Contact | null
  /** Whether the recipient is on the account's suppression list. */
  readonly isSuppressed: boolean
}

export const needs = ({ account, phone }: Message): Needs.Needs =>
  Needs.all(
    Needs.unique(contactNumber(account, phone)),
    Needs.row(Suppressions, suppressionKey(account, phone))
  )

export const of = ({ account, phone }: Message, facts: Facts.Facts): Recipient => ({
  contact: Facts.find(facts, Contacts, contactNumber(account, phone)),
  isSuppressed: Facts.get(facts, Suppressions, suppressionKey(account, phone)) !== null
})

export const expected = ({ account, phone }: Message, facts: Facts.Facts): ReadonlyArray<Expected> => [
  Facts.expectedFree(facts, contactNumber(account, phone)),
  Facts.expected(facts, Suppressions, suppressionKey(account, phone))
]
