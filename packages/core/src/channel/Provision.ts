/**
 * Applies what the provisioner or the operator reports to a channel (decisions 4.3).
 */
import * as Audited from "../audit/Audited.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Job from "../engine/Job.ts"
import type { Progress as ProvisioningProgress, Report } from "../port/Provisioner.ts"
import { Provisioner } from "../port/Provisioner.ts"
import type { ChannelSet, Subject } from "../row/ChannelSet.ts"
import * as ChannelSet_ from "../row/ChannelSet.ts"
import type { ChannelStatus } from "../row/Market.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { askedAgain } from "../work/AskedAgain.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import * as ChannelStep from "./ChannelStep.ts"
import * as OwnChannels from "./OwnChannels.ts"
import type { Target } from "./ProvisionWork.ts"
import * as ProvisionWork from "./ProvisionWork.ts"

const sendersOf = (set: ChannelSet | null | undefined, subject: Subject, reports: ReadonlyArray<Report>) => [
  ...(set === null || set === undefined || subject.channel !== "sms"
    ? []
    : [ChannelSet_.market(set, subject)?.senderValue ?? null]),
  ...reports.map(({ sender = null }) => sender)
]

const needs = (account: AccountId, subject: Subject, reports: ReadonlyArray<Report>, facts: Facts.Facts) =>
  OwnChannels.needsToChange(
    account,
    facts,
    sendersOf(Facts.peek(facts, ChannelSet_.ChannelSets, account), subject, reports)
  )

/** Applies the reports that can follow, in their order. */
const apply = (
  begun: ChannelStep.Progress,
  subject: Subject,
  reports: ReadonlyArray<Report>,
  grounds: Grounds
): ChannelStep.Progress =>
  reports.reduce(
    (progress, { outcome, ...detail }) =>
      ChannelStep.take(progress, subject, { trigger: outcome, ...detail }, grounds) ?? progress,
    begun
  )

export interface Command {
  readonly lease: Lease
  readonly told: ProvisioningProgress
}

/** Returns whether the channel is still the one that was asked about. */
const isAwaited = (set: ChannelSet | null, { revision, subject }: Target): set is ChannelSet =>
  set !== null && ChannelSet_.standing(set, subject)?.revision === revision

export const Provision = LeasedDecision.make<Command, void>(Audited.ofService({
  name: "channel",
  needs: ({ lease, told }, facts) => {
    const { account, subject } = ProvisionWork.ProvisionWork.target(lease)
    return needs(account as AccountId, subject, told.reports, facts)
  },
  decide: ({ lease, told }, grounds) => {
    const { facts } = grounds
    const target = ProvisionWork.ProvisionWork.target(lease)
    const set = Facts.get(facts, ChannelSet_.ChannelSets, target.account)
    const account = OwnChannels.accountOf(facts, target.account as AccountId)
    if (account === null || !isAwaited(set, target)) return done(undefined)
    const begun = ChannelStep.begin(account, set)
    const progress = apply(begun, target.subject, told.reports, grounds)
    return done(
      undefined,
      told.askAgainAt === null ? {} : { due: [again(lease, askedAgain(told.askAgainAt, grounds.now))] },
      progress === begun ? {} : OwnChannels.change(facts, account, progress)
    )
  }
}))

export const ProvisionJob = Job.make({
  work: ProvisionWork.ProvisionWork,
  outside: Provisioner,
  asks: {
    reads: ({ account }) => OwnChannels.needs(account as AccountId),
    question: (target, facts, at) => {
      const set = Facts.get(facts, ChannelSet_.ChannelSets, target.account)
      return isAwaited(set, target) ? { set, subject: target.subject, at } : null
    },
    ask: ({ advance }, { at, set, subject }) => advance(set, subject, at)
  },
  decides: Provision,
  command: (_, { lease, said }): Command => ({ lease, told: said ?? { reports: [], askAgainAt: null } })
})

export interface Reported {
  readonly account: AccountId
  readonly subject: Subject
  readonly report: Report
}

export type ReportAnswer =
  | { readonly _tag: "Changed"; readonly status: ChannelStatus }
  /** The channel is in a status that knows no such outcome. */
  | { readonly _tag: "Refused"; readonly status: ChannelStatus }
  | { readonly _tag: "Unknown" }

/** Records an outcome of a channel that the service learns without having asked for it. */
export const ReportChannel: Decision<Reported, ReportAnswer> = {
  name: "channels.report",
  needs: ({ account, report, subject }, facts) => needs(account, subject, [report], facts),
  decide: ({ account: id, report: { outcome, ...detail }, subject }, grounds) => {
    const { facts } = grounds
    const answered = (answer: ReportAnswer, commit: Commit.Commit = Commit.empty) =>
      done(
        answer,
        commit
      )
    const account = OwnChannels.accountOf(facts, id)
    const set = Facts.get(facts, ChannelSet_.ChannelSets, id)
    const standing = set === null ? null : ChannelSet_.standing(set, subject)
    if (account === null || set === null || standing === null) return answered({ _tag: "Unknown" })
    const happening = { trigger: outcome, ...detail }
    const progress = ChannelStep.take(ChannelStep.begin(account, set), subject, happening, grounds)
    if (progress === null) return answered({ _tag: "Refused", status: standing.status })
    const { status } = ChannelSet_.standing(progress.set, subject) ?? standing
    return answered({ _tag: "Changed", status }, OwnChannels.change(facts, account, progress))
  }
}

/** Asks the provisioner about a channel at an instant, whatever was agreed with it before. */
export const AskProvisioner: Decision<
  { readonly account: AccountId; readonly subject: Subject; readonly at: Instant },
  ChannelStatus | null
> = {
  name: "channels.ask",
  needs: ({ account }) => OwnChannels.needs(account),
  decide: ({ account, at, subject }, { facts }) => {
    const set = OwnChannels.of(facts, account)
    const standing = ChannelSet_.standing(set, subject)
    return done(
      standing?.status ?? null,
      standing === null ? Commit.empty : Commit.make({ due: [ProvisionWork.due(set, subject, at)] })
    )
  }
}
