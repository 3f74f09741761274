/**
 * Dispatch: a message is taken up, passes the gates, and gets its route. One decision, one commit.
 */
import * as Result from "effect/Result"
import * as FailureClass from "../catalogue/FailureClass.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Mint } from "../commit/Mint.ts"
import * as Needs from "../commit/Needs.ts"
import * as Settling from "../commit/Settling.ts"
import type { Decision } from "../commit/Use.ts"
import * as Job from "../engine/Job.ts"
import * as Progress from "../message/Progress.ts"
import { Accounts } from "../row/Account.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import * as DailyLimit from "./DailyLimit.ts"
import { DispatchWork } from "./DispatchWork.ts"
import * as Gate from "./Gate.ts"
import * as Outlook from "./Outlook.ts"
import * as Reroute from "./Reroute.ts"
import * as Route from "./Route.ts"
import type { Plan } from "./Routing.ts"
import * as Settings from "./Settings.ts"

type Stop = Pick<Gate.Gate, "trigger" | "code">

export interface Command {
  readonly lease: Lease
  readonly settings: Settings.Settings
  /** When it was taken up: the day that it counts for. */
  readonly at: Instant
}

/** A new message, a held one whose time has come, or one whose route has failed. */
const isWaiting = (message: Message): boolean =>
  message.status === "QUEUED" || message.status === "SCHEDULED" || Reroute.isWanted(message)

/** On its way into routing: taken up, released before that when it was held, or queued again for another route. */
const entered = (message: Message, now: Instant, mint: Mint): Progress.Progress => {
  const at = Progress.of(message)
  if (Reroute.isWanted(message)) {
    const note = { description: "goes on to another route" }
    return Progress.advance(at, "rerouted", now, mint, note, { channel: message.requested }, true)
  }
  const queued = message.status === "SCHEDULED"
    ? Progress.advance(at, "released", now, mint, { description: "released" })
    : at
  return Progress.advance(queued, "taken_up", now, mint, { description: "taken up" })
}

/** Its route has failed, and there is no other one, or no money for it: what the carrier reported is the end. */
const failed = (message: Message, last: Attempt, why: string, { leftOut }: Plan, now: Instant, mint: Mint) => {
  const { channel, failure } = last
  const code = failure === null ? "DELIVERY_001" : FailureClass.code(failure)
  const note = { description: `${why}: ${OutcomeCode.reason(code)}`, code, leftOut }
  return Progress.advance(Progress.of(message), "failed", now, mint, note, { channel })
}

/** Why a message that has no route ends. */
const unroutable = ({ requested }: Message, { plan, situation }: Outlook.Outlook): Stop => {
  if (plan.isDenied) return { trigger: "filtered", code: "DELIVERY_004" }
  return requested === "mms" && situation.accounts[0]?.allowMms === false
    ? { trigger: "failed", code: "channel_unavailable" }
    : { trigger: "failed", code: "DELIVERY_003" }
}

export const Dispatch = Settling.make<Command, void>({
  name: "dispatch",
  needs: ({ at, lease }, facts) => {
    const { message: id } = DispatchWork.target(lease)
    const message = Facts.peek(facts, Messages, id)
    if (message === undefined) return Needs.row(Messages, id)
    return message === null
      ? Needs.none
      : Needs.all(
        Outlook.needs(message, facts),
        DailyLimit.needs(Facts.peek(facts, Accounts, message.account) ?? null, message, at)
      )
  },
  decide: ({ at, lease, settings }, facts, now, mint) => {
    const { message: id, send } = DispatchWork.target(lease)
    const message = Facts.get(facts, Messages, id)
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decision<void>>({ commit: Commit.all(...parts), answer: undefined })

    // Sent again, cancelled or taken up by someone else meanwhile: there is nothing left to do.
    if (message === null || message.send !== send || !isWaiting(message)) return ended()

    const rests: Partial<Commit.Commit> = { relied: [Facts.relied(facts, Messages, id)] }
    const account = Facts.get(facts, Accounts, message.account)
    const outlook = Outlook.look(message, facts, settings, now)
    const last = Reroute.last(message)
    const { offer } = outlook
    const hit = last === undefined
      ? Gate.firstHit({ ...outlook.situation, today: DailyLimit.today(facts, account, message, at) })
      : Gate.firstHit(outlook.situation, "further")
    if (last !== undefined && (offer === null || hit?.code === "BUSINESS_003")) {
      const why = offer === null ? "no other route" : "no money for another route"
      return ended(rests, Progress.kept(failed(message, last, why, outlook.plan, now, mint)))
    }

    const taken = entered(message, now, mint)
    const next: Stop | Outlook.Offer = hit ?? offer ?? unroutable(message, outlook)
    if ("trigger" in next) {
      const { code, trigger } = next
      const note = { description: OutcomeCode.reason(code), code, leftOut: hit === null ? outlook.plan.leftOut : [] }
      const channel = last?.channel ?? "auto"
      return ended(rests, Progress.kept(Progress.advance(taken, trigger, now, mint, note, { channel })))
    }

    const route = Route.take(taken, next, outlook.plan, "route_chosen", now, mint)
    return ended(
      rests,
      {
        relied: outlook.relied,
        spends: route.spends,
        counts: last === undefined ? DailyLimit.count(account, message, at) : [],
        due: route.due
      },
      Progress.kept(route.progress)
    )
  }
})

export const DispatchJob = Job.make({
  work: DispatchWork,
  decides: Dispatch,
  outside: Settings.settings,
  command: (settings, { at, lease }) => ({ lease, settings, at })
})
