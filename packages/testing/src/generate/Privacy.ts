/**
 * Arbitraries of what erasures leave.
 */
import { ConsentSource } from "@signalbox/core/ConsentRecord"
import type * as Id from "@signalbox/core/Id"
import { ErasureStatus } from "@signalbox/core/RecipientErasure"
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
