/**
 * A webhook: the URL at which an account wants its events, and which ones. The results of deliveries are in a row of
 * their own, so that a delivery never makes an update of the webhook stale.
 */
import * as Schema from "effect/Schema"
import { EventName, Family } from "../catalogue/EventName.ts"
import { AccountId, WebhookId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { KeptSecret } from "../value/Secret.ts"
import * as Filters from "./Filters.ts"
import * as Kind from "./Kind.ts"

/** The events that somebody wants: families, and the sub-types of each. */
export const Selection = Schema.Struct({
  eventTypes: Schema.Array(Family),
  eventFilters: Schema.NullOr(Schema.Record(Schema.String, Schema.Array(Schema.String)))
})
export type Selection = typeof Selection.Type

export const Webhook = Schema.Struct({
  id: WebhookId,
  account: AccountId,
  displayName: Schema.String,
  endpointUrl: Schema.String,
  secret: KeptSecret,
  isActive: Schema.Boolean,
  ...Selection.fields,
  /**
   * The names of all events that it gets, expanded from its types and filters; empty while it is not active. Stores fan
   * events out by this list alone.
   */
  subscribes: Schema.Array(EventName),
  retryCount: Schema.Int,
  timeoutSeconds: Schema.Int,
  /**
   * The selection of events for the clones of an organization's webhook on its sender profiles; absent when it has no
   * clones.
   */
  cloned: Schema.optionalKey(Selection),
  /**
   * How often the webhook was changed in a way that its clones follow; absent means never. A clone has the edition of
   * its parent that it was made from.
   */
  edition: Schema.optionalKey(Schema.Int),
  /** The organization's webhook that this one is a clone of. */
  parent: Schema.optionalKey(WebhookId),
  /** The profile has deleted its clone. The row stays, so that the clone is not made again. */
  deletedAt: Schema.optionalKey(Instant),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type Webhook = typeof Webhook.Type

export const Webhooks = Kind.make({
  name: "webhook",
  schema: Webhook,
  key: (webhook: Webhook) => webhook.id,
  listings: (webhook) =>
    webhook.deletedAt === undefined ? [{ list: "webhooks", scope: webhook.account, at: webhook.createdAt }] : [],
  filters: ({ displayName, endpointUrl, isActive }) =>
    Filters.make({ active: String(isActive) }, [displayName, endpointUrl].map(Filters.folded))
})

/** The health of a webhook's endpoint, written by the holder of its lane. */
export const Endpoint = Schema.Struct({
  webhook: WebhookId,
  consecutiveFailures: Schema.Int,
  /** The instant of the first of these failures; null when there are none. */
  failingSince: Schema.NullOr(Instant),
  /** First attempts wait until then. */
  waitsUntil: Schema.NullOr(Instant),
  lastAttemptAt: Schema.NullOr(Instant),
  lastSuccessAt: Schema.NullOr(Instant)
})
export type Endpoint = typeof Endpoint.Type

export const Endpoints = Kind.make({
  name: "endpoint",
  schema: Endpoint,
  key: (endpoint: Endpoint) => endpoint.webhook
})

/** The webhooks of an organization that have clones, by which a new profile finds what to clone. */
export const ClonedWebhooks = Schema.Struct({
  account: AccountId,
  /** In the order of the ids. */
  webhooks: Schema.Array(WebhookId)
})
export type ClonedWebhooks = typeof ClonedWebhooks.Type

export const ClonedWebhooksRows = Kind.make({
  name: "cloned_webhooks",
  schema: ClonedWebhooks,
  key: (row: ClonedWebhooks) => row.account
})
