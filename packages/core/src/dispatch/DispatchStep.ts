/**
 * Takes a message up: it asks the gates and chooses the route. The message is new, held until now, or its route has
 * failed.
 */
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import type { Grounds, Moment } from "../commit/Grounds.ts"
import type * as Needs from "../commit/Needs.ts"
import * as Cancel from "../message/Cancel.ts"
import * as Progress from "../message/Progress.ts"
import * as Standby from "../message/Standby.ts"
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as LookUpWork from "./LookUpWork.ts"
import * as NextRoute from "./NextRoute.ts"
import * as Night from "./Night.ts"
import * as Reroute from "./Reroute.ts"
import * as Route from "./Route.ts"
import type { RoutingSettings } from "./RoutingSettings.ts"

const takenUp: Progress.Step = { trigger: "taken_up", note: { description: "taken up" } }

/** A released message is routed afresh, so its event shows nothing of the content it had before. */
const released: Progress.Step = { trigger: "released", note: { description: "released" }, isAbandoned: true }

const rerouted: Progress.Step = {
  trigger: "rerouted",
  note: { description: "goes on to another route" },
  isAbandoned: true
}

/**
 * Moves the message to the status from which it is routed: dispatched, released first when it was held, or queued again
 * for another route.
 */
const entered = (message: Message, moment: Moment): Progress.Progress => {
  const at = Progress.of(message)
  if (Reroute.isWanted(message)) {
    return Progress.advance(at, { ...rerouted, changes: { channel: message.requested } }, moment)
  }
  const queued = message.status === "SCHEDULED" ? Progress.advance(at, released, moment) : at
  return Progress.advance(queued, takenUp, moment)
}

/**
 * Fails a message whose route has failed and that has no other route, or no money for one. The carrier's report is the
 * outcome.
 */
const failed = (
  progress: Progress.Progress,
  { after, leftOut, why }: NextRoute.Exhausted,
  moment: Moment
): Progress.Progress => {
  const { channel, failure } = after
  const code = failure === null ? "DELIVERY_001" : FailureClass.code(failure)
  const note = { description: `${why}: ${OutcomeCode.reason(code)}`, code, leftOut }
  return Standby.end(progress, { trigger: "failed", note, changes: { channel } }, moment)
}

/**
 * Returns why the message needs a route: for the first time, or after a failed receipt, immediately or in the morning.
 */
const occasionOf = (message: Message, at: Instant): NextRoute.Occasion => {
  const after = Reroute.lastTried(message)
  if (after === undefined) return { _tag: "First", at }
  return { _tag: message.status === "SCHEDULED" ? "Released" : "Reroute", after }
}

/** Returns everything that must be loaded to take the message up. */
export const needs = (message: Message, at: Instant, facts: Facts.Facts): Needs.Needs =>
  NextRoute.needs(message, occasionOf(message, at), facts)

/** From whom to whom a message goes that need not exist yet, and by which template. */
export type Addressed = NextRoute.Addressed

/** Returns everything that must be loaded to take a new message up. */
export const needsOfNew = (message: Addressed, at: Instant, facts: Facts.Facts): Needs.Needs =>
  NextRoute.needs(message, { _tag: "First", at }, facts)

/** The grounds on which a message is dispatched, besides facts. */
export interface Taking {
  readonly settings: RoutingSettings
  /** The instant of its dispatch. It counts against the daily limit of that day. */
  readonly at: Instant
}

/** Returns what changes. The commit does not expect the message itself, only what else could forbid to send it. */
export const dispatch = (message: Message, { at, settings }: Taking, grounds: Grounds): Commit.Commit =>
  carriedOut(message, NextRoute.findOrAsk(message, occasionOf(message, at), settings, grounds), grounds)

/** A dispatch that is only thought through. */
export interface Foretold {
  readonly explained: NextRoute.Explained
  /** The commit that `dispatch` makes on the same grounds. */
  readonly commit: Commit.Commit
}

/** Explains what `dispatch` would do. */
export const explain = (message: Message, { at, settings }: Taking, grounds: Grounds): Foretold => {
  const explained = NextRoute.explain(message, occasionOf(message, at), settings, grounds)
  return { explained, commit: carriedOut(message, explained.next, grounds) }
}

const carriedOut = (
  message: Message,
  next: NextRoute.NextRoute | NextRoute.LookUp,
  grounds: Grounds
): Commit.Commit => {
  // The message stays as it is, and is dispatched together with what the look-up tells.
  if (next._tag === "LookUp") return Commit.make({ due: [LookUpWork.due(message, grounds.now)] })
  if (next._tag === "Exhausted") {
    const before = message.status === "SCHEDULED" ? entered(message, grounds) : Progress.of(message)
    return Commit.all(Progress.kept(failed(before, next, grounds)))
  }
  if (next._tag === "Withdrawn") return Commit.all(Progress.kept(Cancel.withdraw(Progress.of(message), grounds)))
  if (next._tag === "Stopped" && message.status === "SENT") {
    const note = { description: OutcomeCode.described(next.code, next.names), code: next.code, leftOut: next.leftOut }
    const waits = Standby.waitsOn(Progress.of(message), note, grounds)
    if (waits !== null) return Commit.all(Progress.kept(waits))
  }
  const taken = entered(message, grounds)
  if (next._tag === "Held") return Night.hold(taken, next.until, grounds)
  if (next._tag === "Stopped") {
    const { code, leftOut, names, trigger } = next
    const note = { description: OutcomeCode.described(code, names), code, leftOut }
    const channel = Reroute.last(message)?.channel ?? "auto"
    return Commit.all(Progress.kept(Standby.end(taken, { trigger, note, changes: { channel } }, grounds)))
  }
  const { commit, progress } = Route.take(taken, next, "route_chosen", grounds)
  return Commit.all(commit, Progress.kept(progress))
}
