/**
 * Takes a message up: it asks the gates and chooses the route. The message is new, held until now, or its route has
 * failed.
 */
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import type * as Needs from "../commit/Needs.ts"
import * as Progress from "../message/Progress.ts"
import type { Message } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import * as NextRoute from "./NextRoute.ts"
import * as Night from "./Night.ts"
import * as Reroute from "./Reroute.ts"
import * as Route from "./Route.ts"
import type { RoutingSettings } from "./RoutingSettings.ts"

/**
 * Moves the message to the status from which it is routed: taken up, released first when it was held, or queued again
 * for another route.
 */
const entered = (message: Message, now: Instant, mint: Mint): Progress.Progress => {
  const at = Progress.of(message)
  if (Reroute.isWanted(message)) {
    const note = { description: "goes on to another route" }
    return Progress.advance(at, "rerouted", now, mint, note, { channel: message.requested }, true)
  }
  const queued = message.status === "SCHEDULED"
    // What it had on the way before is not what it will have.
    ? Progress.advance(at, "released", now, mint, { description: "released" }, {}, true)
    : at
  return Progress.advance(queued, "taken_up", now, mint, { description: "taken up" })
}

/**
 * Fails a message whose route has failed and that has no other route, or no money for one. The carrier's report is the
 * outcome.
 */
const failed = (
  progress: Progress.Progress,
  { after, leftOut, why }: NextRoute.Exhausted,
  now: Instant,
  mint: Mint
): Progress.Progress => {
  const { channel, failure } = after
  const code = failure === null ? "DELIVERY_001" : FailureClass.code(failure)
  const note = { description: `${why}: ${OutcomeCode.reason(code)}`, code, leftOut }
  return Progress.advance(progress, "failed", now, mint, note, { channel })
}

/** Returns why the message needs a route: for the first time, or after a failed receipt, at once or in the morning. */
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

/** How many names an activity tells. */
const most = 10

/** Says why the message ends, and what its sender has to look at. */
const described = (code: OutcomeCode.OutcomeCode, names: ReadonlyArray<string>): string => {
  const reason = OutcomeCode.reason(code)
  if (names.length === 0) return reason
  const more = names.length > most ? `, and ${names.length - most} more` : ""
  return `${reason.replace(/\.$/, "")}: ${names.slice(0, most).join(", ")}${more}`
}

/**
 * Returns what changes. The commit does not expect the message itself, only what else could forbid to send it.
 *
 * @param at when it was taken up
 */
export const takeUp = (
  message: Message,
  at: Instant,
  facts: Facts.Facts,
  settings: RoutingSettings,
  now: Instant,
  mint: Mint
): Commit.Commit => {
  const next = NextRoute.find(message, occasionOf(message, at), facts, settings, now)
  if (next._tag === "Exhausted") {
    const before = message.status === "SCHEDULED" ? entered(message, now, mint) : Progress.of(message)
    return Commit.all(Progress.kept(failed(before, next, now, mint)))
  }
  const taken = entered(message, now, mint)
  if (next._tag === "Held") return Night.hold(taken, next.until, now, mint)
  if (next._tag === "Stopped") {
    const { code, leftOut, names = [], trigger } = next
    const note = { description: described(code, names), code, leftOut }
    const channel = Reroute.last(message)?.channel ?? "auto"
    return Commit.all(Progress.kept(Progress.advance(taken, trigger, now, mint, note, { channel })))
  }
  const { commit, progress } = Route.take(taken, next, "route_chosen", now, mint)
  return Commit.all(commit, Progress.kept(progress))
}
