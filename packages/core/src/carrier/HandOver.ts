/**
 * The hand-over of an attempt: one commit before its carrier is asked. A message may have waited in line for hours, so
 * it judges again whether the message may go out, and it writes until when the carrier has time (decisions 4.1
 * "Hand-over", "Submission deadline", "Waiting in line").
 */
import * as Limit from "../catalogue/Limit.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decided, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Grounds from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as NextRoute from "../dispatch/NextRoute.ts"
import * as Night from "../dispatch/Night.ts"
import * as Recipient from "../dispatch/Recipient.ts"
import * as Route from "../dispatch/Route.ts"
import * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import * as SenderPace from "../dispatch/SenderPace.ts"
import * as Standing from "../dispatch/Standing.ts"
import * as Restriction from "../engine/Restriction.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import * as Cancel from "../message/Cancel.ts"
import * as Progress from "../message/Progress.ts"
import * as Standby from "../message/Standby.ts"
import type { Submission } from "../port/Carrier.ts"
import { Accounts } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Line } from "../row/Line.ts"
import { lineKey, Lines } from "../row/Line.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import * as Instant from "../value/Instant.ts"
import { regionOf } from "../value/PhoneNumber.ts"
import type { Lease } from "../work/Work.ts"
import type * as Answered from "./Answered.ts"
import * as Clearance from "./Clearance.ts"
import * as Submissions from "./Submissions.ts"

export interface Command {
  readonly lease: Lease
  readonly settings: RoutingSettings.RoutingSettings
  /** The sender that has room for it now. Absent: none has been asked. */
  readonly sender?: string
}

export type Answer =
  /** The hand-over is committed, so the carrier must be asked, and has so many milliseconds to answer. */
  | { readonly _tag: "Ask"; readonly submission: Submission; readonly answersWithin: number }
  /** The carrier has said that it takes nothing from this line for now. The lease is still held. */
  | { readonly _tag: "Wait" }
  /**
   * Its sender has a pace: it is handed over from the first of these, best first, that has room for so many parts. The lease
   * is still held.
   */
  | { readonly _tag: "Pace"; readonly senders: ReadonlyArray<SenderPace.PacedSender>; readonly parts: number }
  /** The carrier is not asked: this is its outcome. The lease is still held. */
  | { readonly _tag: "Settle"; readonly outcome: Answered.Outcome }
  /** Nothing is to be handed over. The work has ended. */
  | { readonly _tag: "Over" }

export type Ask = Extract<Answer, { readonly _tag: "Ask" }>
type Settle = Extract<Answer, { readonly _tag: "Settle" }>

const over: Answer = { _tag: "Over" }

const settled = (outcome: Answered.Outcome): Settle => ({ _tag: "Settle", outcome })

const noSuchCarrier: Answered.Outcome = { _tag: "Refused", failure: "provider_unavailable", detail: null }

const attemptOf = (lease: Lease, message: Message | null) =>
  AttemptStep.find(message, SubmissionWork.target(lease).attempt)

/**
 * Returns whether the carrier has taken nothing for too long. What it said last counts for as long again; then the next
 * message asks it, since otherwise nobody would find out that it takes messages again.
 */
const isStuck = (line: Line, now: Instant.Instant): boolean =>
  now - line.busySince >= Limit.lineWait && now - line.until < Limit.lineWait

/**
 * Returns what moves the message out of a line that stands still, or null when no other candidate can take it, so that
 * it waits on.
 */
const leave = (
  message: Message,
  attempt: Attempt,
  settings: RoutingSettings.RoutingSettings,
  grounds: Grounds.Grounds
): Commit.Commit | null => {
  const { now } = grounds
  const step = AttemptStep.refused(message, attempt, null, now, { leftLine: true })
  if (step === null) return null
  const next = NextRoute.find(
    step.message,
    { _tag: "Left", after: attempt },
    settings,
    Grounds.after(grounds, step.commit)
  )
  if (next._tag !== "Route") return null
  const note = { description: `${attempt.carrier} takes nothing for now`, from: attempt.from }
  const { commit, progress } = Route.take(
    Progress.remark(Progress.of(step.message), now, note),
    next,
    "next_candidate",
    grounds
  )
  return Commit.all(step.commit, commit, Progress.kept(progress))
}

/** Returns what leaves everything in the line of a carrier that the operator has paused, where it is. */
const waiting = (lease: Lease, now: Instant.Instant): Partial<Commit.Commit> => ({
  releases: [LeasedDecision.fence(lease)],
  pauses: [{ lane: lease.lane, until: Instant.plus(now, Limit.pauseLook) }]
})

/** Returns the part of a commit that ends a message which must not go out any more. */
const ended = (
  progress: Progress.Progress,
  { code, leftOut = [], names = [], trigger }:
    & Pick<NextRoute.Stopped, "code" | "names" | "trigger">
    & Partial<Pick<NextRoute.Stopped, "leftOut">>,
  from: string | null,
  moment: Grounds.Moment
): Partial<Commit.Commit> => {
  const note = { description: OutcomeCode.described(code, names), code, from, leftOut }
  return Progress.kept(Standby.end(progress, { trigger, note }, moment))
}

/** Acts upon what stands in the way of the hand-over, and returns the reservation. */
const hindered = (
  message: Message,
  attempt: Attempt,
  hindrance: Hindrance,
  settings: RoutingSettings.RoutingSettings,
  grounds: Grounds.Grounds
): Commit.Commit => {
  const { now } = grounds
  const { _tag: tag } = hindrance
  // What is held or displaced is routed anew, so its route counts as untried.
  const step = AttemptStep.refused(
    message,
    attempt,
    null,
    now,
    tag === "Held" || tag === "Displaced" ? { heldBack: true } : {}
  )
  if (step === null) return Commit.empty
  const { from } = attempt
  const taken = Progress.of(step.message)
  switch (tag) {
    case "Stopped":
      return Commit.all(step.commit, ended(taken, hindrance, from, grounds))
    case "Withdrawn":
      return Commit.all(step.commit, Progress.kept(Cancel.withdraw(taken, grounds)))
    case "Held":
      return Commit.all(step.commit, Night.hold(taken, hindrance.until, grounds))
    case "Displaced": {
      const next = NextRoute.instead(step.message, attempt, settings, Grounds.after(grounds, step.commit))
      const remarked = Progress.remark(taken, now, { description: hindrance.why, from })
      if (next._tag === "Stopped") return Commit.all(step.commit, ended(remarked, next, null, grounds))
      const { commit, progress } = Route.take(remarked, next, "next_candidate", grounds)
      return Commit.all(step.commit, commit, Progress.kept(progress))
    }
  }
}

/** Returns what the carrier is asked, or what has come of an attempt for which it cannot be asked. */
export const question = (
  message: Message,
  attempt: Attempt,
  facts: Facts.Facts,
  settings: RoutingSettings.RoutingSettings
): Ask | Settle => {
  if (!AttemptStep.isAwaited(message, attempt)) return settled({ _tag: "Withheld" })
  const terms = RoutingSettings.termsOf(settings, attempt.carrier)
  if (terms === undefined) return settled(noSuchCarrier)
  const submission = Submissions.of(message, attempt, facts)
  return submission === null
    ? settled({ _tag: "Withheld" })
    : { _tag: "Ask", submission, answersWithin: terms.answersWithin }
}

/** Returns the senders with a pace that the attempt may leave from; none where it waits for no pace. */
const pacedSenders = (
  message: Message,
  attempt: Attempt,
  facts: Facts.Facts
): ReadonlyArray<SenderPace.PacedSender> => {
  const account = Facts.get(facts, Accounts, message.account)
  if (account?.numberPools === undefined) return []
  const { phone } = message
  const person = { phone, knownSince: Recipient.of(message, facts).contact?.createdAt }
  return SenderPace.of(account, attempt, person, message.autoReply !== undefined, () => regionOf(phone))
}

type Hindrance = Exclude<Clearance.Clearance, { readonly _tag: "Cleared" }>

/** The reason why an attempt may not be handed over now, although its carrier could be asked. */
export type Obstacle =
  | Hindrance
  /** The carrier was too busy for the line, and has taken nothing from it since. */
  | { readonly _tag: "InLine"; readonly line: Line }

/** Returns what stands in the way of a hand-over, or null. */
const obstacle = (
  message: Message,
  attempt: Attempt,
  settings: RoutingSettings.RoutingSettings,
  grounds: Grounds.Grounds
): Obstacle | null => {
  const clearance = Clearance.of(message, attempt, settings, grounds)
  if (clearance._tag !== "Cleared") return clearance
  const line = Facts.get(grounds.facts, Lines, lineKey(attempt.carrier, message.account))
  return line === null ? null : { _tag: "InLine", line }
}

interface Handing {
  readonly message: Message
  readonly attempt: Attempt
  /** It goes on. */
  readonly lease: Lease
  readonly ask: Ask
  /** Whether it is the lease of its dispatch. */
  readonly isWithDispatch: boolean
}

/** Returns the part of a commit that hands an attempt over under a lease. */
const handed = (
  { ask: { answersWithin }, attempt, isWithDispatch, lease, message }: Handing,
  { facts, now }: Grounds.Grounds
): Partial<Commit.Commit> => ({
  holds: [LeasedDecision.fence(lease)],
  expects: [Facts.expected(facts, Messages, message.id), ...Clearance.expected(message, facts)],
  puts: [
    Commit.put(
      Messages,
      AttemptStep.handOver(message, attempt, {
        token: lease.token,
        deadline: Instant.plus(now, answersWithin),
        isWithDispatch
      })
    )
  ]
})

/**
 * Hands an attempt over in the commit that opens it, under the lease of the work that does so. Returns null when anything
 * stands in the way: then it waits in its line, and is judged there.
 *
 * @param grounds with the facts that the commit which opens it leaves
 */
export const withDispatch = (
  message: Message,
  attempt: Attempt,
  { lease, settings }: Command,
  grounds: Grounds.Grounds
): Decided<Ask> | null => {
  const ask = question(message, attempt, grounds.facts, settings)
  const { account } = message
  const isPaused = Restriction.isPaused(grounds.facts, SubmissionWork.lane.of({ carrier: attempt.carrier, account }))
  const isHindered = isPaused || ask._tag === "Settle" || obstacle(message, attempt, settings, grounds) !== null ||
    pacedSenders(message, attempt, grounds.facts).length > 0
  return isHindered
    ? null
    : { answer: ask, commit: Commit.all(handed({ message, attempt, lease, ask, isWithDispatch: true }, grounds)) }
}

/** Returns whether the message may have to leave the line, as far as that shows in what is loaded. */
const mayLeave = (
  message: Message,
  attempt: Attempt,
  facts: Facts.Facts,
  settings: RoutingSettings.RoutingSettings
): boolean => {
  const account = Facts.get(facts, Accounts, message.account)
  return Facts.get(facts, Lines, lineKey(attempt.carrier, message.account)) !== null ||
    Clearance.displacedBy(message, attempt, account, Standing.used(message, facts), settings) !== null
}

export const HandOver = LeasedDecision.make<Command, Answer>({
  name: "hand_over",
  needs: ({ lease, settings }, facts) => {
    const { message: id } = SubmissionWork.target(lease)
    const message = Facts.peek(facts, Messages, id)
    if (message === undefined) return Needs.row(Messages, id)
    const attempt = attemptOf(lease, message)
    if (message === null || attempt === undefined) return Needs.none
    const line = lineKey(attempt.carrier, message.account)
    const known = Needs.all(
      Needs.row(Lines, line),
      Clearance.needs(message, facts),
      Submissions.needs(message),
      Restriction.needs
    )
    // Another route is needed only when this one is left.
    return Facts.covers(facts, known) && mayLeave(message, attempt, facts, settings)
      ? Needs.all(known, NextRoute.needs(message, { _tag: "Left", after: attempt }, facts))
      : known
  },
  decide: ({ lease, sender, settings }, grounds) => {
    const { facts, now } = grounds
    const message = Facts.get(facts, Messages, SubmissionWork.target(lease).message)
    const attempt = attemptOf(lease, message)
    const goesOn = { holds: [LeasedDecision.fence(lease)] }
    if (message === null || attempt === undefined || AttemptState.of(attempt) !== "OPEN") return done(over)
    const ask = question(message, attempt, facts, settings)
    if (ask._tag === "Settle") return done(ask, goesOn)

    const { handedOver: before } = attempt
    // The answer to this very commit was lost.
    if (before?.token === lease.token) return done(ask, goesOn)
    if (Restriction.isPaused(facts, lease.lane)) return done(over, waiting(lease, now))
    const expects = { expects: [Facts.expected(facts, Messages, message.id)] }
    if (before !== undefined && RoutingSettings.termsOf(settings, attempt.carrier)?.repeat === "never") {
      const last = { puts: [Commit.put(Messages, AttemptStep.last(message, attempt))] }
      return done(over, expects, last, { due: [AttemptStep.unanswered(message, attempt, now)] })
    }
    const found = obstacle(message, attempt, settings, grounds)
    // Nodes fell silent while they waited for the answer. A receipt or the deadline decides, since the carrier may have sent it.
    if (before !== undefined && (before.times >= Limit.handovers || found?._tag === "Displaced")) {
      return done(over, expects, { due: [AttemptStep.unanswered(message, attempt, now)] })
    }
    if (found?._tag === "InLine") {
      if (found.line.until > now) return done({ _tag: "Wait" }, goesOn)
      const left = isStuck(found.line, now) ? leave(message, attempt, settings, grounds) : null
      if (left !== null) return done(over, expects, left)
    } else if (found !== null) {
      const relied = { expects: Clearance.expected(message, facts) }
      return done(over, expects, relied, hindered(message, attempt, found, settings, grounds))
    }
    const senders = pacedSenders(message, attempt, facts)
    if (senders.length === 0) return done(ask, handed({ message, attempt, lease, ask, isWithDispatch: false }, grounds))
    const admitted = senders.find(({ from }) => from === sender)
    if (admitted === undefined) return done({ _tag: "Pace", senders, parts: attempt.segments }, goesOn)
    const leaving: Attempt = { ...attempt, from: admitted.from }
    const paced = question(message, leaving, facts, settings)
    return paced._tag === "Settle"
      ? done(paced, goesOn)
      : done(paced, handed({ message, attempt: leaving, lease, ask: paced, isWithDispatch: false }, grounds))
  }
})
