/**
 * Handover applies a carrier's answer to an attempt: the message becomes SENT, goes to the next candidate, or ends.
 */
import * as Result from "effect/Result"
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import type { Decided } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import * as NextRoute from "../dispatch/NextRoute.ts"
import * as Route from "../dispatch/Route.ts"
import type { RoutingSettings } from "../dispatch/RoutingSettings.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import * as Progress from "../message/Progress.ts"
import type { Submission, SubmissionOutcome } from "../port/Carrier.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"

/** The result of a hand-over. `Withheld`: the carrier was not asked, because the message needs this attempt no more. */
export type SubmissionResult = SubmissionOutcome | { readonly _tag: "Withheld" }

export interface Command {
  readonly lease: Lease
  readonly settings: RoutingSettings
  readonly outcome: SubmissionResult
}

/**
 * Returns the submission to hand over. Returns null when the attempt has ended meanwhile, or when a late receipt says
 * that an earlier attempt was delivered.
 */
export const submission = (message: Message, id: string): Submission | null => {
  const attempt = AttemptStep.find(message, id)
  if (attempt === undefined || message.rendered === null) return null
  return AttemptState.of(attempt) !== "OPEN" || !AttemptStep.isAwaited(message, attempt) ? null : {
    attempt: attempt.id,
    message: message.id,
    account: message.account,
    channel: attempt.channel,
    to: message.phone,
    from: attempt.from,
    rendered: message.rendered
  }
}

const accepted = (step: AttemptStep.Step, now: Instant, mint: Mint) => {
  const sent = AttemptStep.submitted(step, now, mint)
  // Another attempt was delivered meanwhile, so this one only leaves an activity.
  const progress = sent.events.length > 0 ? sent : Progress.remark(sent, now, AttemptStep.taken(step.attempt))
  return Commit.all(step.commit, Progress.kept(progress))
}

const refused = (
  { attempt, commit, message }: AttemptStep.Step,
  facts: Facts.Facts,
  settings: RoutingSettings,
  now: Instant,
  mint: Mint
) => {
  const { carrier, failure, from } = attempt
  const code = failure === null ? null : FailureClass.code(failure)
  const note = {
    description: code === null ? `not handed over to ${carrier}` : `${carrier}: ${OutcomeCode.reason(code)}`,
    from,
    code
  }
  const ended = (progress: Progress.Progress, ...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
    Commit.all(commit, ...parts, Progress.kept(progress))
  const before = Progress.of(message)
  // Another attempt was delivered meanwhile, so this one only leaves an activity.
  if (!AttemptStep.isAwaited(message, attempt)) return ended(Progress.remark(before, now, note))
  // The refused attempt's price is refunded first, so that the refund can pay for the next candidate.
  const next = NextRoute.find(
    message,
    { _tag: "Fallback", after: attempt },
    Facts.after(facts, commit.debits ?? []),
    settings,
    now
  )
  if (next._tag === "Exhausted") return ended(Progress.advance(before, "failed", now, mint, note))
  const remarked = Progress.remark(before, now, note)
  if (next._tag === "Stopped") {
    const stop = { description: OutcomeCode.reason(next.code), code: next.code, leftOut: next.leftOut }
    return ended(Progress.advance(remarked, next.trigger, now, mint, stop))
  }
  const route = Route.take(remarked, next, "next_candidate", now, mint)
  return ended(route.progress, route.commit)
}

/** Returns what an outcome changes, or null when it changes nothing. */
const outcomeOf = (
  message: Message,
  attempt: Attempt,
  outcome: SubmissionResult,
  facts: Facts.Facts,
  settings: RoutingSettings,
  now: Instant,
  mint: Mint
): Commit.Commit | null => {
  switch (outcome._tag) {
    case "Unanswered":
      return null
    case "Accepted": {
      const step = AttemptStep.accepted(message, attempt, outcome.reference, now)
      if (step !== null) return accepted(step, now, mint)
      const named = AttemptStep.named(message, attempt, outcome.reference)
      return named === null ? null : Commit.all(named.commit, Progress.kept(Progress.of(named.message)))
    }
    case "Refused":
    case "Withheld": {
      const failure = outcome._tag === "Refused" ? outcome.failure : null
      const step = AttemptStep.refused(message, attempt, failure, now)
      return step === null ? null : refused(step, facts, settings, now, mint)
    }
  }
}

export const Handover = LeasedDecision.make<Command, void>({
  name: "handover",
  needs: ({ lease }, facts) => {
    const named = SubmissionWork.target(lease)
    const message = Facts.peek(facts, Messages, named.message)
    if (message === undefined) return Needs.row(Messages, named.message)
    const after = AttemptStep.find(message, named.attempt)
    return message === null || after === undefined
      ? Needs.none
      : NextRoute.needs(message, { _tag: "Fallback", after }, facts)
  },
  decide: ({ lease, settings, outcome }, facts, now, mint) => {
    const named = SubmissionWork.target(lease)
    const message = Facts.get(facts, Messages, named.message)
    const attempt = AttemptStep.find(message, named.attempt)
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decided<void>>({ commit: Commit.all(...parts), answer: undefined })
    if (message === null || attempt === undefined) return ended()
    const commit = outcomeOf(message, attempt, outcome, facts, settings, now, mint)
    return commit === null ? ended() : ended({ expects: [Facts.expected(facts, Messages, message.id)] }, commit)
  }
})
