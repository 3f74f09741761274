/**
 * A whole message of a recipient arrives: it is stored as RECEIVED, opens the free-form conversation, and, when it is a
 * keyword, changes the recipient's consent. The webhooks of the account are told in this order: of the message, of the
 * contact, of the automatic reply (decisions 7.6).
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as AutoReply from "../consent/AutoReply.ts"
import * as ConsentChange from "../consent/ConsentChange.ts"
import * as ConsentKeyword from "../consent/ConsentKeyword.ts"
import * as ContactWork from "../contact/ContactWork.ts"
import * as KnownContact from "../contact/KnownContact.ts"
import * as Rendered from "../definition/Rendered.ts"
import * as Purposes from "../dispatch/Purposes.ts"
import * as Progress from "../message/Progress.ts"
import type { Account } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import type { InboundMedia, Message } from "../row/Message.ts"
import type { Channel } from "../value/Channel.ts"
import type { CarrierId, EventId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Content from "./Content.ts"
import * as ReceivedEvent from "./ReceivedEvent.ts"

/** A message that a recipient has written. */
export interface Writing {
  readonly carrier: CarrierId
  readonly from: PhoneNumber
  /** The number or sender id that was written to. */
  readonly to: string
  readonly channel: Channel
  readonly text: string | null
  readonly media: ReadonlyArray<InboundMedia>
  /** The characters and files beyond the limits, which are not kept. */
  readonly left: Content.Left
  /** The carrier's references: one, or one for each part; none when the carrier has none. */
  readonly references: ReadonlyArray<string>
  /** How many parts of the message never came. */
  readonly missingParts: number
}

/** Purposes have short words, so nobody asks for the organization of a profile because of a long text. */
const mayBeOfPurpose = ({ text }: Writing): boolean => text !== null && text.length <= Limit.purposeTextLength

const heard = (account: Account, writing: Writing, facts: Facts.Facts): ConsentKeyword.Heard | null =>
  ConsentKeyword.hear(
    writing.text,
    account.keywords,
    account.keywordLists,
    mayBeOfPurpose(writing) ? Purposes.ofAccount(account, facts) : []
  )

export const needs = (account: Account, writing: Writing, facts: Facts.Facts): Needs.Needs => {
  const keyword = heard(account, writing, facts)
  return Needs.all(
    KnownContact.needs(account, writing.from),
    keyword === null ? Needs.none : AutoReply.needs(account.id, keyword),
    keyword === null && mayBeOfPurpose(writing) ? Purposes.needs(account) : Needs.none
  )
}

/** A recipient who writes opens the free-form conversation, and one who writes on WhatsApp is reachable there. */
const listened = (contact: Contact, channel: Channel, now: Instant): Contact => {
  const written: Contact = { ...contact, lastInboundAt: now }
  if (channel !== "whatsapp") return written
  const { whatsappUndeliverableUntil: _, ...reachable } = written
  return { ...reachable, lastWhatsappInboundAt: now }
}

const opened = (account: Account, contact: Contact, writing: Writing, moment: Moment): Message => {
  const { ids, now } = moment
  const { carrier, channel, from, left, media, missingParts, references: [reference, ...parts], text } = writing
  const named = reference === undefined ? {} : {
    reference: { carrier, text: reference, ...(parts.length === 0 ? {} : { parts }) }
  }
  const lacking = missingParts === 0 ? "" : `; ${missingParts} of its parts did not come`
  return Progress.open(
    {
      id: ids.id(now) as MessageId,
      account: account.id,
      contact: contact.id,
      phone: from,
      direction: "INBOUND",
      requested: channel,
      template: null,
      send: 1,
      channel,
      rendered: Rendered.fromText(text ?? ""),
      price: null,
      activeContactPrice: null,
      attempts: [],
      ...(media.length === 0 ? {} : { inboundMedia: media }),
      ...named,
      ...(missingParts === 0 ? {} : { missingParts }),
      scheduledAt: null,
      createdAt: now
    },
    { trigger: "received", note: { description: `received by ${carrier}${lacking}${Content.told(left)}`, from } },
    moment
  ).message
}

export interface Arrived {
  readonly message: Message
  readonly commit: Commit.Commit
}

export const arrive = (account: Account, writing: Writing, grounds: Grounds): Arrived => {
  const { ids, now } = grounds
  const { channel, media, text, to } = writing
  const known = KnownContact.of(account, writing.from, grounds)
  const contact = listened(known.contact, channel, now)
  const message = opened(account, contact, writing, grounds)
  // Null means that the message has only files.
  const spoken = (text ?? "") === "" ? media.length > 0 ? null : "" : text
  const keyword = heard(account, writing, grounds.facts)
  const received = ReceivedEvent.make(ids.id(now) as EventId, message, { to, text: spoken, media }, now)
  const consent = keyword === null ? { contact, commit: Commit.empty } : ConsentChange.take(
    {
      ...keyword,
      source: "INBOUND_KEYWORD",
      channel,
      ownNumber: to === "" ? null : to,
      message: message.id,
      text: spoken
    },
    contact,
    grounds,
    Purposes.ofAccount(account, grounds.facts)
  )
  const returns = known.contact.whatsappUndeliverableUntil !== contact.whatsappUndeliverableUntil
  return {
    message,
    commit: Commit.all(
      KnownContact.changed(known, consent.contact),
      {
        puts: [{ kind: "message", key: message.id, value: message }],
        events: [received],
        cancels: returns ? [ContactWork.WhatsappReturnWork.ref(contact.id)] : []
      },
      consent.commit
    )
  }
}
