/**
 * The clones on a new profile: it gets those of its organization's webhooks, the first ones in the commit that creates
 * it, and the others by work. A profile that is deleted meanwhile gets no more of them.
 */
import * as Audited from "../audit/Audited.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import { ClonedWebhooksRows, Webhooks } from "../row/Webhook.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import * as Clone from "./Clone.ts"
import { ProfileClonesWork } from "./CloneWork.ts"

interface Of {
  readonly profile: AccountId
  /** Whether the profile is deleted. */
  readonly isGone: boolean
}

const needsOf = (
  { isGone, profile }: Of,
  webhooks: ReadonlyArray<WebhookId>,
  facts: Facts.Facts
): Needs.Needs =>
  webhooks.every((webhook) => Facts.peek(facts, Webhooks, webhook) !== undefined)
    ? Clone.needs(
      webhooks.map((webhook) => ({ webhook, parent: Facts.get(facts, Webhooks, webhook), profile, isGone })),
      facts
    )
    : Needs.rows(Webhooks, webhooks)

const followAll = (
  { isGone, profile }: Of,
  webhooks: ReadonlyArray<WebhookId>,
  grounds: Grounds
): Commit.Commit =>
  Commit.all(...webhooks.map((webhook): Partial<Commit.Commit> => {
    const parent = Facts.get(grounds.facts, Webhooks, webhook)
    const part = Clone.follow({ webhook, parent, profile, isGone }, grounds)
    return (part.puts ?? []).length === 0
      ? part
      : { ...part, expects: [...part.expects ?? [], Facts.expected(grounds.facts, Webhooks, webhook)] }
  }))

const listed = (organization: AccountId, facts: Facts.Facts): ReadonlyArray<WebhookId> =>
  Facts.peek(facts, ClonedWebhooksRows, organization)?.webhooks ?? []

/** The webhooks that the commit itself attends to. */
const immediate = (organization: AccountId, facts: Facts.Facts): ReadonlyArray<WebhookId> =>
  listed(organization, facts).slice(0, Limit.clones.immediate)

/** Leaves the others to work. */
const later = (
  organization: AccountId,
  profile: AccountId,
  { facts, now }: Grounds
): Partial<Commit.Commit> => {
  const last = immediate(organization, facts).at(-1)
  return last === undefined || last === listed(organization, facts).at(-1)
    ? {}
    : { due: [ProfileClonesWork.due({ organization, profile, last }, organization, now)] }
}

export const needsOfCreation = (organization: AccountId, facts: Facts.Facts): Needs.Needs =>
  Needs.all(Needs.row(ClonedWebhooksRows, organization), Needs.rows(Webhooks, immediate(organization, facts)))

/** Returns the part of a commit that gives a new account the clones of its organization's webhooks. */
export const create = (
  { id, organization }: Pick<Account, "id" | "organization">,
  grounds: Grounds
): Partial<Commit.Commit> => {
  const { facts, now } = grounds
  if (organization === null) return {}
  return Commit.all(
    // A webhook that gets its first clones at the same time does not know this profile yet.
    { expects: [Facts.expected(facts, ClonedWebhooksRows, organization)] },
    ...immediate(organization, facts).map((webhook): Partial<Commit.Commit> => {
      const clone = Clone.become(Facts.get(facts, Webhooks, webhook), id, null, now)
      return clone === null
        ? {}
        : { expects: [Facts.expected(facts, Webhooks, webhook)], puts: [Commit.put(Webhooks, clone)] }
    }),
    later(organization, id, grounds)
  )
}

const nextOf = (
  { last, organization }: { readonly last: string; readonly organization: AccountId },
  facts: Facts.Facts
): ReadonlyArray<WebhookId> =>
  listed(organization, facts).filter((webhook) => webhook > last).slice(0, Limit.clones.batch)

export const FollowProfile = LeasedDecision.make<LeasedDecision.Leased, void>(Audited.ofService({
  name: "profiles.clones",
  needs: ({ lease }, facts) => {
    const cursor = ProfileClonesWork.target(lease)
    const profile = Facts.peek(facts, Accounts, cursor.profile)
    const rows = Needs.all(Needs.row(Accounts, cursor.profile), Needs.row(ClonedWebhooksRows, cursor.organization))
    return profile === undefined ? rows : Needs.all(
      rows,
      needsOf({ ...cursor, isGone: Clone.isGone(profile) }, nextOf(cursor, facts), facts)
    )
  },
  decide: ({ lease }, grounds) => {
    const { facts, now } = grounds
    const cursor = ProfileClonesWork.target(lease)
    const { organization, profile } = cursor
    const webhooks = nextOf(cursor, facts)
    const last = webhooks.at(-1)
    return done(
      undefined,
      { expects: [Facts.expected(facts, Accounts, profile)] },
      followAll({ ...cursor, isGone: Clone.isGone(Facts.get(facts, Accounts, profile)) }, webhooks, grounds),
      last === undefined || webhooks.length < Limit.clones.batch
        ? {}
        : { due: [ProfileClonesWork.due({ organization, profile, last }, organization, now)] }
    )
  }
}))

export const ProfileClonesJob = Job.make({
  work: ProfileClonesWork,
  decides: FollowProfile,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
