/**
 * The clones of one webhook over all profiles of its organization: the newest profiles are attended to in the commit of
 * the change, and all of them by a walk after it, a thousand a commit (decisions 9.4). The walk looks at the newest ones
 * again, because a profile that is created at the same time may know only the webhook as it was before.
 */
import * as Result from "effect/Result"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import type { Decided } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import { Accounts } from "../row/Account.ts"
import type { Webhook } from "../row/Webhook.ts"
import { ClonedWebhooksRows, Webhooks } from "../row/Webhook.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Clone from "./Clone.ts"
import { WebhookClonesWork } from "./CloneWork.ts"
import * as Walk from "./Walk.ts"

const pair = (webhook: WebhookId, parent: Webhook | null, profile: AccountId, facts: Facts.Facts): Clone.Pair => ({
  webhook,
  parent,
  profile,
  isGone: Clone.isGone(Facts.get(facts, Accounts, profile))
})

/** Needs the profiles as they are now, and then their clones. */
const needsOf = (
  webhook: WebhookId,
  parent: Webhook | null,
  profiles: ReadonlyArray<AccountId>,
  facts: Facts.Facts
): Needs.Needs =>
  profiles.every((profile) => Facts.peek(facts, Accounts, profile) !== undefined)
    ? Clone.needs(profiles.map((profile) => pair(webhook, parent, profile, facts)), facts)
    : Needs.rows(Accounts, profiles)

/** Returns the part of a commit that brings the clones on these profiles up to date. */
const followAll = (
  webhook: WebhookId,
  parent: Webhook | null,
  profiles: ReadonlyArray<AccountId>,
  facts: Facts.Facts,
  now: Instant
): Commit.Commit =>
  Commit.all(...profiles.map((profile): Partial<Commit.Commit> => {
    const part = Clone.follow(pair(webhook, parent, profile, facts), facts, now)
    // A profile that is deleted at the same time must not get a clone.
    return (part.puts ?? []).length === 0
      ? part
      : { ...part, expects: [...part.expects ?? [], Facts.expected(facts, Accounts, profile)] }
  }))

/** A change of a webhook: null when there was none before, or is none after it. */
export interface Change {
  readonly id: WebhookId
  readonly organization: AccountId
  readonly before: Webhook | null
  readonly after: Webhook | null
}

const concerns = ({ after, before }: Change): boolean => before?.cloned !== undefined || after?.cloned !== undefined

const newest = (organization: AccountId): Needs.ListQuery => ({
  list: "profiles",
  scope: organization,
  offset: 0,
  limit: Limit.clones.atOnce
})

export const needs = (change: Change, facts: Facts.Facts): Needs.Needs => {
  if (!concerns(change)) return Needs.none
  const { after, id, organization } = change
  const page = Facts.peekPage(facts, newest(organization))
  const members = Needs.row(ClonedWebhooksRows, organization)
  return page === undefined
    ? Needs.all(Needs.list(newest(organization)), members)
    : Needs.all(members, needsOf(id, after, Walk.accountsOf(page).map((profile) => profile.id), facts))
}

/** Keeps the list of the organization's webhooks that have clones, which new profiles go by. */
const enlist = ({ after, id, organization }: Change, facts: Facts.Facts): Partial<Commit.Commit> => {
  const listed = Facts.get(facts, ClonedWebhooksRows, organization)?.webhooks ?? []
  const isListed = listed.includes(id)
  const isWanted = after?.cloned !== undefined
  if (isListed === isWanted) return {}
  const webhooks = isWanted ? [...listed, id].toSorted() : listed.filter((each) => each !== id)
  return {
    expects: [Facts.expected(facts, ClonedWebhooksRows, organization)],
    puts: [Commit.put(ClonedWebhooksRows, { account: organization, webhooks })]
  }
}

/** Returns what the change of a webhook does to its clones. */
export const cascade = (change: Change, facts: Facts.Facts, now: Instant): Partial<Commit.Commit> => {
  if (!concerns(change)) return {}
  const { after, id, organization } = change
  const profiles = Walk.accountsOf(Facts.page(facts, newest(organization))).map((profile) => profile.id)
  const edition = after === null ? 0 : Clone.editionOf(after)
  return Commit.all(
    enlist(change, facts),
    followAll(id, after, profiles, facts, now),
    { due: [WebhookClonesWork.due({ organization, webhook: id, edition, seen: 0, last: null }, organization, now)] }
  )
}

/** Returns whether a later change of the webhook has a walk of its own. */
const isOutdated = ({ edition }: Walk.Walk, parent: Webhook | null): boolean =>
  parent !== null && Clone.editionOf(parent) !== edition

export const FollowWebhook = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "webhooks.clones",
  needs: ({ lease }, facts) => {
    const walk = WebhookClonesWork.target(lease)
    const parent = Facts.peek(facts, Webhooks, walk.webhook)
    const page = Facts.peekPage(facts, Walk.pageOf(walk))
    if (parent === undefined || page === undefined) {
      return Needs.all(Needs.row(Webhooks, walk.webhook), Needs.list(Walk.pageOf(walk)))
    }
    const { profiles } = Walk.step(walk, page)
    return isOutdated(walk, parent)
      ? Needs.none
      : needsOf(walk.webhook, parent, profiles.map((profile) => profile.id), facts)
  },
  decide: ({ lease }, facts, now) => {
    const walk = WebhookClonesWork.target(lease)
    const parent = Facts.get(facts, Webhooks, walk.webhook)
    if (isOutdated(walk, parent)) return Result.succeed<Decided<void>>({ answer: undefined, commit: Commit.empty })
    const { next, profiles } = Walk.step(walk, Facts.page(facts, Walk.pageOf(walk)))
    return Result.succeed<Decided<void>>({
      answer: undefined,
      commit: Commit.all(
        { expects: [Facts.expected(facts, Webhooks, walk.webhook)] },
        followAll(walk.webhook, parent, profiles.map((profile) => profile.id), facts, now),
        next === null ? {} : { due: [WebhookClonesWork.due(next, walk.organization, now)] }
      )
    })
  }
})

export const WebhookClonesJob = Job.make({
  work: WebhookClonesWork,
  decides: FollowWebhook,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
