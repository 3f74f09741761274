/**
 * Acceptance: one message for each (recipient, channel) pair, queued or held, with its work in one commit. What is answered
 * with 202 is kept.
 */
import * as Commit from "../commit/Commit.ts"
import type { Mint } from "../commit/Mint.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as Progress from "../message/Progress.ts"
import type { Account } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import { Contacts } from "../row/Contact.ts"
import type { Message, TemplateUse } from "../row/Message.ts"
import type { Requested } from "../value/Channel.ts"
import type { ContactId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

export interface Send {
  readonly account: Account
  /** Null: it is a text that is sent. */
  readonly template: TemplateUse | null
  readonly text: string | null
  /** The subject that is asked for, or null. */
  readonly subject: string | null
  /** What is attached in place of the template's own media. */
  readonly mediaUrls: ReadonlyArray<string>
  readonly to: ReadonlyArray<PhoneNumber>
  readonly channels: ReadonlyArray<Requested>
  /** The contact of a number, as far as there is one. */
  readonly contact: (phone: PhoneNumber) => Contact | null
  /** Until when the messages are held; null: they go out at once. */
  readonly scheduledAt: Instant | null
}

export interface Accepted {
  readonly commit: Commit.Commit
  /** In the order of the request: for each recipient, for each channel. */
  readonly messages: ReadonlyArray<Message>
}

const unique = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

export const accept = (send: Send, now: Instant, mint: Mint): Accepted => {
  const parts = unique(send.to).map((phone) => {
    const known = send.contact(phone)
    const contact = known ?? newContact(send.account, phone, now, mint)
    // Whoever else makes this contact at the same time finds its number taken, and then finds ours.
    const created: Partial<Commit.Commit> = known === null ? { puts: [Commit.put(Contacts, contact)] } : {}
    return { created, opened: unique(send.channels).map((channel) => open(send, contact, channel, now, mint)) }
  })
  const opened = parts.flatMap((part) => part.opened)
  return {
    messages: opened.map(({ message }) => message),
    commit: Commit.all(
      ...parts.map(({ created }) => created),
      ...opened.map(Progress.kept),
      {
        due: opened.map(({ message }) => DispatchWork.due(message, send.scheduledAt ?? now))
      }
    )
  }
}

const newContact = (account: Account, phone: PhoneNumber, now: Instant, mint: Mint): Contact => ({
  id: mint.id(now) as ContactId,
  account: account.id,
  phone,
  optOut: false,
  createdAt: now,
  updatedAt: null
})

const open = (
  send: Send,
  contact: Contact,
  channel: Requested,
  now: Instant,
  mint: Mint
): Progress.Progress =>
  Progress.open(
    {
      id: mint.id(now) as MessageId,
      account: send.account.id,
      contact: contact.id,
      phone: contact.phone,
      direction: "OUTBOUND",
      requested: channel,
      template: send.template,
      ...(send.text === null ? {} : { text: send.text }),
      ...(send.subject === null ? {} : { subject: send.subject }),
      ...(send.mediaUrls.length === 0 ? {} : { mediaUrls: send.mediaUrls }),
      send: 1,
      channel,
      rendered: null,
      price: null,
      activeContactPrice: null,
      attempts: [],
      scheduledAt: send.scheduledAt,
      createdAt: now
    },
    send.scheduledAt === null ? "accepted" : "scheduled",
    now,
    mint,
    { description: send.scheduledAt === null ? "accepted" : "held until its time" }
  )
