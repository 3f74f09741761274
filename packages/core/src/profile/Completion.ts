/**
 * The completion of a profile: its prerequisites, and the one call that reports it (decisions 5.6).
 */
import * as Effect from "effect/Effect"
import * as Audited from "../audit/Audited.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import type { WebhookRequest } from "../port/WebhookSender.ts"
import { WebhookSender } from "../port/WebhookSender.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { CampaignList } from "../row/CampaignList.ts"
import type { ChannelSet } from "../row/ChannelSet.ts"
import { ref } from "../row/Kind.ts"
import { blank } from "../row/Profile.ts"
import type { ProfileCompletion } from "../row/ProfileCompletion.ts"
import { ProfileCompletions } from "../row/ProfileCompletion.ts"
import type { Instant } from "../value/Instant.ts"
import { toSeconds } from "../value/Instant.ts"
import * as ShortName from "../value/ShortName.ts"
import { CompletionWork } from "./ProfileWork.ts"

interface Prerequisite {
  readonly field: string
  readonly message: string
  readonly isMet: (profile: Account, standing: Standing) => boolean
}

/** The channels and the campaigns that a profile has beside its own row. */
export interface Standing {
  readonly channels: ChannelSet
  readonly campaigns: CampaignList
}

const details = (profile: Account) => profile.profile ?? blank("incomplete")

const isGiven = (text: string | null): text is string => text !== null && text.trim() !== ""

/** The prerequisites, in the order in which they are reported. */
const prerequisites: ReadonlyArray<Prerequisite> = [
  { field: "name", message: "must be set", isMet: ({ name }) => isGiven(name) },
  {
    field: "short_name",
    message: ShortName.rule,
    isMet: ({ shortName }) => shortName !== null && ShortName.is(shortName)
  },
  {
    field: "description",
    message: `must be set and have at most ${Limit.profileDescriptionLength} characters`,
    isMet: ({ description }) => isGiven(description) && description.length <= Limit.profileDescriptionLength
  },
  {
    field: "brand",
    message: "must be given or inherited",
    isMet: (profile) => details(profile).brand !== null || details(profile).inheritsBrand
  },
  {
    field: "campaign",
    message: "must be given or inherited for a market that registers with 10DLC",
    isMet: (profile, { campaigns, channels }) =>
      !channels.markets.some(({ regime }) => regime === "campaign") ||
      channels.markets.some(({ campaign, regime }) => regime === "campaign" && campaign !== null) ||
      campaigns.campaigns.length > 0 || details(profile).campaign !== null || details(profile).inheritsCampaign
  }
]

/** Returns a violation for every prerequisite that is not met. */
export const unmet = (profile: Account, standing: Standing): ReadonlyArray<Violation> =>
  prerequisites.filter(({ isMet }) => !isMet(profile, standing))
    .map(({ field, message }) => ({ field, code: "VALIDATION_001", message }))

export const isComplete = (profile: Account): boolean => details(profile).status === "approved"

/** Starts the completion of a profile and stores whom to notify. */
export const begin = (profile: Account, completion: ProfileCompletion): Pick<Commit.Commit, "puts" | "due"> => ({
  puts: [
    Commit.put(Accounts, { ...profile, profile: { ...details(profile), status: "pending_review" } }),
    Commit.put(ProfileCompletions, completion)
  ],
  due: [CompletionWork.due(completion.id, completion.profile, completion.requestedAt)]
})

/** The call to make once the commit is durable. */
export type Call = Pick<WebhookRequest, "url" | "body">

const call = ({ profile, url }: ProfileCompletion, now: Instant): Call => ({
  url,
  body: JSON.stringify({ profileId: profile, success: true, status: "completed", timestamp: toSeconds(now) })
})

/**
 * Approves the profile (nobody reviews profiles yet) and completes the work; only then is the call made. A node that
 * crashes in between makes no call, and no call is ever made twice.
 */
export const Complete = LeasedDecision.make<LeasedDecision.Leased, Call | null>(Audited.ofService({
  name: "profile.complete",
  needs: ({ lease }, facts) => {
    const id = CompletionWork.target(lease)
    const completion = Facts.peek(facts, ProfileCompletions, id)
    return completion === undefined || completion === null
      ? Needs.row(ProfileCompletions, id)
      : Needs.row(Accounts, completion.profile)
  },
  decide: ({ lease }, { facts, now }) => {
    const completion = Facts.get(facts, ProfileCompletions, CompletionWork.target(lease))
    const profile = completion === null ? null : Facts.get(facts, Accounts, completion.profile)
    if (completion === null) return done(null)
    const over: Partial<Commit.Commit> = { deletes: [ref(ProfileCompletions, completion.id)] }
    // A deleted profile is never completed, and nobody is notified.
    if (profile === null || profile.deletedAt !== null) return done(null, over)
    return done(
      call(completion, now),
      over,
      isComplete(profile) ? {} : {
        expects: [Facts.expected(facts, Accounts, profile.id)],
        puts: [
          Commit.put(Accounts, { ...profile, profile: { ...details(profile), status: "approved" }, updatedAt: now })
        ]
      }
    )
  }
}))

/** The answer of the called URL does not matter, since the call is made only once. */
export const CompletionJob = Job.make({
  work: CompletionWork,
  decides: Complete,
  outside: WebhookSender,
  command: (_, { lease }) => ({ lease }),
  tells: ({ send }, told) =>
    told === null ? Effect.void : Effect.asVoid(send({
      ...told,
      headers: { "content-type": "application/json" },
      timeoutMillis: Limit.webhookTimeoutSeconds.default * 1000
    }))
})
