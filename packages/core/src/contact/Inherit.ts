/**
 * The operator says that a contact of an account is inherited, so that clients cannot change it, or that it is the
 * account's own. A contact that does not exist is created.
 */
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { Accounts } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import * as KnownContact from "./KnownContact.ts"

export interface Command {
  readonly account: AccountId
  readonly phone: PhoneNumber
  readonly isInherited: boolean
}

const changed = ({ contact, isNew }: KnownContact.KnownContact, isInherited: boolean, now: Instant): Contact => {
  const { isInherited: _, ...own } = contact
  return { ...own, ...(isInherited ? { isInherited } : {}), updatedAt: isNew ? null : now }
}

/** Returns the contact, or null when there is no such account. */
export const Inherit: Decision<Command, Contact | null> = {
  name: "contacts.inherit",
  needs: ({ account, phone }, facts) =>
    Needs.all(
      Needs.row(Accounts, account),
      KnownContact.needs(Facts.peek(facts, Accounts, account) ?? { id: account }, phone)
    ),
  decide: ({ account, isInherited, phone }, grounds) => {
    const { facts, now } = grounds
    const owner = Facts.get(facts, Accounts, account)
    if (owner === null || owner.deletedAt !== null) {
      return done(null)
    }
    const known = KnownContact.of(owner, phone, grounds)
    if (!known.isNew && (known.contact.isInherited === true) === isInherited) {
      return done(known.contact)
    }
    const contact = changed(known, isInherited, now)
    return done(contact, KnownContact.changed(known, contact))
  }
}
