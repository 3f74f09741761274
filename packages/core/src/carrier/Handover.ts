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
import type { Decision, Use } from "../commit/Use.ts"
import * as Gate from "../dispatch/Gate.ts"
import * as Route from "../dispatch/Route.ts"
import * as Progress from "../message/Progress.ts"
import * as ReceiptJoin from "../message/ReceiptJoin.ts"
import type { SubmissionOutcome } from "../port/Carrier.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import type { Lease } from "../work/Work.ts"
import { lane } from "../work/Work.ts"

export interface Command {
  readonly lease: Lease
  readonly settings: Route.Settings
  readonly outcome: SubmissionOutcome
}

/** The message and the attempt that work on an attempt names. */
export const target = (lease: Lease): { readonly message: string; readonly attempt: string } => {
  const [message = "", attempt = ""] = lease.work.key.split("/")
  return { message, attempt }
}

/** The attempt, while its carrier has not been heard of. */
export const open = (message: Message, attempt: string): Attempt | null =>
  message.attempts.find((each) => each.id === attempt && each.report === null) ?? null

const replace = (message: Message, attempt: Attempt): Message => ({
  ...message,
  attempts: message.attempts.map((each) => each.id === attempt.id ? attempt : each)
})

/** A carrier has the message: what was reserved for it is spent. */
export const charge = (message: Message, attempt: Attempt): Pick<Message, "price" | "activeContactPrice"> => ({
  price: Money.plus(message.price ?? Money.zero, attempt.price),
  activeContactPrice: Money.plus(message.activeContactPrice ?? Money.zero, attempt.activeContactPrice)
})

const accepted = (message: Message, attempt: Attempt, reference: string | null, now: Instant.Instant, mint: Mint) => {
  const sent: Attempt = { ...attempt, report: ReceiptJoin.join(attempt.report, "SENT"), charge: "taken", reference }
  const progress = Progress.advance(Progress.of(replace(message, sent)), "submitted", now, mint, {
    description: `accepted by ${attempt.carrier}`,
    from: attempt.from,
    price: attempt.price,
    activeContactPrice: attempt.activeContactPrice
  }, charge(message, attempt))
  const key = Route.attemptKey(message, attempt)
  return Commit.all(Progress.kept(progress), {
    puts: reference === null ? [] : [{
      kind: "carrier_reference",
      key: `${attempt.carrier}/${reference}`,
      value: { carrier: attempt.carrier, reference, message: message.id, attempt: attempt.id }
    }],
    due: [{
      work: { kind: "receipt_deadline", key },
      lane: lane.deadline(message.account),
      at: Instant.plus(now, Limit.receiptDeadline)
    }],
    withdraws: [{ kind: "submission_deadline", key }]
  })
}

const refused = (
  message: Message,
  attempt: Attempt,
  failure: FailureClass.FailureClass,
  facts: Facts.Facts,
  settings: Route.Settings,
  now: Instant.Instant,
  mint: Mint
) => {
  const code = FailureClass.code(failure)
  const failed: Attempt = { ...attempt, report: "FAILED", failure, charge: "returned" }
  const note = { description: `${attempt.carrier}: ${OutcomeCode.reason(code)}`, from: attempt.from, code }
  const givenBack: Partial<Commit.Commit> = {
    spends: [{
      account: message.account,
      amount: Money.negate(Money.plus(attempt.price, attempt.activeContactPrice)),
      floor: Money.zero,
      once: `return:${attempt.id}`
    }],
    withdraws: [{ kind: "submission_deadline", key: Route.attemptKey(message, attempt) }]
  }
  const after = Progress.of(replace(message, failed))
  const outlook = Route.look(after.message, facts, settings)
  const next = outlook.offers[0]
  if (next === undefined) {
    return Commit.all(givenBack, Progress.kept(Progress.advance(after, "failed", now, mint, note)))
  }
  const remarked = Progress.remark(after, now, note)
  const balance = Money.plus(outlook.situation.balance, Money.plus(attempt.price, attempt.activeContactPrice))
  const hit = Gate.firstHit({ ...outlook.situation, balance })
  if (hit !== null) {
    const stop = { description: OutcomeCode.reason(hit.code), code: hit.code }
    return Commit.all(givenBack, Progress.kept(Progress.advance(remarked, hit.trigger, now, mint, stop)))
  }
  const route = Route.take(remarked, next, "next_candidate", now, mint)
  return Commit.all(
    givenBack,
    { relied: [outlook.contactRelied], spends: route.spends, due: route.due },
    Progress.kept(route.progress)
  )
}

export const Handover: Use<Command, void> = {
  name: "handover",
  needs: ({ lease }, facts) => {
    const { message } = target(lease)
    const known = Facts.peek(facts, Messages, message)
    return known === undefined
      ? Needs.row(Messages, message)
      : known === null
      ? Needs.none
      : Route.needs(known)
  },
  decide: ({ lease, settings, outcome }, facts, now, mint) => {
    const named = target(lease)
    const message = Facts.get(facts, Messages, named.message)
    const attempt = message === null ? null : open(message, named.attempt)
    const settled: Partial<Commit.Commit> = { settles: [{ work: lease.work, token: lease.token }] }
    // The attempt has ended meanwhile: its deadline passed, or a receipt was faster than the carrier's own answer.
    if (message === null || attempt === null) {
      return Result.succeed<Decision<void>>({ commit: Commit.all(settled), answer: undefined })
    }
    const change = outcome._tag === "Accepted"
      ? accepted(message, attempt, outcome.reference, now, mint)
      : refused(message, attempt, outcome.failure, facts, settings, now, mint)
    return Result.succeed<Decision<void>>({
      commit: Commit.all(settled, { relied: [Facts.relied(facts, Messages, message.id)] }, change),
      answer: undefined
    })
  }
}
