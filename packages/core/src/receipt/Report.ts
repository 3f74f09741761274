/**
 * Applies a receipt: the attempt's report rises, and the message shows the best report of its current send.
 */
import * as Detail from "../carrier/Detail.ts"
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import { WhatsappReturnWork } from "../contact/ContactWork.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as Reroute from "../dispatch/Reroute.ts"
import * as AttemptReceipt from "../message/AttemptReceipt.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import * as Progress from "../message/Progress.ts"
import * as ReceiptJoin from "../message/ReceiptJoin.ts"
import type { Attempt, ReceiptDetail } from "../row/Attempt.ts"
import * as CarrierReference from "../row/CarrierReference.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { AttemptId, CarrierId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import * as ReceiptTime from "./ReceiptTime.ts"
import * as Recipient from "./Recipient.ts"

/** A receipt identifies the attempt by its id, or by a reference of its carrier. */
export type Subject =
  /** It speaks for all parts of the message. */
  | {
    readonly _tag: "Attempt"
    readonly message: MessageId
    readonly attempt: AttemptId
    /**
     * The carrier that reports, because one carrier's attempt is unknown to all others. Absent: whoever reports was
     * believed already.
     */
    readonly carrier?: CarrierId
  }
  | {
    readonly _tag: "Reference"
    readonly carrier: CarrierId
    /** Of the message, or of one of its parts. */
    readonly reference: string
    /** The recipient. It belongs to the name where the carrier's references name a message only together with it. */
    readonly to?: PhoneNumber
  }

export type Reported =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Read" }
  | { readonly _tag: "Failed"; readonly failure: FailureClass.FailureClass }

export interface Command {
  readonly subject: Subject
  readonly reported: Reported
  /** Absent when it says nothing besides. */
  readonly detail?: ReceiptDetail
}

/**
 * `unknown`: no attempt has this name yet, so the carrier may try again later. `repeated`: the receipt says nothing
 * new.
 */
export type Answer = "applied" | "repeated" | "unknown"

/** Only WhatsApp and RCS have read receipts; elsewhere READ counts as DELIVERED. */
const triggerOf = ({ _tag }: Reported, { channel }: Attempt): AttemptReceipt.Trigger =>
  _tag === "Failed" ? "failed" : _tag === "Read" && (channel === "whatsapp" || channel === "rcs") ? "read" : "delivered"

/** Returns the receipt as the attempt takes it in. */
const receiptOf = (
  { detail = AttemptReceipt.noDetail, reported, subject }: Command,
  message: Message,
  attempt: Attempt,
  now: Instant
): AttemptReceipt.AttemptReceipt => ({
  trigger: triggerOf(reported, attempt),
  failure: reported._tag === "Failed" ? reported.failure : null,
  reference: subject._tag === "Reference" ? subject.reference : null,
  detail: {
    ...detail,
    detail: detail.detail === null ? null : Detail.keptWith(message, detail.detail),
    at: ReceiptTime.believed(detail.at, attempt.startedAt, now)
  }
})

/** Returns whether a report says something about the recipient, so that the contact must be loaded. */
const isOfRecipient = (reported: Reported, attempt: Attempt): boolean =>
  reported._tag === "Failed" && Recipient.isTheirs(attempt, reported.failure)

/** A carrier knows only the attempts that it was handed itself. */
const isTheirs = (subject: Subject, attempt: Attempt): boolean =>
  subject._tag === "Reference" || subject.carrier === undefined || subject.carrier === attempt.carrier

const locate = (subject: Subject, facts: Facts.Facts) => {
  if (subject._tag === "Attempt") return { message: subject.message as string, attempt: subject.attempt as string }
  const row = Facts.peek(facts, CarrierReference.CarrierReferences, CarrierReference.key(subject))
  return row !== undefined && row !== null && !CarrierReference.isOf(row, subject) ? null : row
}

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
      ? Needs.row(CarrierReference.CarrierReferences, CarrierReference.key(subject))
      : Needs.none
  },
  decide: (command, grounds) => {
    const { facts, now } = grounds
    const { reported, subject } = command
    const answered = (answer: Answer, commit: Commit.Commit = Commit.empty) =>
      done(
        answer,
        commit
      )
    const located = locate(subject, facts)
    if (located === undefined || located === null) return answered("unknown")
    const message = Facts.get(facts, Messages, located.message)
    const attempt = AttemptStep.find(message ?? null, located.attempt)
    if (message === null || attempt === undefined || !isTheirs(subject, attempt)) return answered("unknown")
    const receipt = receiptOf(command, message, attempt, now)
    const step = AttemptStep.reported(message, attempt, receipt, now)
    if (step === null) return answered("repeated")
    return answered(
      "applied",
      Commit.all(
        { expects: [Facts.expected(facts, Messages, message.id)] },
        step.trigger !== null && isOfRecipient(reported, attempt) ? undeliverable(message, grounds) : {},
        step.trigger === null
          ? Progress.kept(Progress.of(step.message))
          : heard(step, step.trigger, receipt, grounds)
      )
    )
  }
}

const undeliverable = ({ account, phone }: Message, { facts, now }: Grounds): Partial<Commit.Commit> => {
  const contact = Facts.find(facts, Contacts, contactNumber(account, phone))
  if (contact === null) return {}
  const marked = Recipient.undeliverable(contact, now)
  return {
    expects: [Facts.expected(facts, Contacts, contact.id)],
    puts: [Commit.put(Contacts, marked)],
    due: [WhatsappReturnWork.due(contact.id, account, marked.whatsappUndeliverableUntil)]
  }
}

/** Returns which part the receipt is about, as the history shows it. */
const partOf = ({ parts = [] }: Attempt, { reference }: AttemptReceipt.AttemptReceipt): string => {
  const index = parts.findIndex((part) => part.reference === reference)
  return index === -1 ? "" : `, part ${index + 1} of ${parts.length}`
}

/**
 * Says that a success costs nothing when the carrier had refused the attempt, or was silent for too long. No failure comes
 * after either.
 */
const freeOf = ({ charge }: Attempt): string =>
  charge === "returned" ? "; free of charge, since its price had been given back" : ""

/** Applies a step that has changed the report of an attempt to its message. */
export const heard = (
  step: AttemptStep.Step,
  trigger: AttemptReceipt.Trigger,
  receipt: AttemptReceipt.AttemptReceipt,
  moment: Moment
): Commit.Commit => {
  const { now } = moment
  const { attempt, isTaken, message } = step
  // A receipt proves that the carrier accepted the message, even when the carrier's own answer has not come yet.
  const sent = AttemptStep.submitted(step, moment)
  const report = AttemptState.of(attempt)
  const code = trigger === "failed" && attempt.failure !== null ? FailureClass.code(attempt.failure) : null
  const outcome = code === null
    ? `${report.toLowerCase()}, reported by ${attempt.carrier}`
    : `${OutcomeCode.reason(code)}${partOf(attempt, receipt)}`
  const note = {
    description: `${outcome}${Detail.told(receipt.detail.detail)}${freeOf(attempt)}`,
    from: attempt.from,
    code,
    ...(isTaken && sent.events.length === 0 ? AttemptStep.charges(attempt) : {})
  }
  const decides = attempt.send === message.send &&
    ReceiptJoin.verdict(message.attempts, message.send) === report
  const remarked = (): Progress.Progress =>
    Progress.remark(sent, now, note, {}, code === null ? sent.message.status : "FAILED")
  // Dispatch finds out whether there is another route, and ends the message when there is none.
  if (attempt.send === message.send && trigger === "failed" && Reroute.isWanted(sent.message)) {
    return Commit.all(Progress.kept(remarked()), step.commit, {
      due: [DispatchWork.due(message, now)]
    })
  }
  const isAbandoned = attempt !== Reroute.last(message)
  // The message may have come to an end that this receipt does not change, so that it only leaves an activity.
  const moved = decides
    ? Progress.advanceIfAllowed(sent, { trigger, note, changes: { channel: attempt.channel }, isAbandoned }, moment)
    : null
  // A success ends the hold of a message that was to be rerouted in the morning.
  const released = message.status === "SCHEDULED" && moved !== null ? [DispatchWork.ref(message)] : []
  return Commit.all(Progress.kept(moved ?? remarked()), step.commit, {
    cancels: [...released, ...(moved === null ? [] : AttemptStep.fallbacks(moved.message))]
  })
}
