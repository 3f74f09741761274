/**
 * A recipient writes: the message is kept as RECEIVED and told to the webhooks of the account that owns the number.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Rendered from "../definition/Rendered.ts"
import * as Progress from "../message/Progress.ts"
import type { Account } from "../row/Account.ts"
import { Accounts, ownNumber } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { InboundMedia } from "../row/Message.ts"
import { inboundReference, Messages } from "../row/Message.ts"
import type { Channel } from "../value/Channel.ts"
import type { AccountId, CarrierId, ContactId, EventId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { is as isPhoneNumber } from "../value/PhoneNumber.ts"
import * as Uuid from "../value/Uuid.ts"
import * as ReceivedEvent from "./ReceivedEvent.ts"

/** Whom a recipient wrote to. */
export type Addressee =
  | { readonly _tag: "Number"; readonly number: PhoneNumber }
  /** The carrier knows the account: there is no number to find it by. */
  | { readonly _tag: "Account"; readonly account: AccountId; readonly sender: string }

export interface Command {
  readonly carrier: CarrierId
  /** The carrier's own name for the message: the same one again is the same message. Null: it has none. */
  readonly reference: string | null
  readonly from: PhoneNumber
  readonly to: Addressee
  readonly channel: Channel
  readonly text: string | null
  readonly media: ReadonlyArray<InboundMedia>
}

export type Answer =
  | { readonly _tag: "Received" | "Repeated"; readonly message: MessageId }
  /** Nobody has this number: there is nobody to tell. */
  | { readonly _tag: "UnknownNumber" }

/** Who writes opens the conversation, and who writes on WhatsApp can be reached there. */
const heard = (contact: Contact, channel: Channel, now: Instant): Contact => {
  const written: Contact = { ...contact, lastInboundAt: now }
  if (channel !== "whatsapp") return written
  const { whatsappUndeliverableUntil: _, ...reachable } = written
  return { ...reachable, lastWhatsappInboundAt: now }
}

/** The account that is written to; undefined as long as that is not known, null for what can be nobody's name. */
const owner = ({ to }: Command, facts: Facts.Facts): AccountId | null | undefined => {
  if (to._tag === "Account") return Uuid.is(to.account) ? to.account : null
  if (!isPhoneNumber(to.number)) return null
  const own = Facts.peekFound(facts, Accounts, ownNumber(to.number))
  return own === undefined ? undefined : own === null ? null : own.id
}

export const Receive: Decision<Command, Answer> = {
  name: "inbound.receive",
  needs: (command, facts) => {
    const reference = command.reference === null
      ? Needs.none
      : Needs.unique(inboundReference(command.carrier, command.reference))
    const account = owner(command, facts)
    if (account === undefined) {
      return Needs.all(
        reference,
        command.to._tag === "Number" ? Needs.unique(ownNumber(command.to.number)) : Needs.none
      )
    }
    return account === null
      ? reference
      : Needs.all(reference, Needs.row(Accounts, account), Needs.unique(contactNumber(account, command.from)))
  },
  decide: (command, facts, now, mint) => {
    const answered = (answer: Answer, commit: Commit.Commit = Commit.empty) =>
      Result.succeed<Decided<Answer>>({ answer, commit })
    const { carrier, channel, from, media, reference, text, to } = command
    const known = reference === null ? null : Facts.find(facts, Messages, inboundReference(carrier, reference))
    if (known !== null) return answered({ _tag: "Repeated", message: known.id })
    const id = owner(command, facts)
    const account: Account | null = id === undefined || id === null ? null : Facts.get(facts, Accounts, id)
    if (account === null || account.deletedAt !== null) return answered({ _tag: "UnknownNumber" })

    const found = Facts.find(facts, Contacts, contactNumber(account.id, from))
    const contact = heard(
      found ?? {
        id: mint.id(now) as ContactId,
        account: account.id,
        phone: from,
        optOut: false,
        createdAt: now,
        updatedAt: null
      },
      channel,
      now
    )
    const { message } = Progress.open(
      {
        id: mint.id(now) as MessageId,
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
        ...(reference === null ? {} : { reference: { carrier, text: reference } }),
        scheduledAt: null,
        createdAt: now
      },
      "received",
      now,
      mint,
      { description: `received by ${carrier}`, from }
    )
    // Null says that there are files only.
    const spoken = (text ?? "") === "" ? media.length > 0 ? null : "" : text
    const content = { to: to._tag === "Number" ? to.number : to.sender, text: spoken, media }
    return answered(
      { _tag: "Received", message: message.id },
      Commit.make({
        expects: found === null ? [] : [Facts.expected(facts, Contacts, found.id)],
        puts: [Commit.put(Contacts, contact), Commit.put(Messages, message)],
        events: [ReceivedEvent.make(mint.id(now) as EventId, message, content, now)]
      })
    )
  }
}
