/**
 * Applies a receipt: the attempt's report rises, and the message shows the best report of its current send.
 */
import * as Result from "effect/Result"
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import { WhatsappReturnWork } from "../contact/ContactWork.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as Reroute from "../dispatch/Reroute.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import * as Progress from "../message/Progress.ts"
import * as ReceiptJoin from "../message/ReceiptJoin.ts"
import type { Attempt } from "../row/Attempt.ts"
import { CarrierReferences, key as referenceKey } from "../row/CarrierReference.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { AttemptId, CarrierId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Recipient from "./Recipient.ts"

/** How a receipt identifies the attempt. */
export type Subject =
  | { readonly _tag: "Attempt"; readonly message: MessageId; readonly attempt: AttemptId }
  | { readonly _tag: "Reference"; readonly carrier: CarrierId; readonly reference: string }

export type Reported =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Read" }
  | { readonly _tag: "Failed"; readonly failure: FailureClass.FailureClass }

export interface Command {
  readonly subject: Subject
  readonly reported: Reported
}

/**
 * `unknown`: no attempt has this name yet, so the carrier may try again later. `repeated`: the receipt says nothing
 * new.
 */
export type Answer = "applied" | "repeated" | "unknown"

/** The triggers of receipts, for an attempt and for its message. */
type Trigger = "delivered" | "read" | "failed"

/** Only WhatsApp and RCS have read receipts; elsewhere READ counts as DELIVERED. */
const triggerOf = ({ _tag }: Reported, { channel }: Attempt): Trigger =>
  _tag === "Failed" ? "failed" : _tag === "Read" && (channel === "whatsapp" || channel === "rcs") ? "read" : "delivered"

/** Returns whether a report says something about the recipient, so that the contact must be loaded. */
const isOfRecipient = (reported: Reported, attempt: Attempt): boolean =>
  reported._tag === "Failed" && Recipient.isTheirs(attempt, reported.failure)

const locate = (subject: Subject, facts: Facts.Facts) =>
  subject._tag === "Attempt"
    ? { message: subject.message as string, attempt: subject.attempt as string }
    : Facts.peek(facts, CarrierReferences, referenceKey(subject.carrier, subject.reference))

export const Report: Decision<Command, Answer> = {
  name: "report",
  needs: ({ reported, subject }, facts) => {
    const located = locate(subject, facts)
    if (located !== undefined && located !== null) {
      const message = Facts.peek(facts, Messages, located.message)
      const attempt = AttemptStep.find(message ?? null, located.attempt)
      return message !== undefined && message !== null && attempt !== undefined && isOfRecipient(reported, attempt)
        ? Needs.all(Needs.row(Messages, message.id), Needs.unique(contactNumber(message.account, message.phone)))
        : Needs.row(Messages, located.message)
    }
    return subject._tag === "Reference"
      ? Needs.row(CarrierReferences, referenceKey(subject.carrier, subject.reference))
      : Needs.none
  },
  decide: ({ subject, reported }, facts, now, mint) => {
    const answered = (answer: Answer, commit: Commit.Commit = Commit.empty) =>
      Result.succeed<Decided<Answer>>({ commit, answer })
    const located = locate(subject, facts)
    if (located === undefined || located === null) return answered("unknown")
    const message = Facts.get(facts, Messages, located.message)
    const attempt = AttemptStep.find(message ?? null, located.attempt)
    if (message === null || attempt === undefined) return answered("unknown")
    const trigger = triggerOf(reported, attempt)
    const failure = reported._tag === "Failed" ? reported.failure : null
    const step = AttemptStep.reported(message, attempt, trigger, failure, now)
    if (step === null) return answered("repeated")
    return answered(
      "applied",
      Commit.all(
        { expects: [Facts.expected(facts, Messages, message.id)] },
        isOfRecipient(reported, attempt) ? undeliverable(message, facts, now) : {},
        heard(step, trigger, now, mint)
      )
    )
  }
}

const undeliverable = ({ account, phone }: Message, facts: Facts.Facts, now: Instant): Partial<Commit.Commit> => {
  const contact = Facts.find(facts, Contacts, contactNumber(account, phone))
  if (contact === null) return {}
  const marked = Recipient.undeliverable(contact, now)
  return {
    expects: [Facts.expected(facts, Contacts, contact.id)],
    puts: [Commit.put(Contacts, marked)],
    due: [WhatsappReturnWork.due(contact.id, account, marked.whatsappUndeliverableUntil)]
  }
}

/** Applies a step of an attempt to its message. */
export const heard = (step: AttemptStep.Step, trigger: Trigger, now: Instant, mint: Mint): Commit.Commit => {
  const { attempt, isTaken, message } = step
  // A receipt proves that the carrier accepted the message, even when the carrier's own answer has not come yet.
  const sent = AttemptStep.submitted(step, now, mint)
  const code = trigger === "failed" && attempt.failure !== null ? FailureClass.code(attempt.failure) : null
  const note = {
    description: code === null
      ? `${AttemptState.of(attempt).toLowerCase()}, reported by ${attempt.carrier}`
      : OutcomeCode.reason(code),
    from: attempt.from,
    code,
    ...(isTaken && sent.events.length === 0 ? AttemptStep.charges(attempt) : {})
  }
  const decides = attempt.send === message.send &&
    ReceiptJoin.verdict(message.attempts, message.send) === AttemptState.of(attempt)
  // Dispatch finds out whether there is another route, and ends the message when there is none.
  if (decides && trigger === "failed" && Reroute.isWanted(sent.message)) {
    return Commit.all(Progress.kept(Progress.remark(sent, now, note)), step.commit, {
      due: [DispatchWork.due(message, now)]
    })
  }
  const abandoned = attempt !== Reroute.last(message)
  const moved = decides
    ? Progress.advance(sent, trigger, now, mint, note, { channel: attempt.channel }, abandoned)
    : sent
  return Commit.all(Progress.kept(moved === sent ? Progress.remark(sent, now, note) : moved), step.commit)
}
