/**
 * The operator adds phone numbers to the account's suppression list, or removes them. The service never sends to a
 * suppressed number. The entry is kept in the row of the contact; where there is none, a row is made that clients do
 * not see.
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as KnownContact from "../contact/KnownContact.ts"
import * as Remembered from "../dispatch/Remembered.ts"
import { Accounts } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts, isVisible } from "../row/Contact.ts"
import { ref } from "../row/Kind.ts"
import type { SuppressionHash } from "../row/SuppressionHash.ts"
import { SuppressionHashes } from "../row/SuppressionHash.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

export interface Command {
  readonly account: AccountId
  /** At most `Limit.suppressionBatch`. */
  readonly phones: ReadonlyArray<PhoneNumber>
  readonly suppressed: boolean
}

/** The number of entries that were added or removed, or null when there is no such account. */
export type SuppressAnswer = number | null

const added = (known: KnownContact.KnownContact, found: Contact | null, now: Instant): Partial<Commit.Commit> =>
  KnownContact.changed(known, {
    ...found ?? { ...known.contact, isOnlySuppressed: true },
    suppressedAt: now
  })

const removed = (found: Contact): Partial<Commit.Commit> => {
  const { suppressedAt: _, ...contact } = found
  return isVisible(found) ? { puts: [Commit.put(Contacts, contact)] } : { deletes: [ref(Contacts, found.id)] }
}

/** Takes the number of an erased recipient off the list. What the recipient has said stays. */
const forgotten = (known: SuppressionHash): Partial<Commit.Commit> => {
  const { suppressedAt: _, ...rest } = known
  return rest.optOut === undefined && rest.purposes === undefined
    ? { deletes: [ref(SuppressionHashes, SuppressionHashes.key(known))] }
    : { puts: [Commit.put(SuppressionHashes, rest)] }
}

export const Suppress: Decision<Command, SuppressAnswer> = {
  name: "accounts.suppress",
  needs: ({ account, phones }, facts) =>
    Needs.all(
      Needs.row(Accounts, account),
      KnownContact.needsOfAll(Facts.peek(facts, Accounts, account) ?? { id: account }, phones)
    ),
  decide: ({ account, phones, suppressed }, grounds) => {
    const { facts, now } = grounds
    const owner = Facts.get(facts, Accounts, account)
    if (owner === null || owner.deletedAt !== null) {
      return done(null)
    }
    const changes = [...new Set(phones)].flatMap((phone) => {
      const found = Facts.find(facts, Contacts, contactNumber(account, phone))
      const remembered = found === null ? Remembered.find(owner, phone, facts) : null
      const listed = (found ?? remembered)?.suppressedAt !== undefined
      if (listed === suppressed) return []
      const known = KnownContact.of(owner, phone, grounds)
      if (suppressed) return [Commit.make(added(known, found, now))]
      const change = found === null ? remembered === null ? {} : forgotten(remembered) : removed(found)
      return [Commit.make({ expects: known.part.expects ?? [], ...change })]
    })
    return done(changes.length, ...changes)
  }
}
