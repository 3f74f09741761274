/**
 * Arbitraries of the settings about routes: the rules and the pools of an account.
 */
import type { Account } from "@signalbox/core/Account"
import { Category } from "@signalbox/core/Category"
import { Channel } from "@signalbox/core/Channel"
import type { NumberPool } from "@signalbox/core/NumberPool"
import { NumberType } from "@signalbox/core/PhoneNumber"
import * as fc from "fast-check"
import { instant, phone, text } from "../Values.ts"
import { carrierId, maybe, one, small, some, withOptional } from "./fields.ts"

export const routingRule: fc.Arbitrary<Account["rules"][number]> = withOptional(
  fc.record({
    channel: maybe(one(Channel)),
    carrier: maybe(carrierId),
    action: fc.constantFrom("ALLOW", "DENY"),
    fallback: fc.boolean(),
    country: maybe(fc.constantFrom("US", "DE")),
    priority: small
  }),
  {
    prefix: text,
    number: phone,
    numberType: one(NumberType),
    category: one(Category),
    language: text,
    international: fc.boolean(),
    ported: fc.boolean(),
    network: some(fc.stringMatching(/^[0-9]{5,6}$/)),
    receiptSeconds: fc.integer({ min: 10, max: 86_400 }),
    active: fc.boolean(),
    expiresAt: instant,
    split: some(withOptional(fc.record({ carrier: carrierId, weight: small }), { from: instant, until: instant })),
    select: fc.constant("cheapest" as const)
  }
)

export const numberPool: fc.Arbitrary<NumberPool> = withOptional(
  fc.record({ channel: one(Channel), country: fc.constantFrom("US", "DE") }),
  {
    areaDigits: small,
    pace: fc.oneof(fc.constant("published" as const), fc.record({ perSecond: small })),
    whenPaced: fc.constantFrom("next", "wait")
  }
)
