/**
 * The job that looks at the files of an attempt: when they are small enough, the attempt stands in line at its carrier.
 */
import * as Effect from "effect/Effect"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as RoutingSettings from "../dispatch/RoutingSettings.ts"
import * as Job from "../engine/Job.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { MediaProbeWork } from "../message/AttemptWork.ts"
import { MediaProbe } from "../port/MediaProbe.ts"
import { Accounts } from "../row/Account.ts"
import { Messages } from "../row/Message.ts"
import type { Lease } from "../work/Work.ts"
import * as Answered from "./Answered.ts"
import * as Attachments from "./Attachments.ts"

export interface Command {
  readonly lease: Lease
  readonly settings: RoutingSettings.RoutingSettings
  /** Null when nobody looked, since the attempt has ended. */
  readonly isTooLarge: boolean | null
}

const notAcceptable: Answered.Outcome = { _tag: "Refused", failure: "content_not_acceptable", detail: null }

const asOutcome = ({ lease, settings }: Command): Answered.Command => ({ lease, settings, outcome: notAcceptable })

const Probed = LeasedDecision.make<Command, void>({
  name: "media_probed",
  needs: (command, facts) =>
    command.isTooLarge === true
      ? Answered.Answered.needs(asOutcome(command), facts)
      : Needs.row(Messages, MediaProbeWork.target(command.lease).message),
  decide: (command, grounds) => {
    const { facts, now } = grounds
    if (command.isTooLarge === true) return Answered.Answered.decide(asOutcome(command), grounds)
    const target = MediaProbeWork.target(command.lease)
    const message = Facts.get(facts, Messages, target.message)
    const attempt = AttemptStep.find(message, target.attempt)
    const isOpen = message !== null && attempt !== undefined && AttemptState.of(attempt) === "OPEN"
    return done(
      undefined,
      isOpen ? Commit.make({ due: [AttemptStep.lineUp(message, attempt, now)] }) : Commit.empty
    )
  }
})

export const MediaProbeJob = Job.make({
  work: MediaProbeWork,
  outside: Effect.all({
    areTooLarge: Effect.flatMap(MediaProbe, Attachments.make),
    settings: RoutingSettings.settings
  }),
  asks: {
    reads: ({ message }, facts) => {
      const account = Facts.peek(facts, Messages, message)?.account
      return Needs.all(
        Needs.row(Messages, message),
        account === undefined ? Needs.none : Needs.row(Accounts, account)
      )
    },
    question: (target, facts) => {
      const message = Facts.get(facts, Messages, target.message)
      const attempt = AttemptStep.find(message, target.attempt)
      return message === null || attempt === undefined || AttemptState.of(attempt) !== "OPEN"
        ? null
        : {
          urls: AttemptStep.files(message, attempt),
          queuedAt: message.queuedAt ?? message.createdAt,
          organization: Facts.get(facts, Accounts, message.account)?.organization ?? message.account
        }
    },
    ask: ({ areTooLarge }, files) => areTooLarge(files)
  },
  decides: Probed,
  command: ({ settings }, { lease, said }) => ({ lease, settings, isTooLarge: said })
})
