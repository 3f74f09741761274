/**
 * Arbitraries of what erasures leave.
 */
import { ConsentSource } from "@signalbox/core/ConsentRecord"
import type * as Id from "@signalbox/core/Id"
import type { Message } from "@signalbox/core/Message"
import { ErasureStatus } from "@signalbox/core/RecipientErasure"
import type { Retention } from "@signalbox/core/Retention"
import { Aspect } from "@signalbox/core/Retention"
import type { Value } from "@signalbox/core/Row"
import * as fc from "fast-check"
import { one, small } from "./internal/fields.ts"
import { instant, keyHash, phone, uuid } from "./Values.ts"

export const recipientErasure: fc.Arbitrary<Value<"recipient_erasure">> = fc.record({
  id: uuid<Id.ErasureId>(),
  account: uuid<Id.AccountId>(),
  phone,
  status: one(ErasureStatus),
  step: small,
  after: fc.constantFrom("", "key"),
  isAgain: fc.boolean(),
  messages: small,
  requestedAt: instant,
  completedAt: instant
}, { requiredKeys: ["id", "account", "status", "step", "after", "messages", "requestedAt"] })

export const suppressionHash: fc.Arbitrary<Value<"suppression_hash">> = fc.record({
  account: uuid<Id.AccountId>(),
  key: fc.constantFrom("k1", "k2"),
  hash: keyHash,
  optOut: fc.record({ at: instant, source: one(ConsentSource) }),
  suppressedAt: instant
}, { requiredKeys: ["account", "key", "hash"] })

const days = fc.constantFrom(1, 30, 3650)

export const retention: fc.Arbitrary<Retention> = fc.record({
  texts: days,
  media: days,
  numbers: days,
  webhookBodies: days,
  messages: days,
  webhookEvents: days,
  contacts: days,
  usage: days
}, {
  requiredKeys: []
})

const place = fc.record({ at: instant, key: fc.constantFrom("", "key") })

export const redaction: fc.Arbitrary<Value<"redaction">> = fc.record({
  account: uuid<Id.AccountId>(),
  texts: place,
  media: place,
  numbers: place,
  profiles: place,
  webhooks: place,
  deletedWebhooks: place,
  webhook: uuid<Id.WebhookId>(),
  bodies: place
}, { requiredKeys: ["account"] })

export const purge: fc.Arbitrary<Value<"purge">> = fc.record({
  of: fc.oneof(uuid<Id.AccountId>(), fc.constant("all")),
  stage: fc.constantFrom("messages", "webhookEvents", "usage", "contacts"),
  place,
  webhook: place,
  ofDeleted: fc.constant(true),
  contactsAt: instant,
  isNeeded: fc.constant(true)
}, { requiredKeys: ["of"] })

export const serviceSettings: fc.Arbitrary<Value<"service_settings">> = fc.record({ retention }, { requiredKeys: [] })

export const deletedWebhook: fc.Arbitrary<Value<"deleted_webhook">> = fc.record({
  id: uuid<Id.WebhookId>(),
  account: uuid<Id.AccountId>(),
  at: instant
})

export const redacted: fc.Arbitrary<NonNullable<Message["redacted"]>> = fc.record({
  aspects: fc.subarray([...Aspect.literals], { minLength: 1 }),
  country: fc.constantFrom("CH", "US")
}, { requiredKeys: ["aspects"] })

/** By the names of their kinds. */
export const rows = {
  deleted_webhook: deletedWebhook,
  purge,
  recipient_erasure: recipientErasure,
  redaction,
  service_settings: serviceSettings,
  suppression_hash: suppressionHash
}
