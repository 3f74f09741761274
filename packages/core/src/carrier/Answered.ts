/**
 * Applies the outcome of a hand-over to its attempt: the message becomes SENT, goes to the next candidate, waits on, or
 * ends.
 */
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Grounds from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as NextRoute from "../dispatch/NextRoute.ts"
import * as Night from "../dispatch/Night.ts"
import * as Route from "../dispatch/Route.ts"
import * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import type { Target } from "../message/AttemptWork.ts"
import { SubmissionWork } from "../message/AttemptWork.ts"
import * as Cancel from "../message/Cancel.ts"
import * as Progress from "../message/Progress.ts"
import * as Standby from "../message/Standby.ts"
import type { SubmissionOutcome } from "../port/Carrier.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Line } from "../row/Line.ts"
import { lineKey, Lines } from "../row/Line.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { AccountId, CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import * as Detail from "./Detail.ts"

/** The outcome of an attempt, also where the carrier itself has told none. */
export type Outcome =
  | SubmissionOutcome
  /** The carrier was not asked, because the message needs this attempt no more. */
  | { readonly _tag: "Withheld" }
  /** The carrier was asked and has not answered in time. */
  | { readonly _tag: "TimedOut" }
  /** The carrier was asked, and the node stops before it has answered. */
  | { readonly _tag: "Stopped" }
  /** The node stops before it has asked the carrier. */
  | { readonly _tag: "NotAsked" }

/** The attempt that a carrier was asked about under the lease of other work than its submission. */
export interface Asked extends Target {
  readonly carrier: CarrierId
  readonly account: AccountId
}

/** An attempt under the lease of the work that handed it over. */
export interface LeasedAttempt {
  readonly lease: Lease
  /** Absent: the work of the lease names the attempt. */
  readonly asked?: Asked
}

export interface Command extends LeasedAttempt {
  readonly settings: RoutingSettings.RoutingSettings
  readonly outcome: Outcome
}

const accepted = (step: AttemptStep.Step, moment: Grounds.Moment) => {
  const sent = AttemptStep.submitted(step, moment)
  // Another attempt was delivered meanwhile, so this one only leaves an activity.
  const progress = sent.events.length > 0 ? sent : Progress.remark(sent, moment.now, AttemptStep.taken(step.attempt))
  return Commit.all(step.commit, Progress.kept(progress))
}

const refused = (
  { attempt, commit, message }: AttemptStep.Step,
  settings: RoutingSettings.RoutingSettings,
  grounds: Grounds.Grounds
) => {
  const { now } = grounds
  const { carrier, failure, from, refusal } = attempt
  const code = failure === null ? null : FailureClass.code(failure)
  const note = {
    description: code === null
      ? `not handed over to ${carrier}`
      : `${carrier}: ${OutcomeCode.reason(code)}${Detail.told(refusal ?? null)}`,
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
    settings,
    Grounds.after(grounds, commit)
  )
  if (next._tag === "Exhausted") return ended(Standby.end(before, { trigger: "failed", note }, grounds))
  const remarked = Progress.remark(before, now, note)
  if (next._tag === "Withdrawn") return ended(Cancel.withdraw(remarked, grounds))
  if (next._tag === "Stopped") {
    const { code, leftOut, names, trigger } = next
    const stop = { description: OutcomeCode.described(code, names), code, leftOut }
    return ended(Standby.end(remarked, { trigger, note: stop }, grounds))
  }
  if (next._tag === "Held") return Commit.all(commit, Night.hold(remarked, next.until, grounds))
  const route = Route.take(remarked, next, "next_candidate", grounds)
  return ended(route.progress, route.commit)
}

/**
 * Returns what it changes that nobody knows what the carrier made of the attempt. Whatever is known of it all the same, the
 * history says now, and once more when the time for an answer is over.
 */
const unanswered = (
  { attempt: before, commit, message }: AttemptStep.Partly,
  { detail: said, repeat }: Pick<Extract<SubmissionOutcome, { readonly _tag: "Unanswered" }>, "detail" | "repeat">,
  now: Instant.Instant
): Partial<Commit.Commit> => {
  const due = [AttemptStep.unanswered(message, before, now)]
  const after = repeat === "never" ? AttemptStep.last(message, before) : message
  if (said === undefined) {
    const isChanged = after !== message || commit.puts !== undefined
    return Commit.all(commit, { puts: isChanged ? [Commit.put(Messages, after)] : [], due })
  }
  const detail = Detail.keptWith(message, said)
  const attempt: Attempt = { ...AttemptStep.find(after, before.id) ?? before, refusal: detail }
  const note = { description: `${attempt.carrier}: no answer${Detail.told(detail)}`, from: attempt.from }
  const progress = Progress.remark(Progress.of(AttemptStep.replace(after, attempt)), now, note)
  return Commit.all(commit, { due }, Progress.kept(progress))
}

/** Returns what a node changes that stops before it has asked the carrier: the attempt waits on, for other nodes. */
const notAsked = (
  message: Message,
  attempt: Attempt,
  lease: Lease,
  now: Instant.Instant
): Partial<Commit.Commit> => ({
  puts: [Commit.put(Messages, AttemptStep.handBack(message, attempt))],
  ...(lease.work.kind === SubmissionWork.kind
    ? { releases: [LeasedDecision.fence(lease)] }
    : { due: [AttemptStep.lineUp(message, attempt, now)] })
})

/** A carrier that answers a whole batch may name instants that differ a little. */
const almost = Instant.second

/** Returns the line after this node could not reach its carrier, which others may reach all the same; null: as it is. */
const unreached = (
  { carrier }: Attempt,
  { account }: Message,
  line: Line | null,
  now: Instant.Instant
): Line | null => {
  if (line === null) return { carrier, account, busySince: now, until: now }
  return now - line.until < almost ? null : { ...line, until: now }
}

/**
 * Returns what a busy carrier changes: the attempt waits on, and its line or the attempt alone waits until then. A node that
 * does not reach the carrier closes the line to nobody else; it only begins to count for how long the line stands still.
 */
const busy = (
  message: Message,
  attempt: Attempt,
  { holds, until }: Extract<SubmissionOutcome, { readonly _tag: "Busy" }>,
  lease: Lease,
  { facts, now }: Grounds.Grounds
): Partial<Commit.Commit> => {
  const puts = [Commit.put(Messages, AttemptStep.handBack(message, attempt))]
  const isInLine = lease.work.kind === SubmissionWork.kind
  if (holds === "recipient") {
    return { puts, due: [isInLine ? again(lease, until) : AttemptStep.lineUp(message, attempt, until)] }
  }
  const { account } = message
  const { carrier } = attempt
  const key = lineKey(carrier, account)
  const line = Facts.get(facts, Lines, key)
  const lined = AttemptStep.lineUp(message, attempt, now)
  const lane = isInLine ? lease.lane : lined.lane
  // Whoever has a place in line keeps it.
  const place = isInLine ? { releases: [LeasedDecision.fence(lease)] } : { due: [lined] }
  if (holds === "node") {
    const next = unreached(attempt, message, line, now)
    return {
      ...place,
      expects: next === null || line === null ? [] : [Facts.expected(facts, Lines, key)],
      puts: next === null ? puts : [...puts, Commit.put(Lines, next)]
    }
  }
  const waits = { ...place, pauses: [{ lane, until }] }
  if (line === null) {
    return { puts: [...puts, Commit.put(Lines, { carrier, account, busySince: now, until })], ...waits }
  }
  // All that waits in the line shares its row, so those that have nothing new to say leave it alone.
  if (Math.abs(until - line.until) < almost) {
    return { ...waits, puts, pauses: [{ lane, until: Instant.latest(until, line.until) }] }
  }
  // Where the line has moved meanwhile, it has not been busy since then.
  return {
    ...waits,
    expects: [Facts.expected(facts, Lines, key)],
    puts: [...puts, Commit.put(Lines, { ...line, until })]
  }
}

/**
 * A line of which a carrier takes or refuses something has not stood still. It may have been asked before it said that
 * it is busy, so it is left alone until the instant that it named.
 */
const moving = (
  message: Message,
  attempt: Attempt,
  { facts, now }: Grounds.Grounds
): Partial<Commit.Commit> => {
  const key = lineKey(attempt.carrier, message.account)
  const line = Facts.get(facts, Lines, key)
  if (line === null) return {}
  if (line.until <= now) return { deletes: [{ kind: Lines.name, key }] }
  return now - line.busySince < almost ? {} : {
    expects: [Facts.expected(facts, Lines, key)],
    puts: [Commit.put(Lines, { ...line, busySince: now })]
  }
}

const namesBy = ({ carrier }: Attempt, settings: RoutingSettings.RoutingSettings) =>
  RoutingSettings.termsOf(settings, carrier)?.references ?? "alone"

/** Returns what it changes that the carrier has accepted the attempt, or null when that was known already. */
const taken = (
  message: Message,
  attempt: Attempt,
  references: ReadonlyArray<string>,
  settings: RoutingSettings.RoutingSettings,
  grounds: Grounds.Grounds
): Commit.Commit | null => {
  const { now } = grounds
  const by = namesBy(attempt, settings)
  const step = AttemptStep.accepted(message, attempt, references, by, now)
  if (step !== null) return Commit.all(accepted(step, grounds), moving(message, attempt, grounds))
  const named = AttemptStep.named(message, attempt, references, by)
  return named === null ? null : Commit.all(named.commit, Progress.kept(Progress.of(named.message)))
}

/** Returns what an outcome changes, or null when it only ends the work. */
const changes = (
  message: Message,
  attempt: Attempt,
  { lease, outcome, settings }: Command,
  grounds: Grounds.Grounds
): Partial<Commit.Commit> | null => {
  const { now } = grounds
  const whole: AttemptStep.Partly = { message, attempt, commit: {} }
  const partly = (references: ReadonlyArray<string> = [], others: Attempt["report"]) =>
    AttemptStep.partly(message, attempt, references, others, namesBy(attempt, settings))
  const failed = (
    failure: FailureClass.FailureClass | null,
    words: Pick<Attempt, "refusal"> = {},
    { attempt, commit, message }: AttemptStep.Partly = whole
  ) => {
    const step = AttemptStep.refused(message, attempt, failure, now, words)
    return step === null ? null : Commit.all(commit, refused(step, settings, grounds))
  }
  const isOpen = AttemptState.of(attempt) === "OPEN"
  switch (outcome._tag) {
    case "Accepted":
      return taken(message, attempt, outcome.references, settings, grounds)
    case "Refused": {
      const words = outcome.detail === null ? {} : { refusal: Detail.keptWith(message, outcome.detail) }
      const commit = failed(outcome.failure, words, partly(outcome.references, "FAILED"))
      return commit === null ? null : Commit.all(commit, moving(message, attempt, grounds))
    }
    case "Busy":
      return isOpen ? busy(message, attempt, outcome, lease, grounds) : null
    case "Unanswered":
      return isOpen ? unanswered(partly(outcome.references, null), outcome, now) : null
    case "TimedOut":
      // An attempt that waits in line has all the time of its message.
      return attempt.handedOver === undefined ? null : failed("provider_timeout")
    case "Stopped":
      return isOpen ? unanswered(whole, { repeat: "never" }, now) : null
    case "NotAsked":
      return isOpen ? notAsked(message, attempt, lease, now) : null
    case "Withheld":
      return failed(null)
  }
}

const targetOf = ({ asked, lease }: Command): Target => asked ?? SubmissionWork.target(lease)

/** The line that is known before the message is, so that it is loaded together with the message. */
const lineOf = ({ asked, lease: { lane, work } }: Command): ReadonlyArray<string> => {
  if (asked !== undefined) return [lineKey(asked.carrier, asked.account)]
  return work.kind === SubmissionWork.kind ? [LaneKind.owner(lane)] : []
}

/** Another route is needed only when this one has failed. */
const mayMoveOn: Readonly<Record<Outcome["_tag"], boolean>> = {
  Accepted: false,
  Refused: true,
  Busy: false,
  Unanswered: false,
  TimedOut: true,
  Stopped: false,
  NotAsked: false,
  Withheld: true
}

const needs = (command: Command, facts: Facts.Facts): Needs.Needs => {
  const { outcome } = command
  const named = targetOf(command)
  const message = Facts.peek(facts, Messages, named.message)
  if (message === undefined) {
    return Needs.all(Needs.row(Messages, named.message), ...lineOf(command).map((line) => Needs.row(Lines, line)))
  }
  const after = AttemptStep.find(message, named.attempt)
  return message === null || after === undefined ? Needs.none : Needs.all(
    Needs.row(Lines, lineKey(after.carrier, message.account)),
    mayMoveOn[outcome._tag] ? NextRoute.needs(message, { _tag: "Fallback", after }, facts) : Needs.none
  )
}

/** Applies an outcome. */
export const Answered = LeasedDecision.make<Command, void>({
  name: "answered",
  needs,
  decide: (command, grounds) => {
    const { facts } = grounds
    const named = targetOf(command)
    const message = Facts.get(facts, Messages, named.message)
    const attempt = AttemptStep.find(message, named.attempt)
    if (message === null || attempt === undefined) return done(undefined)
    const changed = changes(message, attempt, command, grounds)
    return changed === null
      ? done(undefined)
      : done(undefined, { expects: [Facts.expected(facts, Messages, message.id)] }, changed)
  }
})

/**
 * Applies what a carrier told when the work was over already, or another node had it. Only that it accepted the message
 * counts then.
 */
export const Late: Decision<Command, void> = {
  name: "answered_late",
  needs,
  decide: (command, grounds) => {
    const { facts } = grounds
    const { outcome, settings } = command
    const named = targetOf(command)
    const message = Facts.get(facts, Messages, named.message)
    const attempt = AttemptStep.find(message, named.attempt)
    const changed = message === null || attempt === undefined || outcome._tag !== "Accepted"
      ? null
      : taken(message, attempt, outcome.references, settings, grounds)
    return done(
      undefined,
      message === null || changed === null
        ? Commit.empty
        : Commit.all({ expects: [Facts.expected(facts, Messages, message.id)] }, changed)
    )
  }
}
