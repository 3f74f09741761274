/**
 * Removes recipients that no message names any more. Whoever has said anything about consent stays, whatever the age: the law
 * wants it kept. So do those that the operator has made or suppressed, and those that something is still counted for.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import { WhatsappReturnWork } from "../contact/ContactWork.ts"
import * as Places from "../privacy/Places.ts"
import { consentScope } from "../row/ConsentRecord.ts"
import type { Contact } from "../row/Contact.ts"
import { Contacts, isSuppressed, isVisible } from "../row/Contact.ts"
import { ConversationOpenings, openingKey } from "../row/ConversationOpening.ts"
import { ref } from "../row/Kind.ts"
import { conversationScope } from "../row/Message.ts"
import { dayOf } from "../row/Usage.ts"
import * as ConversationId from "../value/ConversationId.ts"
import * as Instant from "../value/Instant.ts"
import type { Pass, Stage } from "./Stage.ts"
import { page } from "./Stage.ts"

const { contacts: limit } = Limit.purge

const pageOf = (pass: Pass): ListQuery => page("contacts", limit, pass)

const contactsIn = (found: Facts.Page | undefined): ReadonlyArray<Contact> =>
  (found?.rows ?? []).flatMap((row) => row.kind === "contact" ? [row.value] : [])

const first = { isCounted: false, offset: 0, limit: 1 } as const

const messagesOf = ({ account, id }: Contact): ListQuery => ({
  list: "conversation",
  scope: conversationScope(account, ConversationId.of(account, id)),
  ...first
})

const recordsOf = ({ account, id }: Contact): ListQuery => ({
  list: "consent_records",
  scope: consentScope(account, id),
  ...first
})

const hasSpoken = ({ optOut, purposes = {} }: Contact): boolean => optOut || Object.keys(purposes).length > 0

/** The longest period of a rule is a week; its text begins with the day. */
const isCounted = ({ frequency = [] }: Contact, at: Instant.Instant): boolean => {
  const oldest = dayOf(Instant.plus(at, -9 * Instant.day))
  return frequency.some(({ period }) => period >= oldest)
}

/** Returns whether the row itself lets the contact go. It tells nothing of its messages and of records of consent. */
const isIdle = (contact: Contact, { before }: Pass, at: Instant.Instant): boolean =>
  isVisible(contact) && !isSuppressed(contact) && !hasSpoken(contact) && contact.isInherited !== true &&
  !isCounted(contact, at) && (contact.whatsappUndeliverableUntil ?? at) <= at &&
  [contact.updatedAt, contact.lastInboundAt].every((last) => last === null || last === undefined || last < before)

const openingOf = ({ account, phone }: Contact): string => openingKey(account, phone)

/** Those that the row lets go, when the work was due: later than that only more of them go. */
const candidates = (pass: Pass, facts: Facts.Facts): ReadonlyArray<Contact> =>
  contactsIn(Facts.peekPage(facts, pageOf(pass))).filter((contact) => isIdle(contact, pass, pass.at))

export const PurgedContacts: Stage = {
  needs: (pass, facts) => {
    const found = candidates(pass, facts)
    return Needs.all(
      Needs.list(pageOf(pass)),
      Needs.rows(Contacts, found.map(({ id }) => id)),
      Needs.rows(ConversationOpenings, found.map(openingOf)),
      ...found.flatMap((contact) => [Needs.list(messagesOf(contact)), Needs.list(recordsOf(contact))])
    )
  },
  step: (pass, { facts, now }) => {
    const all = contactsIn(Facts.page(facts, pageOf(pass)))
    const place = Places.newest(all.map(({ createdAt: at, id: key }) => ({ at, key })))
    const gone = candidates(pass, facts).filter((contact) => {
      const current = Facts.get(facts, Contacts, contact.id)
      const opening = Facts.get(facts, ConversationOpenings, openingOf(contact))
      return current !== null && isIdle(current, pass, pass.at) &&
        (opening === null || Instant.plus(opening.at, Limit.freeFormWindow.template) < now) &&
        [messagesOf(contact), recordsOf(contact)].every((list) => Facts.page(facts, list).rows.length === 0)
    })
    return {
      commit: {
        expects: gone.flatMap((contact) => [
          Facts.expected(facts, Contacts, contact.id),
          Facts.expected(facts, ConversationOpenings, openingOf(contact))
        ]),
        deletes: gone.flatMap((contact) => [
          ref(Contacts, contact.id),
          ...(Facts.get(facts, ConversationOpenings, openingOf(contact)) === null
            ? []
            : [ref(ConversationOpenings, openingOf(contact))])
        ]),
        cancels: gone.map(({ id }) => WhatsappReturnWork.ref(id))
      },
      next: all.length < limit || place === undefined ? null : { ...pass.purge, place }
    }
  }
}
