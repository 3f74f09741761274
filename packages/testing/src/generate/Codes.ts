/**
 * Arbitraries of verifications and their codes.
 */
import { Requested } from "@signalbox/core/Channel"
import type * as Id from "@signalbox/core/Id"
import type { Value } from "@signalbox/core/Row"
import { VerificationStatus } from "@signalbox/core/Verification"
import * as fc from "fast-check"
import { maybe, one, small, some } from "./internal/fields.ts"
import { instant, keyHash, phone, text, uuid } from "./Values.ts"

export const oneTimeCode: fc.Arbitrary<Value<"one_time_code">> = fc.record({
  verification: uuid<Id.VerificationId>(),
  code: fc.stringMatching(/^[0-9]{6,10}$/)
})

export const lastFailedCheck: fc.Arbitrary<Value<"last_failed_check">> = fc.record({
  account: uuid<Id.AccountId>(),
  at: instant
})

export const verification: fc.Arbitrary<Value<"verification">> = fc.record({
  id: uuid<Id.VerificationId>(),
  account: uuid<Id.AccountId>(),
  phone,
  purpose: fc.constantFrom("default", "login"),
  status: one(VerificationStatus),
  codeLength: fc.integer({ min: 6, max: 10 }),
  code: maybe(fc.record({ hash: keyHash, key: fc.base64String({ minLength: 44, maxLength: 44 }) })),
  tries: small,
  sends: some(fc.record({
    message: uuid<Id.MessageId>(),
    channel: one(Requested),
    template: fc.record({ id: uuid<Id.TemplateId>(), name: text }),
    at: instant
  })),
  createdAt: instant,
  expiresAt: instant,
  endedAt: maybe(instant)
})
