/**
 * A recipient writes: the message is stored as RECEIVED, and the webhooks of the account that owns the number are
 * notified.
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

/** The number or the account that the recipient wrote to. */
export type Addressee =
  | { readonly _tag: "Number"; readonly number: PhoneNumber }
  /** The carrier knows the account itself, because the recipient answered a sender id instead of a number. */
  | { readonly _tag: "Account"; readonly account: AccountId; readonly sender: string }

export interface Command {
  readonly carrier: CarrierId
  /**
   * The carrier's reference of the message, by which a repeated message is recognized. Null when the carrier has none.
   */
  readonly reference: string | null
  readonly from: PhoneNumber
  readonly to: Addressee
  readonly channel: Channel
  readonly text: string | null
  readonly media: ReadonlyArray<InboundMedia>
}

export type Answer =
  | { readonly _tag: "Received" | "Repeated"; readonly message: MessageId }
  /** No account owns this number, so nobody is notified. */
  | { readonly _tag: "UnknownNumber" }

/** A recipient who writes opens the free-form conversation, and one who writes on WhatsApp is reachable there. */
const heard = (contact: Contact, channel: Channel, now: Instant): Contact => {
  const written: Contact = { ...contact, lastInboundAt: now }
  if (channel !== "whatsapp") return written
  const { whatsappUndeliverableUntil: _, ...reachable } = written
  return { ...reachable, lastWhatsappInboundAt: now }
}

/** Returns the account that is written to, undefined while that is not loaded, or null when there can be none. */
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
    // Null means that the message has only files.
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
