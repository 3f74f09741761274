/**
 * The clones of one webhook over all profiles of its organization: the newest profiles are attended to in the commit of
 * the change, and all of them by a cursor after it, a thousand a commit (decisions 9.4). The cursor looks at the newest ones
 * again, because a profile that is created at the same time may know only the webhook as it was before.
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
import { Accounts } from "../row/Account.ts"
import type { Webhook } from "../row/Webhook.ts"
import { ClonedWebhooksRows, Webhooks } from "../row/Webhook.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import * as Clone from "./Clone.ts"
import { WebhookClonesWork } from "./CloneWork.ts"
import * as ProfileCursor from "./ProfileCursor.ts"

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
  grounds: Grounds
): Commit.Commit =>
  Commit.all(...profiles.map((profile): Partial<Commit.Commit> => {
    const part = Clone.follow(pair(webhook, parent, profile, grounds.facts), grounds)
    // A profile that is deleted at the same time must not get a clone.
    return (part.puts ?? []).length === 0
      ? part
      : { ...part, expects: [...part.expects ?? [], Facts.expected(grounds.facts, Accounts, profile)] }
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
  limit: Limit.clones.immediate
})

export const needs = (change: Change, facts: Facts.Facts): Needs.Needs => {
  if (!concerns(change)) return Needs.none
  const { after, id, organization } = change
  const page = Facts.peekPage(facts, newest(organization))
  const members = Needs.row(ClonedWebhooksRows, organization)
  return page === undefined
    ? Needs.all(Needs.list(newest(organization)), members)
    : Needs.all(members, needsOf(id, after, ProfileCursor.accountsOf(page).map((profile) => profile.id), facts))
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
export const cascade = (change: Change, grounds: Grounds): Partial<Commit.Commit> => {
  if (!concerns(change)) return {}
  const { facts, now } = grounds
  const { after, id, organization } = change
  const profiles = ProfileCursor.accountsOf(Facts.page(facts, newest(organization))).map((profile) => profile.id)
  const edition = after === null ? 0 : Clone.editionOf(after)
  return Commit.all(
    enlist(change, facts),
    followAll(id, after, profiles, grounds),
    { due: [WebhookClonesWork.due({ organization, webhook: id, edition, seen: 0, last: null }, organization, now)] }
  )
}

/** Returns whether a later change of the webhook has a cursor of its own. */
const isOutdated = ({ edition }: ProfileCursor.ProfileCursor, parent: Webhook | null): boolean =>
  parent !== null && Clone.editionOf(parent) !== edition

export const FollowWebhook = LeasedDecision.make<LeasedDecision.Leased, void>(Audited.ofService({
  name: "webhooks.clones",
  needs: ({ lease }, facts) => {
    const cursor = WebhookClonesWork.target(lease)
    const parent = Facts.peek(facts, Webhooks, cursor.webhook)
    const page = Facts.peekPage(facts, ProfileCursor.pageOf(cursor))
    if (parent === undefined || page === undefined) {
      return Needs.all(Needs.row(Webhooks, cursor.webhook), Needs.list(ProfileCursor.pageOf(cursor)))
    }
    const { profiles } = ProfileCursor.step(cursor, page)
    return isOutdated(cursor, parent)
      ? Needs.none
      : needsOf(cursor.webhook, parent, profiles.map((profile) => profile.id), facts)
  },
  decide: ({ lease }, grounds) => {
    const { facts, now } = grounds
    const cursor = WebhookClonesWork.target(lease)
    const parent = Facts.get(facts, Webhooks, cursor.webhook)
    if (isOutdated(cursor, parent)) {
      return done(undefined)
    }
    const { next, profiles } = ProfileCursor.step(cursor, Facts.page(facts, ProfileCursor.pageOf(cursor)))
    return done(
      undefined,
      { expects: [Facts.expected(facts, Webhooks, cursor.webhook)] },
      followAll(cursor.webhook, parent, profiles.map((profile) => profile.id), grounds),
      next === null ? {} : { due: [WebhookClonesWork.due(next, cursor.organization, now)] }
    )
  }
}))

export const WebhookClonesJob = Job.make({
  work: WebhookClonesWork,
  decides: FollowWebhook,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
