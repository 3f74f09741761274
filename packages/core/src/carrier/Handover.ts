/**
 * What a carrier's answer makes of an attempt: SENT, the next candidate, or the end.
 */
import * as Result from "effect/Result"
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import * as Settling from "../commit/Settling.ts"
import type { Decision } from "../commit/Use.ts"
import { ReceiptDeadlineWork, SubmissionDeadlineWork, SubmissionWork } from "../dispatch/AttemptWork.ts"
import * as Gate from "../dispatch/Gate.ts"
import * as Outlook from "../dispatch/Outlook.ts"
import * as Route from "../dispatch/Route.ts"
import type { Settings } from "../dispatch/Settings.ts"
import * as Progress from "../message/Progress.ts"
import * as ReceiptJoin from "../message/ReceiptJoin.ts"
import type { Submission, SubmissionOutcome } from "../port/Carrier.ts"
import type { Attempt } from "../row/Attempt.ts"
import { CarrierReferences } from "../row/CarrierReference.ts"
import { ConversationOpenings } from "../row/ConversationOpening.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import type { Lease } from "../work/Work.ts"

/** What became of a hand-over. `Withheld`: the carrier was not asked, because the message needs it no more. */
export type Outcome = SubmissionOutcome | { readonly _tag: "Withheld" }

export interface Command {
  readonly lease: Lease
  readonly settings: Settings
  readonly outcome: Outcome
}

/** Whether the message still waits for a carrier to take this attempt. */
const isAwaited = (message: Message, attempt: Attempt): boolean =>
  message.status === "ROUTED" && attempt.send === message.send

/**
 * What is handed over, or null when the attempt has ended meanwhile or is wanted no more: a late receipt has told that
 * an earlier attempt arrived.
 */
export const submission = (message: Message, id: string): Submission | null => {
  const attempt = message.attempts.find((each) => each.id === id && each.report === null)
  return attempt === undefined || message.rendered === null || !isAwaited(message, attempt) ? null : {
    attempt: attempt.id,
    message: message.id,
    account: message.account,
    channel: attempt.channel,
    to: message.phone,
    from: attempt.from,
    rendered: message.rendered
  }
}

const replace = (message: Message, attempt: Attempt): Message => ({
  ...message,
  attempts: message.attempts.map((each) => each.id === attempt.id ? attempt : each)
})

/** A carrier has the message: what was reserved for it is spent. */
export const charge = (message: Message, attempt: Attempt): Pick<Message, "price" | "activeContactPrice"> => ({
  price: Money.plus(message.price ?? Money.zero, attempt.price),
  activeContactPrice: Money.plus(message.activeContactPrice ?? Money.zero, attempt.activeContactPrice)
})

/** A template has gone out: for a while its recipient may be written to without one. */
export const opened = ({ account, phone, template }: Message, now: Instant.Instant): Partial<Commit.Commit> =>
  template === null ? {} : { puts: [Commit.put(ConversationOpenings, { account, phone, at: now })] }

/** The carrier's own name for an attempt, for receipts that carry nothing else. */
const referred = (message: Message, attempt: Attempt, reference: string | null): Partial<Commit.Commit> =>
  reference === null ? {} : {
    puts: [Commit.put(CarrierReferences, {
      carrier: attempt.carrier,
      reference,
      message: message.id,
      attempt: attempt.id
    })]
  }

/**
 * The attempt has ended meanwhile: its deadline passed, or a receipt was faster than the carrier's own answer. What
 * the carrier calls it is kept all the same: receipts may still come.
 */
const late = (message: Message, attempt: Attempt, outcome: Outcome, facts: Facts.Facts): Partial<Commit.Commit> => {
  if (outcome._tag !== "Accepted" || outcome.reference === null || attempt.reference !== null) return {}
  const named = replace(message, { ...attempt, reference: outcome.reference })
  return Commit.all(
    { relied: [Facts.relied(facts, Messages, message.id)] },
    Progress.kept(Progress.of(named)),
    referred(message, attempt, outcome.reference)
  )
}

const accepted = (message: Message, attempt: Attempt, reference: string | null, now: Instant.Instant, mint: Mint) => {
  const sent: Attempt = { ...attempt, report: ReceiptJoin.join(attempt.report, "SENT"), charge: "taken", reference }
  const note = {
    description: `accepted by ${attempt.carrier}`,
    from: attempt.from,
    price: attempt.price,
    activeContactPrice: attempt.activeContactPrice
  }
  const before = Progress.of({ ...replace(message, sent), ...charge(message, attempt) })
  const progress = isAwaited(message, attempt)
    ? Progress.advance(before, "submitted", now, mint, note)
    : Progress.remark(before, now, note)
  const target = { message: message.id, attempt: attempt.id }
  return Commit.all(Progress.kept(progress), referred(message, attempt, reference), opened(message, now), {
    due: [ReceiptDeadlineWork.due(target, message.account, Instant.plus(now, Limit.receiptDeadline))],
    withdraws: [SubmissionDeadlineWork.ref(target)]
  })
}

const refused = (
  message: Message,
  attempt: Attempt,
  failure: FailureClass.FailureClass | null,
  facts: Facts.Facts,
  settings: Settings,
  now: Instant.Instant,
  mint: Mint
) => {
  const code = failure === null ? null : FailureClass.code(failure)
  const failed: Attempt = { ...attempt, report: "FAILED", failure, charge: "returned" }
  const note = {
    description: code === null
      ? `not handed over to ${attempt.carrier}`
      : `${attempt.carrier}: ${OutcomeCode.reason(code)}`,
    from: attempt.from,
    code
  }
  const returned: Commit.Spend = {
    account: attempt.payer,
    amount: Money.negate(Money.plus(attempt.price, attempt.activeContactPrice)),
    floor: Money.zero,
    once: `return:${attempt.id}`
  }
  const givenBack: Partial<Commit.Commit> = {
    spends: [returned],
    withdraws: [SubmissionDeadlineWork.ref({ message: message.id, attempt: attempt.id })]
  }
  const after = Progress.of(replace(message, failed))
  // Another attempt has arrived meanwhile: this one is an activity only.
  if (!isAwaited(message, attempt)) return Commit.all(givenBack, Progress.kept(Progress.remark(after, now, note)))
  // What comes back counts before anybody is chosen to pay for the next candidate.
  const outlook = Outlook.look(after.message, Facts.after(facts, [returned]), settings, now)
  const next = outlook.offer
  if (next === null || attempt.fallback === false) {
    return Commit.all(givenBack, Progress.kept(Progress.advance(after, "failed", now, mint, note)))
  }
  const remarked = Progress.remark(after, now, note)
  const hit = Gate.firstHit(outlook.situation, "further")
  if (hit !== null) {
    const stop = { description: OutcomeCode.reason(hit.code), code: hit.code }
    return Commit.all(givenBack, Progress.kept(Progress.advance(remarked, hit.trigger, now, mint, stop)))
  }
  const route = Route.take(remarked, next, outlook.plan, "next_candidate", now, mint)
  return Commit.all(
    givenBack,
    { relied: outlook.relied, spends: route.spends, due: route.due },
    Progress.kept(route.progress)
  )
}

export const Handover = Settling.make<Command, void>({
  name: "handover",
  needs: ({ lease }, facts) => {
    const { message } = SubmissionWork.target(lease)
    const known = Facts.peek(facts, Messages, message)
    return known === undefined
      ? Needs.row(Messages, message)
      : known === null
      ? Needs.none
      : Outlook.needs(known, facts)
  },
  decide: ({ lease, settings, outcome }, facts, now, mint) => {
    const named = SubmissionWork.target(lease)
    const message = Facts.get(facts, Messages, named.message)
    const attempt = message?.attempts.find((each) => each.id === named.attempt)
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decision<void>>({ commit: Commit.all(...parts), answer: undefined })
    if (message === null || attempt === undefined) return ended()
    if (attempt.report !== null) return ended(late(message, attempt, outcome, facts))
    if (outcome._tag === "Unanswered") return ended()
    const failure = outcome._tag === "Refused" ? outcome.failure : null
    return ended(
      { relied: [Facts.relied(facts, Messages, message.id)] },
      outcome._tag === "Accepted"
        ? accepted(message, attempt, outcome.reference, now, mint)
        : refused(message, attempt, failure, facts, settings, now, mint)
    )
  }
})
