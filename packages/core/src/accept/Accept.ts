/**
 * Acceptance creates one message for each (recipient, channel) pair, queued or held, together with the work that
 * dispatches it, in one commit. A message that was answered with 202 is therefore never lost.
 */
import * as Commit from "../commit/Commit.ts"
import type { Moment } from "../commit/Grounds.ts"
import * as KnownContact from "../contact/KnownContact.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as ClientReference from "../message/ClientReference.ts"
import * as Progress from "../message/Progress.ts"
import type { Validity } from "../message/Validity.ts"
import type { Account } from "../row/Account.ts"
import type { Fallback } from "../row/Fallback.ts"
import type { Message, TemplateUse } from "../row/Message.ts"
import type { Requested } from "../value/Channel.ts"
import type { MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/** A recipient with what its messages have of their own. */
export interface Addressee {
  readonly phone: PhoneNumber
  /** Null when the send carries a text instead of a template. */
  readonly template: TemplateUse | null
  readonly reference: string | null
  /** The language of the template and why it was chosen, where there was a choice. */
  readonly spoken?: string | null
}

export interface Send {
  readonly account: Account
  readonly text: string | null
  /** The subject that is asked for, or null. */
  readonly subject: string | null
  /** The URLs of the files that are attached in place of the template's own media. */
  readonly mediaUrls: ReadonlyArray<string>
  /** Null: as the account says. */
  readonly smartEncoding: boolean | null
  /** The purpose that it names; absent or null: as the categories of its templates say. */
  readonly purpose?: string | null
  /** Null: the default order. */
  readonly fallback: Fallback | null
  /** A number that comes again counts once, the first time. */
  readonly to: ReadonlyArray<Addressee>
  readonly channels: ReadonlyArray<Requested>
  /** Returns the contact with this number, which may be new. */
  readonly contact: (phone: PhoneNumber) => KnownContact.KnownContact
  readonly metadata: ClientReference.Metadata | null
  /** Null where the sender says nothing. */
  readonly validity: Validity | null
  /** The verification whose code the messages bring. */
  readonly verification?: NonNullable<Message["verification"]>
  /** When the messages are released. Null sends them immediately. */
  readonly scheduledAt: Instant | null
}

export interface Accepted {
  readonly commit: Commit.Commit
  /** In the order of the request: for each recipient, for each channel. */
  readonly messages: ReadonlyArray<Message>
}

const unique = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => values.length < 2 ? values : [...new Set(values)]

const first = (to: ReadonlyArray<Addressee>): ReadonlyArray<Addressee> => {
  if (to.length < 2) return to
  const seen = new Set<PhoneNumber>()
  return to.filter(({ phone }) => !seen.has(phone) && seen.add(phone) !== undefined)
}

export const accept = (send: Send, moment: Moment): Accepted => {
  const channels = unique(send.channels)
  const parts = first(send.to).map((to) => {
    const { phone, template } = to
    const known = send.contact(phone)
    const opened = channels.map((channel, index) =>
      open(
        send,
        { to, contact: known.contact, channel, opens: known.isNew && template !== null && index === 0 },
        moment
      )
    )
    const opening = opened[0]?.message
    return {
      created: KnownContact.kept(opening?.opens === true ? KnownContact.openedBy(known, opening.id) : known),
      opened
    }
  })
  const opened = parts.flatMap((part) => part.opened)
  return {
    messages: opened.map(({ message }) => message),
    commit: Commit.all(
      ...parts.map(({ created }) => created),
      ...opened.map(Progress.kept),
      {
        due: opened.map(({ message }) => DispatchWork.due(message, send.scheduledAt ?? moment.now))
      }
    )
  }
}

/** One message of the send, with its recipient and its channel. */
interface Copy extends Pick<KnownContact.KnownContact, "contact"> {
  readonly to: Addressee
  readonly channel: Requested
  /** Whether the message makes the contact. */
  readonly opens: boolean
}

/** Returns the first line of a message's history. */
const noted = (what: string, { spoken }: Addressee): string =>
  spoken === undefined || spoken === null ? what : `${what}; ${spoken}`

const open = (send: Send, { channel, contact, opens, to }: Copy, moment: Moment): Progress.Progress =>
  Progress.open(
    {
      id: moment.ids.id(moment.now) as MessageId,
      account: send.account.id,
      contact: contact.id,
      phone: contact.phone,
      direction: "OUTBOUND",
      requested: channel,
      template: to.template,
      ...(send.text === null ? null : { text: send.text }),
      ...(send.subject === null ? null : { subject: send.subject }),
      ...(send.mediaUrls.length === 0 ? null : { mediaUrls: send.mediaUrls }),
      ...(send.smartEncoding === null ? null : { smartEncoding: send.smartEncoding }),
      ...(send.purpose === undefined || send.purpose === null ? null : { purpose: send.purpose }),
      ...(send.fallback === null ? null : { fallback: send.fallback }),
      ...ClientReference.kept({ reference: to.reference, metadata: send.metadata }),
      ...(send.validity === null ? null : { expiry: send.validity }),
      ...(opens ? { opens } : null),
      ...(send.verification === undefined ? null : { verification: send.verification }),
      send: 1,
      channel,
      rendered: null,
      price: null,
      activeContactPrice: null,
      attempts: [],
      scheduledAt: send.scheduledAt,
      createdAt: moment.now
    },
    send.scheduledAt === null
      ? { trigger: "accepted", note: { description: noted("accepted", to) } }
      : { trigger: "scheduled", note: { description: noted("held until its time", to) } },
    moment
  )
