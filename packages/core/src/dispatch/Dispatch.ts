/**
 * Dispatch: a message is taken up, passes the gates, and gets its route. One decision, one commit.
 */
import * as Result from "effect/Result"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import * as Progress from "../message/Progress.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import * as Gate from "./Gate.ts"
import * as Route from "./Route.ts"

export interface Command {
  readonly lease: Lease
  readonly settings: Route.Settings
}

/** The work's key is `message/send`. */
export const workKey = (message: Pick<Message, "id" | "send">): string => `${message.id}/${message.send}`

const target = (lease: Lease): { readonly message: string; readonly send: number } => {
  const [message = "", send = ""] = lease.work.key.split("/")
  return { message, send: Number(send) }
}

const isWaiting = ({ status }: Message): boolean => status === "QUEUED" || status === "SCHEDULED"

/** A held message whose time has come is queued, and goes on like any other. */
const released = (message: Message, now: Instant, mint: Mint): Progress.Progress =>
  message.status === "SCHEDULED"
    ? Progress.advance(Progress.of(message), "released", now, mint, { description: "released" })
    : Progress.of(message)

export const Dispatch: Use<Command, void> = {
  name: "dispatch",
  needs: ({ lease }, facts) => {
    const { message } = target(lease)
    const known = Facts.peek(facts, Messages, message)
    return known === undefined
      ? Needs.row(Messages, message)
      : known === null
      ? Needs.none
      : Route.needs(known, facts)
  },
  decide: ({ lease, settings }, facts, now, mint) => {
    const { message: id, send } = target(lease)
    const message = Facts.get(facts, Messages, id)
    const settled: Partial<Commit.Commit> = { settles: [{ work: lease.work, token: lease.token }] }
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decision<void>>({ commit: Commit.all(settled, ...parts), answer: undefined })

    // Sent again, cancelled or taken up by someone else meanwhile: there is nothing left to do.
    if (message === null || message.send !== send || !isWaiting(message)) return ended()

    const rests: Partial<Commit.Commit> = { relied: [Facts.relied(facts, Messages, id)] }
    const outlook = Route.look(message, facts, settings)
    const rerouted = message.attempts.some((attempt) => attempt.send === send)
    const taken = rerouted
      ? Progress.of(message)
      : Progress.advance(released(message, now, mint), "taken_up", now, mint, { description: "taken up" })

    const hit = Gate.firstHit(outlook.situation)
    const stopped = (trigger: Gate.Gate["trigger"], code: OutcomeCode.OutcomeCode) =>
      ended(
        rests,
        Progress.kept(
          Progress.advance(taken, trigger, now, mint, { description: OutcomeCode.reason(code), code }, {
            channel: "auto"
          })
        )
      )
    if (hit !== null) return stopped(hit.trigger, hit.code)
    const offer = outlook.offers[0]
    if (offer === undefined) return stopped("failed", "DELIVERY_003")

    const route = Route.take(taken, offer, "route_chosen", now, mint)
    return ended(
      rests,
      { relied: [outlook.contactRelied], spends: route.spends, due: route.due },
      Progress.kept(route.progress)
    )
  }
}
