/**
 * What a recipient wants, by a keyword or through a carrier: the one path on which consent changes by the recipient's
 * own will. It leaves a record and an event, and answers once per change; a request for help is answered each time
 * (decisions 7.6, 7.7).
 */
import * as Commit from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import type { ConsentRecord } from "../row/ConsentRecord.ts"
import { ConsentRecords } from "../row/ConsentRecord.ts"
import type { Contact } from "../row/Contact.ts"
import type { Channel } from "../value/Channel.ts"
import type { ConsentRecordId, EventId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as AutoReply from "./AutoReply.ts"
import type { Heard } from "./ConsentKeyword.ts"
import * as ContactEvent from "./ContactEvent.ts"

export interface ConsentSignal extends Heard {
  readonly source: "INBOUND_KEYWORD" | "PROVIDER_SIGNAL"
  readonly channel: Channel
  /** The number or sender id of the account that was written to; null when it is not known. */
  readonly ownNumber: string | null
  /** The inbound message and its text; null when a carrier has reported the recipient's consent itself. */
  readonly message: MessageId | null
  readonly text: string | null
}

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
  at: Instant,
  mint: Mint
): ReadonlyArray<ConsentRecord> =>
  action === "HELP" ? [] : [{
    id: mint.id(at) as ConsentRecordId,
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

export const take = (
  signal: ConsentSignal,
  before: Contact,
  facts: Facts.Facts,
  now: Instant,
  mint: Mint
): Taken => {
  const contact = after(before, signal, now)
  const isAnswered = signal.action === "HELP" || contact.optOut !== before.optOut
  return {
    contact,
    commit: Commit.all(
      {
        puts: record(contact, signal, now, mint).map((each) => Commit.put(ConsentRecords, each)),
        events: [ContactEvent.make(mint.id(now) as EventId, contact, signal, now)]
      },
      isAnswered ? AutoReply.send(contact, signal, facts, now, mint) : {}
    )
  }
}
