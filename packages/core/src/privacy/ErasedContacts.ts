/**
 * Erases contacts. Of one whom nothing may be sent to, that stays as a keyed hash of the number (decisions 17.6).
 *
 * What looks for a contact knows first whether its account has such hashes. So the account says so before the first of them
 * is made, and a while passes in between: nobody then still goes by the account as it was before.
 *
 * A contact stays until no entry of an audit log names it, since it is by the contact that they are found.
 */
import * as Audited from "../audit/Audited.ts"
import * as ErasedRecipient from "../audit/ErasedRecipient.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import { WhatsappReturnWork } from "../contact/ContactWork.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { consentScope } from "../row/ConsentRecord.ts"
import type { Contact } from "../row/Contact.ts"
import { Contacts } from "../row/Contact.ts"
import { ref } from "../row/Kind.ts"
import type { SuppressionHash } from "../row/SuppressionHash.ts"
import { names, SuppressionHashes } from "../row/SuppressionHash.ts"
import * as Instant from "../value/Instant.ts"
import type { Erased, Erasing, Subject, Taken } from "./Erased.ts"
import { includes, owners } from "./Erased.ts"

const own = (keys: ReadonlyArray<string>, subject: Subject, facts: Facts.Facts): ReadonlyArray<Contact> =>
  keys.flatMap((key) => {
    const contact = Facts.peek(facts, Contacts, key) ?? null
    return contact?.phone === subject.phone ? [contact] : []
  })

/** Returns the purposes that a recipient has opted out of. */
const refusedBy = ({ purposes = {} }: Contact): ReadonlyArray<string> =>
  Object.entries(purposes).flatMap(([name, said]) => said === "opt_out" ? [name] : [])

const isOptedOut = (contact: Contact): boolean => contact.optOut || refusedBy(contact).length > 0

const isBarred = (contact: Contact): boolean => contact.suppressedAt !== undefined || isOptedOut(contact)

const records = ({ account, id }: Contact): Needs.ListQuery => ({
  list: "consent_records",
  scope: consentScope(account, id),
  offset: 0,
  limit: Limit.erasureBatch
})

type Said = Pick<SuppressionHash, "optOut" | "purposes">

/** Returns opt-outs with their time and source. One without a recent record is as old as the last change of the contact. */
const optOutsOf = (contact: Contact, facts: Facts.Facts): Said => {
  if (!isOptedOut(contact)) return {}
  const newest = Facts.page(facts, records(contact)).rows.flatMap((row) =>
    row.kind === "consent_record" ? [row.value] : []
  )
  const said = (about?: string): NonNullable<Said["optOut"]> => {
    const record = newest.find(({ purpose }) => purpose === about)
    return record?.consent === "opt_out"
      ? { at: record.at, source: record.source }
      : { at: contact.updatedAt ?? contact.createdAt, source: "API" }
  }
  const refused = refusedBy(contact)
  return {
    ...(contact.optOut ? { optOut: said() } : {}),
    ...(refused.length === 0 ? {} : { purposes: Object.fromEntries(refused.map((name) => [name, said(name)])) })
  }
}

const hashed = (contact: Contact, account: Account, facts: Facts.Facts): Commit.Commit["puts"] => {
  if (!isBarred(contact)) return []
  const [name] = names(account, contact.phone)
  // Rather nothing is erased than a message sent to somebody who has opted out.
  if (name === undefined) throw new Error("there is no key to hash a number with")
  const { suppressedAt } = contact
  return [Commit.put(SuppressionHashes, {
    ...name,
    ...optOutsOf(contact, facts),
    ...(suppressedAt === undefined ? {} : { suppressedAt })
  })]
}

interface Found {
  readonly contact: Contact
  readonly account: Account
}

/** Tells a profile of the erasure that its organization has asked for, which has an entry of its own. */
const told = ({ account }: Found, { account: asking, pseudonym }: Erasing, grounds: Grounds): Partial<Commit.Commit> =>
  account.id === asking ? {} : Audited.entry(account, {
    actor: { type: "service" },
    action: "erased",
    subject: { type: "recipient", id: pseudonym },
    fields: [],
    operation: "privacy.erase_step"
  }, grounds)

const gone = (contact: Contact, account: Account, facts: Facts.Facts): Partial<Commit.Commit> => ({
  expects: [Facts.expected(facts, Contacts, contact.id)],
  deletes: [ref(Contacts, contact.id)],
  puts: hashed(contact, account, facts),
  cancels: [WhatsappReturnWork.ref(contact.id)]
})

/** Returns when the account has been known to have hashes for long enough, and the part of a commit that tells it. */
const announced = ({ account }: Found, { facts, now }: Grounds): Taken => {
  const since = account.suppressionHashes?.since ?? now
  const commit = account.suppressionHashes !== undefined ? {} : {
    expects: [Facts.expected(facts, Accounts, account.id)],
    puts: [Commit.put(Accounts, { ...account, suppressionHashes: { since } })]
  }
  return { commit, staysUntil: Instant.plus(since, Limit.recipientErasure.grace) }
}

export const ErasedContacts: Erased = {
  kind: "contact",
  most: Limit.recipientErasure.messages,
  needs: (keys, subject, facts) => {
    const contacts = own(keys, subject, facts)
    return Needs.all(
      Needs.rows(Contacts, keys),
      owners(contacts.map(({ account }) => account)),
      ...contacts.map(({ account, id }) => ErasedRecipient.needs(account, id)),
      ...contacts.filter(isOptedOut).map((contact) => Needs.list(records(contact)))
    )
  },
  take: (keys, subject, grounds): Taken => {
    const { facts, now } = grounds
    const found = own(keys, subject, facts).flatMap((contact): ReadonlyArray<Found> => {
      const account = Facts.get(facts, Accounts, contact.account)
      return account !== null && includes(subject, account) ? [{ contact, account }] : []
    })
    const early = found
      .filter(({ contact }) => isBarred(contact))
      .map((each) => announced(each, grounds))
      .filter(({ staysUntil }) => staysUntil !== undefined && staysUntil > now)
    if (early.length > 0) {
      return {
        commit: Commit.all(...early.map(({ commit }) => commit)),
        staysUntil: Instant.make(Math.max(...early.flatMap(({ staysUntil }) => staysUntil ?? [])))
      }
    }
    const replaced = found.map(({ contact: { account, id } }) =>
      ErasedRecipient.replace(account, id, subject.pseudonym, facts)
    )
    const entries = replaced.map(({ commit }) => commit)
    if (replaced.some(({ isMore }) => isMore)) return { commit: Commit.all(...entries), staysUntil: now }
    const parts = found.flatMap((each) => [gone(each.contact, each.account, facts), told(each, subject, grounds)])
    return { commit: Commit.all(...entries, ...parts) }
  }
}
