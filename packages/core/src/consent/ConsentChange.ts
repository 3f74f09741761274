/**
 * Takes what a recipient wants: the one path on which consent changes by the recipient's own will. It leaves a record and
 * an event, and answers once per change; a request for help is answered each time (decisions 7.6, 7.7).
 */
import * as Commit from "../commit/Commit.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import type { ConsentRecord } from "../row/ConsentRecord.ts"
import { ConsentRecords } from "../row/ConsentRecord.ts"
import type { Contact } from "../row/Contact.ts"
import type { ConsentRecordId, EventId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as AutoReply from "./AutoReply.ts"
import type { ConsentSignal } from "./ConsentSignal.ts"
import * as ContactEvent from "./ContactEvent.ts"

export interface Taken {
  /** The contact as the signal leaves it. It is for the caller to store. */
  readonly contact: Contact
  readonly commit: Commit.Commit
}

const after = (contact: Contact, { action }: ConsentSignal, now: Instant): Contact => {
  const optOut = action === "HELP" ? contact.optOut : action === "OPT_OUT"
  return optOut === contact.optOut ? contact : { ...contact, optOut, updatedAt: now }
}

const record = (
  contact: Contact,
  { action, channel, message, source, text }: ConsentSignal,
  { ids, now: at }: Moment
): ReadonlyArray<ConsentRecord> =>
  action === "HELP" ? [] : [{
    id: ids.id(at) as ConsentRecordId,
    account: contact.account,
    contact: contact.id,
    phone: contact.phone,
    consent: action === "OPT_OUT" ? "opt_out" : "opt_in",
    source,
    channel,
    message,
    text,
    at
  }]

export const take = (signal: ConsentSignal, before: Contact, grounds: Grounds): Taken => {
  const { ids, now } = grounds
  const contact = after(before, signal, now)
  const isAnswered = signal.action === "HELP" || contact.optOut !== before.optOut
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
