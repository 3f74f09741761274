/**
 * Dispatch takes a message up, asks the gates and chooses its route, in one decision and one commit.
 */
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import * as DispatchStep from "./DispatchStep.ts"
import { DispatchWork } from "./DispatchWork.ts"
import * as Reroute from "./Reroute.ts"
import type { RoutingSettings } from "./RoutingSettings.ts"

export interface Asked {
  readonly lease: Pick<Lease, "work">
  readonly settings: RoutingSettings
  /** The instant at which the worker dispatched the message. It counts against the daily limit of that day. */
  readonly at: Instant
}

export interface Command extends Asked {
  readonly lease: Lease
}

/** Returns whether the message waits for dispatch: it is new, held until now, or its route has failed. */
export const isWaiting = (message: Message): boolean =>
  message.status === "QUEUED" || message.status === "SCHEDULED" || Reroute.isWanted(message)

/**
 * Returns the attempt that was handed over in the commit which dispatched this send, under a lease of this same work, if
 * nobody knows yet what has come of it.
 */
export const handedOver = ({ attempts }: Message, send: number): Attempt | undefined =>
  attempts.findLast((attempt) =>
    attempt.send === send && attempt.handedOver?.withDispatch === true && AttemptState.of(attempt) === "OPEN"
  )

/** Dispatches without regard to the lease. */
export const decision: Decision<Asked, void> = {
  name: "dispatch",
  needs: ({ at, lease }, facts) => {
    const { message: id } = DispatchWork.target(lease)
    const message = Facts.peek(facts, Messages, id)
    if (message === undefined) return Needs.row(Messages, id)
    return message === null ? Needs.none : DispatchStep.needs(message, at, facts)
  },
  decide: ({ at, lease, settings }, grounds) => {
    const { facts, now } = grounds
    const { message: id, send } = DispatchWork.target(lease)
    const message = Facts.get(facts, Messages, id)
    if (message === null) return done(undefined)
    const expects = { expects: [Facts.expected(facts, Messages, id)] }

    // The node that handed it over died, or could not keep what came of it: it waits in line, to be handed over again.
    const attempt = handedOver(message, send)
    if (attempt !== undefined) {
      return done(undefined, expects, {
        puts: [Commit.put(Messages, AttemptStep.linedUp(message, attempt))],
        due: [AttemptStep.lineUp(message, attempt, now)]
      })
    }

    // The message was sent again, cancelled or dispatched by another worker meanwhile, so nothing is left to do.
    if (message.send !== send || !isWaiting(message)) return done(undefined)

    return done(undefined, expects, DispatchStep.dispatch(message, { at, settings }, grounds))
  }
}

export const Dispatch = LeasedDecision.make<Command, void>(decision)
