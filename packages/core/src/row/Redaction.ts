/**
 * How far a redaction has come: that of an account's messages, for each of what its retention names, or that of what one of
 * its webhooks was told.
 */
import * as Schema from "effect/Schema"
import { AccountId, WebhookId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

/** A place in a list: everything that is older has been looked at. */
const Place = Schema.Struct({ at: Instant, key: Schema.String })

export const Redaction = Schema.Struct({
  account: AccountId,
  texts: Schema.optionalKey(Place),
  media: Schema.optionalKey(Place),
  numbers: Schema.optionalKey(Place),
  /** The profiles of an organization that were looked at; absent when they are looked at from the beginning. */
  profiles: Schema.optionalKey(Place),
  /** The same for its webhooks, and for those that it had. */
  webhooks: Schema.optionalKey(Place),
  deletedWebhooks: Schema.optionalKey(Place),
  /** The webhook, where the redaction is that of its deliveries, and how far it has come. */
  webhook: Schema.optionalKey(WebhookId),
  bodies: Schema.optionalKey(Place)
})
export type Redaction = typeof Redaction.Type

export const Redactions = Kind.make({
  name: "redaction",
  schema: Redaction,
  key: ({ account, webhook }: Redaction) => webhook ?? account
})
