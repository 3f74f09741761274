/**
 * A message that was not delivered in time on one channel goes on to the next one of its order (decisions 14.5), or to the
 * next route where its rule says so (decisions 18.4). The attempt before may still arrive: whatever its receipts say
 * afterwards counts.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { FallbackWork } from "../message/AttemptWork.ts"
import * as FallbackRule from "../message/FallbackRule.ts"
import * as Progress from "../message/Progress.ts"
import type { Attempt } from "../row/Attempt.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Recent from "../value/Recent.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import * as NextRoute from "./NextRoute.ts"
import * as Route from "./Route.ts"
import * as RoutingSettings from "./RoutingSettings.ts"

interface Command {
  readonly lease: Lease
  readonly settings: RoutingSettings.RoutingSettings
}

const overdue = Recent.make((carrier: CarrierId) =>
  Metric.counter("signalbox_receipts_overdue", {
    description: "Messages that went on to another route, since no receipt of the carrier came in time.",
    incremental: true,
    attributes: { carrier }
  })
)

const occasion = (after: Attempt): NextRoute.Occasion => ({ _tag: "Overdue", after })

const late = (message: Message, attempt: Attempt): string => {
  const seconds = (FallbackRule.waits(message, attempt) ?? 0) / Instant.second
  const isOfSend = message.fallback !== undefined && FallbackRule.patience(message.fallback, attempt.channel) !== null
  return isOfSend
    ? `not delivered on ${attempt.channel} within ${seconds} s`
    : `no receipt from ${attempt.carrier} within ${seconds} s`
}

/** Tells why the message waits on where it is. */
const stays = (next: Exclude<NextRoute.NextRoute, NextRoute.Route | NextRoute.Held>): string => {
  switch (next._tag) {
    case "Exhausted":
      return next.why
    case "Stopped":
      return OutcomeCode.described(next.code, next.names)
    case "Withdrawn":
      return "the account was deleted"
  }
}

const messageOf = ({ lease }: Command): string => FallbackWork.target(lease).message

/**
 * Whoever is first wins, a receipt or the end of the wait: both expect the message as they have found it. Returns the carrier
 * from which the message goes on, or null when it does not.
 */
export const Fallback = LeasedDecision.make<Command, CarrierId | null>({
  name: "fallback",
  needs: (command, facts) => {
    const message = Facts.peek(facts, Messages, messageOf(command))
    if (message === undefined) return Needs.row(Messages, messageOf(command))
    const attempt = AttemptStep.find(message, FallbackWork.target(command.lease).attempt)
    return message === null || attempt === undefined
      ? Needs.none
      : NextRoute.needs(message, occasion(attempt), facts)
  },
  decide: (command, grounds) => {
    const { facts, now } = grounds
    const { lease, settings } = command
    const message = Facts.get(facts, Messages, messageOf(command))
    const attempt = AttemptStep.find(message, FallbackWork.target(lease).attempt)
    if (message === null || attempt === undefined || !FallbackRule.isAwaited(message, attempt)) return done(null)
    const expects = { expects: [Facts.expected(facts, Messages, message.id)] }
    const passed = AttemptStep.passed(message, attempt)
    const next = NextRoute.find(passed, occasion(attempt), settings, grounds)
    // The message is held by nobody: it is under way, and only its next route waits for the morning.
    if (next._tag === "Held") return done(null, expects, { due: [again(lease, next.until)] })
    if (next._tag !== "Route") {
      const description = `${late(message, attempt)}, and waits on: ${stays(next)}`
      const leftOut = next._tag === "Withdrawn" ? [] : next.leftOut
      return done(
        null,
        expects,
        Progress.kept(Progress.remark(Progress.of(message), now, { description, from: attempt.from, leftOut }))
      )
    }
    const queued = Progress.advance(Progress.of(passed), {
      trigger: "rerouted",
      note: { description: `${late(message, attempt)}: goes on to another route`, from: attempt.from },
      changes: { channel: message.requested },
      isAbandoned: true
    }, grounds)
    const { commit, progress } = Route.take(queued, next, "route_chosen", grounds)
    return done(attempt.carrier, expects, Commit.all(commit, Progress.kept(progress)))
  }
})

export const FallbackJob = Job.make({
  work: FallbackWork,
  decides: Fallback,
  outside: RoutingSettings.settings,
  command: (settings, { lease }) => ({ lease, settings }),
  tells: (_, carrier) => carrier === null ? Effect.void : Metric.update(overdue.of(carrier), 1)
})
