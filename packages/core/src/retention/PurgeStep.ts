/**
 * Removes what an account has kept for long enough, the oldest first, a few rows in each step: its messages, what its webhooks
 * were told, the sums of usage, and its recipients. An account that has caught up is looked at again in an hour.
 */
import * as Effect from "effect/Effect"
import { PurgeWork } from "../account/PurgeWork.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import { Traces } from "../port/Traces.ts"
import * as RetentionOf from "../privacy/RetentionOf.ts"
import { ref } from "../row/Kind.ts"
import type { Purge, Stage as StageName } from "../row/Purge.ts"
import { Purges, Stage as Stages } from "../row/Purge.ts"
import type { Retention } from "../row/Retention.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"
import { again } from "../work/Work.ts"
import { PurgedContacts } from "./PurgedContacts.ts"
import { PurgedEvents } from "./PurgedEvents.ts"
import { PurgedMessages } from "./PurgedMessages.ts"
import * as PurgedUsage from "./PurgedUsage.ts"
import type { Stage } from "./Stage.ts"

const names = Stages.literals

/** Sums of usage are no rows: they are removed by the store, which is asked about them. */
const stages: Readonly<Record<Exclude<StageName, "usage">, Stage>> = {
  messages: PurgedMessages,
  webhookEvents: PurgedEvents,
  contacts: PurgedContacts
}

/** The recipients of an account are looked through once a day. */
const isReviewed = (purge: Purge, at: Instant.Instant): boolean =>
  purge.contactsAt === undefined || Instant.plus(purge.contactsAt, Limit.purge.review) <= at

const isWanted = (stage: StageName, retention: Retention, purge: Purge, at: Instant.Instant): boolean =>
  retention[stage] !== undefined &&
  (stage !== "contacts" || (purge.stage === stage && purge.place !== undefined) || isReviewed(purge, at))

/** The stage of the pass that its next step is in; null when it has nothing left. */
const current = (retention: Retention, purge: Purge, at: Instant.Instant): StageName | null =>
  names.slice(purge.stage === undefined ? 0 : names.indexOf(purge.stage))
    .find((stage) => isWanted(stage, retention, purge, at)) ?? null

/** Returns the part of a pass that it leaves to the next one. */
const rest = ({ contactsAt, of }: Purge): Purge => ({ of, ...(contactsAt === undefined ? {} : { contactsAt }) })

/** The pass at the beginning of the stage behind this one; null when that was the last. */
const behind = (purge: Purge, stage: StageName): Purge | null => {
  const next = names[names.indexOf(stage) + 1]
  return next === undefined ? null : { ...rest(purge), stage: next }
}

const own = (account: AccountId, facts: Facts.Facts): Needs.Needs =>
  Needs.all(RetentionOf.needs(account, facts), Needs.row(Purges, account))

/** The step that is due, when the retention and the place of the pass are known. */
const due = (account: AccountId, facts: Facts.Facts, at: Instant.Instant) => {
  const retention = RetentionOf.removing(account, facts)
  const found = Facts.peek(facts, Purges, account)
  if (retention === undefined || found === undefined) return null
  const purge: Purge = found ?? { of: account }
  const stage = current(retention, purge, at)
  if (stage === null) return { purge, stage }
  // A place means nothing in another stage.
  const here: Purge = purge.stage === stage ? purge : { ...rest(purge), stage }
  return { stage, purge: here, pass: { account, at, before: RetentionOf.cutoff(retention[stage]!, at), purge: here } }
}

interface Command extends LeasedDecision.Leased {
  /** Whether the store has removed sums of usage; null when it could not, or was not asked. */
  readonly said: PurgedUsage.Said | null
}

const later = (lease: Lease, at: Instant.Instant): Partial<Commit.Commit> => ({ due: [again(lease, at)] })

export const PurgeStep = LeasedDecision.make<Command, void>({
  name: "retention.purge",
  needs: ({ lease }, facts) => {
    const account = PurgeWork.target(lease)
    const step = due(account, facts, lease.at)
    if (step?.pass === undefined || step.stage === "usage") return own(account, facts)
    return Needs.all(own(account, facts), stages[step.stage].needs(step.pass, facts))
  },
  decide: ({ lease, said }, grounds) => {
    const { facts, now } = grounds
    const account = PurgeWork.target(lease)
    const before = Facts.get(facts, Purges, account)
    const expects = [Facts.expected(facts, Purges, account)]
    const step = due(account, facts, lease.at)
    // Whoever sets it again begins anew.
    if (step === null) return done(undefined, before === null ? {} : { expects, deletes: [ref(Purges, account)] })
    const at = (next: Purge, when: Instant.Instant): Partial<Commit.Commit> =>
      Commit.all({ expects, puts: [Commit.put(Purges, next)] }, later(lease, when))
    const pause = Instant.plus(now, Limit.purge.pause)
    if (step.stage === null) return done(undefined, at(rest(step.purge), pause))
    const soon = Instant.plus(now, Limit.purge.rest)
    if (step.stage === "usage") {
      if (said === null) return done(undefined, later(lease, pause))
      return done(
        undefined,
        said.isMore ? at(step.purge, soon) : at(behind(step.purge, "usage") ?? rest(step.purge), now)
      )
    }
    const { commit, next } = stages[step.stage].step(step.pass, grounds)
    const following = next ?? behind(step.purge, step.stage)
    // The recipients are the last stage.
    return done(
      undefined,
      commit,
      following === null ? at({ of: account, contactsAt: now }, pause) : at(following, next === null ? now : soon)
    )
  }
})

export const PurgeJob = Job.make({
  work: PurgeWork,
  decides: PurgeStep,
  outside: Effect.gen(function*() {
    return yield* Traces
  }),
  asks: {
    reads: (account, facts) => Needs.all(own(account, facts), PurgedUsage.needs(account)),
    question: (account, facts, at): PurgedUsage.Question | null => {
      const step = due(account, facts, at)
      return step?.pass === undefined || step.stage !== "usage" ? null : PurgedUsage.question(step.pass, facts)
    },
    ask: PurgedUsage.ask
  },
  command: (_, { lease, said }): Command => ({ lease, said })
})
