/**
 * Takes what a recipient wants: the one path on which consent changes by the recipient's own will. It leaves a record and
 * an event, and answers once per change; a request for help is answered each time (decisions 7.6, 7.7).
 */
import * as Commit from "../commit/Commit.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import * as Consent from "../contact/Consent.ts"
import type { ConsentRecord } from "../row/ConsentRecord.ts"
import { ConsentRecords } from "../row/ConsentRecord.ts"
import type { Contact } from "../row/Contact.ts"
import type { Purpose } from "../row/Purpose.ts"
import type { ConsentRecordId, EventId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as AutoReply from "./AutoReply.ts"
import type { ConsentSignal } from "./ConsentSignal.ts"
import * as ContactEvent from "./ContactEvent.ts"

const consentOf = { OPT_OUT: "opt_out", OPT_IN: "opt_in" } as const

export interface Taken {
  /** The contact as the signal leaves it. It is for the caller to store. */
  readonly contact: Contact
  readonly commit: Commit.Commit
}

const after = (
  contact: Contact,
  { action, purpose }: ConsentSignal,
  purposes: ReadonlyArray<Purpose>,
  now: Instant
): Contact => {
  if (action === "HELP") return contact
  const next = purpose === undefined
    ? Consent.toAll(contact, action === "OPT_OUT")
    : Consent.toPurposes(contact, { [purpose]: consentOf[action] }, purposes)
  return next === contact ? contact : { ...next, updatedAt: now }
}

const record = (
  contact: Contact,
  { action, channel, message, purpose, source, text }: ConsentSignal,
  { ids, now: at }: Moment
): ReadonlyArray<ConsentRecord> =>
  action === "HELP" ? [] : [{
    id: ids.id(at) as ConsentRecordId,
    account: contact.account,
    contact: contact.id,
    phone: contact.phone,
    consent: consentOf[action],
    ...(purpose === undefined ? {} : { purpose }),
    source,
    channel,
    message,
    text,
    at
  }]

/** @param purposes those that count for the account; needed when the signal is about one */
export const take = (
  signal: ConsentSignal,
  before: Contact,
  grounds: Grounds,
  purposes: ReadonlyArray<Purpose> = []
): Taken => {
  const { ids, now } = grounds
  const contact = after(before, signal, purposes, now)
  const isChanged = signal.purpose === undefined ? contact.optOut !== before.optOut : contact !== before
  const isAnswered = signal.action === "HELP" || isChanged
  return {
    contact,
    commit: Commit.all(
      {
        puts: record(contact, signal, grounds).map((each) => Commit.put(ConsentRecords, each)),
        events: [ContactEvent.make(ids.id(now) as EventId, contact, signal, now)]
      },
      isAnswered ? AutoReply.send(contact, signal, grounds) : {}
    )
  }
}
