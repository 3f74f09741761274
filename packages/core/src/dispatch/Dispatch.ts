/**
 * Dispatch takes a message up, asks the gates and chooses its route, in one decision and one commit.
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
import * as Job from "../engine/Job.ts"
import * as Progress from "../message/Progress.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { DispatchWork } from "./DispatchWork.ts"
import * as NextRoute from "./NextRoute.ts"
import * as Night from "./Night.ts"
import * as Reroute from "./Reroute.ts"
import * as Route from "./Route.ts"
import * as RoutingSettings from "./RoutingSettings.ts"

export interface Command {
  readonly lease: Lease
  readonly settings: RoutingSettings.RoutingSettings
  /** When the worker took the message up. It counts against the daily limit of that day. */
  readonly at: Instant
}

/** Returns whether the message waits for dispatch: it is new, held until now, or its route has failed. */
const isWaiting = (message: Message): boolean =>
  message.status === "QUEUED" || message.status === "SCHEDULED" || Reroute.isWanted(message)

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

/** How many names an activity tells. */
const most = 10

/** Says why the message ends, and what its sender has to look at. */
const described = (code: OutcomeCode.OutcomeCode, names: ReadonlyArray<string>): string => {
  const reason = OutcomeCode.reason(code)
  if (names.length === 0) return reason
  const more = names.length > most ? `, and ${names.length - most} more` : ""
  return `${reason.replace(/\.$/, "")}: ${names.slice(0, most).join(", ")}${more}`
}

export const Dispatch = LeasedDecision.make<Command, void>({
  name: "dispatch",
  needs: ({ at, lease }, facts) => {
    const { message: id } = DispatchWork.target(lease)
    const message = Facts.peek(facts, Messages, id)
    if (message === undefined) return Needs.row(Messages, id)
    return message === null ? Needs.none : NextRoute.needs(message, occasionOf(message, at), facts)
  },
  decide: ({ at, lease, settings }, facts, now, mint) => {
    const { message: id, send } = DispatchWork.target(lease)
    const message = Facts.get(facts, Messages, id)
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decided<void>>({ commit: Commit.all(...parts), answer: undefined })

    // The message was sent again, cancelled or taken up by another worker meanwhile, so nothing is left to do.
    if (message === null || message.send !== send || !isWaiting(message)) return ended()

    const rests: Partial<Commit.Commit> = { expects: [Facts.expected(facts, Messages, id)] }
    const next = NextRoute.find(message, occasionOf(message, at), facts, settings, now)
    if (next._tag === "Exhausted") {
      const before = message.status === "SCHEDULED" ? entered(message, now, mint) : Progress.of(message)
      return ended(rests, Progress.kept(failed(before, next, now, mint)))
    }

    const taken = entered(message, now, mint)
    if (next._tag === "Held") return ended(rests, Night.hold(taken, next.until, now, mint))
    if (next._tag === "Stopped") {
      const { code, leftOut, names = [], trigger } = next
      const note = { description: described(code, names), code, leftOut }
      const channel = Reroute.last(message)?.channel ?? "auto"
      return ended(rests, Progress.kept(Progress.advance(taken, trigger, now, mint, note, { channel })))
    }
    const { commit, progress } = Route.take(taken, next, "route_chosen", now, mint)
    return ended(rests, commit, Progress.kept(progress))
  }
})

export const DispatchJob = Job.make({
  work: DispatchWork,
  decides: Dispatch,
  outside: RoutingSettings.settings,
  command: (settings, { at, lease }) => ({ lease, settings, at })
})
