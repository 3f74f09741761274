/**
 * The hand-over of an attempt: one commit before its carrier is asked. A message may have waited in line for hours, so
 * it judges again whether the message may go out, and it writes until when the carrier has time (decisions 4.1
 * "Hand-over", "Submission deadline", "Waiting in line").
 */
import * as Result from "effect/Result"
import * as Limit from "../catalogue/Limit.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import type { Decided } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import * as Expiry from "../dispatch/Expiry.ts"
import * as Gate from "../dispatch/Gate.ts"
import * as NextRoute from "../dispatch/NextRoute.ts"
import * as Night from "../dispatch/Night.ts"
import * as Recipient from "../dispatch/Recipient.ts"
import * as Route from "../dispatch/Route.ts"
import * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import * as Progress from "../message/Progress.ts"
import type { Submission } from "../port/Carrier.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Line } from "../row/Line.ts"
import { lineKey, Lines } from "../row/Line.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import type * as Answered from "./Answered.ts"
import * as Submissions from "./Submissions.ts"

export interface Command {
  readonly lease: Lease
  readonly settings: RoutingSettings.RoutingSettings
}

export type Answer =
  /** The hand-over is committed, so the carrier must be asked, and has so many milliseconds to answer. */
  | { readonly _tag: "Ask"; readonly submission: Submission; readonly answersWithin: number }
  /** The carrier has said that it takes nothing from this line for now. The lease is still held. */
  | { readonly _tag: "Wait" }
  /** The carrier is not asked: this is its outcome. The lease is still held. */
  | { readonly _tag: "Settle"; readonly outcome: Answered.Outcome }
  /** Nothing is to be handed over. The work has ended. */
  | { readonly _tag: "Over" }

const over: Answer = { _tag: "Over" }

const settled = (outcome: Answered.Outcome): Answer => ({ _tag: "Settle", outcome })

const noSuchCarrier: Answered.Outcome = { _tag: "Refused", failure: "provider_unavailable", detail: null }

const attemptOf = (lease: Lease, message: Message | null) =>
  AttemptStep.find(message, SubmissionWork.target(lease).attempt)

/**
 * Returns whether the carrier has taken nothing for too long. What it said last counts for as long again; then the next
 * message asks it, since otherwise nobody would find out that it takes messages again.
 */
const isStuck = (line: Line | null, now: Instant.Instant): boolean =>
  line !== null && now - line.busySince >= Limit.lineWait && now - line.until < Limit.lineWait

const decided = (answer: Answer, ...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
  Result.succeed<Decided<Answer>>({ commit: Commit.all(...parts), answer })

/**
 * Returns what moves the message out of a line that stands still, or null when no other candidate can take it, so that
 * it waits on.
 */
const leave = (
  message: Message,
  attempt: Attempt,
  facts: Facts.Facts,
  settings: RoutingSettings.RoutingSettings,
  now: Instant.Instant,
  mint: Mint
): Commit.Commit | null => {
  const step = AttemptStep.refused(message, attempt, null, now, { leftLine: true })
  if (step === null) return null
  const next = NextRoute.find(
    step.message,
    { _tag: "Left", after: attempt },
    Facts.after(facts, step.commit.debits ?? []),
    settings,
    now
  )
  if (next._tag !== "Route") return null
  const note = { description: `${attempt.carrier} takes nothing for now`, from: attempt.from }
  const { commit, progress } = Route.take(
    Progress.remark(Progress.of(step.message), now, note),
    next,
    "next_candidate",
    now,
    mint
  )
  return Commit.all(step.commit, commit, Progress.kept(progress))
}

/** Ends a message that must not go out any more, and returns the reservation. */
const stopped = (
  message: Message,
  attempt: Attempt,
  { code, trigger }: Pick<Gate.Gate, "code" | "trigger">,
  now: Instant.Instant,
  mint: Mint
): Commit.Commit => {
  const step = AttemptStep.refused(message, attempt, null, now)
  if (step === null) return Commit.empty
  const note = { description: OutcomeCode.reason(code), code, from: attempt.from }
  return Commit.all(step.commit, Progress.kept(Progress.advance(Progress.of(step.message), trigger, now, mint, note)))
}

/** Takes a message out of its line for the night, and returns the reservation. */
const held = (message: Message, attempt: Attempt, until: Instant.Instant, now: Instant.Instant, mint: Mint) => {
  const step = AttemptStep.refused(message, attempt, null, now, { heldBack: true })
  return step === null
    ? Commit.empty
    : Commit.all(step.commit, Night.hold(Progress.of(step.message), until, now, mint))
}

type Ask = Extract<Answer, { readonly _tag: "Ask" }>

/** Returns what the carrier is asked, or null when it cannot be asked. */
export const question = (
  message: Message,
  attempt: Attempt,
  facts: Facts.Facts,
  settings: RoutingSettings.RoutingSettings
): Ask | null => {
  const terms = RoutingSettings.termsOf(settings, attempt.carrier)
  const submission = Submissions.of(message, attempt, facts)
  return terms === undefined || submission === null
    ? null
    : { _tag: "Ask", submission, answersWithin: terms.answersWithin }
}

const stopOf = (message: Message, account: Account | null, facts: Facts.Facts, now: Instant.Instant) =>
  Gate.atHandOver.find((gate) => gate.holds(Recipient.of(message, facts))) ??
    (Expiry.isOver(message, account, now) ? Expiry.gate : undefined)

/**
 * Hands an attempt over in the commit that opens it, under the lease of the work that does so. Returns null when anything
 * stands in the way: then it waits in its line, and is judged there.
 */
export const atOnce = (
  message: Message,
  attempt: Attempt,
  token: number,
  facts: Facts.Facts,
  settings: RoutingSettings.RoutingSettings,
  now: Instant.Instant
): { readonly ask: Ask; readonly message: Message } | null => {
  const account = Facts.get(facts, Accounts, message.account)
  const ask = question(message, attempt, facts, settings)
  const isHindered = !AttemptStep.isAwaited(message, attempt) ||
    Facts.get(facts, Lines, lineKey(attempt.carrier, message.account)) !== null ||
    stopOf(message, account, facts, now) !== undefined || Night.until(message, account, now) !== null
  return ask === null || isHindered ? null : {
    ask,
    message: AttemptStep.handOver(message, attempt, token, Instant.plus(now, ask.answersWithin), true)
  }
}

export const HandOver = LeasedDecision.make<Command, Answer>({
  name: "hand_over",
  needs: ({ lease }, facts) => {
    const { message: id } = SubmissionWork.target(lease)
    const message = Facts.peek(facts, Messages, id)
    if (message === undefined) return Needs.row(Messages, id)
    const attempt = attemptOf(lease, message)
    if (message === null || attempt === undefined) return Needs.none
    const line = lineKey(attempt.carrier, message.account)
    const isBusy = (Facts.peek(facts, Lines, line) ?? null) !== null
    return Needs.all(
      Needs.row(Lines, line),
      Recipient.needs(message),
      Submissions.needs(message),
      isBusy ? NextRoute.needs(message, { _tag: "Left", after: attempt }, facts) : Needs.none
    )
  },
  decide: ({ lease, settings }, facts, now, mint) => {
    const message = Facts.get(facts, Messages, SubmissionWork.target(lease).message)
    const attempt = attemptOf(lease, message)
    const goesOn = { holds: [LeasedDecision.fence(lease)] }
    if (message === null || attempt === undefined || AttemptState.of(attempt) !== "OPEN") return decided(over)
    if (!AttemptStep.isAwaited(message, attempt)) return decided(settled({ _tag: "Withheld" }), goesOn)
    if (RoutingSettings.termsOf(settings, attempt.carrier) === undefined) return decided(settled(noSuchCarrier), goesOn)
    const ask = question(message, attempt, facts, settings)
    if (ask === null) return decided(settled({ _tag: "Withheld" }), goesOn)

    const { handedOver: before } = attempt
    // The answer to this very commit was lost.
    if (before?.token === lease.token) return decided(ask, goesOn)
    const expects = { expects: [Facts.expected(facts, Messages, message.id)] }
    // Nodes died while they waited for the answer. A receipt or the deadline decides.
    if (before !== undefined && before.times >= Limit.handovers) {
      return decided(over, expects, { due: [AttemptStep.unanswered(message, attempt, now)] })
    }

    const account = Facts.get(facts, Accounts, message.account)
    const stop = stopOf(message, account, facts, now)
    if (stop !== undefined) {
      const recipient = { expects: Recipient.expected(message, facts) }
      return decided(over, expects, recipient, stopped(message, attempt, stop, now, mint))
    }
    const until = Night.until(message, account, now)
    if (until !== null) return decided(over, expects, held(message, attempt, until, now, mint))
    const line = Facts.get(facts, Lines, lineKey(attempt.carrier, message.account))
    if (line !== null && line.until > now) return decided({ _tag: "Wait" }, goesOn)
    const left = isStuck(line, now) ? leave(message, attempt, facts, settings, now, mint) : null
    if (left !== null) return decided(over, expects, left)
    return decided(ask, goesOn, expects, {
      expects: Recipient.expected(message, facts),
      puts: [
        Commit.put(
          Messages,
          AttemptStep.handOver(message, attempt, lease.token, Instant.plus(now, ask.answersWithin), false)
        )
      ]
    })
  }
})
