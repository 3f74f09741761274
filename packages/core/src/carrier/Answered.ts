/**
 * Applies the outcome of a hand-over to its attempt: the message becomes SENT, goes to the next candidate, waits on, or
 * ends.
 */
import * as Result from "effect/Result"
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import type { Decided, Decision } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import * as NextRoute from "../dispatch/NextRoute.ts"
import * as Route from "../dispatch/Route.ts"
import * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import * as Progress from "../message/Progress.ts"
import type { SubmissionOutcome } from "../port/Carrier.ts"
import type { Attempt } from "../row/Attempt.ts"
import { lineKey, Lines } from "../row/Line.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"

/** What came of an attempt. */
export type Outcome =
  | SubmissionOutcome
  /** The carrier was not asked, because the message needs this attempt no more. */
  | { readonly _tag: "Withheld" }
  /** The carrier was asked and has not answered in time. */
  | { readonly _tag: "TimedOut" }

export interface Command {
  readonly lease: Lease
  readonly settings: RoutingSettings.RoutingSettings
  readonly outcome: Outcome
}

const accepted = (step: AttemptStep.Step, now: Instant, mint: Mint) => {
  const sent = AttemptStep.submitted(step, now, mint)
  // Another attempt was delivered meanwhile, so this one only leaves an activity.
  const progress = sent.events.length > 0 ? sent : Progress.remark(sent, now, AttemptStep.taken(step.attempt))
  return Commit.all(step.commit, Progress.kept(progress))
}

/** Returns the carrier's own words, as the history shows them. */
const told = (detail: Attempt["refusal"]): string =>
  detail === undefined ? "" : ` (${[detail.code, detail.text].filter((word) => word !== "").join(": ")})`

const refused = (
  { attempt, commit, message }: AttemptStep.Step,
  facts: Facts.Facts,
  settings: RoutingSettings.RoutingSettings,
  now: Instant,
  mint: Mint
) => {
  const { carrier, failure, from, refusal } = attempt
  const code = failure === null ? null : FailureClass.code(failure)
  const note = {
    description: code === null ? `not handed over to ${carrier}` : `${carrier}: ${OutcomeCode.reason(code)}${told(refusal)}`,
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

/** Returns what a busy carrier changes: the attempt waits on, and its line or the attempt alone waits until then. */
const busy = (
  message: Message,
  attempt: Attempt,
  { holds, until }: Extract<SubmissionOutcome, { readonly _tag: "Busy" }>,
  lease: Lease,
  facts: Facts.Facts,
  now: Instant.Instant
): Partial<Commit.Commit> => {
  const puts = [Commit.put(Messages, AttemptStep.handBack(message, attempt))]
  if (holds === "recipient") return { puts, completes: [LeasedDecision.ended(lease)], due: [again(lease, until)] }
  const { account } = message
  const { carrier } = attempt
  const busySince = Facts.get(facts, Lines, lineKey(carrier, account))?.busySince ?? now
  return {
    puts: [...puts, Commit.put(Lines, { carrier, account, busySince, until })],
    releases: [LeasedDecision.ended(lease)],
    pauses: [{ lane: lease.lane, until }]
  }
}

/** A carrier that takes or refuses something is busy no more. */
const moving = (message: Message, attempt: Attempt, facts: Facts.Facts): Partial<Commit.Commit> => {
  const key = lineKey(attempt.carrier, message.account)
  return Facts.get(facts, Lines, key) === null ? {} : { deletes: [{ kind: Lines.name, key }] }
}

/** Returns what an outcome changes besides the work, or null when it changes nothing. */
const changes = (
  message: Message,
  attempt: Attempt,
  outcome: Exclude<Outcome, { readonly _tag: "Busy" }>,
  facts: Facts.Facts,
  settings: RoutingSettings.RoutingSettings,
  now: Instant.Instant,
  mint: Mint
): Commit.Commit | null => {
  switch (outcome._tag) {
    case "Unanswered":
      return AttemptState.of(attempt) === "OPEN"
        ? Commit.make({ due: [AttemptStep.unanswered(message, attempt, now)] })
        : null
    case "Accepted": {
      const by = RoutingSettings.termsOf(settings, attempt.carrier)?.references ?? "alone"
      const step = AttemptStep.accepted(message, attempt, outcome.references, by, now)
      if (step !== null) return Commit.all(accepted(step, now, mint), moving(message, attempt, facts))
      const named = AttemptStep.named(message, attempt, outcome.references, by)
      return named === null ? null : Commit.all(named.commit, Progress.kept(Progress.of(named.message)))
    }
    case "Refused": {
      const words = outcome.detail === null ? {} : { refusal: outcome.detail }
      const step = AttemptStep.refused(message, attempt, outcome.failure, now, words)
      return step === null
        ? null
        : Commit.all(refused(step, facts, settings, now, mint), moving(message, attempt, facts))
    }
    case "TimedOut":
    case "Withheld": {
      // An attempt that waits in line has all the time of its message.
      if (outcome._tag === "TimedOut" && attempt.handedOver === undefined) return null
      const failure = outcome._tag === "TimedOut" ? "provider_timeout" : null
      const step = AttemptStep.refused(message, attempt, failure, now)
      return step === null ? null : refused(step, facts, settings, now, mint)
    }
  }
}

/** Another route is needed only when this one has failed. */
const needs = ({ lease, outcome }: Command, facts: Facts.Facts): Needs.Needs => {
  const named = SubmissionWork.target(lease)
  const message = Facts.peek(facts, Messages, named.message)
  if (message === undefined) return Needs.row(Messages, named.message)
  const after = AttemptStep.find(message, named.attempt)
  return message === null || after === undefined ? Needs.none : Needs.all(
    Needs.row(Lines, lineKey(after.carrier, message.account)),
    outcome._tag === "Accepted" || outcome._tag === "Busy" || outcome._tag === "Unanswered"
      ? Needs.none
      : NextRoute.needs(message, { _tag: "Fallback", after }, facts)
  )
}

/** Decides on an outcome. `held` is the part of a commit that ends the work; an answer that came late ends none. */
const decideOn = (
  { lease, outcome, settings }: Command,
  facts: Facts.Facts,
  at: Instant.Instant,
  mint: Mint,
  held: Partial<Commit.Commit>
) => {
  const now = Instant.latest(at, lease.at)
  const named = SubmissionWork.target(lease)
  const message = Facts.get(facts, Messages, named.message)
  const attempt = AttemptStep.find(message, named.attempt)
  const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
    Result.succeed<Decided<void>>({ commit: Commit.all(...parts), answer: undefined })
  if (message === null || attempt === undefined) return ended(held)
  const expects = { expects: [Facts.expected(facts, Messages, message.id)] }
  if (outcome._tag === "Busy") {
    return AttemptState.of(attempt) === "OPEN"
      ? ended(expects, busy(message, attempt, outcome, lease, facts, now))
      : ended(held)
  }
  const changed = changes(message, attempt, outcome, facts, settings, now, mint)
  return changed === null ? ended(held) : ended(held, expects, changed)
}

/** Applies an outcome and ends the work of the hand-over. */
export const Answered: Decision<Command, void> = {
  name: "answered",
  needs,
  decide: (command, facts, now, mint) =>
    decideOn(command, facts, now, mint, { completes: [LeasedDecision.ended(command.lease)] })
}

/**
 * Applies what a carrier told when the work was over already, or another node had it: that it accepted the message.
 * Everything else that comes late counts for nothing.
 */
export const Late: Decision<Command, void> = {
  name: "answered_late",
  needs,
  decide: (command, facts, now, mint) => decideOn(command, facts, now, mint, {})
}
