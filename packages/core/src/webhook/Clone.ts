/**
 * The clone of an organization's webhook on one of its sender profiles (specification "Webhook", decisions 3.1): what
 * becomes of it is a function of the webhook, the profile and the clone as they are now. So it does not matter in which
 * order changes are attended to, nor how often.
 */
import type * as Commit from "../commit/Commit.ts"
import { put } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Subscription from "../delivery/Subscription.ts"
import type { Account } from "../row/Account.ts"
import type { Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Uuid from "../value/Uuid.ts"
import * as Revival from "./Revival.ts"
import * as WebhookDeletion from "./WebhookDeletion.ts"

/** The id of the clone of a webhook on a profile. A webhook has at most one clone on each. */
const idOf = (parent: WebhookId, profile: AccountId): WebhookId => Uuid.v5(profile, parent) as WebhookId

export const editionOf = ({ edition = 0 }: Webhook): number => edition

/** A clone that its profile has deleted: what is left of it keeps it from being made again. */
export const tombstone = (clone: Webhook, now: Instant.Instant): Webhook => ({
  ...clone,
  isActive: false,
  subscribes: [],
  deletedAt: now
})

/** Returns the clone as the webhook is now. */
const copy = (parent: Webhook, profile: AccountId, clone: Webhook | null, now: Instant.Instant): Webhook => {
  const { displayName, endpointUrl, isActive, retryCount, secret, timeoutSeconds } = parent
  const { eventFilters = null, eventTypes = [] } = parent.cloned ?? {}
  return {
    id: idOf(parent.id, profile),
    account: profile,
    displayName,
    endpointUrl,
    secret,
    isActive,
    eventTypes,
    eventFilters,
    subscribes: Subscription.expand(isActive, eventTypes, eventFilters),
    retryCount,
    timeoutSeconds,
    parent: parent.id,
    edition: editionOf(parent),
    createdAt: clone?.createdAt ?? now,
    updatedAt: clone === null ? null : now
  }
}

/**
 * Returns what the clone becomes: itself when nothing changes, or null when there is none.
 *
 * @param parent the webhook, or null when it is deleted
 * @param profile the profile, or null when it is deleted
 */
export const become = (
  parent: Webhook | null,
  profile: AccountId | null,
  clone: Webhook | null,
  now: Instant.Instant
): Webhook | null => {
  if (parent === null || profile === null) return null
  if (clone?.deletedAt !== undefined) return clone
  if (parent.cloned === undefined) return null
  return clone !== null && clone.edition === editionOf(parent) ? clone : copy(parent, profile, clone, now)
}

/** A webhook and a profile, by their ids and as they are now; null is one that is deleted. */
export interface Pair {
  readonly webhook: WebhookId
  readonly parent: Webhook | null
  readonly profile: AccountId
  readonly isGone: boolean
}

export const isGone = (profile: Account | null): boolean => profile === null || profile.deletedAt !== null

/** Needs the clones, and the endpoints of those that are about to be switched on again. */
export const needs = (pairs: ReadonlyArray<Pair>, facts: Facts.Facts): Needs.Needs =>
  Needs.all(...pairs.map(({ isGone, parent, profile, webhook }) => {
    const id = idOf(webhook, profile)
    const clone = Facts.peek(facts, Webhooks, id)
    if (clone === undefined) return Needs.row(Webhooks, id)
    // What is loaded does not depend on the time.
    const next = become(parent, isGone ? null : profile, clone, Instant.make(0))
    return next !== null && Revival.isRevival(clone, next)
      ? Needs.all(Needs.row(Endpoints, id), Revival.needs(clone, next))
      : Needs.none
  }))

/** Returns the part of a commit that makes the clone of a pair what it becomes. */
export const follow = (
  { isGone, parent, profile, webhook }: Pair,
  { facts, now }: Grounds
): Partial<Commit.Commit> => {
  const id = idOf(webhook, profile)
  const clone = Facts.get(facts, Webhooks, id)
  const next = become(parent, isGone ? null : profile, clone, now)
  if (next === clone) return {}
  if (next === null) return clone === null ? {} : WebhookDeletion.of(clone, { facts, now })
  const expects = [Facts.expected(facts, Webhooks, id)]
  const { expects: more = [], puts = [], ...rest } = Revival.revive(facts, clone, next)
  return { ...rest, expects: [...expects, ...more], puts: [put(Webhooks, next), ...puts] }
}
