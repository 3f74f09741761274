/**
 * The operator adds phone numbers to the account's suppression list, or removes them. The service never sends to a
 * suppressed number. The entry is kept in the row of the contact; where there is none, a row is made that clients do
 * not see.
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Moment } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as KnownContact from "../contact/KnownContact.ts"
import { Accounts } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts, isSuppressed, isVisible } from "../row/Contact.ts"
import { ref } from "../row/Kind.ts"
import type { AccountId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

export interface Command {
  readonly account: AccountId
  /** At most `Limit.suppressionBatch`. */
  readonly phones: ReadonlyArray<PhoneNumber>
  readonly suppressed: boolean
}

/** The number of entries that were added or removed, or null when there is no such account. */
export type SuppressAnswer = number | null

const added = (
  account: AccountId,
  phone: PhoneNumber,
  found: Contact | null,
  moment: Moment
): Partial<Commit.Commit> => ({
  puts: [
    Commit.put(Contacts, {
      ...found ?? { ...KnownContact.make(account, phone, moment), isOnlySuppressed: true },
      suppressedAt: moment.now
    })
  ]
})

const removed = (found: Contact): Partial<Commit.Commit> => {
  const { suppressedAt: _, ...contact } = found
  return isVisible(found) ? { puts: [Commit.put(Contacts, contact)] } : { deletes: [ref(Contacts, found.id)] }
}

export const Suppress: Decision<Command, SuppressAnswer> = {
  name: "accounts.suppress",
  needs: ({ account, phones }) =>
    Needs.all(Needs.row(Accounts, account), Needs.uniques(phones.map((phone) => contactNumber(account, phone)))),
  decide: ({ account, phones, suppressed }, { facts, now, ids }) => {
    const owner = Facts.get(facts, Accounts, account)
    if (owner === null || owner.deletedAt !== null) {
      return done(null)
    }
    const changes = [...new Set(phones)].flatMap((phone) => {
      const found = Facts.find(facts, Contacts, contactNumber(account, phone))
      if ((found !== null && isSuppressed(found)) === suppressed) return []
      const expects = found === null ? [] : [Facts.expected(facts, Contacts, found.id)]
      const change = suppressed ? added(account, phone, found, { now, ids }) : found === null ? {} : removed(found)
      return [Commit.make({ expects, ...change })]
    })
    return done(changes.length, ...changes)
  }
}
