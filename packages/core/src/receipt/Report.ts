/**
 * A receipt comes in: the attempt's report rises, and the message shows the best of its current send.
 */
import * as Result from "effect/Result"
import * as Handover from "../carrier/Handover.ts"
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import { ReceiptDeadlineWork, SubmissionDeadlineWork } from "../dispatch/AttemptWork.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as Reroute from "../dispatch/Reroute.ts"
import type * as MessageState from "../message/MessageState.ts"
import * as Progress from "../message/Progress.ts"
import * as ReceiptJoin from "../message/ReceiptJoin.ts"
import type { Attempt, Report as AttemptReport } from "../row/Attempt.ts"
import { CarrierReferences, key as referenceKey } from "../row/CarrierReference.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { AttemptId, CarrierId, MessageId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Recipient from "./Recipient.ts"

/** How a receipt says which hand-over it is about. */
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

/** `unknown`: no attempt has this name, so the carrier may try again later. `repeated`: it said nothing new. */
export type Answer = "applied" | "repeated" | "unknown"

/** A channel without read receipts has no READ: there the report says no more than that the message arrived. */
const raised = ({ _tag }: Reported, { channel }: Attempt): AttemptReport =>
  _tag === "Failed" ? "FAILED" : _tag === "Read" && (channel === "whatsapp" || channel === "rcs") ? "READ" : "DELIVERED"

const triggers: Readonly<Record<AttemptReport, MessageState.Trigger>> = {
  SENT: "submitted",
  FAILED: "failed",
  DELIVERED: "delivered",
  READ: "read"
}

/** Whether a report tells of the recipient, so that their row has to be known. */
const isOfRecipient = (reported: Reported, attempt: Attempt): boolean =>
  reported._tag === "Failed" && Recipient.isTheirs(attempt, reported.failure)

const locate = (subject: Subject, facts: Facts.Facts) =>
  subject._tag === "Attempt"
    ? { message: subject.message as string, attempt: subject.attempt as string }
    : Facts.peek(facts, CarrierReferences, referenceKey(subject.carrier, subject.reference))

export const Report: Use<Command, Answer> = {
  name: "report",
  needs: ({ reported, subject }, facts) => {
    const located = locate(subject, facts)
    if (located !== undefined && located !== null) {
      const message = Facts.peek(facts, Messages, located.message)
      const attempt = message?.attempts.find((each) => each.id === located.attempt)
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
      Result.succeed<Decision<Answer>>({ commit, answer })
    const located = locate(subject, facts)
    if (located === undefined || located === null) return answered("unknown")
    const message = Facts.get(facts, Messages, located.message)
    const attempt = message?.attempts.find((each) => each.id === located.attempt)
    if (message === null || attempt === undefined) return answered("unknown")
    const report = raised(reported, attempt)
    if (!ReceiptJoin.raises(attempt.report, report)) return answered("repeated")
    return answered(
      "applied",
      Commit.all(
        { relied: [Facts.relied(facts, Messages, message.id)] },
        isOfRecipient(reported, attempt) ? undeliverable(message, facts, now) : {},
        rise(message, attempt, report, reported._tag === "Failed" ? reported.failure : null, now, mint)
      )
    )
  }
}

const undeliverable = ({ account, phone }: Message, facts: Facts.Facts, now: Instant): Partial<Commit.Commit> => {
  const contact = Facts.find(facts, Contacts, contactNumber(account, phone))
  return contact === null ? {} : {
    relied: [Facts.relied(facts, Contacts, contact.id)],
    puts: [Commit.put(Contacts, Recipient.undeliverable(contact, now))]
  }
}

/** What a higher report makes of a message. Also used when the time for a receipt is over. */
export const rise = (
  message: Message,
  attempt: Attempt,
  report: AttemptReport,
  failure: FailureClass.FailureClass | null,
  now: Instant,
  mint: Mint
): Commit.Commit => {
  const unheard = attempt.report === null
  const risen: Attempt = {
    ...attempt,
    report,
    failure: failure ?? attempt.failure,
    charge: unheard ? "taken" : attempt.charge
  }
  const before: Message = {
    ...message,
    ...(unheard ? Handover.charge(message, attempt) : {}),
    attempts: message.attempts.map((each) => each.id === attempt.id ? risen : each)
  }
  const code = report === "FAILED" && risen.failure !== null ? FailureClass.code(risen.failure) : null
  const charged = { price: attempt.price, activeContactPrice: attempt.activeContactPrice }
  const current = attempt.send === message.send
  // A receipt proves that the carrier took the message, even when its answer has not come yet.
  const sent = current && unheard
    ? Progress.advance(Progress.of(before), "submitted", now, mint, {
      description: `accepted by ${attempt.carrier}`,
      from: attempt.from,
      ...charged
    })
    : Progress.of(before)
  const note = {
    description: code === null ? `${report.toLowerCase()}, reported by ${attempt.carrier}` : OutcomeCode.reason(code),
    from: attempt.from,
    code,
    ...(unheard && sent.events.length === 0 ? charged : {})
  }
  const decides = current && ReceiptJoin.verdict(before.attempts, message.send) === report
  const target = { message: message.id, attempt: attempt.id }
  const heard = Commit.all(unheard ? Handover.opened(message, now) : {}, {
    withdraws: [
      ReceiptDeadlineWork.ref(target),
      ...(unheard ? [SubmissionDeadlineWork.ref(target)] : [])
    ]
  })
  // Whether there is another route is for the dispatch to see, and so is the end if there is none.
  if (decides && report === "FAILED" && Reroute.isWanted(sent.message)) {
    return Commit.all(Progress.kept(Progress.remark(sent, now, note)), heard, {
      due: [DispatchWork.due(message, now)]
    })
  }
  const abandoned = attempt !== message.attempts.findLast((each) => each.send === message.send)
  const moved = decides
    ? Progress.advance(sent, triggers[report], now, mint, note, { channel: attempt.channel }, abandoned)
    : sent
  return Commit.all(Progress.kept(moved === sent ? Progress.remark(sent, now, note) : moved), heard)
}
