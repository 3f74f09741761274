/**
 * A change of a webhook by its owner: what it does to the webhook, to its endpoint and to its clones.
 */
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Subscription from "../delivery/Subscription.ts"
import type { Endpoint, Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import type { Instant } from "../value/Instant.ts"
import * as Clone from "./Clone.ts"
import * as Revival from "./Revival.ts"
import * as WebhookClones from "./WebhookClones.ts"

/** Returns the webhook with these parts changed. A clone keeps its edition, so that it follows its parent's next one. */
export const change = (webhook: Webhook, parts: Partial<Webhook>, now: Instant): Webhook => {
  const edition = Clone.editionOf(webhook) + (webhook.parent === undefined ? 1 : 0)
  const next = { ...webhook, ...parts, edition, updatedAt: now }
  return { ...next, subscribes: Subscription.expand(next.isActive, next.eventTypes, next.eventFilters) }
}

const changeOf = (before: Webhook | null, after: Webhook | null): WebhookClones.Change | null => {
  const either = after ?? before
  return either === null ? null : { id: either.id, organization: either.account, before, after }
}

/** Needs what the change of a webhook needs besides the webhook and its endpoint. */
export const needs = (before: Webhook | null, after: Webhook | null, facts: Facts.Facts): Needs.Needs => {
  const change = changeOf(before, after)
  return change === null ? Needs.none : Needs.all(Revival.needs(before, after), WebhookClones.needs(change, facts))
}

/** Returns the commit of a change. It expects the webhook as it was. */
export const commit = (
  before: Webhook,
  after: Webhook,
  grounds: Grounds
): Commit.Commit =>
  Commit.all(
    { expects: [Facts.expected(grounds.facts, Webhooks, before.id)], puts: [Commit.put(Webhooks, after)] },
    Revival.revive(grounds.facts, before, after),
    cascade(before, after, grounds)
  )

/** Returns what a change does to the clones; null is a webhook that does not exist yet, or no longer. */
export const cascade = (
  before: Webhook | null,
  after: Webhook | null,
  grounds: Grounds
): Partial<Commit.Commit> => {
  const change = changeOf(before, after)
  return change === null ? {} : WebhookClones.cascade(change, grounds)
}

/** Returns the endpoint as the change leaves it. */
export const endpointAfter = (before: Webhook, after: Webhook, facts: Facts.Facts): Endpoint | null => {
  const endpoint = Facts.get(facts, Endpoints, before.id)
  return endpoint === null || !Revival.isRevival(before, after) ? endpoint : Revival.revived(endpoint)
}
